"""The sheet that the lines of a game make."""

from collections.abc import Mapping, Sequence
from datetime import date

from models.ledger.games import Game, Seated, lock_game, seats_of, seats_of_all
from models.ledger.lines import Kind, Written, lines_of, lines_of_all
from models.sheets.sheet import Cell, Column, Penalty, Round, Sheet, Sitting
from models.sheets.striking import struck_lines
from rules import NotationError, RuleBook, read_rules, read_tiles
from rules.scores.left_in_hand import Left, read_pips
from rules.scores.scoring import Record, Standing, round_scores, standings

_MOVES = (Kind.ARRIVE, Kind.LEAVE)


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


def load_sheet(game: Game) -> Sheet:
    """The sheet of a game as it stands now."""
    return fold(game, seats_of(game.id), lines_of(game.id))


def load_sheets(games: Sequence[Game]) -> list[Sheet]:
    """The sheets of several games, read together."""
    ids = [game.id for game in games]
    seats, lines = seats_of_all(ids), lines_of_all(ids)
    return [fold(game, seats[game.id], lines[game.id]) for game in games]


def lock_sheet(game: Game) -> Sheet:
    """The sheet of a game, with nobody else able to write on it until this transaction ends."""
    lock_game(game.id)
    return load_sheet(game)
