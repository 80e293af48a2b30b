"""Dealt hands that their owners have released, for everybody to see."""

from typing import NamedTuple

from sqlalchemy import ForeignKey, Index, String, bindparam, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, GameId, Id, Name
from models.store.database import db
from models.store.transactions import read_rows
from rules.table.notation import LONGEST


class Hand(Base):
    """A hand as it was dealt. Until its owner releases it, only the owner's phone knows it."""

    __tablename__ = "hands"
    __table_args__ = (Index(None, "game_id", "round"),)

    id: Mapped[Id]
    game_id: Mapped[GameId]
    round: Mapped[int]
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    tiles: Mapped[str] = mapped_column(String(LONGEST))
    by: Mapped[Name]
    at: Mapped[At]


class ReleasedHand(NamedTuple):
    """The tiles of a hand as dealt, and the person who released it."""

    tiles: str
    by: str


_hands = Base.metadata.tables[Hand.__tablename__]


_HANDS = (
    select(_hands.c.seat_id, _hands.c.tiles, _hands.c.by)
    .where((_hands.c.game_id == bindparam("game")) & (_hands.c.round == bindparam("round")))
    .order_by(_hands.c.id)
)


def released_hands(game_id: int, round: int) -> dict[int, ReleasedHand]:
    """The released hands of a round as dealt, by seat; if a seat has several, the newest."""
    rows = read_rows(_HANDS, {"game": game_id, "round": round})
    return {row.seat_id: ReleasedHand(row.tiles, row.by) for row in rows}


def release_hand(game_id: int, round: int, seat: int, tiles: str, by: str) -> None:
    """Show a hand to everybody from now on. An earlier release stays on record."""
    db.session.add(Hand(game_id=game_id, round=round, seat_id=seat, tiles=tiles, by=by))
