"""The sheet of a game: scores, totals and places, computed from its lines by fold.py and never stored."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from models.ledger.lines import Payload, Penalty, Score, SheetLine, lines_with
from models.ledger.seats import Colour
from models.sheets.striking import struck_lines
from models.texts import say
from rules import RuleBook
from rules.scores.scoring import Standing, verdict
from rules.wording import list_of


class Sitting(NamedTuple):
    """A later night on which the game continued: its date, its `ref`, and the number of the line that says so."""

    date: date
    ref: str
    line: int


class Cell(NamedTuple):
    """A player's score in a round: the pips left, the score that counts, how often it was entered, and its first line.

    Until every player of the round has a score, the pips are the score that counts. Cells are named tuples because
    a sheet has a hundred of them.
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
        """True if the score was entered more than once."""
        return self.times > 1

    @property
    def is_waived(self) -> bool:
        """True if the score counts fewer pips than were left, under the custom for blocked rounds."""
        return 0 <= self.score < self.pips

    @property
    def bonus(self) -> int:
        """The pips taken off for going out, under the out-bonus custom."""
        return self.pips - self.score if self.is_out else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round on the sheet. `cells` has an entry for each seat with a score; `seats` are the seats that play the round."""

    number: int
    engine: int
    seats: tuple[int, ...]
    cells: Mapping[int, Cell]

    @property
    def is_closed(self) -> bool:
        """True if the round has all its scores."""
        return 0 < len(self.seats) == len(self.cells)

    @property
    def is_blocked(self) -> bool:
        """True if the round is closed and nobody went out."""
        return self.is_closed and not any(cell.is_out for cell in self.cells.values())

    @property
    def is_corrected(self) -> bool:
        """True if any score of the round was entered more than once."""
        return any(cell.is_corrected for cell in self.cells.values())

    def row(self, seats: Iterable[int]) -> tuple[tuple[int, Cell | str | None], ...]:
        """Each of these seats with its score: empty if the score is missing, None for a player not in the round."""
        return tuple([(seat, self.cells.get(seat) or ("" if seat in self.seats else None)) for seat in seats])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A player's column on the sheet.

    `total` counts closed rounds, `start` (the pips with which a late player started) and every penalty. `so_far`
    also counts the scores of a half-entered round; it is None if there are none. `place` is None for players who
    have left, and for everybody before the first round is closed. `short_name` differs from all others on the
    sheet, and fits a narrow column. `colour` is the color of the player's marker; `chosen` is the same if the
    player chose it, else None.
    """

    seat: int
    player_id: int
    name: str
    short_name: str
    start: int
    penalty: int
    total: int
    so_far: int | None = None
    place: int | None = None
    came_in: int | None
    left_in: int | None
    colour: Colour
    chosen: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The current sheet of a game.

    `sittings` are the later nights on which the game continued. `everybody` has the names at all seats, including
    players whose arrival is struck. `lines` are all the lines that were entered; `revision` is the number of the
    newest one. `next_round` is the first round that lacks a score, even if the game was stopped; None if there is
    none.
    """

    book: RuleBook
    engines: tuple[int, ...]
    columns: tuple[Column, ...]
    rounds: tuple[Round, ...]
    next_round: Round | None
    penalties: tuple[SheetLine[Penalty], ...]
    order: tuple[Standing, ...]
    is_stopped: bool
    sittings: tuple[Sitting, ...]
    everybody: Mapping[int, str]
    lines: tuple[SheetLine[Payload], ...]
    revision: int

    @property
    def current(self) -> Round | None:
        """The round being played; None if the game is over."""
        return None if self.is_stopped else self.next_round

    @property
    def is_over(self) -> bool:
        """True if no round is left to play, or the game was stopped."""
        return self.current is None

    @property
    def rounds_closed(self) -> int:
        """The number of closed rounds."""
        return sum(round.is_closed for round in self.rounds)

    @property
    def rounds_begun(self) -> int:
        """The number of the last round that has a score; 0 if none has."""
        return max((round.number for round in self.rounds if round.cells), default=0)

    @property
    def newest_scored(self) -> Round | None:
        """The round of the newest line, if that is a score."""
        newest = self.lines[-1].payload if self.lines else None
        return self.round(newest.round) if isinstance(newest, Score) else None

    @property
    def repeated(self) -> int:
        """The number of the closed round before the newest one, if every score is the same in both; otherwise 0.

        Rounds with fewer than three scores are not compared.
        """
        closed = [round for round in self.rounds if round.is_closed][-2:]
        if len(closed) < 2 or closed[1] != self.newest_scored or len(closed[1].cells) < 3:
            return 0
        before, newest = ({seat: (cell.score, cell.is_out) for seat, cell in round.cells.items()} for round in closed)
        return closed[0].number if before == newest else 0

    @property
    def replaced_last(self) -> dict[int, Score]:
        """The scores that the newest entry replaced, by seat."""
        newest, struck = self.lines[-1], struck_lines(self.lines)
        scores = self.entered_for(newest.payload.round) if isinstance(newest.payload, Score) else []
        together = {line.payload.seat for line in scores if line.entry == newest.entry}
        before = [line for line in scores if line.entry < newest.entry and line.number not in struck]
        return {line.payload.seat: line.payload for line in before if line.payload.seat in together}

    @property
    def hidden_scores(self) -> set[int]:
        """The numbers of the unstruck lines with scores for a round or a player that the game no longer has."""
        struck = struck_lines(self.lines)
        seats = {(round.number, seat) for round in self.rounds for seat in round.seats}
        scores = [line for line in lines_with(Score, self.lines) if line.number not in struck]
        return {line.number for line in scores if (line.payload.round, line.payload.seat) not in seats}

    @property
    def penalties_alike(self) -> list[tuple[Penalty, list[str]]]:
        """The penalties and bonuses, each with the names of all who got the same one in the same round."""
        alike: dict[tuple[str, int, int, str], tuple[Penalty, list[str]]] = {}
        for penalty in (line.payload for line in self.penalties):
            key = (penalty.kind, penalty.round, penalty.pips, penalty.reason)
            _, names = alike.setdefault(key, (penalty, []))
            names.append(self.everybody[penalty.seat])
        return [*alike.values()]

    def entered_for(self, round: int) -> list[SheetLine[Score]]:
        """Every score that was entered for a round, including struck ones."""
        return [line for line in lines_with(Score, self.lines) if line.payload.round == round]

    def night_at(self, line: int, first: str) -> str:
        """The `ref` of the night on which a line was entered; `first` is the `ref` of the game's first night."""
        nights = [sitting.ref for sitting in self.sittings if sitting.line < line]
        return nights[-1] if nights else first

    def night_of(self, round: Round, first: str) -> str:
        """The `ref` of the night on which a closed round was played. A correction on a later night does not change it."""
        return self.night_at(max(cell.first for cell in round.cells.values()), first)

    @property
    def ranked(self) -> list[Column]:
        """All columns, best first; players who left early come after those who stayed."""
        return sorted(
            self.columns,
            key=lambda column: (column.place is None, column.left_in is not None, column.place or 0, column.total),
        )

    @property
    def is_half_entered(self) -> bool:
        """True if the round being played has some but not all of its scores."""
        return any(column.so_far is not None for column in self.columns)

    @property
    def waiting_for(self) -> str:
        """The players still without a score in the half-entered round, as a phrase; empty if there is no such round."""
        round = self.current
        if round is None or not round.cells:
            return ""
        return list_of([self.names[seat] for seat in round.seats if seat not in round.cells])

    @property
    def has_corrections(self) -> bool:
        """True if any score was entered more than once."""
        return any(round.is_corrected for round in self.rounds)

    @property
    def names(self) -> dict[int, str]:
        """The name of the player at each seat, including players who left."""
        return {column.seat: column.name for column in self.columns}

    @property
    def short_names(self) -> dict[int, str]:
        """The short name of the player at each seat, including players who left."""
        return {column.seat: column.short_name for column in self.columns}

    @property
    def colours(self) -> dict[int, Colour]:
        """The color of each seat."""
        return {column.seat: column.colour for column in self.columns}

    @property
    def chosen_colours(self) -> dict[int, Colour]:
        """The color of each seat whose player has chosen one."""
        return {column.seat: column.chosen for column in self.columns if column.chosen}

    @property
    def leaders(self) -> list[Column]:
        """The players in first place so far; empty before a round is closed."""
        return [column for column in self.columns if column.place == 1]

    @property
    def verdict(self) -> str:
        """Who wins, the tie rule that decided, and who left early with less; empty before a round is closed."""
        if not self.order:
            return ""
        lowest = self.order[0].total
        gone = [column.name for column in self.columns if column.left_in is not None and column.total < lowest]
        left_early = [say("sheet.left-early", names=list_of(gone))] if gone else []
        return " ".join([verdict(self.order, self.names, self.book), *left_early])

    def round(self, number: int) -> Round | None:
        """The round with this number, counted from 1; None if the game has no such round."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
