"""A game as it was entered, here or in a file: a file may have the same game, or more of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from models.files.lines import FileLine
from models.files.moves import with_seats_laid
from models.files.schema import FileGame
from models.ledger.clubs import Player
from models.ledger.games import Game
from models.ledger.hands import Hand
from models.ledger.lines import LaterNight, WentOn, lines_of, signatures_of, with_seats
from models.ledger.moves import RoundLine, moves_of_game
from models.ledger.seats import NamedSeat, Seat
from models.store.database import db
from rules.names import fold_name


class DealtHand(NamedTuple):
    """A hand as it was dealt, and the number of its seat."""

    round: int
    seat: int
    tiles: str
    by: str
    at: datetime


class Entered(NamedTuple):
    """The seats of a game in the order in which they came, its lines, those of its kept rounds, and its hands.

    Lines and hands number the seats from 1 in that order.
    """

    seats: Sequence[NamedSeat]
    lines: Sequence[FileLine]
    kept: Mapping[int, Sequence[RoundLine]]
    hands: Sequence[DealtHand]

    def is_same(self, other: "Entered") -> bool:
        """Nothing differs but what its nights and its players are called."""
        return self._compared == other._compared

    def goes_on_in(self, other: "Entered") -> bool:
        """Everything that is here stands in the other too."""
        (*mine, kept), (*theirs, kept_there) = self._compared, other._compared
        grows = all(there[: len(here)] == here for here, there in zip(mine, theirs, strict=True))
        return grows and all(kept_there.get(round, [])[: len(lines)] == lines for round, lines in kept.items())

    @property
    def _compared(self) -> tuple[list[object], list[object], list[object], dict[int, list[RoundLine]]]:
        seats: list[object] = [(seat.player_id, seat.place) for seat in self.seats]
        kept = {round: list(lines) for round, lines in self.kept.items()}
        return seats, [_without_ref(line) for line in self.lines], list(self.hands), kept


def _without_ref(line: FileLine) -> FileLine:
    """The same line; of a later night its day alone."""
    if isinstance(line.payload, WentOn) and line.payload.night:
        return line._replace(payload=WentOn(LaterNight(line.payload.night.date, "")))
    return line


def load_entered(game: Game) -> Entered:
    """The game as it was entered here."""
    rows = db.session.execute(
        select(Seat.id, Seat.player_id, Player.name, Seat.place)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id == game.id)
        .order_by(Seat.id)
    )
    named = [NamedSeat(*row) for row in rows]
    seats = {seat.id: number for number, seat in enumerate(named, 1)}
    signed = signatures_of(game.id)
    lines = [
        FileLine(number, entry, with_seats(payload, seats), *signed[number])
        for number, entry, payload in lines_of(game.id)
    ]
    kept = {
        round: [line._replace(payload=with_seats_laid(line.payload, seats)) for line in entered]
        for round, entered in moves_of_game(game.id).items()
    }
    hands = db.session.scalars(select(Hand).filter_by(game_id=game.id).order_by(Hand.id))
    dealt = [DealtHand(hand.round, seats[hand.seat_id], hand.tiles, hand.by, hand.at) for hand in hands]
    return Entered(named, lines, kept, dealt)


def entered_in(game: FileGame, players: Mapping[str, int]) -> Entered:
    """The game as a file has it; `players` are the ids of those who are here, by folded name."""
    seats = [
        NamedSeat(number, players.get(fold_name(seat.player), 0), seat.player, seat.place)
        for number, seat in enumerate(game.seats, 1)
    ]
    hands = [DealtHand(hand.round, hand.seat, hand.tiles, hand.by, hand.at) for hand in game.hands]
    return Entered(seats, game.sheet, game.moves, hands)
