"""Keys: links that open a club, a night, a tournament or one of its tables, and the access that they give."""

from datetime import datetime, timedelta
from enum import IntEnum

from sqlalchemy import Dialect, ForeignKey, SmallInteger, String, TypeDecorator, select, update
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.clubs import Club
from models.ledger.nights import Night
from models.ledger.tournaments import Tournament
from models.store.columns import At, Base, ClubId, Id, Name, Ref, UtcMoment, now
from models.store.database import db
from models.store.transactions import add_row

FOUNDER_KEPT_FOR = timedelta(days=1)


class Access(IntEnum):
    """The access that a key gives; each level includes those before it."""

    VIEW = 1
    SCORE = 2
    MANAGE = 3

    @property
    def code(self) -> str:
        """The name of the level in forms and addresses."""
        return self.name.lower()


class _AccessNumber(TypeDecorator[Access]):
    impl = SmallInteger
    cache_ok = True

    def process_result_value(self, value: int | None, dialect: Dialect) -> Access | None:
        return None if value is None else Access(value)


class Key(Base):
    """A link or QR code that opens a club, one of its nights, or a tournament. A revoked key stays on record.

    A browser that has opened a key stores its `ref`, which no other key ever gets. An `id` would not be safe: it
    can be reused after a deletion or a restore.

    A key with a game is for one table of its tournament; at the other tables it is view-only.
    """

    __tablename__ = "keys"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    night_id: Mapped[int | None] = mapped_column(ForeignKey("nights.id"), index=True)
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournaments.id"), index=True)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"), index=True)
    access: Mapped[Access] = mapped_column(_AccessNumber)
    label: Mapped[Name]
    made_at: Mapped[At]
    made_by: Mapped[Name]
    revoked_at: Mapped[datetime | None] = mapped_column(UtcMoment)
    revoked_by: Mapped[str | None] = mapped_column(String(40))


def make_key(club_id: int, access: Access, label: str, by: str, night_id: int | None = None) -> Key:
    """A new key for a club, or for one of its nights."""
    return add_row(Key(club_id=club_id, night_id=night_id, access=access, label=label, made_by=by))


def make_tournament_key(tournament: Tournament, access: Access, label: str, by: str, game_id: int | None = None) -> Key:
    """A new key for a tournament, or for one of its tables."""
    key = Key(
        club_id=tournament.club_id, tournament_id=tournament.id, game_id=game_id, access=access, label=label, made_by=by
    )
    return add_row(key)


def revoke_key(key: Key, by: str) -> None:
    """Revoke a key: it opens nothing from now on, not even on phones that have opened it."""
    key.revoked_at, key.revoked_by = now(), by


def keys_of(club_id: int) -> list[tuple[Key, Night | None, Tournament | None]]:
    """A club's keys except those for single tables, each with its night or tournament if any; revoked ones come last."""
    rows = db.session.execute(
        select(Key, Night, Tournament)
        .outerjoin(Night, Night.id == Key.night_id)
        .outerjoin(Tournament, Tournament.id == Key.tournament_id)
        .where(Key.club_id == club_id, Key.game_id.is_(None))
        .order_by(Key.revoked_at.is_not(None), Key.id)
    )
    return [(key, night, tournament) for key, night, tournament in rows]


def keys_of_tournament(tournament_id: int) -> list[Key]:
    """The keys to a tournament and its tables, except revoked ones."""
    keys = select(Key).where(Key.tournament_id == tournament_id, Key.revoked_at.is_(None))
    return list(db.session.scalars(keys.order_by(Key.id)))


def forget_founders() -> None:
    """Delete the addresses that clubs were founded from, a day after each club's first key was made.

    The founding date is not used, because an imported club has the date from its file.
    """
    old = select(Key.club_id).where(Key.made_at < now() - FOUNDER_KEPT_FOR)
    db.session.execute(update(Club).where(Club.founded_from.is_not(None), Club.id.in_(old)).values(founded_from=None))
