"""The current state of a tournament, computed from the sheets of its tables and the lines of its referee."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from models.ledger.games import Game
from models.ledger.lines import SheetRow
from models.ledger.tournament_lines import (
    ByLot,
    ByRounds,
    Clock,
    Deed,
    Entrants,
    Games,
    Nothing,
    Schedule,
    Seats,
    TournamentLine,
    TournamentRow,
    lines_of_tournament,
)
from models.ledger.tournaments import (
    NamedEntrant,
    Tournament,
    TournamentTable,
    entrants_of,
    tables_of,
)
from models.sheets.confirmed import unconfirmed_rounds
from models.sheets.fold import load_sheets
from models.sheets.memory import remembered
from models.sheets.sheet import Sheet
from models.store.columns import now
from models.store.database import db
from rules.tournament.course import NextStep, WaitsFor, next_step
from rules.tournament.plan import Course, Format, Groups, StageTable, Stake, TableScore
from rules.tournament.ranking import Placing, placings
from rules.tournament.ties import level_in_words, table_order


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTable(StageTable):
    """A table of the hall: its game, its place in the tournament, and the results on its sheet so far.

    `unconfirmed` are the closed rounds that nobody has confirmed. `left` are the entrants who left this table.
    `ranked` are the scores, best first; players who left come last.
    """

    game_id: int
    ref: str
    stage: int
    sheet: Sheet
    left: frozenset[int]
    ranked: Sequence[TableScore]
    unconfirmed: tuple[int, ...]


class HallClock(NamedTuple):
    """The hall's clock for a round: when it ends, and how many minutes before the end it gives a warning."""

    ends: datetime
    warn: int

    @property
    def seconds(self) -> int:
        """The seconds that are left; 0 when time is up."""
        return max(0, round((self.ends - now()).total_seconds()))

    @property
    def state(self) -> str:
        """`up` if time is up (tables then only finish the round in progress), `soon` if it is nearly up, otherwise `on`."""
        return "up" if not self.seconds else "soon" if self.seconds <= self.warn * 60 else "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A tournament as its pages show it. Entrants are identified by their numbers.

    `revision` changes with every new line, on a sheet or by the referee; `newest_at` is the moment of the
    newest line. `names` are the names of all entrants.
    `seated` has each entrant's table in the newest stage, and `engines` are the engines of the games to come.
    """

    revision: str
    newest_at: datetime | None
    entrants: Mapping[int, NamedEntrant]
    names: Mapping[int, str]
    course: Course
    tables: tuple[HallTable, ...]
    next_step: NextStep
    placings: tuple[Placing, ...]
    lines: Sequence[TournamentLine]
    engines: tuple[int, ...]
    clock: HallClock | None
    seated: Mapping[int, HallTable]

    @property
    def stage(self) -> tuple[HallTable, ...]:
        """The tables of the newest stage."""
        return tuple(table for table in self.tables if table.stage == len(self.course.stages))

    @property
    def has_points(self) -> bool:
        """True if tables award points."""
        return self.course.plan.format is Format.TABLE_POINTS

    @property
    def has_pips(self) -> bool:
        """True if totals can be compared; those of different playoff games cannot."""
        return self.course.plan.format is not Format.WINNERS or len(self.course.stages) < 2

    @property
    def tables_to_join(self) -> list[HallTable]:
        """The tables of the newest stage that are still playing a game, the smallest first."""
        playing = (table for table in self.stage if table.stake is Stake.GAME and not table.sheet.is_over)
        return sorted(playing, key=lambda table: len(table.scores))

    @property
    def has_begun_rounds(self) -> bool:
        """True if a clock is set or a table of the newest stage has closed a round."""
        return self.clock is not None or any(table.sheet.rounds_closed for table in self.stage)

    @property
    def has_new_tables(self) -> bool:
        """True if cards still have to be printed for the newest stage.

        The cards are for the stage's tie-break tables if there are any, otherwise for all its tables.
        """
        ties = [table for table in self.stage if table.stake is Stake.TIE and not table.sheet.is_over]
        if ties:
            return not any(table.sheet.rounds_closed for table in ties)
        return bool(self.stage) and not self.is_over and not self.has_begun_rounds

    @property
    def still_in(self) -> list[NamedEntrant]:
        """The entrants who are still in the tournament."""
        return [self.entrants[number] for number in self.course.players]

    @property
    def is_over(self) -> bool:
        """True if the places are final."""
        return self.next_step.waits_for is WaitsFor.NOTHING


_LAST = select(func.max(TournamentRow.number)).where(TournamentRow.tournament_id == bindparam("tournament"))
_NEWEST = select(func.max(SheetRow.number)).where(SheetRow.game_id == Game.id).scalar_subquery()
_REVISION = select(_LAST.scalar_subquery(), func.count(), func.coalesce(func.sum(_NEWEST), 0)).where(
    Game.tournament_id == bindparam("tournament")
)


def hall_revision(tournament_id: int) -> str:
    """A string that changes with every new line in the hall."""
    last, tables, lines = db.session.execute(_REVISION, {"tournament": tournament_id}).one()
    return f"{last or 0}.{tables}.{lines}"


def load_hall(tournament: Tournament) -> Hall:
    """The current state of the tournament."""
    lines, entrants = tuple(lines_of_tournament(tournament.id)), tuple(entrants_of(tournament.id))
    seated = tables_of(tournament.id)
    sheets = load_sheets([game for game, _ in seated])
    places = [(table.stage, table.number, table.stake, table.ends_tie_of) for _, table in seated]
    return remembered(
        ("hall", tournament.ref),
        (tournament.plan, tournament.engines, lines, entrants, places, [game.stamp for game, _ in seated], sheets),
        lambda: fold_hall(tournament, lines, entrants, seated, sheets),
    )


def fold_hall(
    tournament: Tournament,
    lines: Sequence[TournamentLine],
    entrants: Sequence[NamedEntrant],
    seated: Sequence[tuple[Game, TournamentTable]],
    sheets: Sequence[Sheet],
) -> Hall:
    """The hall, computed from the referee's lines and the sheets of its tables."""
    number_of = {entrant.player_id: entrant.number for entrant in entrants}
    tables = tuple(_table(game, table, sheet, number_of) for (game, table), sheet in zip(seated, sheets, strict=True))
    course = _course(tournament, lines, tables)
    step = next_step(course)
    schedules = [line.facts.engines for line in lines if isinstance(line.facts, Schedule)]
    newest = [line.at for line in lines[-1:]] + [line.at for sheet in sheets for line in sheet.lines[-1:]]
    return Hall(
        revision=f"{lines[-1].number if lines else 0}.{len(sheets)}.{sum(sheet.revision for sheet in sheets)}",
        newest_at=max(newest, default=None),
        entrants={entrant.number: entrant for entrant in entrants},
        names={entrant.number: entrant.name for entrant in entrants},
        course=course,
        tables=tables,
        next_step=step,
        placings=tuple(placings(course)),
        lines=lines,
        engines=schedules[-1] if schedules else tournament.engines,
        clock=_clock(lines, len(course.stages)) if step.waits_for is WaitsFor.TABLES or not course.stages else None,
        seated={
            score.player: table
            for table in sorted(tables, key=lambda table: -table.number)
            if table.stage == len(course.stages)
            for score in table.scores
            if score.player not in table.left
        },
    )


