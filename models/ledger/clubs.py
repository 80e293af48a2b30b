"""Clubs: the people who play together."""

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Mapped

from models.store.columns import At, Base, Id, Name, Ref
from models.store.database import db


class Club(Base):
    """A group of people who play together, with its nights, its players and its keys."""

    __tablename__ = "clubs"

    id: Mapped[Id]
    ref: Mapped[Ref]
    name: Mapped[Name]
    founded_at: Mapped[At]


def create_club(name: str) -> Club:
    """A new club, without a key."""
    club = Club(name=name)
    db.session.add(club)
    db.session.flush()
    return club


_LOCK = select(Club.id).where(Club.id == bindparam("club")).with_for_update()


def lock_club(club_id: int) -> None:
    """Lock a club: nobody else can add players, nights or keys to it until this transaction ends."""
    db.session.execute(_LOCK, {"club": club_id})


def find_clubs(name: str) -> list[Club]:
    """The clubs with this name, or with this name in their address."""
    same = (Club.ref == name) | (func.lower(Club.name) == name.lower())
    return list(db.session.scalars(select(Club).where(same)))


def all_clubs() -> list[Club]:
    """All clubs, the oldest first."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))
