"""The sheet: what the lines of a game add up to. Derived each time, never kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from models.games import Game, Seated
from models.lines import Kind, Written
from models.struck import struck_lines
from rules import NotationError, RuleBook, read_rules, read_tiles
from rules.scores.left_in_hand import Left, read_pips
from rules.scores.scoring import Record, Standing, round_scores, standings, verdict


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
class Penalty:
    """Pips added by hand, with the reason."""

    line: int
    seat: int
    round: int
    pips: int
    reason: str


_MOVES = (Kind.ARRIVE, Kind.LEAVE)


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
    penalties: tuple[Penalty, ...]
    order: tuple[Standing, ...]
    is_stopped: bool
    sittings: tuple[Sitting, ...]
    everybody: Mapping[int, str]
    lines: Sequence[Written]
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
        scores = (line for line in self.lines if line.kind is Kind.SCORE and line.number not in struck)
        here = {(round.number, seat) for round in self.rounds for seat in round.here}
        return {line.number for line in scores if (line.round, line.seat_id) not in here}

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
    by_kind: dict[Kind, list[Written]] = {kind: [] for kind in Kind}
    moves: list[Written] = []
    for line in lines:
        if line.number in struck:
            continue
        by_kind[line.kind].append(line)
        if line.kind in _MOVES:
            moves.append(line)
    book, engines = _rules(game, by_kind[Kind.RULES])
    columns = _order(seats, by_kind)
    here = _here(columns, moves, len(engines))
    rounds = tuple(
        Round(number, engines[number - 1], here[number], cells, 0 < len(here[number]) == len(cells))
        for number, cells in _cells(book, by_kind[Kind.SCORE], here, len(engines)).items()
    )
    stops = by_kind[Kind.STOP] + by_kind[Kind.GO_ON]
    is_stopped = bool(stops) and max(stops, key=lambda line: line.number).kind is Kind.STOP
    penalties = tuple(
        Penalty(line.number, line.seat_id, line.round, line.pips, line.text) for line in by_kind[Kind.PENALTY]
    )
    closed = [round for round in rounds if round.is_closed]
    order = _ranking(book, here[closed[-1].number + 1], moves, penalties, closed) if closed else ()
    places = {one.seat: one.place for one in order}
    half_entered = [] if is_stopped else [round for round in rounds if not round.is_closed]
    return Sheet(
        book=book,
        engines=engines,
        columns=tuple(_column(seat, moves, penalties, closed, half_entered, places.get(seat.id)) for seat in columns),
        rounds=rounds,
        penalties=penalties,
        order=order,
        is_stopped=is_stopped,
        sittings=tuple(_sitting(line) for line in by_kind[Kind.GO_ON] if line.text),
        everybody={seat.id: seat.name for seat in seats},
        lines=lines,
        revision=lines[-1].number if lines else 0,
    )


def _sitting(line: Written) -> Sitting:
    day, ref = line.text.split()
    return Sitting(date.fromisoformat(day), ref, line.number)


def _rules(game: Game, changes: Sequence[Written]) -> tuple[RuleBook, tuple[int, ...]]:
    if not changes:
        return game.rules, game.engines
    rules, engines = changes[-1].text.split(" ")
    return read_rules(rules), tuple(map(int, engines.split("-")))


def _order(seats: Sequence[Seated], by_kind: Mapping[Kind, Sequence[Written]]) -> list[Seated]:
    """Everybody who was ever seated, clockwise by the newest seating; later arrivals that it does not name come last."""
    arrived = {line.seat_id for line in by_kind[Kind.ARRIVE]}
    seated = [seat for seat in seats if seat.place is not None or seat.id in arrived]
    if not by_kind[Kind.SEATING]:
        return seated
    named = {int(seat): place for place, seat in enumerate(by_kind[Kind.SEATING][-1].text.split())}
    return sorted(seated, key=lambda seat: named.get(seat.id, len(named)))


def _here(columns: Sequence[Seated], moves: Sequence[Written], rounds: int) -> dict[int, tuple[int, ...]]:
    """The seats that play each round, clockwise, up to one round after the last."""
    if not moves:
        return dict.fromkeys(range(1, rounds + 2), tuple(seat.id for seat in columns))
    here = {}
    for number in range(1, rounds + 2):
        latest = {seat.id: seat.place is not None for seat in columns}
        latest |= {line.seat_id: line.kind is Kind.ARRIVE for line in moves if line.round <= number}
        here[number] = tuple(seat.id for seat in columns if latest[seat.id])
    return here


def _cells(
    book: RuleBook, entered: Sequence[Written], here: Mapping[int, tuple[int, ...]], rounds: int
) -> dict[int, dict[int, Cell]]:
    """The newest score of each seat in each round that it plays."""
    newest: dict[int, dict[int, Written]] = {number: {} for number in range(1, rounds + 1)}
    times: dict[tuple[int, int], int] = {}
    first: dict[tuple[int, int], int] = {}
    for line in entered:
        if line.round in newest and line.seat_id in here[line.round]:
            newest[line.round][line.seat_id] = line
            times[line.round, line.seat_id] = times.get((line.round, line.seat_id), 0) + 1
            first.setdefault((line.round, line.seat_id), line.number)
    cells = {}
    for number, row in newest.items():
        scores = {seat: line.pips for seat, line in row.items()}
        if len(row) == len(here[number]):
            scores = round_scores(scores, frozenset(seat for seat, line in row.items() if line.is_out), book)
        cells[number] = {
            seat: Cell(line.number, line.pips, scores[seat], line.is_out, line.text, times[at], first[at])
            for seat, line in row.items()
            if (at := (number, seat))
        }
    return cells


def _ranking(
    book: RuleBook,
    playing: Sequence[int],
    moves: Sequence[Written],
    penalties: Sequence[Penalty],
    closed: Sequence[Round],
) -> tuple[Standing, ...]:
    """The places of those who still play after the last closed round, and have closed one."""
    added = {seat: _start(seat, moves) + _penalty(seat, penalties) for seat in playing}
    records = records_of(added, closed)
    return tuple(standings(records, book))


def records_of(added: Mapping[int, int], closed: Sequence[Round]) -> dict[int, Record]:
    """What decides the places of these seats after so many closed rounds, of those that closed one; `added` to their rounds."""
    cells = {seat: [round.cells[seat] for round in closed if seat in round.cells] for seat in added}
    return {
        seat: Record(
            total=sum(cell.score for cell in mine) + added[seat],
            rounds_won=sum(cell.is_out for cell in mine),
            lowest=min(cell.score for cell in mine),
        )
        for seat, mine in cells.items()
        if mine
    }


def _start(seat: int, moves: Sequence[Written]) -> int:
    return sum(line.pips for line in moves if line.seat_id == seat and line.kind is Kind.ARRIVE)


def _penalty(seat: int, penalties: Sequence[Penalty]) -> int:
    return sum(penalty.pips for penalty in penalties if penalty.seat == seat)


def _scores(seat: int, rounds: Sequence[Round]) -> list[int]:
    return [round.cells[seat].score for round in rounds if seat in round.cells]


def _column(
    seat: Seated,
    moves: Sequence[Written],
    penalties: Sequence[Penalty],
    closed: Sequence[Round],
    half_entered: Sequence[Round],
    place: int | None,
) -> Column:
    mine = [line for line in moves if line.seat_id == seat.id]
    more = _scores(seat.id, half_entered)
    start, penalty = _start(seat.id, mine), _penalty(seat.id, penalties)
    total = start + penalty + sum(_scores(seat.id, closed))
    return Column(
        seat=seat.id,
        player_id=seat.player_id,
        name=seat.name,
        start=start,
        penalty=penalty,
        total=total,
        so_far=total + sum(more) if more else None,
        place=place,
        came_in=next((line.round for line in mine if line.kind is Kind.ARRIVE), None),
        left_in=mine[-1].round if mine and mine[-1].kind is Kind.LEAVE else None,
    )
