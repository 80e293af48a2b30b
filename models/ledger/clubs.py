"""A club: the people who play together."""

from datetime import datetime

from sqlalchemy import UniqueConstraint, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, ClubId, Id, Moment, Name, Ref
from models.store.database import db
from rules.names import fold_name


class Club(Base):
    """Everything that the same people play: its nights, its players, its keys."""

    __tablename__ = "clubs"

    id: Mapped[Id]
    ref: Mapped[Ref]
    name: Mapped[Name]
    founded_at: Mapped[At]


class Player(Base):
    """Somebody who has played in a club. Two players of a club never have names that only capitals tell apart.

    Archived players are no longer suggested.
    """

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("club_id", "folded_name"),)

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    name: Mapped[Name]
    folded_name: Mapped[str]
    joined_at: Mapped[At]
    archived_at: Mapped[datetime | None] = mapped_column(Moment)


def found_club(name: str) -> Club:
    """A new club. It has no key yet."""
    club = Club(name=name)
    db.session.add(club)
    db.session.flush()
    return club


_LOCK = select(Club.id).where(Club.id == bindparam("club")).with_for_update()


def lock_club(club_id: int) -> None:
    """Nobody else can add players, nights or keys to the club until this transaction ends."""
    db.session.execute(_LOCK, {"club": club_id})


def clubs_called(name: str) -> list[Club]:
    """The clubs of this name, or with this name in their address."""
    same = (Club.ref == name) | (func.lower(Club.name) == name.lower())
    return list(db.session.scalars(select(Club).where(same)))


def all_clubs() -> list[Club]:
    """Every club, the oldest first."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))


def call_player(club_id: int, name: str) -> Player:
    """The locked club's player of this name, who joins the club if nobody has it yet."""
    folded = fold_name(name)
    player = db.session.scalar(select(Player).filter_by(club_id=club_id, folded_name=folded))
    if player is None:
        player = Player(club_id=club_id, name=name, folded_name=folded)
        db.session.add(player)
        db.session.flush()
    return player


def player_names(club_id: int) -> list[str]:
    """The names of a club's players who are not archived, in alphabetical order."""
    here = select(Player.name).filter_by(club_id=club_id, archived_at=None)
    return list(db.session.scalars(here.order_by(Player.folded_name)))
