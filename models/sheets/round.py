"""Tracked rounds, whose moves are entered: the table, computed from a round's lines and never stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from models.ledger.games import Game
from models.ledger.moves import MoveMade, RoundLine, TableLaid, moves_of, newest_move_line
from models.sheets.memory import remembered
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines
from rules import NotationError, RuleBook, Ruling, Verdict, read_move, read_position
from rules.referee.judge import rule
from rules.referee.question import Effect, Effects, Question
from rules.table.move import Move
from rules.table.position import SEATS, Position

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A move that is not struck: its line, the ruling on it, its effects, and the table after it."""

    line: RoundLine
    move: Move
    ruling: Ruling
    effects: Effects
    position: Position

    @property
    def no_longer_holds(self) -> bool:
        """True if the move is illegal now, because an earlier line was struck or corrected.

        A move that the players agreed to still holds, unless it cannot be carried out at all.
        """
        lies = self.position is not self.ruling.question.position
        return self.ruling.verdict is Verdict.ILLEGAL and not (self.move.is_overruled and lies)


class Spot(NamedTuple):
    """The place for a move: after a line, in place of that line, or at the end if there is no line."""

    line: int | None = None
    is_instead: bool = False


END = Spot()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RoundTable:
    """The current state of a tracked round. Each object is equal only to itself.

    `opened` is the number of the line that set up the table. `seats` and `names` are the seats and the players by
    letter. `begins` is the table before the first move, `position` the table now. `steps` are the moves that are
    not struck, in the order in which they were played; `failing` are those that no longer hold. The first of
    these has to be corrected; the others wait.
    """

    opened: int
    begins: Position
    position: Position
    names: Mapping[str, str]
    seats: tuple[int, ...]
    lines: Sequence[RoundLine]
    struck: frozenset[int]
    steps: tuple[Step, ...]
    failing: tuple[Step, ...]

    @property
    def revision(self) -> int:
        """The number of the newest line."""
        return self.lines[-1].number

    @property
    def is_over(self) -> bool:
        """True if the moves have ended the round."""
        return not self.position.turn

    @property
    def is_blocked(self) -> bool:
        """True if the round ended and nobody went out."""
        return self.is_over and bool(self.steps) and (Effect.ROUND_ENDS, "blocked") in self.steps[-1].effects

    @property
    def out(self) -> tuple[int, ...]:
        """The seats of the players who have laid their last tile."""
        counts = zip(self.seats, self.position.seats, strict=True)
        return tuple(seat for seat, train in counts if train.count == 0)

    @property
    def gap(self) -> int | None:
        """The struck move whose absence makes the first failing move fail; None if there is none.

        It is the newest struck move, if it came before the failing one and nothing replaces it.
        """
        strikes = [line.strikes for line in self.lines if line.strikes and line.number not in self.struck]
        if not self.failing or not strikes:
            return None
        gap, order = self.line(strikes[-1]), _order(self.lines)
        is_filled = any(line.after == gap.number and line.number not in self.struck for line in self.lines)
        is_before = order[gap.number].place < order[self.failing[0].line.number].place
        return gap.number if isinstance(gap.payload, MoveMade) and is_before and not is_filled else None

    def line(self, number: int) -> RoundLine:
        """The line with this number."""
        return self.lines[number - 1]

    def step(self, number: int | None) -> Step | None:
        """The step made by the line with this number; None if it makes none on this table."""
        return next((step for step in self.steps if step.line.number == number), None)

    def at(self, spot: Spot) -> Position:
        """The table before a move at this spot."""
        if spot.line is None:
            return self.position
        step = self.step(spot.line)
        if spot.is_instead and step:
            return step.ruling.question.position
        order = _order(self.lines)
        earlier = [step.position for step in self.steps if order[step.line.number].place <= order[spot.line].last]
        return earlier[-1] if earlier else self.begins

    def by_letter(self, facts: Mapping[int, T]) -> dict[str, T]:
        """Facts about the seats at this table, such as colors, by the letters of the seats."""
        return {letter: facts[seat] for letter, seat in zip(SEATS, self.seats, strict=False) if seat in facts}

    def letter(self, seat: int) -> str:
        """The letter of a seat; empty for a seat that is not at this table."""
        return SEATS[self.seats.index(seat)] if seat in self.seats else ""


