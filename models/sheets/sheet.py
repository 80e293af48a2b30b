"""The sheet: what the lines of a game add up to. Derived each time, never kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, cast

from models.ledger.lines import Payload, Penalty, Score, SheetLine
from models.sheets.striking import struck_lines
from rules import RuleBook
from rules.scores.scoring import Standing, verdict


class Sitting(NamedTuple):
    """A night on which the game went on: its date, its name in an address, and the line that says so."""

    date: date
    ref: str
    line: int


class Cell(NamedTuple):
    """One player's round: the pips left, what they score, how often it was entered, and the line that did so first.

    A named tuple, because a sheet has a hundred of them.
    """

    line: int
    pips: int
    score: int
    is_out: bool
    text: str
    times: int
    first: int

    @property
    def is_corrected(self) -> bool:
        """It was entered more than once."""
        return self.times > 1

    @property
    def is_waived(self) -> bool:
        """It counts less than the pips left, by the custom for blocked rounds."""
        return self.score != self.pips


@dataclass(frozen=True, slots=True)
class Round:
    """One line of the sheet.

    `cells` has an entry for each seat that has a score, `here` is who plays it; closed is a round with all its scores.
    """

    number: int
    engine: int
    here: tuple[int, ...]
    cells: Mapping[int, Cell]
    is_closed: bool

    @property
    def is_blocked(self) -> bool:
        """It is over, and nobody went out."""
        return self.is_closed and not any(cell.is_out for cell in self.cells.values())


@dataclass(frozen=True, slots=True)
class Column:
    """One player's side of the sheet.

    `total` counts closed rounds, `start` (what somebody who came later began with) and every penalty; `so_far` also counts
    the scores of a round that is half entered, and is None without any. `place` is None for players who have left and
    before the first round is closed.
    """

    seat: int
    player_id: int
    name: str
    start: int
    penalty: int
    total: int
    so_far: int | None
    place: int | None
    came_in: int | None
    left_in: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as it stands.

    `sittings` are the later nights on which it went on, `everybody` the names at all seats, also those whose arrival is
    struck, `lines` everything that was entered, `revision` is the number of the newest line.
    """

    book: RuleBook
    engines: tuple[int, ...]
    columns: tuple[Column, ...]
    rounds: tuple[Round, ...]
    penalties: tuple[SheetLine[Penalty], ...]
    order: tuple[Standing, ...]
    is_stopped: bool
    sittings: tuple[Sitting, ...]
    everybody: Mapping[int, str]
    lines: Sequence[SheetLine[Payload]]
    revision: int

    @property
    def current(self) -> Round | None:
        """The round being played, or None once the game is over."""
        return None if self.is_stopped else self.next_round

    @property
    def next_round(self) -> Round | None:
        """The first round without all its scores, stopped or not."""
        return next((round for round in self.rounds if not round.is_closed), None)

    @property
    def is_over(self) -> bool:
        """No round is left to play, or the table has stopped."""
        return self.current is None

    @property
    def rounds_closed(self) -> int:
        return sum(round.is_closed for round in self.rounds)

    @property
    def rounds_begun(self) -> int:
        """The number of the last round that has a score, 0 for none."""
        return max((round.number for round in self.rounds if round.cells), default=0)

    @property
    def hidden_scores(self) -> set[int]:
        """The lines of scores that stand, but for a round or a player that the game no longer has."""
        struck = struck_lines(self.lines)
        here = {(round.number, seat) for round in self.rounds for seat in round.here}
        scores = {
            line.number: (line.payload.round, line.payload.seat)
            for line in self.lines
            if isinstance(line.payload, Score) and line.number not in struck
        }
        return {number for number, cell in scores.items() if cell not in here}

    def entered_for(self, round: int) -> list[SheetLine[Score]]:
        """Every score that was entered for a round, struck ones too."""
        scores = (cast("SheetLine[Score]", line) for line in self.lines if isinstance(line.payload, Score))
        return [line for line in scores if line.payload.round == round]

    def night_at(self, line: int, first: str) -> str:
        """The night on which a line was entered, by its name in an address; `first` is the night the game began."""
        nights = [sitting.ref for sitting in self.sittings if sitting.line < line]
        return nights[-1] if nights else first

    def night_of(self, round: Round, first: str) -> str:
        """The night on which a closed round was played; a correction on a later night does not move it."""
        return self.night_at(max(cell.first for cell in round.cells.values()), first)

    @property
    def ranked(self) -> list[Column]:
        """Everybody, the best first; players who left early stand after those who stayed."""
        return sorted(
            self.columns, key=lambda one: (one.place is None, one.left_in is not None, one.place or 0, one.total)
        )

    @property
    def is_half_entered(self) -> bool:
        """A round being played has some of its scores."""
        return any(column.so_far is not None for column in self.columns)

    @property
    def has_corrections(self) -> bool:
        """Some score was entered more than once."""
        return any(cell.is_corrected for round in self.rounds for cell in round.cells.values())

    @property
    def names(self) -> dict[int, str]:
        """The name at each seat, those who left included."""
        return {column.seat: column.name for column in self.columns}

    @property
    def leaders(self) -> list[Column]:
        """Whoever has the first place so far; nobody before a round is closed."""
        return [column for column in self.columns if column.place == 1]

    @property
    def verdict(self) -> str:
        """Who wins and by which tie rule, in a sentence."""
        return verdict(self.order, self.names, self.book) if self.order else ""

    def round(self, number: int) -> Round | None:
        """The round of this number, counted from 1."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
