"""From lines to a sheet: `fold` adds up the lines of a game, and `load_sheet` first reads them from the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from models.ledger.games import Game
from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    SheetLine,
    Stop,
    Strike,
    WentOn,
    lines_of_all,
    newest_lines,
)
from models.ledger.seats import Colour, NamedSeat, colours_of, seats_of_all
from models.sheets.memory import keep, recall
from models.sheets.sheet import Cell, Column, Round, Sheet, Sitting
from models.sheets.short_names import short_names
from models.sheets.striking import struck_lines
from rules import NotationError, RuleBook, read_tiles
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import SeatTotals, is_past_limit, round_scores, standings
from rules.typed import read_sum


def read_left(text: str, pips: int, is_out: bool) -> HandLeft:
    """The pips left in a hand, read from a score as entered: as tiles, as a sum, or only as a number."""
    if "-" in text:
        return HandLeft(pips, is_out, tiles=read_tiles(text))
    try:
        return HandLeft(pips, is_out, parts=read_sum(text))
    except NotationError:
        return HandLeft(pips, is_out)


@dataclass(kw_only=True)
class _Lines:
    """The lines of a game that are not struck, sorted by kind, with only the newest of seatings and new rules.

    `scores` has the scores of each round, by its number.
    """

    scores: dict[int, list[SheetLine[Score]]] = field(default_factory=dict)
    moves: list[Arrival | Departure] = field(default_factory=list)
    penalties: list[SheetLine[Penalty]] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    seating: Seating | None = None
    rules: NewRules | None = None
    is_stopped: bool = False

    def add(self, line: SheetLine[Any]) -> None:
        payload: Payload = line.payload
        match payload:
            case Score():
                self.scores.setdefault(payload.round, []).append(line)
            case Arrival() | Departure():
                self.moves.append(payload)
            case Penalty():
                self.penalties.append(line)
            case Seating():
                self.seating = payload
            case NewRules():
                self.rules = payload
            case Stop():
                self.is_stopped = True
            case WentOn():
                self.is_stopped = False
                if payload.night:
                    self.sittings.append(Sitting(payload.night.date, payload.night.ref, line.number))
            case Confirmation() | Strike():
                pass
            case _:
                assert_never(payload)


def fold(game: Game, seats: Sequence[NamedSeat], lines: Sequence[SheetLine[Payload]]) -> Sheet:
    """The sheet that these lines make; struck lines do not count."""
    struck, unstruck = struck_lines(lines), _Lines()
    for line in lines:
        if line.number not in struck:
            unstruck.add(line)
    rules = unstruck.rules
    book, engines = (rules.book, rules.engines) if rules else (game.rules, game.engines)
    columns = _with_short_names(_order(seats, unstruck))
    by_round = _seats_by_round(columns, unstruck.moves, len(engines))
    rounds = tuple(
        _round(number, engine, by_round[number], _cells(book, unstruck.scores.get(number, ()), by_round[number]))
        for number, engine in enumerate(engines, 1)
    )
    closed = [round for round in rounds if round.is_closed]
    half_entered = [] if unstruck.is_stopped else [round for round in rounds if not round.is_closed and round.cells]
    added = {seat.id: _start(seat.id, unstruck.moves) + _penalty(seat.id, unstruck.penalties) for seat in columns}
    totals = seat_totals(added, closed)
    if is_past_limit((record.total for record in totals.values()), book) and not half_entered:
        rounds = rounds[: closed[-1].number]
    playing = by_round[closed[-1].number + 1] if closed else ()
    order = tuple(standings({seat: totals[seat] for seat in playing if seat in totals}, book))
    places = {standing.seat: standing.place for standing in order}
    # In the order of arrival: a latecomer between two players takes nobody's colour.
    arrived = sorted(columns, key=lambda seat: seat.id)
    given = colours_of([seat.colour for seat in arrived])
    colours = {seat.id: colour for seat, colour in zip(arrived, given, strict=True)}
    return Sheet(
        book=book,
        engines=engines,
        columns=tuple(
            _column(
                seat,
                colours[seat.id],
                unstruck,
                totals[seat.id].total if seat.id in totals else added[seat.id],
                half_entered,
                places,
            )
            for seat in columns
        ),
        rounds=rounds,
        next_round=next((round for round in rounds if not round.is_closed), None),
        penalties=tuple(unstruck.penalties),
        order=order,
        is_stopped=unstruck.is_stopped,
        sittings=tuple(unstruck.sittings),
        everybody={seat.id: seat.name for seat in seats},
        lines=tuple(lines),
        revision=lines[-1].number if lines else 0,
    )


def _round(number: int, engine: int, seats: tuple[int, ...], cells: Mapping[int, Cell]) -> Round:
    is_closed = 0 < len(seats) == len(cells)
    return Round(
        number=number,
        engine=engine,
        seats=seats,
        cells=cells,
        is_closed=is_closed,
        is_blocked=is_closed and not any(cell.is_out for cell in cells.values()),
        is_corrected=any(cell.is_corrected for cell in cells.values()),
    )


def _order(seats: Sequence[NamedSeat], unstruck: _Lines) -> list[NamedSeat]:
    """Everybody who was ever seated, clockwise by the newest seating. Later arrivals that it does not name come last."""
    arrived = {move.seat for move in unstruck.moves if isinstance(move, Arrival)}
    seated = [seat for seat in seats if seat.place is not None or seat.id in arrived]
    if not unstruck.seating:
        return seated
    named = {seat: place for place, seat in enumerate(unstruck.seating.seats)}
    return sorted(seated, key=lambda seat: named.get(seat.id, len(named)))


def _with_short_names(seats: Sequence[NamedSeat]) -> list[NamedSeat]:
    """The same seats, each with a unique short name."""
    shorter = short_names(tuple((seat.name, seat.short_name) for seat in seats))
    return [seat._replace(short_name=name) for seat, name in zip(seats, shorter, strict=True)]


def _seats_by_round(
    columns: Sequence[NamedSeat], moves: Sequence[Arrival | Departure], rounds: int
) -> dict[int, tuple[int, ...]]:
    """The seats that play each round, clockwise, by round: from the first to one after the last."""
    if not moves:
        return dict.fromkeys(range(1, rounds + 2), tuple(seat.id for seat in columns))
    by_round = {}
    for number in range(1, rounds + 2):
        latest = {seat.id: seat.place is not None for seat in columns}
        latest |= {move.seat: isinstance(move, Arrival) for move in moves if move.round <= number}
        by_round[number] = tuple(seat.id for seat in columns if latest[seat.id])
    return by_round


def _cells(book: RuleBook, lines: Iterable[SheetLine[Score]], playing: tuple[int, ...]) -> dict[int, Cell]:
    """The newest score in one round of each seat that plays it, by seat. `lines` are the round's scores as entered."""
    entries: dict[int, list[SheetLine[Score]]] = {}
    for line in lines:
        if line.payload.seat in playing:
            entries.setdefault(line.payload.seat, []).append(line)
    newest = {seat: entered[-1].payload for seat, entered in entries.items()}
    scores = {seat: left.pips for seat, left in newest.items()}
    if len(newest) == len(playing):
        scores = round_scores(scores, frozenset(seat for seat, left in newest.items() if left.is_out), book)
    return {
        seat: Cell(
            line=entered[-1].number,
            pips=newest[seat].pips,
            score=scores[seat],
            is_out=newest[seat].is_out,
            text=newest[seat].text,
            times=len(entered),
            first=entered[0].number,
        )
        for seat, entered in entries.items()
    }


