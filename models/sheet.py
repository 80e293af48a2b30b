"""The sheet: what the lines of a game add up to. Derived each time, never kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.games import Game, Seated
from models.lines import Kind, Written
from rules import NotationError, RuleBook, read_rules, read_tiles
from rules.left_in_hand import Left, read_pips
from rules.scoring import Standing, round_scores, rounds_won, standings, verdict


class Cell(NamedTuple):
    """One player's round: the pips left, what they score, and how often it was entered.

    A named tuple, because a sheet has a hundred of them.
    """

    line: int
    pips: int
    score: int
    is_out: bool
    text: str
    times: int


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

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose score is still to come."""
        return tuple(seat for seat in self.here if seat not in self.cells)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Pips added by hand, with the reason."""

    line: int
    seat: int
    round: int
    pips: int
    reason: str


@dataclass(frozen=True, slots=True)
class Column:
    """One player's side of the sheet.

    `total` is the sum of the column as it stands, `start` what somebody who came later began with. `place` is None for
    who has left and before the first round is closed.
    """

    seat: int
    player_id: int
    name: str
    start: int
    penalty: int
    total: int
    place: int | None
    rounds_out: int
    came_in: int | None
    left_in: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as it stands. `revision` is the number of the newest line, `last_entry` what was entered last and stands."""

    book: RuleBook
    engines: tuple[int, ...]
    columns: tuple[Column, ...]
    rounds: tuple[Round, ...]
    penalties: tuple[Penalty, ...]
    order: tuple[Standing, ...]
    is_stopped: bool
    last_entry: tuple[Written, ...]
    last_strike: int | None
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
    def has_corrections(self) -> bool:
        """Some score was entered more than once."""
        return any(cell.times > 1 for round in self.rounds for cell in round.cells.values())

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


def read_left(text: str, pips: int, is_out: bool) -> Left:
    """What was left in a hand, from a score as it was entered."""
    if "-" in text:
        return Left(pips, is_out, tiles=read_tiles(text))
    try:
        return Left(pips, is_out, parts=read_pips(text))
    except NotationError:
        return Left(pips, is_out)


def fold(game: Game, seats: Sequence[Seated], lines: Sequence[Written]) -> Sheet:
    """The sheet that these lines make, struck ones left out."""
    struck = struck_lines(lines)
    standing = [line for line in lines if line.number not in struck]
    book, engines = _rules(game, standing)
    columns = _order(seats, standing)
    moves = [line for line in standing if line.kind in (Kind.ARRIVE, Kind.LEAVE)]
    here = {number: _here(columns, moves, number) for number in range(1, len(engines) + 1)}
    rounds = tuple(
        Round(number, engines[number - 1], here[number], cells, 0 < len(here[number]) == len(cells))
        for number, cells in _cells(book, standing, here).items()
    )
    is_stopped = _is_stopped(standing)
    penalties = tuple(
        Penalty(line.number, line.seat_id, line.round, line.pips, line.text)
        for line in standing
        if line.kind is Kind.PENALTY
    )
    counted = [round for round in rounds if round.is_closed or not is_stopped]
    order = _ranking(book, columns, moves, penalties, [round for round in counted if round.is_closed])
    places = {one.seat: one.place for one in order}
    entered = [line for line in standing if line.kind is not Kind.STRIKE]
    last = lines[-1] if lines else None
    return Sheet(
        book=book,
        engines=engines,
        columns=tuple(_column(seat, moves, penalties, counted, places.get(seat.id)) for seat in columns),
        rounds=rounds,
        penalties=penalties,
        order=order,
        is_stopped=is_stopped,
        last_entry=tuple(line for line in entered if line.entry == entered[-1].entry),
        last_strike=last.entry if last and last.kind is Kind.STRIKE and last.number not in struck else None,
        revision=last.number if last else 0,
    )


def struck_lines(lines: Sequence[Written]) -> set[int]:
    """The numbers of the lines that are struck. A strike that is struck itself strikes nothing."""
    struck: set[int] = set()
    for line in reversed(lines):
        if line.strikes is not None and line.number not in struck:
            struck.add(line.strikes)
    return struck


