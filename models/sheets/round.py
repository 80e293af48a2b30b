"""The table of a kept round: what its lines make, replayed each time, never kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from models.ledger.games import Game
from models.ledger.moves import MoveMade, RoundLine, Stamp, TableLaid, moves_of, stamp_of
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines
from models.store.database import is_writing
from rules import NotationError, RuleBook, Ruling, Verdict, read_move, read_position, read_rules
from rules.referee.judge import rule
from rules.referee.question import Effect, Effects, Question
from rules.table.move import Move
from rules.table.position import SEATS, Position


@dataclass(frozen=True, slots=True)
class Step:
    """A move that stands: its line, its ruling on the table as it then lay, what it did, and the table after it."""

    line: RoundLine
    move: Move
    ruling: Ruling
    effects: Effects
    position: Position

    @property
    def no_longer_holds(self) -> bool:
        """It is against the rules since something before it was struck or mended, and nobody agreed to it, or it cannot lie."""
        lies = self.position is not self.ruling.question.position
        return self.ruling.verdict is Verdict.ILLEGAL and not (self.move.is_overruled and lies)


class Spot(NamedTuple):
    """Where a move goes: right behind a line, or in the place of it; without a line, at the end."""

    line: int | None = None
    is_instead: bool = False


END = Spot()


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A round as it lies, equal only to itself.

    `opened` is the number of the line that says how the table lay at first, `seats` the seats by letter. `names` are the players'
    by letter, `steps` the moves that stand, in the order in which they were played.
    """

    opened: int
    begins: Position
    seats: tuple[int, ...]
    names: Mapping[str, str]
    lines: Sequence[RoundLine]
    struck: frozenset[int]
    steps: tuple[Step, ...]

    @property
    def position(self) -> Position:
        """The table now."""
        return self.steps[-1].position if self.steps else self.begins

    @property
    def revision(self) -> int:
        """The number of the newest line."""
        return self.lines[-1].number

    @property
    def is_over(self) -> bool:
        """The referee has seen the round end."""
        return not self.position.turn

    @property
    def is_blocked(self) -> bool:
        """The round ended, and nobody is out."""
        return self.is_over and bool(self.steps) and (Effect.ROUND_ENDS, "blocked") in self.steps[-1].effects

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have laid their last tile."""
        counts = zip(self.seats, self.position.seats, strict=True)
        return tuple(seat for seat, train in counts if train.count == 0)

    @property
    def failing(self) -> list[Step]:
        """The moves that no longer hold: the first is to be mended, and the others wait for it."""
        return [step for step in self.steps if step.no_longer_holds]

    @property
    def gap(self) -> int | None:
        """The line whose strike has left the first failing one without ground: the newest struck move, if it lay before it."""
        strikes = [line.strikes for line in self.lines if line.strikes and line.number not in self.struck]
        if not self.failing or not strikes:
            return None
        gap, order = self.line(strikes[-1]), _order(self.lines)
        is_filled = any(line.after == gap.number and line.number not in self.struck for line in self.lines)
        is_before = order[gap.number].place < order[self.failing[0].line.number].place
        return gap.number if isinstance(gap.payload, MoveMade) and is_before and not is_filled else None

    def line(self, number: int) -> RoundLine:
        """The line of this number."""
        return self.lines[number - 1]

    def step(self, number: int | None) -> Step | None:
        """The step that a line makes on the table; None if it does not stand there."""
        return next((step for step in self.steps if step.line.number == number), None)

    def at(self, spot: Spot) -> Position:
        """The table on which a move at this spot is played."""
        if spot.line is None:
            return self.position
        step = self.step(spot.line)
        if spot.is_instead and step:
            return step.ruling.question.position
        order = _order(self.lines)
        earlier = [step.position for step in self.steps if order[step.line.number].place <= order[spot.line].last]
        return earlier[-1] if earlier else self.begins

    def letter(self, seat: int) -> str:
        """The letter of a seat; empty for a seat that is not at this table."""
        return SEATS[self.seats.index(seat)] if seat in self.seats else ""


def fold_table(lines: Sequence[RoundLine], book: RuleBook, everybody: Mapping[int, str]) -> Table | None:
    """The table that these lines make, or None where none of them says how it lay.

    The rules are those of the sheet as it stands: if they were mended since, the moves are judged by the mended ones.
    """
    struck = frozenset(struck_lines(lines))
    standing = [line for line in lines if line.number not in struck]
    tables = _tables(standing)
    if not tables:
        return None
    opened, laid = tables[-1]
    names = {letter: everybody.get(seat, letter) for letter, seat in zip(SEATS, laid.seats, strict=False)}
    order = _order(lines)
    played = sorted(
        (line for line in standing if isinstance(line.payload, MoveMade) and order[line.number].root >= opened),
        key=lambda line: order[line.number].place,
    )
    lies = _lay_out(laid.position, str(book), tuple(names.values()))
    return Table(opened, lies.position, laid.seats, names, lines, struck, tuple(_play_all(lies, played)))


def _tables(lines: Sequence[RoundLine]) -> list[tuple[int, TableLaid]]:
    """Every table that was laid, with the number of its line."""
    return [(line.number, line.payload) for line in lines if isinstance(line.payload, TableLaid)]


def check_lines(lines: Sequence[RoundLine], book: RuleBook) -> None:
    """Raise ValueError or LookupError where these lines cannot be read together.

    Moves are not played: any move can be shown on any table, and a file may hold thousands.
    """
    struck = struck_lines(lines)
    for number, laid in _tables(lines):
        if number not in struck:
            _lay_out(laid.position, str(book), ())


def seats_at(lines: Sequence[RoundLine], number: int) -> tuple[int, ...]:
    """The seats by letter when this line was entered: those of the newest table before it."""
    tables = _tables(lines[:number])
    return tables[-1][1].seats if tables else ()


def struck_table(lines: Sequence[RoundLine]) -> int | None:
    """The newest entry that struck a round's table and stands: what brings it back when it is struck itself.

    None where nobody struck one, or where one lies.
    """
    struck = struck_lines(lines)
    tables = {number for number, _ in _tables(lines)}
    if tables - struck:
        return None
    strikes = [line.entry for line in lines if line.strikes in tables and line.number not in struck]
    return strikes[-1] if strikes else None


class _Place(NamedTuple):
    """Where a line belongs: its place among all, the last place of those that belong behind it, the line it all hangs on."""

    place: int
    last: int
    root: int


def _order(lines: Sequence[RoundLine]) -> dict[int, _Place]:
    """Where each line belongs: a forgotten move right behind the line that it was entered for, and before all others there
    one that struck this line and stands in its place.
    """
    struck_with = {(line.entry, line.strikes) for line in lines if line.strikes is not None}
    behind: dict[int | None, list[int]] = {}
    for line in lines:
        there = behind.setdefault(line.after or None, [])
        there.insert(0 if line.after and (line.entry, line.after) in struck_with else len(there), line.number)
    order: dict[int, _Place] = {}
    place = 0
    # Down to every line, and up again behind the last that hangs on it: no deeper for a long chain than for a short one.
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


class _Lying:
    """A table as it lies, equal only to itself: what a move does on it is then worked out once, not for every page."""

    __slots__ = ("names", "position")

    def __init__(self, position: Position, names: Mapping[str, str]) -> None:
        self.position, self.names = position, names


@lru_cache(maxsize=200)
def _lay_out(text: str, rules: str, names: tuple[str, ...]) -> _Lying:
    """The table before the first move, by the rules of the sheet where they fit the set that was played with."""
    try:
        position = read_position(f"{rules} {text.partition(' ')[2]}")
    except NotationError:
        position = read_position(text)
    return _Lying(position, dict(zip(SEATS, names, strict=False)))


@lru_cache(maxsize=5000)
def _play(on: _Lying, text: str) -> tuple[Move, Ruling, Effects, _Lying]:
    """A move, its ruling, what it does, and the table after it.

    One that no longer holds is carried out as far as it can be: its tile lies on the real table.
    """
    move, question = read_move(text), Question(on.position)
    ruling = rule(question, move, on.names)
    position, effects = ruling.outcome
    return move, ruling, effects, _Lying(position, on.names)


def _play_all(lies: _Lying, lines: Sequence[RoundLine]) -> Iterator[Step]:
    for line in lines:
        if isinstance(line.payload, MoveMade):
            move, ruling, effects, lies = _play(lies, line.payload.move)
            yield Step(line, move, ruling, effects, lies.position)


def load_table(game: Game, sheet: Sheet, number: int) -> Table | None:
    """The table of a round as it lies now; None where nobody keeps it."""
    if is_writing():
        # What is being written may yet be rolled back, and its numbers and moments given to something else.
        return fold_table(moves_of(game.id, number), sheet.book, sheet.everybody)
    stamp = stamp_of(game.id, number)
    everybody = tuple(sheet.everybody.items())
    return _load_table((game.ref, game.id), number, stamp, str(sheet.book), everybody) if stamp else None


@lru_cache(maxsize=64)
def _load_table(
    game: tuple[str, int], number: int, _stamp: tuple[Stamp, ...], rules: str, everybody: tuple[tuple[int, str], ...]
) -> Table | None:
    """The table that a round's lines make, read once for each stamp: lines are only ever added."""
    return fold_table(moves_of(game[1], number), read_rules(rules), dict(everybody))