def seat_totals(added: Mapping[int, int], closed: Sequence[Round]) -> dict[int, SeatTotals]:
    """The totals, rounds won and lowest rounds that decide the places of these seats after these closed rounds.

    `added` are the pips that each seat has apart from its rounds. Seats without a closed round are left out.
    """
    cells = {seat: [round.cells[seat] for round in closed if seat in round.cells] for seat in added}
    return {
        seat: SeatTotals(
            total=sum(cell.score for cell in played) + added[seat],
            rounds_won=sum(cell.is_out for cell in played),
            lowest=min(cell.score for cell in played),
        )
        for seat, played in cells.items()
        if played
    }


def _start(seat: int, moves: Sequence[Arrival | Departure]) -> int:
    return sum(move.pips for move in moves if move.seat == seat and isinstance(move, Arrival))


def _penalty(seat: int, penalties: Sequence[SheetLine[Penalty]]) -> int:
    return sum(line.payload.added for line in penalties if line.payload.seat == seat)


def _column(
    seat: NamedSeat,
    colour: Colour,
    unstruck: _Lines,
    total: int,
    half_entered: Sequence[Round],
    places: Mapping[int, int],
) -> Column:
    moves = [move for move in unstruck.moves if move.seat == seat.id]
    more = [round.cells[seat.id].score for round in half_entered if seat.id in round.cells]
    return Column(
        seat=seat.id,
        player_id=seat.player_id,
        name=seat.name,
        short_name=seat.short_name or seat.name,
        start=_start(seat.id, moves),
        penalty=_penalty(seat.id, unstruck.penalties),
        total=total,
        so_far=total + sum(more) if more else None,
        place=places.get(seat.id),
        came_in=next((move.round for move in moves if isinstance(move, Arrival)), None),
        left_in=moves[-1].round if moves and isinstance(moves[-1], Departure) else None,
        colour=colour,
        chosen=seat.colour,
    )


def load_sheet(game: Game) -> Sheet:
    """The current sheet of a game."""
    return load_sheets([game])[0]


def load_sheets(games: Sequence[Game]) -> list[Sheet]:
    """The current sheets of several games. Only those that are not cached are computed."""
    ids = [game.id for game in games]
    newest, seats = newest_lines(ids), seats_of_all(ids)
    made_of = {
        game.id: (game.stamp, game.rules, game.engines, newest.get(game.id), tuple(seats[game.id])) for game in games
    }
    sheets: dict[int, Sheet | None] = {game.id: recall(("sheet", game.ref), made_of[game.id]) for game in games}
    lines = lines_of_all([game_id for game_id, sheet in sheets.items() if sheet is None])
    for game in games:
        if game.id in lines:
            sheets[game.id] = fold(game, seats[game.id], lines[game.id])
            keep(("sheet", game.ref), made_of[game.id], sheets[game.id])
    return [sheet for game in games if (sheet := sheets[game.id])]
