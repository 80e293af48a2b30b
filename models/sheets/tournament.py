"""A tournament as it stands: worked out from the sheets of its tables and from what its referee wrote down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, assert_never

from sqlalchemy import bindparam, func, select

from models.ledger.games import Game
from models.ledger.lines import Line, lines_of_all
from models.ledger.seats import seats_of_all
from models.ledger.tournament_lines import (
    ClockOff,
    ClockSet,
    Decided,
    Entered,
    HallLine,
    OtherGames,
    Seated,
    Shortened,
    TournamentLine,
    Withdrew,
    lines_of_tournament,
)
from models.ledger.tournaments import HallTable, NamedEntrant, Tournament, entrants_of, tables_of
from models.sheets.confirmed import unconfirmed_rounds
from models.sheets.fold import fold
from models.sheets.sheet import Sheet
from models.store.columns import now
from models.store.database import db, is_writing
from rules.tournament.course import Next, Step, next_step
from rules.tournament.plan import Course, Groups, Score, Stake, Table
from rules.tournament.ranking import Standing, places
from rules.tournament.ties import level_in_words

_MOST_SHEETS, _MOST_HALLS = 2000, 64


class Played(NamedTuple):
    """What a table's sheet says of it: everybody's score, and how far it has come.

    `round` and `engine` are those being played, None once it is over; `unconfirmed` the rounds that nobody has confirmed.
    `so_far` has the totals with a half-entered round, of everybody who has a score in it.
    """

    scores: tuple[Score, ...]
    so_far: Mapping[int, int]
    is_over: bool
    rounds: int
    closed: int
    round: int | None
    engine: int | None
    unconfirmed: tuple[int, ...]

    @property
    def ranked(self) -> list[Score]:
        """Everybody's score, the best first; players who left stand after those who stayed."""
        return sorted(self.scores, key=lambda one: (one.place is None, one.place or 0, one.total))


class TableNow(NamedTuple):
    """A table of the hall: its game, where it stands in the tournament, and what its sheet says."""

    game_id: int
    ref: str
    stage: int
    number: int
    stake: Stake
    settles: int
    played: Played

    @property
    def is_done(self) -> bool:
        """It is over, and all its scores are confirmed."""
        return self.played.is_over and not self.played.unconfirmed