def _table(game: Game, table: TournamentTable, sheet: Sheet, number_of: Mapping[int, int]) -> HallTable:
    won = Counter(
        seat for round in sheet.rounds if round.is_closed for seat, cell in round.cells.items() if cell.is_out
    )
    # Somebody may have sat down since the entrants were read.
    columns = [column for column in sheet.columns if column.player_id in number_of]
    scores = tuple(
        TableScore(number_of[column.player_id], column.total, column.place, won[column.seat]) for column in columns
    )
    unconfirmed = unconfirmed_rounds(sheet)
    return HallTable(
        game_id=game.id,
        ref=game.ref,
        stage=table.stage,
        number=table.number,
        stake=table.stake,
        scores=scores,
        is_done=sheet.is_over and not unconfirmed,
        ends_tie_of=table.ends_tie_of,
        sheet=sheet,
        left=frozenset(number_of[column.player_id] for column in columns if column.left_in is not None),
        ranked=sorted(scores, key=lambda score: (score.place is None, score.place or 0, score.total)),
        unconfirmed=unconfirmed,
    )


def _course(tournament: Tournament, lines: Sequence[TournamentLine], tables: Sequence[HallTable]) -> Course:
    players: dict[int, None] = {}
    decisions: dict[tuple[int, int], tuple[Groups, ...]] = {}
    free: dict[int, int] = {}
    plan = tournament.plan
    for line in lines:
        match line.facts:
            case Entrants(entrants) if line.deed is Deed.ENTER:
                players |= dict.fromkeys(entrants)
            case Entrants(entrants):
                players = {number: None for number in players if number not in entrants}
            case Games(games):
                plan = replace(plan, games=games)
            case Seats(free=player) if player:
                free[line.stage] = player
            case ByLot(order=order) | ByRounds(order=order):
                before = decisions.get((line.stage, line.table), ())
                decisions[line.stage, line.table] = (*before, order)
    # The tables are in the order of their stages.
    stages = tuple(tuple(stage) for _, stage in groupby(tables, key=lambda table: table.stage))
    return Course(plan=plan, players=tuple(players), stages=stages, decisions=decisions, free=free)


def tournament_verdict(game: Game, sheet: Sheet) -> str:
    """A sentence that says who won at a tournament table or, while a tie is open, that the referee decides."""
    if len(sheet.leaders) < 2:
        return sheet.verdict
    tournament = db.session.get_one(Tournament, game.tournament_id)
    winner = _find_winner_of_tie(game, tournament) if sheet.is_over else ""
    needs_winner = tournament.format in (Format.WINNERS, Format.MOVE_ON)
    names = [column.name for column in sheet.leaders]
    return level_in_words(names, sheet.leaders[0].total, winner, needs_winner=needs_winner)


def _find_winner_of_tie(game: Game, tournament: Tournament) -> str:
    """The name of the winner of a tie at a tournament table; empty while the tie is open."""
    hall = load_hall(tournament)
    table = next(table for table in hall.tables if table.game_id == game.id)
    first = next(iter(table_order(hall.course, table.stage, table)), ())
    return hall.names[first[0]] if len(first) == 1 else ""


def load_clock(tournament_id: int) -> HallClock | None:
    """The hall's clock for the page of a single table; None if none is set."""
    tables = tables_of(tournament_id)
    return _clock(lines_of_tournament(tournament_id), tables[-1][1].stage if tables else 0)


def _clock(lines: Sequence[TournamentLine], stage: int) -> HallClock | None:
    """The newest clock that was set for this stage; None if there is none, or if it was stopped."""
    clock = None
    for line in lines:
        match line.facts:
            case Clock(minutes, warn) if line.stage == stage:
                clock = HallClock(line.at + timedelta(minutes=minutes), warn)
            case Nothing() if line.stage == stage:
                clock = None
    return clock
