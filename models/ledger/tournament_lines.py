"""The lines of a tournament: everything that its referee did, in order. Lines are only ever added.

What a line says is a value of a class of its own, which packs itself into the column of facts and reads itself back from it.
Nothing outside this module knows the facts' names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, get_args

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, bindparam, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, Id, Name, words_of
from models.store.database import db
from rules.tournament.plan import Groups, Way

LONGEST_REASON = 200

Facts = dict[str, Any]


class Deed(StrEnum):
    """What a line of a tournament says, as its column calls it."""

    ENTER = "enter"
    WITHDRAW = "withdraw"
    SEAT = "seat"
    SCHEDULE = "schedule"
    GAMES = "games"
    CLOCK = "clock"
    CLOCK_OFF = "clock-off"
    DECIDE = "decide"


class HallLine(Base):
    """Something that the referee did. Lines are only ever added; everybody who looks on can read them."""

    __tablename__ = "hall_lines"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[Id]
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    number: Mapped[int]
    deed: Mapped[Deed] = mapped_column(words_of(Deed))
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
    """A stage was seated: by this lot, or with None by hand.

    `free` has no game in it; so many pairs met again.
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
    """Other engines for all tables at once (D12-9.3)."""

    deed: ClassVar = Deed.SCHEDULE
    engines: tuple[int, ...]

    def pack(self) -> Facts:
        return {"engines": list(self.engines)}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "Shortened":
        return cls(tuple(facts["engines"]))


@dataclass(frozen=True, slots=True)
class OtherGames:
    """Another number of games than was set."""

    deed: ClassVar = Deed.GAMES
    games: int

    def pack(self) -> Facts:
        return {"games": self.games}

    @classmethod
    def unpack(cls, facts: Mapping[str, Any]) -> "OtherGames":
        return cls(facts["games"])


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The hall's clock was started for so many minutes; it warns so many minutes before the end."""

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


@dataclass(frozen=True, slots=True)
class Decided:
    """A tie of these players was ended: by the order that the rounds won or a lot gave, or by a table that they play for it."""

    deed: ClassVar = Deed.DECIDE
    how: Way
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
        return cls(Way(facts["how"]), tuple(facts["players"]), order, facts.get("lot"), facts.get("table"))


TournamentPayload = Entered | Withdrew | Seated | Shortened | OtherGames | ClockSet | ClockOff | Decided
_UNPACK = {one.deed: one.unpack for one in get_args(TournamentPayload)}


def _without_none(**facts: object) -> Facts:
    return {name: value for name, value in facts.items() if value is not None}


class TournamentLine(NamedTuple):
    """A line as it is read back. `stage` is the stage that it is about, 0 before the first; `table` a table of it, 0 for none."""

    number: int
    payload: TournamentPayload
    stage: int
    table: int
    reason: str
    by: str
    at: datetime


_table = Base.metadata.tables[HallLine.__tablename__]


_SAID = (
    select(*(_table.c[name] for name in ("number", "deed", "facts", "stage", "table_number", "reason", "by", "at")))
    .where(_table.c.tournament_id == bindparam("tournament"))
    .order_by(_table.c.number)
)


def lines_of_tournament(tournament_id: int) -> list[TournamentLine]:
    """Everything that the referee wrote down, in order."""
    rows = db.session.execute(_SAID, {"tournament": tournament_id})
    return [
        TournamentLine(
            row.number, _UNPACK[row.deed](row.facts), row.stage, row.table_number, row.reason, row.by, row.at
        )
        for row in rows
    ]


def write_tournament_line(tournament_id: int, line: TournamentLine) -> None:
    """Write down what the referee of a locked tournament did."""
    db.session.execute(insert(HallLine), pack_tournament_line(tournament_id, line))


def pack_tournament_line(tournament_id: int, line: TournamentLine) -> Facts:
    """A line as the columns of its row."""
    about = {"stage": line.stage, "table_number": line.table, "reason": line.reason, "by": line.by, "at": line.at}
    said = {"deed": line.payload.deed, "facts": line.payload.pack()}
    return {"tournament_id": tournament_id, "number": line.number, **said, **about}


def backdate_tournament_lines(tournament_id: int, begun: datetime, apart: timedelta) -> None:
    """Give a tournament's lines the times of another night, for one that is made up."""
    for line in db.session.scalars(select(HallLine).filter_by(tournament_id=tournament_id)):
        line.at = begun + line.number * apart