class Clock(NamedTuple):
    """The hall's clock for a round: when it ends, and how many minutes before that it warns."""

    ends: datetime
    warn: int

    @property
    def seconds(self) -> int:
        """What is left, nothing when time is up."""
        return max(0, round((self.ends - now()).total_seconds()))

    @property
    def state(self) -> str:
        """`up` when rounds being played are to be finished, `soon` when that is near, else `on`."""
        return "up" if not self.seconds else "soon" if self.seconds <= self.warn * 60 else "on"


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything that pages show of a tournament. Entrants are known by their numbers.

    `seen` changes with every line of its sheets and of its referee; `engines` are those of the games to come.
    """

    seen: str
    entrants: Mapping[int, NamedEntrant]
    course: Course
    tables: tuple[TableNow, ...]
    step: Step
    standings: tuple[Standing, ...]
    lines: Sequence[TournamentLine]
    engines: tuple[int, ...]
    clock: Clock | None

    @property
    def stage(self) -> tuple[TableNow, ...]:
        """The tables of the newest stage."""
        return tuple(table for table in self.tables if table.stage == len(self.course.stages))

    @property
    def tables_to_join(self) -> list[TableNow]:
        """Those that play a game in which somebody could still sit down, the smallest first."""
        playing = (table for table in self.stage if table.stake is Stake.GAME and not table.played.is_over)
        return sorted(playing, key=lambda table: len(table.played.scores))

    @property
    def has_begun_rounds(self) -> bool:
        """The tables are in the middle of a round, as far as the clock and their sheets tell."""
        return self.clock is not None or any(table.played.closed for table in self.stage)

    @property
    def names(self) -> dict[int, str]:
        return {number: entrant.name for number, entrant in self.entrants.items()}

    @property
    def here(self) -> list[NamedEntrant]:
        """Who is in it still."""
        return [self.entrants[number] for number in self.course.players]

    @property
    def is_over(self) -> bool:
        """Its places are final."""
        return self.step.what is Next.NOTHING

    def table_of(self, number: int) -> TableNow | None:
        """Where an entrant sits in the newest stage."""
        return next((table for table in self.stage if number in self.scores_of(table)), None)

    def scores_of(self, table: TableNow) -> dict[int, Score]:
        """The scores at a table by entrant."""
        return {score.player: score for score in table.played.scores}


_NEWEST = select(func.max(Line.number)).where(Line.game_id == HallTable.game_id).scalar_subquery()
_STAMPS = (
    select(HallTable.game_id, func.coalesce(_NEWEST, 0))
    .join(Game, Game.id == HallTable.game_id)
    .where(Game.tournament_id == bindparam("tournament"))
)
_LAST = select(func.coalesce(func.max(HallLine.number), 0)).where(HallLine.tournament_id == bindparam("tournament"))


def stamps_of(tournament_id: int) -> tuple[int, dict[int, int]]:
    """The newest line of the referee's, and of every table's sheet by the id of its game."""
    last = db.session.scalar(_LAST, {"tournament": tournament_id}) or 0
    rows = db.session.execute(_STAMPS, {"tournament": tournament_id})
    return last, {row[0]: row[1] for row in rows}


def seen_of(tournament_id: int) -> str:
    """What differs as soon as anything in the hall does."""
    last, newest = stamps_of(tournament_id)
    return f"{last}.{len(newest)}.{sum(newest.values())}"


def load_hall(tournament: Tournament) -> Hall:
    """The tournament as it stands now."""
    last, newest = stamps_of(tournament.id)
    seen = f"{last}.{len(newest)}.{sum(newest.values())}"
    stamp = (seen, tuple(entrants_of(tournament.id)))
    known = _halls.get(tournament.ref)
    if known and known[0] == stamp:
        return known[1]
    if len(_halls) > _MOST_HALLS:
        _halls.clear()
    hall = _read(tournament, seen, stamp[1], newest)
    # What is being written may yet be rolled back, and its numbers given to something else.
    if not is_writing():
        _halls[tournament.ref] = (stamp, hall)
    return hall


# What was read last, for as long as nothing is added: hundreds of phones ask for the same.
_halls: dict[str, tuple[tuple[str, tuple[NamedEntrant, ...]], Hall]] = {}
_sheets: dict[tuple[str, int, tuple[int, ...]], Played] = {}


def _read(tournament: Tournament, seen: str, entrants: tuple[NamedEntrant, ...], newest: Mapping[int, int]) -> Hall:
    number_of = {entrant.player_id: entrant.number for entrant in entrants}
    lines = lines_of_tournament(tournament.id)
    tables = _tables(tournament.id, newest, number_of)
    course = _course(tournament, lines, tables)
    step = next_step(course)
    return Hall(
        seen=seen,
        entrants={entrant.number: entrant for entrant in entrants},
        course=course,
        tables=tables,
        step=step,
        standings=tuple(places(course)),
        lines=lines,
        engines=_engines(tournament, lines),
        clock=_clock(lines, len(course.stages)) if step.what is Next.TABLES or not course.stages else None,
    )


def _tables(tournament_id: int, newest: Mapping[int, int], number_of: Mapping[int, int]) -> tuple[TableNow, ...]:
    """The tables, of which only those are read whose sheets have got new lines."""
    rows, whose = tables_of(tournament_id), tuple(number_of)
    played = {game.id: _sheets.get((game.ref, newest.get(game.id, 0), whose)) for game, _ in rows}
    unknown = [game for game, _ in rows if played[game.id] is None]
    if len(_sheets) > _MOST_SHEETS:
        _sheets.clear()
    seats, lines = seats_of_all([game.id for game in unknown]), lines_of_all([game.id for game in unknown])
    for game in unknown:
        sheet = fold(game, seats[game.id], lines[game.id])
        fresh = played[game.id] = _played(sheet, number_of)
        if not is_writing():
            _sheets[game.ref, sheet.revision, whose] = fresh
    return tuple(
        TableNow(game.id, game.ref, table.stage, table.number, table.stake, table.settles, now)
        for game, table in rows
        if (now := played[game.id])
    )


def _played(sheet: Sheet, number_of: Mapping[int, int]) -> Played:
    won: dict[int, int] = {}
    for round in sheet.rounds:
        for seat, cell in round.cells.items() if round.is_closed else ():
            won[seat] = won.get(seat, 0) + cell.is_out
    current = sheet.current
    return Played(
        scores=tuple(
            Score(number_of[column.player_id], column.total, column.place, won.get(column.seat, 0))
            for column in sheet.columns
            # Somebody may have sat down since the entrants were read.
            if column.player_id in number_of
        ),
        so_far={
            number_of[column.player_id]: column.so_far
            for column in sheet.ranked
            if column.player_id in number_of and column.so_far is not None
        },
        is_over=sheet.is_over,
        rounds=len(sheet.rounds),
        closed=sheet.rounds_closed,
        round=current.number if current else None,
        engine=current.engine if current else None,
        unconfirmed=unconfirmed_rounds(sheet),
    )


def _course(tournament: Tournament, lines: Sequence[TournamentLine], tables: Sequence[TableNow]) -> Course:
    here: dict[int, None] = {}
    decisions: dict[tuple[int, int], tuple[Groups, ...]] = {}
    free: dict[int, int] = {}
    plan = tournament.plan
    for line in lines:
        match line.payload:
            case Entered(entrants):
                here |= dict.fromkeys(entrants)
            case Withdrew(entrants):
                here = {number: None for number in here if number not in entrants}
            case OtherGames(games):
                plan = plan._replace(games=games)
            case Seated(free=player):
                free |= {} if player is None else {line.stage: player}
            case Decided(order=order):
                before = decisions.get((line.stage, line.table), ())
                decisions |= {} if order is None else {(line.stage, line.table): (*before, order)}
            case Shortened() | ClockSet() | ClockOff():
                pass
            case _:
                assert_never(line.payload)
    stages: dict[int, list[Table]] = {}
    for table in tables:
        told = Table(table.number, table.stake, table.played.scores, table.is_done, table.settles)
        stages.setdefault(table.stage, []).append(told)
    in_order = tuple(tuple(stages[number]) for number in sorted(stages))
    return Course(plan, tuple(here), in_order, decisions, free)


def _engines(tournament: Tournament, lines: Sequence[TournamentLine]) -> tuple[int, ...]:
    decided = [line.payload.engines for line in lines if isinstance(line.payload, Shortened)]
    return decided[-1] if decided else tournament.engines


def verdict_in_hall(sheet: Sheet) -> str:
    """The winner of a tournament's table, in a sentence; where several are level, that the referee decides."""
    if len(sheet.leaders) < 2:
        return sheet.verdict
    return level_in_words([column.name for column in sheet.leaders], sheet.leaders[0].total)


def load_clock(tournament_id: int) -> Clock | None:
    """The hall's clock alone, for the page of a table."""
    tables = tables_of(tournament_id)
    return _clock(lines_of_tournament(tournament_id), tables[-1][1].stage if tables else 0)


def _clock(lines: Sequence[TournamentLine], stage: int) -> Clock | None:
    """The clock that was set last, if that was for the tables that play now."""
    clock = None
    for line in lines:
        match line.payload:
            case ClockSet(minutes, warn) if line.stage == stage:
                clock = Clock(line.at + timedelta(minutes=minutes), warn)
            case ClockOff() if line.stage == stage:
                clock = None
    return clock
