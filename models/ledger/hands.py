"""Dealt hands that their owners have released, for everybody to see."""

from sqlalchemy import ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, GameId, Id, Name
from models.store.database import db
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


def released_hands(game_id: int, round: int) -> dict[int, Hand]:
    """The released hands of a round as dealt, by seat; if a seat has several, the newest."""
    hands = select(Hand).filter_by(game_id=game_id, round=round).order_by(Hand.id)
    return {hand.seat_id: hand for hand in db.session.scalars(hands)}


def release_hand(game_id: int, round: int, seat: int, tiles: str, by: str) -> None:
    """Show a hand to everybody from now on. An earlier release stays on record."""
    db.session.add(Hand(game_id=game_id, round=round, seat_id=seat, tiles=tiles, by=by))
