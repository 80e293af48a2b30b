"""The seats of a game, and the players in them."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import cycle
from typing import NamedTuple

from sqlalchemy import ForeignKey, Index, UniqueConstraint, bindparam, func, select, update
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.players import Player
from models.store.columns import Base, GameId, Id, enum_column
from models.store.database import db
from models.store.transactions import read_rows


class Colour(StrEnum):
    """The colors of markers: the eight of Okabe and Ito, which color-blind people can tell apart.

    From the ninth player on, they repeat as rings.
    """

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    SKY = "sky"
    BLUE = "blue"
    PINK = "pink"
    BLACK = "black"
    RED_RING = "red-2"
    ORANGE_RING = "orange-2"
    YELLOW_RING = "yellow-2"
    GREEN_RING = "green-2"
    SKY_RING = "sky-2"
    BLUE_RING = "blue-2"
    PINK_RING = "pink-2"
    BLACK_RING = "black-2"


# The order in which players without a chosen color get one, so that neighbors look as different as possible.
_IN_TURN = [
    Colour(name + ring)
    for ring in ("", "-2")
    for name in ("blue", "red", "green", "pink", "sky", "orange", "black", "yellow")
]


def colours_of(chosen: Sequence[Colour | None]) -> list[Colour]:
    """A color for each player: the chosen one, or else the next free one. After sixteen players, colors repeat."""
    free = cycle([colour for colour in _IN_TURN if colour not in chosen] or _IN_TURN)
    return [colour or next(free) for colour in chosen]


class Seat(Base):
    """A player in a game. `place` is counted clockwise from 1; it is None for a late player, who is seated by a line.

    `colour` is the color chosen for the player's marker, if any. No two players at a table have the same color.
    """

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("game_id", "player_id"),
        UniqueConstraint("game_id", "place"),
        Index(None, "game_id", "colour", unique=True),
    )

    id: Mapped[Id]
    game_id: Mapped[GameId]
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    place: Mapped[int | None]
    colour: Mapped[Colour | None] = mapped_column(enum_column(Colour, 10))


class NamedSeat(NamedTuple):
    """A seat with its player's name and, if there are any, the player's short name and chosen color.

    This class is a named tuple because query rows are converted to it.
    """

    id: int
    player_id: int
    name: str
    place: int | None
    short_name: str | None = None
    colour: Colour | None = None


_CLOCKWISE = (
    select(Seat.id, Seat.player_id, Player.name, Seat.place, Player.short_name, Seat.colour)
    .join(Player, Player.id == Seat.player_id)
    .order_by(Seat.place.is_(None), Seat.place, Seat.id)
)


_SEATS_OF_ALL = _CLOCKWISE.add_columns(Seat.game_id).where(Seat.game_id.in_(bindparam("games", expanding=True)))


def seats_of(game_id: int) -> list[NamedSeat]:
    """The seats of a game in clockwise order, with late players last."""
    return seats_of_all([game_id])[game_id]


def count_games(player_id: int) -> int:
    """The number of games in which a player has a seat."""
    return db.session.scalar(select(func.count()).select_from(Seat).where(Seat.player_id == player_id)) or 0


def seats_of_all(game_ids: Sequence[int]) -> dict[int, list[NamedSeat]]:
    """The seats of each of these games, by game id, in the same order as in `seats_of`."""
    seats: dict[int, list[NamedSeat]] = {game_id: [] for game_id in game_ids}
    for *row, game_id in read_rows(_SEATS_OF_ALL, {"games": game_ids}) if game_ids else ():
        seats[game_id].append(NamedSeat._make(row))
    return seats


def set_colours(colours: Mapping[int, Colour | None]) -> None:
    """Set the colors of these seats in a locked game. Two seats may swap colors."""
    if not colours:
        return
    db.session.execute(update(Seat).where(Seat.id.in_(colours)).values(colour=None))
    for seat, colour in colours.items():
        if colour:
            db.session.execute(update(Seat).where(Seat.id == seat).values(colour=colour))
