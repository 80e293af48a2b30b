"""A tournament in words: the next step, the referee's lines, the reasons for places, and late corrections."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, assert_never

from models.ledger.tournament_lines import (
    ByLot,
    ByPlayoff,
    ByRounds,
    Clock,
    Decided,
    Deed,
    Entrants,
    Games,
    Nothing,
    Schedule,
    Seats,
    TournamentLine,
)
from models.sheets.confirmed import late_corrections
from models.sheets.log import line_in_words
from models.sheets.tournament import Hall
from models.texts import say
from rules.tile import tile
from rules.tournament.course import WaitsFor
from rules.tournament.plan import Format, Stake
from rules.tournament.ranking import OpenTie, Placing, passed_over
from rules.wording import list_of


class LogEntry(NamedTuple):
    """An entry in a tournament's log."""

    at: datetime
    by: str
    text: str
    reason: str


def stage_title(hall: Hall, stage: int) -> str:
    """The title of a stage: `Game 2`, `Playoff, stage 1`, `The final`."""
    tables = hall.course.stages[stage - 1]
    stakes = [tables[0].stake for tables in hall.course.stages[:stage]]
    return say(f"hall.stage.{tables[0].stake}", number=stakes.count(tables[0].stake))


def next_title(hall: Hall) -> str:
    """The title of the stage that is to be seated next."""
    number = 1 + sum(stage[0].stake is hall.next_step.stake for stage in hall.course.stages)
    return say(f"hall.stage.{hall.next_step.stake}", number=number)


def step_in_words(hall: Hall) -> str:
    """The next step of the tournament, in words."""
    step = hall.next_step
    if step.waits_for is WaitsFor.DECISION:
        return " ".join(tie_in_words(hall, tie) for tie in step.ties)
    if step.waits_for is WaitsFor.NOTHING:
        return say("hall.step.nothing")
    if step.waits_for is WaitsFor.SEATING:
        code = "hall.step.seating" if hall.course.stages else "hall.step.first"
        return say(code, title=next_title(hall), players=len(hall.course.players))
    done = sum(table.is_done for table in hall.stage)
    title = stage_title(hall, len(hall.course.stages))
    played = say("hall.step.tables", title=title, done=done, tables=len(hall.stage))
    over = [str(table.number) for table in hall.stage if table.sheet.is_over and not table.is_done]
    if not over:
        return played
    code = "hall.step.table-to-confirm" if len(over) == 1 else "hall.step.tables-to-confirm"
    return f"{played} {say(code, tables=list_of(over))}"


def passed_in_words(hall: Hall) -> str:
    """A sentence naming players who, after a correction, belong in the playoff but are not in it; otherwise empty."""
    over = passed_over(hall.course)
    return say("hall.passed.over", names=list_of([hall.names[number] for number in over])) if over else ""


def tie_in_words(hall: Hall, tie: OpenTie) -> str:
    """A sentence that names the tied players and the place they tie for."""
    names = list_of([hall.entrants[number].name for number in tie.players])
    if not tie.table:
        place = next(placing.place for placing in hall.placings if placing.player in tie.players)
        return say("hall.tie.places", names=names, place=place)
    return say("hall.tie.win" if tie.is_for_win else "hall.tie.place", names=names, table=tie.table)


def rests_in_words(hall: Hall, placing: Placing) -> str:
    """The reason for a place, in a few words."""
    if placing.player not in hall.course.players:
        return say("hall.rests.gone")
    if not hall.course.stages:
        return ""
    plan, table = hall.course.plan, hall.seated.get(placing.player)
    if plan.format is Format.WINNERS:
        pips, number = _last_score(hall, placing.player)
        text = say(f"hall.rests.{placing.rests}", pips=_pips(pips), table=number)
    else:
        parts = " + ".join(map(str, placing.parts))
        points = say("hall.rests.point" if parts == "1" else "hall.rests.points", parts=parts)
        text = say(f"hall.rests.{plan.format}", parts=parts, points=points, pips=_pips(placing.pips))
    text = say("hall.rests.decided", text=text) if placing.is_decided else text
    return say("hall.rests.unconfirmed", text=text) if table and table.unconfirmed else text


def _pips(pips: int) -> str:
    return say("hall.rests.pip" if pips == 1 else "hall.rests.pips", pips=pips)


def _last_score(hall: Hall, player: int) -> tuple[int, int]:
    """A player's total at the last table, tie-breaking ones aside, and the table's number; both 0 if there is none."""
    sat = (
        (score.total, table.number)
        for table in reversed(hall.tables)
        if table.stake is not Stake.TIE
        for score in table.scores
        if score.player == player
    )
    return next(sat, (0, 0))


def tournament_line_in_words(hall: Hall, line: TournamentLine) -> str:
    """A referee's line in words."""
    match line.facts:
        case Entrants(entrants) if line.deed is Deed.ENTER:
            code = "table" if line.table else "first" if line.number == 1 else "late"
            return say(f"hall.line.enter.{code}", names=_names(hall, entrants), players=len(entrants), table=line.table)
        case Entrants(entrants):
            return say("hall.line.withdraw", names=_names(hall, entrants))
        case Seats(lot=lot, repeats=repeats):
            code = "lot" if lot else "hand"
            return say(f"hall.line.seat.{code}", title=stage_title(hall, line.stage), lot=lot, repeats=repeats)
        case Schedule(engines):
            return say("hall.line.schedule", engines=list_of([str(tile(engine, engine)) for engine in engines]))
        case Games(games):
            return say("hall.line.games", games=games)
        case Clock(minutes, warn):
            return say("hall.line.clock", minutes=minutes, warn=warn)
        case Nothing():
            return say("hall.line.clock-off")
        case ByPlayoff() | ByLot() | ByRounds():
            return _decision(hall, line.facts, line.table)
    assert_never(line.facts)


def _names(hall: Hall, entrants: Sequence[int]) -> str:
    return list_of([hall.names[number] for number in entrants] or ["–"])


def _decision(hall: Hall, decided: Decided, table: int) -> str:
    where = say("hall.line.at-table" if table else "hall.line.of-all", table=table)
    code, names = f"hall.line.decide.{decided.kind}", _names(hall, decided.players)
    if isinstance(decided, ByPlayoff):
        return say(code, names=names, where=where, table=decided.table)
    order = say("hall.line.then").join(_names(hall, group) for group in decided.order)
    return say(code, names=names, where=where, order=order, lot=decided.lot if isinstance(decided, ByLot) else "")


def log_entries(hall: Hall) -> list[LogEntry]:
    """The log of a tournament: every act of the referee and every correction of confirmed scores, newest first."""
    entries = [LogEntry(line.at, line.by, tournament_line_in_words(hall, line), line.reason) for line in hall.lines]
    for table in hall.tables:
        for line in late_corrections(table.sheet):
            title, words = stage_title(hall, table.stage), line_in_words(table.sheet, line.payload)
            text = say("hall.line.corrected", table=table.number, title=title, said=words)
            entries.append(LogEntry(line.at, line.by, text, ""))
    return sorted(entries, key=lambda entry: entry.at, reverse=True)
