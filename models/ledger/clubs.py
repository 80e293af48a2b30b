"""Clubs: the people who play together."""

from contextlib import suppress
from datetime import date, datetime
from ipaddress import IPv6Address, ip_address, ip_network
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Text, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, BigId, Id, Name, Ref, now
from models.store.database import db
from models.store.transactions import add_row

_IPV6_HOUSE = 56


class Club(Base):
    """A group of people who play together, with its nights, its players and its keys.

    `founded_from` is the network address from which the club was founded, stored for a day. Ratings still have
    to be computed for the game given by `due_from_day` and `due_from_game` and for all later ones; both are None
    if all ratings are up to date. `zone` names the time zone in which the club's days start and end, such as
    `America/New_York`; None for the server's.
    """

    __tablename__ = "clubs"

    id: Mapped[Id]
    ref: Mapped[Ref]
    name: Mapped[Name]
    founded_at: Mapped[At]
    founded_from: Mapped[str | None] = mapped_column(Text)
    due_from_day: Mapped[date | None]
    due_from_game: Mapped[int | None] = mapped_column(BigId)
    zone: Mapped[str | None] = mapped_column(Text)

    @property
    def tzinfo(self) -> ZoneInfo | None:
        """The time zone in which the club's days start and end; None for the server's."""
        # A club may be moved to a machine that does not know its time zone.
        with suppress(ZoneInfoNotFoundError):
            return ZoneInfo(self.zone) if self.zone else None
        return None

    def day_at(self, moment: datetime) -> date:
        """The date in the club's time zone at a given moment."""
        return moment.astimezone(self.tzinfo).date()

    @property
    def today(self) -> date:
        """Today's date in the club's time zone."""
        return self.day_at(now())


def create_club(name: str) -> Club:
    """A new club, without a key."""
    return add_row(Club(name=name))


def lock_club(club_id: int) -> None:
    """Lock a club: nobody else can add players, nights or keys to it until this transaction ends.

    Raises NoResultFound if the club was deleted or moved while somebody else held the lock.
    """
    db.session.execute(select(Club.id).where(Club.id == club_id).with_for_update()).one()


def find_clubs(name: str) -> list[Club]:
    """The club with this `ref` or, if there is none, the clubs with this name. A name may look like a `ref`."""
    by_ref = db.session.scalar(select(Club).where(Club.ref == name))
    return [by_ref] if by_ref else list(db.session.scalars(select(Club).where(func.lower(Club.name) == name.lower())))


def all_clubs() -> list[Club]:
    """All clubs, oldest first."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))


def house_of(address: str) -> str:
    """The part of an address that counts as one visitor: for IPv6, the network, because each household has its own."""
    # Some proxies add the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`.
    has_port = "]:" in address or address.count(":") == 1
    bare = address.rpartition(":")[0].strip("[]") if has_port else address
    try:
        host = ip_address(bare)
    except ValueError:
        return address
    if not isinstance(host, IPv6Address):
        return bare
    return str(host.ipv4_mapped or ip_network(f"{host}/{_IPV6_HOUSE}", strict=False))
