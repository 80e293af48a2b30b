"""A club: the people who play together."""

import unicodedata

from sqlalchemy import UniqueConstraint, select
from sqlalchemy.orm import Mapped

from models.base import At, Base, ClubId, Id, Name, Ref
from models.store import db


class Club(Base):
    """Everything that the same people play: its nights, its players, its keys."""

    __tablename__ = "clubs"

    id: Mapped[Id]
    ref: Mapped[Ref]
    name: Mapped[Name]
    founded_at: Mapped[At]


class Player(Base):
    """Somebody who has played in a club. Two players of a club never have names that only capitals tell apart."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("club_id", "folded_name"),)

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    name: Mapped[Name]
    folded_name: Mapped[str]
    joined_at: Mapped[At]


def fold_name(name: str) -> str:
    """The name as it is compared with others: `ANA` and `Ana` are one player."""
    return unicodedata.normalize("NFKC", name).casefold()


def found_club(name: str) -> Club:
    """A new club. It has no key yet."""
    club = Club(name=name)
    db.session.add(club)
    db.session.flush()
    return club


def call_player(club_id: int, name: str) -> Player:
    """The club's player of this name, who joins the club if nobody has it yet."""
    folded = fold_name(name)
    player = db.session.scalar(select(Player).filter_by(club_id=club_id, folded_name=folded))
    if player is None:
        player = Player(club_id=club_id, name=name, folded_name=folded)
        db.session.add(player)
        db.session.flush()
    return player


def player_names(club_id: int) -> list[str]:
    """The names of a club's players, in alphabetical order."""
    return list(db.session.scalars(select(Player.name).filter_by(club_id=club_id).order_by(Player.folded_name)))
