"""The lines of a tournament: everything that its referee did, in order. Lines are only ever added.

The content of a line is a struct. Each kind has its own type, used both in the `facts` column and in club files.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_args

from msgspec import Meta, to_builtins
from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.contents import PRINTABLE, Columns, Content, Engines, Kinds, Number, kinds_of
from models.store.columns import At, Base, Id, Name, enum_column
from models.store.database import db
from rules.tournament.plan import MOST_GAMES, TieBreak

LONGEST_REASON, LONGEST_LOT = 200, 20
MOST_STAGES, _MOST_TABLES, _MOST_MINUTES = 200, 500, 24 * 60

Lot = Annotated[str, Meta(max_length=LONGEST_LOT, pattern=PRINTABLE)]
HowMany = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
# A stage or a table; 0 for none.
StageOrNone = Annotated[int, Meta(ge=0, le=MOST_STAGES)]
TableOrNone = Annotated[int, Meta(ge=0, le=_MOST_TABLES)]
TableNumber = Annotated[int, Meta(ge=1, le=_MOST_TABLES)]
_Minutes = Annotated[int, Meta(ge=0, le=_MOST_MINUTES)]
_Entrants = tuple[Number, ...]


class Deed(StrEnum):
    """The kinds of lines of a tournament, as the column stores them."""

    ENTER = "enter"
    WITHDRAW = "withdraw"
    SEAT = "seat"
    SCHEDULE = "schedule"
    GAMES = "games"
    CLOCK = "clock"
    CLOCK_OFF = "clock-off"
    DECIDE = "decide"


class TournamentRow(Base):
    """A line about something that the referee did. Everybody who can open the tournament can read it."""

    __tablename__ = "hall_lines"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[Id]
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    number: Mapped[int]
    deed: Mapped[Deed] = mapped_column(enum_column(Deed))
    stage: Mapped[int]
    table_number: Mapped[int]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON), default="")
    by: Mapped[Name]
    at: Mapped[At]


class Entrants(Content):
    """Entrants, listed by number."""

    entrants: _Entrants


class Seats(Content, kw_only=True):
    """The seating of a stage. Without a `lot`, the referee seated the players by hand."""

    lot: Lot = ""
    # The entrant without a game in this stage; 0 for none.
    free: Number = 0
    # How often pairs of players at these tables had met before.
    repeats: Annotated[int, Meta(ge=0, le=99_999)]


class Schedule(Content):
    """The engines from this line on."""

    engines: Engines


class Games(Content):
    """The number of games from this line on."""

    games: HowMany


class Clock(Content):
    """The hall's clock: how many minutes it runs, and how many minutes before the end it gives a warning."""

    minutes: _Minutes
    warn: _Minutes


class Nothing(Content):
    """The content of a line that needs no facts."""


class Decision(Content, tag_field="how"):
    """A decision on how to break a tie between these players."""

    players: _Entrants


class ByPlayoff(Decision, tag=TieBreak.PLAYOFF.value):
    """A tie to be broken by a game at a table."""

    table: TableNumber


class ByLot(Decision, tag=TieBreak.LOT.value):
    """A tie broken by lot."""

    lot: Lot
    order: tuple[_Entrants, ...]


class ByRounds(Decision, tag=TieBreak.ROUNDS.value):
    """A tie broken by the number of rounds won."""

    order: tuple[_Entrants, ...]


Decided = ByPlayoff | ByLot | ByRounds
TournamentFacts = Entrants | Seats | Schedule | Games | Clock | Nothing | Decided
_FACTS: dict[Deed, type[TournamentFacts]] = {
    Deed.ENTER: Entrants,
    Deed.WITHDRAW: Entrants,
    Deed.SEAT: Seats,
    Deed.SCHEDULE: Schedule,
    Deed.GAMES: Games,
    Deed.CLOCK: Clock,
    Deed.CLOCK_OFF: Nothing,
}
_DECIDED: Kinds[Decided] = kinds_of(get_args(Decided))


class TournamentLine(NamedTuple):
    """A line of a tournament, as read from the database or a file.

    `stage` is the stage that the line is about, 0 before the first; `table` is the table in that stage, or 0 for none.
    """

    number: int
    deed: Deed
    facts: TournamentFacts
    stage: int
    table: int
    reason: str
    by: str
    at: datetime


_table = Base.metadata.tables[TournamentRow.__tablename__]


def _read_facts(deed: Deed, facts: Mapping[str, Any]) -> TournamentFacts:
    kind: type[TournamentFacts] = _DECIDED[facts["how"]] if deed is Deed.DECIDE else _FACTS[deed]
    return kind(**{name: _tuples(value) for name, value in facts.items() if name != "how"})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def lines_of_tournament(tournament_id: int) -> list[TournamentLine]:
    """Every line of a tournament, in order."""
    rows = select(_table).where(_table.c.tournament_id == tournament_id).order_by(_table.c.number)
    return [
        TournamentLine(
            number=row.number,
            deed=row.deed,
            facts=_read_facts(row.deed, row.facts),
            stage=row.stage,
            table=row.table_number,
            reason=row.reason,
            by=row.by,
            at=row.at,
        )
        for row in db.session.execute(rows)
    ]


def write_tournament_line(tournament_id: int, line: TournamentLine) -> None:
    """Add a line to a locked tournament."""
    db.session.execute(insert(TournamentRow), pack_tournament_line(tournament_id, line))


def pack_tournament_line(tournament_id: int, line: TournamentLine) -> Columns:
    """A line as the columns of its row."""
    about = {"stage": line.stage, "table_number": line.table, "reason": line.reason, "by": line.by, "at": line.at}
    content = {"deed": line.deed, "facts": to_builtins(line.facts)}
    return {"tournament_id": tournament_id, "number": line.number, **content, **about}
