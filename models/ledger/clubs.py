"""Clubs: the people who play together."""

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Mapped

from models.store.columns import At, Base, Id, Name, Ref
from models.store.database import at, db, every_shard
from models.store.patience import ShardLockedError
from models.store.shards import Shard
from models.store.troubles import trouble_of


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
    """Lock a club: nobody else can add players, nights or keys to it until this transaction ends.

    Raises NoResultFound if it is not there any more: it was deleted, or it moved, while somebody else had the lock.
    """
    db.session.execute(_LOCK, {"club": club_id}).one()


def find_clubs(name: str) -> list[Club]:
    """The clubs with this name, or with this name in their address."""
    same = (Club.ref == name) | (func.lower(Club.name) == name.lower())
    return list(db.session.scalars(select(Club).where(same)))


def all_clubs() -> list[Club]:
    """All clubs, the oldest first."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))


_COUNT = select(func.count()).select_from(Club)


def find_emptiest_shard() -> Shard | None:
    """The shard with the fewest clubs, for a new club; None without shards.

    A shard that does not answer is left out. Raises ShardLockedError if none answers.
    """
    counted: list[tuple[int, Shard]] = []
    for shard in every_shard():
        if shard is None:
            return None
        try:
            with at(shard):
                counted.append((db.session.scalar(_COUNT) or 0, shard))
        except Exception as error:
            if trouble_of(error) is None:
                raise
    if not counted:
        raise ShardLockedError
    return min(counted)[1]
