"""The lines of a tournament: everything that its referee did, in order. Lines are only ever added.

The content of a line is a value of its own class, which packs itself into the column of facts and unpacks itself. Only this
module knows the names of those facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, get_args

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, bindparam, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, Id, Name, enum_column
from models.store.database import db
from rules.tournament.plan import Groups, TieBreak

LONGEST_REASON = 200

Facts = dict[str, Any]


class Deed(StrEnum):
    """The kinds of lines of a tournament, as the column writes them."""

    ENTER = "enter"
    WITHDRAW = "withdraw"
    SEAT = "seat"
    SCHEDULE = "schedule"
    GAMES = "games"
    CLOCK = "clock"
    CLOCK_OFF = "clock-off"
    DECIDE = "decide"


class TournamentRow(Base):
    """A line about something that the referee did. Everybody who looks on can read it."""

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


@dataclass(frozen=True, slots=True)
class Entered:
    """These entrants came, or came back."""

    deed: ClassVar = Deed.ENTER
    entrants: tuple[int, ...]

    def pack(self) -> Facts:
        return {"entrants": list(self.entrants)}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Entered":
        return cls(tuple(facts["entrants"]))


@dataclass(frozen=True, slots=True)
class Withdrew:
    """These entrants went home."""

    deed: ClassVar = Deed.WITHDRAW
    entrants: tuple[int, ...]

    def pack(self) -> Facts:
        return {"entrants": list(self.entrants)}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Withdrew":
        return cls(tuple(facts["entrants"]))


@dataclass(frozen=True, slots=True)
class Seated:
    """A stage was seated: drawn with this lot, or by hand if `lot` is None.

    The entrant `free` has no game in it; `repeats` pairs met again.
    """

    deed: ClassVar = Deed.SEAT
    lot: str | None
    free: int | None
    repeats: int

    def pack(self) -> Facts:
        return {**_without_none(lot=self.lot, free=self.free), "repeats": self.repeats}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Seated":
        return cls(facts.get("lot"), facts.get("free"), facts["repeats"])


@dataclass(frozen=True, slots=True)
class Shortened:
    """New engines for all tables at once (D12-9.3)."""

    deed: ClassVar = Deed.SCHEDULE
    engines: tuple[int, ...]

    def pack(self) -> Facts:
        return {"engines": list(self.engines)}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Shortened":
        return cls(tuple(facts["engines"]))


@dataclass(frozen=True, slots=True)
class OtherGames:
    """A new number of games."""

    deed: ClassVar = Deed.GAMES
    games: int

    def pack(self) -> Facts:
        return {"games": self.games}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "OtherGames":
        return cls(facts["games"])


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The hall's clock was started for `minutes` minutes; it warns `warn` minutes before the end."""

    deed: ClassVar = Deed.CLOCK
    minutes: int
    warn: int

    def pack(self) -> Facts:
        return {"minutes": self.minutes, "warn": self.warn}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "ClockSet":
        return cls(facts["minutes"], facts["warn"])


@dataclass(frozen=True, slots=True)
class ClockOff:
    """The hall's clock was taken away."""

    deed: ClassVar = Deed.CLOCK_OFF

    def pack(self) -> Facts:
        return {}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "ClockOff":
        return cls()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The referee decided how a tie of these players ends.

    `order` is the order that the rounds won or a lot gave; `table` is the table at which they play for it.
    """

    deed: ClassVar = Deed.DECIDE
    how: TieBreak
    players: tuple[int, ...]
    order: Groups | None = None
    lot: str | None = None
    table: int | None = None

    def pack(self) -> Facts:
        order = None if self.order is None else [list(group) for group in self.order]
        said = _without_none(lot=self.lot, order=order, table=self.table)
        return {"how": self.how.value, "players": list(self.players), **said}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Decided":
        order = tuple(tuple(group) for group in facts["order"]) if "order" in facts else None
        return cls(
            how=TieBreak(facts["how"]),
            players=tuple(facts["players"]),
            order=order,
            lot=facts.get("lot"),
            table=facts.get("table"),
        )


TournamentPayload = Entered | Withdrew | Seated | Shortened | OtherGames | ClockSet | ClockOff | Decided
_UNPACK = {one.deed: one.unpack for one in get_args(TournamentPayload)}


def _without_none(**facts: object) -> Facts:
    return {name: value for name, value in facts.items() if value is not None}


class TournamentLine(NamedTuple):
    """A line as it is read back. `stage` is its stage, 0 before the first; `table` is its table in that stage, 0 for none."""

    number: int
    payload: TournamentPayload
    stage: int
    table: int
    reason: str
    by: str
    at: datetime


_table = Base.metadata.tables[TournamentRow.__tablename__]


_SAID = (
    select(*(_table.c[name] for name in ("number", "deed", "facts", "stage", "table_number", "reason", "by", "at")))
    .where(_table.c.tournament_id == bindparam("tournament"))
    .order_by(_table.c.number)
)


def lines_of_tournament(tournament_id: int) -> list[TournamentLine]:
    """Every line of a tournament, in order."""
    rows = db.session.execute(_SAID, {"tournament": tournament_id})
    return [
        TournamentLine(
            number=row.number,
            payload=_UNPACK[row.deed](row.facts),
            stage=row.stage,
            table=row.table_number,
            reason=row.reason,
            by=row.by,
            at=row.at,
        )
        for row in rows
    ]


def write_tournament_line(tournament_id: int, line: TournamentLine) -> None:
    """Add a line to a locked tournament."""
    db.session.execute(insert(TournamentRow), pack_tournament_line(tournament_id, line))


def pack_tournament_line(tournament_id: int, line: TournamentLine) -> Facts:
    """A line as the columns of its row."""
    about = {"stage": line.stage, "table_number": line.table, "reason": line.reason, "by": line.by, "at": line.at}
    said = {"deed": line.payload.deed, "facts": line.payload.pack()}
    return {"tournament_id": tournament_id, "number": line.number, **said, **about}


def backdate_tournament_lines(tournament_id: int, begun: datetime, apart: timedelta) -> None:
    """Set the times of a made-up tournament's lines: each is `number` times `apart` after `begun`."""
    for line in db.session.scalars(select(TournamentRow).filter_by(tournament_id=tournament_id)):
        line.at = begun + line.number * apart
