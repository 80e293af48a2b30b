"""From lines to a sheet: `fold` adds up the lines of a game, and `load_sheet` first reads them from the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from models.ledger.games import Game
from models.ledger.lines import (
    Arrival,
    Departure,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    SheetLine,
    Stop,
    WentOn,
    lines_of_all,
    lines_with,
    newest_lines,
)
from models.ledger.seats import NamedSeat, colours_of, seats_of_all
from models.sheets.memory import keep, recall
from models.sheets.sheet import Cell, Column, Round, Sheet, Sitting
from models.sheets.short_names import short_names
from models.sheets.striking import struck_lines
from rules import NotationError, RuleBook, read_tiles
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import SeatTotals, is_past_limit, round_scores, standings
from rules.typed import read_sum


def read_left(text: str, pips: int, is_out: bool) -> HandLeft:
    """The pips left in a hand, read from a score entered as tiles, as a sum or just as a number."""
    if "-" in text:
        return HandLeft(pips, is_out, tiles=read_tiles(text))
    try:
        return HandLeft(pips, is_out, parts=read_sum(text))
    except NotationError:
        return HandLeft(pips, is_out)


def fold(game: Game, seats: Sequence[NamedSeat], lines: Sequence[SheetLine[Payload]]) -> Sheet:
    """The sheet that these lines add up to; struck lines do not count."""
    struck = struck_lines(lines)
    standing = [line for line in lines if line.number not in struck]
    moves = [line.payload for line in standing if isinstance(line.payload, Arrival | Departure)]
    ends = [line.payload for line in standing if isinstance(line.payload, Stop | WentOn)]
    is_stopped = bool(ends) and isinstance(ends[-1], Stop)
    penalties, rules = lines_with(Penalty, standing), lines_with(NewRules, standing)
    book, engines = (rules[-1].payload.book, rules[-1].payload.engines) if rules else (game.rules, game.engines)
    seated = _order(seats, moves, lines_with(Seating, standing))
    columns = _columns(seated, moves, penalties)
    by_round = _seats_by_round(seated, moves, len(engines))
    scores: dict[int, list[SheetLine[Score]]] = {}
    for line in lines_with(Score, standing):
        scores.setdefault(line.payload.round, []).append(line)
    rounds = tuple(
        Round(
            number=number,
            engine=engine,
            seats=by_round[number],
            cells=_cells(book, scores.get(number, ()), by_round[number]),
        )
        for number, engine in enumerate(engines, 1)
    )
    closed = [round for round in rounds if round.is_closed]
    half_entered = [] if is_stopped else [round for round in rounds if not round.is_closed and round.cells]
    totals = seat_totals({column.seat: column.total for column in columns}, closed)
    if is_past_limit((record.total for record in totals.values()), book) and not half_entered:
        rounds = rounds[: closed[-1].number]
    playing = by_round[closed[-1].number + 1] if closed else ()
    order = tuple(standings({seat: totals[seat] for seat in playing if seat in totals}, book))
    places = {standing.seat: standing.place for standing in order}
    return Sheet(
        book=book,
        engines=engines,
        columns=tuple(_with_totals(column, totals, half_entered, places) for column in columns),
        rounds=rounds,
        next_round=next((round for round in rounds if not round.is_closed), None),
        penalties=tuple(penalties),
        order=order,
        is_stopped=is_stopped,
        sittings=tuple(
            Sitting(line.payload.night.date, line.payload.night.ref, line.number)
            for line in lines_with(WentOn, standing)
            if line.payload.night
        ),
        everybody={seat.id: seat.name for seat in seats},
        lines=tuple(lines),
        revision=lines[-1].number if lines else 0,
    )


def _order(
    seats: Sequence[NamedSeat], moves: Sequence[Arrival | Departure], seatings: Sequence[SheetLine[Seating]]
) -> list[NamedSeat]:
    """Everybody who was ever seated, clockwise by the newest seating. Later arrivals that it does not name come last."""
    arrived = {move.seat for move in moves if isinstance(move, Arrival)}
    seated = [seat for seat in seats if seat.place is not None or seat.id in arrived]
    if not seatings:
        return seated
    named = {seat: place for place, seat in enumerate(seatings[-1].payload.seats)}
    return sorted(seated, key=lambda seat: named.get(seat.id, len(named)))


def _columns(
    seated: Sequence[NamedSeat], moves: Sequence[Arrival | Departure], penalties: Sequence[SheetLine[Penalty]]
) -> list[Column]:
    """A column for each seat as it is before the first round, with the pips added outside the rounds as its total."""
    # In order of arrival, so that a latecomer seated between two players takes nobody's color.
    arrived = sorted(seated, key=lambda seat: seat.id)
    given = colours_of([seat.colour for seat in arrived])
    colours = {seat.id: colour for seat, colour in zip(arrived, given, strict=True)}
    columns = []
    for seat, short_name in zip(
        seated, short_names(tuple((seat.name, seat.short_name) for seat in seated)), strict=True
    ):
        own = [move for move in moves if move.seat == seat.id]
        arrivals = [move for move in own if isinstance(move, Arrival)]
        start = sum(arrival.pips for arrival in arrivals)
        penalty = sum(line.payload.added for line in penalties if line.payload.seat == seat.id)
        columns.append(
            Column(
                seat=seat.id,
                player_id=seat.player_id,
                name=seat.name,
                short_name=short_name,
                start=start,
                penalty=penalty,
                total=start + penalty,
                came_in=arrivals[0].round if arrivals else None,
                left_in=own[-1].round if own and isinstance(own[-1], Departure) else None,
                colour=colours[seat.id],
                chosen=seat.colour,
            )
        )
    return columns


def _with_totals(
    column: Column, totals: Mapping[int, SeatTotals], half_entered: Sequence[Round], places: Mapping[int, int]
) -> Column:
    """The column with its total, its place, and the total that includes the scores of half-entered rounds."""
    total = totals[column.seat].total if column.seat in totals else column.total
    more = [round.cells[column.seat].score for round in half_entered if column.seat in round.cells]
    so_far = total + sum(more) if more else None
    return replace(column, total=total, so_far=so_far, place=places.get(column.seat))


def _seats_by_round(
    seated: Sequence[NamedSeat], moves: Sequence[Arrival | Departure], rounds: int
) -> dict[int, tuple[int, ...]]:
    """The seats that play each round, clockwise, by round number; the final entry is for the round after the last."""
    by_round = {}
    for number in range(1, rounds + 2):
        latest = {seat.id: seat.place is not None for seat in seated}
        latest |= {move.seat: isinstance(move, Arrival) for move in moves if move.round <= number}
        by_round[number] = tuple(seat.id for seat in seated if latest[seat.id])
    return by_round


def _cells(book: RuleBook, lines: Iterable[SheetLine[Score]], playing: tuple[int, ...]) -> dict[int, Cell]:
    """Each seat's newest score in one round, for the seats that play it. `lines` are the round's scores as entered."""
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
