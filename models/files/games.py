"""Games as they were entered, in the app or in a file.

A file may hold the same game as the app, or a longer version.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import select

from models.files.fields import Moment
from models.files.schema import FileGame, FileHand
from models.ledger.games import Game
from models.ledger.hands import Hand
from models.ledger.lines import Payload, SheetLine, WentOn, lines_of
from models.ledger.moves import RoundLine, moves_of_game
from models.ledger.seats import NamedSeat, seats_of
from models.store.database import db
from rules.names import fold_name


class EnteredGame(NamedTuple):
    """A game as it was entered: its seats in the order in which they were taken, its lines, tracked rounds and hands.

    Lines and hands refer to the seats by number, counted from 1 in that order.
    """

    seats: Sequence[NamedSeat]
    lines: Sequence[SheetLine[Payload]]
    kept: Mapping[int, Sequence[RoundLine]]
    hands: Sequence[FileHand]

    def is_same(self, other: "EnteredGame") -> bool:
        """True if both games are the same, apart from the names of nights and players and the colors of markers."""
        return self._compared == other._compared

    def goes_on_in(self, other: "EnteredGame") -> bool:
        """True if the other game has everything that this one has, in the same order, and possibly more."""
        (*lists, kept), (*other_lists, kept_there) = self._compared, other._compared
        grows = all(longer[: len(shorter)] == shorter for shorter, longer in zip(lists, other_lists, strict=True))
        return grows and all(kept_there.get(round, [])[: len(lines)] == lines for round, lines in kept.items())

    @property
    def _compared(self) -> tuple[list[object], list[object], list[object], dict[int, list[RoundLine]]]:
        seats: list[object] = [(seat.player_id, seat.place) for seat in self.seats]
        kept = {round: list(lines) for round, lines in self.kept.items()}
        return seats, [_without_ref(line) for line in self.lines], list(self.hands), kept


def _without_ref(line: SheetLine[Payload]) -> SheetLine[Payload]:
    """The same line, with a later night identified only by its date."""
    if isinstance(line.payload, WentOn) and line.payload.night:
        return line._replace(payload=WentOn(str(line.payload.night.date)))
    return line


def load_entered_game(game: Game) -> EnteredGame:
    """The game as it was entered in the app."""
    named = sorted(seats_of(game.id), key=lambda seat: seat.id)
    seats = {seat.id: number for number, seat in enumerate(named, 1)}
    lines = [line._replace(payload=line.payload.with_seats(seats)) for line in lines_of(game)]
    kept = {
        round: [line._replace(payload=line.payload.with_seats(seats)) for line in entered]
        for round, entered in moves_of_game(game.id).items()
    }
    hands = db.session.scalars(select(Hand).filter_by(game_id=game.id).order_by(Hand.id))
    dealt = [FileHand(hand.round, seats[hand.seat_id], hand.tiles, hand.by, cast("Moment", hand.at)) for hand in hands]
    return EnteredGame(named, lines, kept, dealt)


def game_in_file(game: FileGame, players: Mapping[str, int]) -> EnteredGame:
    """The game as it is in a file. `players` has the ids of known players by folded name."""
    seats = [seat._replace(player_id=players.get(fold_name(seat.name), 0)) for seat in game.named_seats]
    return EnteredGame(seats, game.sheet, game.moves, game.hands)
