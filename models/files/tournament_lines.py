"""The lines of a tournament in a club file: a type for each kind of line, with its own facts."""

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta

from models.files.fields import ALWAYS, Moment, Part, check_doubles, check_number, field_refusal
from models.ledger.contents import PRINTABLE, By
from models.ledger.tournament_lines import (
    LONGEST_REASON,
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
    StageOrNone,
    TableOrNone,
    TournamentFacts,
)
from models.texts import say
from rules import RuleBook


class _DeedLine(Part, tag_field="deed", kw_only=True):
    stage: StageOrNone
    table: TableOrNone
    reason: Annotated[str, Meta(max_length=LONGEST_REASON, pattern=PRINTABLE, extra_json_schema=ALWAYS)] = ""
    by: By
    at: Moment


class EnterLine(_DeedLine, tag=Deed.ENTER.value, kw_only=True):
    """Entrants joined or came back."""

    facts: Entrants


class WithdrawLine(_DeedLine, tag=Deed.WITHDRAW.value, kw_only=True):
    """Entrants withdrew."""

    facts: Entrants


class SeatLine(_DeedLine, tag=Deed.SEAT.value, kw_only=True):
    """A stage was seated."""

    facts: Seats


class ScheduleLine(_DeedLine, tag=Deed.SCHEDULE.value, kw_only=True):
    """New engines for all tables."""

    facts: Schedule


class GamesLine(_DeedLine, tag=Deed.GAMES.value, kw_only=True):
    """A new number of games."""

    facts: Games


class ClockLine(_DeedLine, tag=Deed.CLOCK.value, kw_only=True):
    """The hall's clock was started."""

    facts: Clock


class ClockOffLine(_DeedLine, tag=Deed.CLOCK_OFF.value, kw_only=True):
    """The hall's clock was stopped."""

    facts: Nothing


class DecideLine(_DeedLine, tag=Deed.DECIDE.value, kw_only=True):
    """A decision on how to break a tie."""

    facts: Decided


LineOfTournament = (
    EnterLine | WithdrawLine | SeatLine | ScheduleLine | GamesLine | ClockLine | ClockOffLine | DecideLine
)


def check_facts(facts: TournamentFacts, entrants: int, book: RuleBook, where: str) -> None:
    """Raise FileError unless a line's entrants are in its tournament and its engines fit the rules."""
    match facts:
        case Entrants(entrants=named):
            _check_entrants(named, entrants, f"{where}.entrants")
        case Seats(free=free):
            check_number(free, entrants, f"{where}.free")
        case Schedule(engines=engines):
            check_doubles(engines, book, f"{where}.engines")
        case ByPlayoff(tied):
            _check_entrants(tied, entrants, f"{where}.players")
        case ByLot(tied, _, order) | ByRounds(tied, order):
            _check_entrants(tied, entrants, f"{where}.players")
            if sorted(player for group in order for player in group) != sorted(tied):
                raise field_refusal(f"{where}.order", say("file.a-list"))


def _check_entrants(numbers: Collection[int], most: int, where: str) -> None:
    if max(numbers, default=0) > most:
        raise field_refusal(where, say("file.a-list"))
