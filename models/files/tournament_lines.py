"""The lines of a tournament in a club file: one for each deed of its referee, with facts of its own."""

from collections.abc import Collection
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from models.files.fields import (
    ALWAYS,
    PRINTABLE,
    By,
    Engines,
    Moment,
    Number,
    Part,
    check_doubles,
    check_number,
    field_refusal,
)
from models.ledger.tournament_lines import (
    LONGEST_REASON,
    ClockOff,
    ClockSet,
    Decided,
    Deed,
    Entered,
    OtherGames,
    Seated,
    Shortened,
    Withdrew,
)
from models.ledger.tournaments import LONGEST_LOT
from models.texts import say
from rules import RuleBook
from rules.tournament.plan import MOST_GAMES, TieBreak

MOST_STAGES, _MOST_TABLES, _MOST_MINUTES = 200, 500, 24 * 60

Lot = Annotated[str, Meta(max_length=LONGEST_LOT, pattern=PRINTABLE)]
HowMany = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
# A stage or a table; 0 for none.
StageOrNone = Annotated[int, Meta(ge=0, le=MOST_STAGES)]
TableOrNone = Annotated[int, Meta(ge=0, le=_MOST_TABLES)]
TableNumber = Annotated[int, Meta(ge=1, le=_MOST_TABLES)]
_Minutes = Annotated[int, Meta(ge=0, le=_MOST_MINUTES)]
_Entrants = tuple[Number, ...]


class Entrants(Part):
    """Entrants by their numbers."""

    entrants: _Entrants


class Seats(Part, kw_only=True):
    """The seating of a stage. Without a lot it was done by hand."""

    lot: Lot | UnsetType = UNSET
    free: Number | UnsetType = UNSET
    repeats: Annotated[int, Meta(ge=0, le=99_999)]


class Schedule(Part):
    """The engines from then on."""

    engines: Engines


class Games(Part):
    """The number of games from then on."""

    games: HowMany


class Clock(Part):
    """The hall's clock in minutes, and the minutes before its end at which it warns."""

    minutes: _Minutes
    warn: _Minutes


class Nothing(Part):
    """A deed without any facts."""


class _Decision(Part, tag_field="how"):
    players: _Entrants


class ByPlayoff(_Decision, tag=TieBreak.PLAYOFF.value):
    """A tie that a game at a table ends."""

    table: TableNumber


class ByLot(_Decision, tag=TieBreak.LOT.value):
    """A tie that a lot ended."""

    order: tuple[_Entrants, ...]
    lot: Lot


class ByRounds(_Decision, tag=TieBreak.ROUNDS.value):
    """A tie that the rounds won ended."""

    order: tuple[_Entrants, ...]


class _DeedLine(Part, tag_field="deed", kw_only=True):
    stage: StageOrNone
    table: TableOrNone
    reason: Annotated[str, Meta(max_length=LONGEST_REASON, pattern=PRINTABLE, extra_json_schema=ALWAYS)] = ""
    by: By
    at: Moment


class EnterLine(_DeedLine, tag=Deed.ENTER.value, kw_only=True):
    """Entrants came, or came back."""

    facts: Entrants

    @property
    def payload(self) -> Entered:
        return Entered(self.facts.entrants)


class WithdrawLine(_DeedLine, tag=Deed.WITHDRAW.value, kw_only=True):
    """Entrants went home."""

    facts: Entrants

    @property
    def payload(self) -> Withdrew:
        return Withdrew(self.facts.entrants)


class SeatLine(_DeedLine, tag=Deed.SEAT.value, kw_only=True):
    """A stage was seated."""

    facts: Seats

    @property
    def payload(self) -> Seated:
        lot = None if self.facts.lot is UNSET else self.facts.lot
        free = None if self.facts.free is UNSET else self.facts.free
        return Seated(lot, free, self.facts.repeats)


class ScheduleLine(_DeedLine, tag=Deed.SCHEDULE.value, kw_only=True):
    """New engines for all tables."""

    facts: Schedule

    @property
    def payload(self) -> Shortened:
        return Shortened(self.facts.engines)


class GamesLine(_DeedLine, tag=Deed.GAMES.value, kw_only=True):
    """A new number of games."""

    facts: Games

    @property
    def payload(self) -> OtherGames:
        return OtherGames(self.facts.games)


class ClockLine(_DeedLine, tag=Deed.CLOCK.value, kw_only=True):
    """The hall's clock was started."""

    facts: Clock

    @property
    def payload(self) -> ClockSet:
        return ClockSet(self.facts.minutes, self.facts.warn)


class ClockOffLine(_DeedLine, tag=Deed.CLOCK_OFF.value, kw_only=True):
    """The hall's clock was taken away."""

    facts: Nothing

    @property
    def payload(self) -> ClockOff:
        return ClockOff()


class DecideLine(_DeedLine, tag=Deed.DECIDE.value, kw_only=True):
    """A tie was ended."""

    facts: ByPlayoff | ByLot | ByRounds

    @property
    def payload(self) -> Decided:
        match self.facts:
            case ByPlayoff(players=players, table=table):
                return Decided(how=TieBreak.PLAYOFF, players=players, table=table)
            case ByLot(players=players, order=order, lot=lot):
                return Decided(how=TieBreak.LOT, players=players, order=order, lot=lot)
            case ByRounds(players=players, order=order):
                return Decided(how=TieBreak.ROUNDS, players=players, order=order)


LineOfTournament = (
    EnterLine | WithdrawLine | SeatLine | ScheduleLine | GamesLine | ClockLine | ClockOffLine | DecideLine
)


def check_facts(facts: Part, entrants: int, book: RuleBook, where: str) -> None:
    """Raise FileError unless a line's entrants and engines belong to its tournament."""
    match facts:
        case Entrants(entrants=named):
            _check_entrants(named, entrants, f"{where}.entrants")
        case Seats(free=int(free)):
            check_number(free, entrants, f"{where}.free")
        case Schedule(engines=engines):
            check_doubles(engines, book, f"{where}.engines")
        case ByPlayoff(players=tied):
            _check_entrants(tied, entrants, f"{where}.players")
        case ByLot(players=tied, order=order) | ByRounds(players=tied, order=order):
            _check_entrants(tied, entrants, f"{where}.players")
            if sorted(player for group in order for player in group) != sorted(tied):
                raise field_refusal(f"{where}.order", say("file.a-list"))


def _check_entrants(numbers: Collection[int], most: int, where: str) -> None:
    if max(numbers, default=0) > most:
        raise field_refusal(where, say("file.a-list"))
