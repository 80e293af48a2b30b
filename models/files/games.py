"""Games as they were entered, in the app or in a file: a file may have the same game, or more of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from models.files.lines import with_seats_laid
from models.files.schema import FileGame
from models.ledger.games import Game
from models.ledger.hands import Hand
from models.ledger.lines import Payload, SheetLine, WentOn, lines_of, with_seats
from models.ledger.moves import RoundLine, moves_of_game
from models.ledger.players import Player
from models.ledger.seats import NamedSeat, Seat
from models.store.database import db
from rules.names import fold_name


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtHand:
    """A hand as it was dealt, with the number of its seat."""

    round: int
    seat: int
    tiles: str
    by: str
    at: datetime


class EnteredGame(NamedTuple):
    """A game as it was entered: its seats in the order in which they came, its lines, kept rounds and hands.

    Lines and hands number the seats from 1 in that order.
    """

    seats: Sequence[NamedSeat]
    lines: Sequence[SheetLine[Payload]]
    kept: Mapping[int, Sequence[RoundLine]]
    hands: Sequence[DealtHand]

    def is_same(self, other: "EnteredGame") -> bool:
        """True if both are the same, apart from the names of nights and players, and from colours."""
        return self._compared == other._compared

    def goes_on_in(self, other: "EnteredGame") -> bool:
        """True if the other has everything of this game, in the same order, and possibly more."""
        (*lists, kept), (*other_lists, kept_there) = self._compared, other._compared
        grows = all(longer[: len(shorter)] == shorter for shorter, longer in zip(lists, other_lists, strict=True))
        return grows and all(kept_there.get(round, [])[: len(lines)] == lines for round, lines in kept.items())

    @property
    def _compared(self) -> tuple[list[object], list[object], list[object], dict[int, list[RoundLine]]]:
        seats: list[object] = [(seat.player_id, seat.place) for seat in self.seats]
        kept = {round: list(lines) for round, lines in self.kept.items()}
        return seats, [_without_ref(line) for line in self.lines], list(self.hands), kept


def _without_ref(line: SheetLine[Payload]) -> SheetLine[Payload]:
    """The same line; a later night is named only by its date."""
    if isinstance(line.payload, WentOn) and line.payload.night:
        return line._replace(payload=WentOn(str(line.payload.night.date)))
    return line


def load_entered_game(game: Game) -> EnteredGame:
    """The game as it was entered in the app."""
    rows = db.session.execute(
        select(Seat.id, Seat.player_id, Player.name, Seat.place, Seat.colour)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id == game.id)
        .order_by(Seat.id)
    )
    named = [NamedSeat(**row._asdict()) for row in rows]
    seats = {seat.id: number for number, seat in enumerate(named, 1)}
    lines = [line._replace(payload=with_seats(line.payload, seats)) for line in lines_of(game)]
    kept = {
        round: [line._replace(payload=with_seats_laid(line.payload, seats)) for line in entered]
        for round, entered in moves_of_game(game.id).items()
    }
    hands = db.session.scalars(select(Hand).filter_by(game_id=game.id).order_by(Hand.id))
    dealt = [
        DealtHand(round=hand.round, seat=seats[hand.seat_id], tiles=hand.tiles, by=hand.by, at=hand.at)
        for hand in hands
    ]
    return EnteredGame(named, lines, kept, dealt)


def game_in_file(game: FileGame, players: Mapping[str, int]) -> EnteredGame:
    """The game as a file has it; `players` has the ids of known players by folded name."""
    seats = [
        NamedSeat(
            id=number,
            player_id=players.get(fold_name(seat.player), 0),
            name=seat.player,
            place=seat.place,
            colour=seat.colour,
        )
        for number, seat in enumerate(game.seats, 1)
    ]
    hands = [
        DealtHand(round=hand.round, seat=hand.seat, tiles=hand.tiles, by=hand.by, at=hand.at) for hand in game.hands
    ]
    return EnteredGame(seats, game.sheet, game.moves, hands)