def _rules(game: Game, standing: Sequence[Written]) -> tuple[RuleBook, tuple[int, ...]]:
    for line in reversed(standing):
        if line.kind is Kind.RULES:
            rules, engines = line.text.split(" ")
            return read_rules(rules), tuple(map(int, engines.split("-")))
    return game.rules, game.engines


def _order(seats: Sequence[Seated], standing: Sequence[Written]) -> list[Seated]:
    """Everybody who was ever seated, clockwise by the newest seating; later arrivals that it does not name come last."""
    arrived = {line.seat_id for line in standing if line.kind is Kind.ARRIVE}
    seated = [seat for seat in seats if seat.place is not None or seat.id in arrived]
    for line in reversed(standing):
        if line.kind is Kind.SEATING:
            named = {int(seat): place for place, seat in enumerate(line.text.split())}
            return sorted(seated, key=lambda seat: named.get(seat.id, len(named)))
    return seated


def _here(columns: Sequence[Seated], moves: Sequence[Written], number: int) -> tuple[int, ...]:
    """The seats that play the round of this number, clockwise."""
    latest: dict[int, Kind] = {}
    for line in moves:
        if line.round <= number:
            latest[line.seat_id] = line.kind
    return tuple(
        seat.id
        for seat in columns
        if latest.get(seat.id, Kind.LEAVE if seat.place is None else Kind.ARRIVE) is Kind.ARRIVE
    )


def _cells(
    book: RuleBook, standing: Sequence[Written], here: Mapping[int, tuple[int, ...]]
) -> dict[int, dict[int, Cell]]:
    """The newest score of each seat in each round that it plays."""
    newest: dict[int, dict[int, Written]] = {number: {} for number in here}
    times: dict[tuple[int, int], int] = {}
    for line in standing:
        if line.kind is Kind.SCORE and line.seat_id in here.get(line.round, ()):
            newest[line.round][line.seat_id] = line
            times[line.round, line.seat_id] = times.get((line.round, line.seat_id), 0) + 1
    cells = {}
    for number, row in newest.items():
        scores = {seat: line.pips for seat, line in row.items()}
        if len(row) == len(here[number]):
            scores = round_scores(scores, frozenset(seat for seat, line in row.items() if line.is_out), book)
        cells[number] = {
            seat: Cell(line.number, line.pips, scores[seat], line.is_out, line.text, times[number, seat])
            for seat, line in row.items()
        }
    return cells


def _is_stopped(standing: Sequence[Written]) -> bool:
    for line in reversed(standing):
        if line.kind in (Kind.STOP, Kind.GO_ON):
            return bool(line.kind is Kind.STOP)
    return False


def _ranking(
    book: RuleBook,
    columns: Sequence[Seated],
    moves: Sequence[Written],
    penalties: Sequence[Penalty],
    closed: Sequence[Round],
) -> tuple[Standing, ...]:
    """The places of those who are still playing, by the rounds that are closed."""
    if not closed:
        return ()
    playing = _here(columns, moves, closed[-1].number + 1)
    scores = {seat: [round.cells[seat].score for round in closed if seat in round.cells] for seat in playing}
    totals = {seat: sum(scores[seat]) + _start(seat, moves) + _penalty(seat, penalties) for seat in playing}
    return tuple(standings(scores, totals, book))


def _start(seat: int, moves: Sequence[Written]) -> int:
    return sum(line.pips for line in moves if line.seat_id == seat and line.kind is Kind.ARRIVE)


def _penalty(seat: int, penalties: Sequence[Penalty]) -> int:
    return sum(penalty.pips for penalty in penalties if penalty.seat == seat)


def _column(
    seat: Seated, moves: Sequence[Written], penalties: Sequence[Penalty], counted: Sequence[Round], place: int | None
) -> Column:
    mine = [line for line in moves if line.seat_id == seat.id]
    scores = [round.cells[seat.id].score for round in counted if seat.id in round.cells]
    start, penalty = _start(seat.id, mine), _penalty(seat.id, penalties)
    return Column(
        seat=seat.id,
        player_id=seat.player_id,
        name=seat.name,
        start=start,
        penalty=penalty,
        total=start + penalty + sum(scores),
        place=place,
        rounds_out=rounds_won(scores),
        came_in=next((line.round for line in mine if line.kind is Kind.ARRIVE), None),
        left_in=mine[-1].round if mine and mine[-1].kind is Kind.LEAVE else None,
    )