def fold_table(lines: Sequence[RoundLine], book: RuleBook, everybody: Mapping[int, str]) -> RoundTable | None:
    """The table that results from these lines; None if no unstruck line sets up a table.

    The rules are those of the current sheet: once corrected, they also apply to moves entered before the
    correction.
    """
    struck = frozenset(struck_lines(lines))
    standing = [line for line in lines if line.number not in struck]
    tables = _tables(standing)
    if not tables:
        return None
    opened, laid = tables[-1]
    order = _order(lines)
    on_it = (line for line in standing if order[line.number].root >= opened)
    played = sorted(on_it, key=lambda line: order[line.number].place)
    begins = position = _lay_out(laid.position, str(book))
    names = tuple([everybody.get(seat, letter) for letter, seat in zip(SEATS, laid.seats, strict=False)])
    steps = []
    for line in played:
        if isinstance(line.payload, MoveMade):
            move, ruling, effects, position = _play(position, line.payload.move, names)
            steps.append(Step(line=line, move=move, ruling=ruling, effects=effects, position=position))
    return RoundTable(
        opened=opened,
        begins=begins,
        position=position,
        names=dict(zip(SEATS, names, strict=False)),
        seats=laid.seats,
        lines=tuple(lines),
        struck=struck,
        steps=tuple(steps),
        failing=tuple(step for step in steps if step.no_longer_holds),
    )


def _tables(lines: Sequence[RoundLine]) -> list[tuple[int, TableLaid]]:
    """Every table that was set up in these lines, with the number of its line."""
    return [(line.number, line.payload) for line in lines if isinstance(line.payload, TableLaid)]


def check_lines(lines: Sequence[RoundLine], book: RuleBook) -> None:
    """Raise ValueError or LookupError if these lines cannot be read together.

    Moves are not played: any move can be shown on any table, and a file may hold thousands of moves.
    """
    struck = struck_lines(lines)
    for number, laid in _tables(lines):
        if number not in struck:
            _lay_out(laid.position, str(book))


def seats_at(lines: Sequence[RoundLine], number: int) -> tuple[int, ...]:
    """The seats, by letter, at the newest table set up by this line or an earlier one; empty if there is none."""
    tables = _tables(lines[:number])
    return tables[-1][1].seats if tables else ()


def struck_table(lines: Sequence[RoundLine]) -> int | None:
    """The newest entry that struck the table of a tracked round and still counts.

    Striking that entry brings the table back. None if nobody struck a table, or if another one is in use.
    """
    struck = struck_lines(lines)
    tables = {number for number, _ in _tables(lines)}
    if tables - struck:
        return None
    strikes = [line.entry for line in lines if line.strikes in tables and line.number not in struck]
    return strikes[-1] if strikes else None


class _Place(NamedTuple):
    """A line's place in the order of play, the last place among lines inserted after it, and the first line of its chain."""

    place: int
    last: int
    root: int


def _order(lines: Sequence[RoundLine]) -> dict[int, _Place]:
    """The place of each line by its number. A forgotten move comes right after the line given by its `after`.

    A move that replaces a struck line comes before all other moves inserted after that line.
    """
    struck_with = {(line.entry, line.strikes) for line in lines if line.strikes is not None}
    behind: dict[int | None, list[int]] = {}
    for line in lines:
        there = behind.setdefault(line.after or None, [])
        there.insert(0 if line.after and (line.entry, line.after) in struck_with else len(there), line.number)
    order: dict[int, _Place] = {}
    place = 0
    # This visits each line twice, before and after the lines inserted after it. An explicit stack avoids recursion.
    ahead = [(number, number, 0) for number in reversed(behind.get(None, []))]
    while ahead:
        number, root, begun = ahead.pop()
        if begun:
            order[number] = _Place(begun, place, root)
            continue
        place += 1
        ahead.append((number, root, place))
        ahead += [(child, root, 0) for child in reversed(behind.get(number, []))]
    return order


def _lay_out(text: str, rules: str) -> Position:
    """The table before the first move, under the sheet's rules if they fit the tiles, otherwise under its own rules."""
    try:
        return read_position(f"{rules} {text.partition(' ')[2]}")
    except NotationError:
        return read_position(text)


@lru_cache(maxsize=5000)
def _play(position: Position, text: str, names: tuple[str, ...]) -> tuple[Move, Ruling, Effects, Position]:
    """A move, its ruling, its effects, and the table after it. `names` are the players in the order of their letters.

    A move that no longer holds is carried out as far as possible, because its tile lies on the real table. Played
    moves are cached: without the cache, the review of a long round takes three times as long.
    """
    move = read_move(text)
    ruling = rule(Question(position), move, dict(zip(SEATS, names, strict=False)))
    after, effects = ruling.outcome
    return move, ruling, effects, after


def load_table(game: Game, sheet: Sheet, number: int) -> RoundTable | None:
    """The current table of a round; None if its moves are not entered.

    The same object is returned as long as nothing changes.
    """
    newest = newest_move_line(game, number)
    made_of = (game.stamp, newest, sheet.book, sheet.everybody)
    return newest and remembered(
        ("round", game.ref, number), made_of, lambda: fold_table(moves_of(game, number), sheet.book, sheet.everybody)
    )


def opener_of(game: Game, sheet: Sheet) -> int | None:
    """The seat that opened the game; None if the first round's moves were not entered from the start."""
    table = load_table(game, sheet, sheet.rounds[0].number)
    if table is None or any(train.path for train in table.begins.trains):
        return None
    return dict(zip(SEATS, table.seats, strict=False)).get(table.begins.turn or "")
