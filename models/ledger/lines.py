"""The lines of a sheet: everything that was ever entered in a game, in order. A line is struck, never changed.

What a line says is a value of a class of its own, which packs itself into the columns and reads itself back from them. Nothing
outside this module knows how.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, assert_never, get_args

from sqlalchemy import CheckConstraint, ForeignKey, Select, String, UniqueConstraint, bindparam, func, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.moments import next_moment
from models.store.columns import At, Base, GameId, Id, Name, words_of
from models.store.database import db
from rules import RuleBook, read_rules

LONGEST_TEXT = 600

Columns = dict[str, Any]


class Kind(StrEnum):
    """What a line says, as its column calls it."""

    SCORE = "score"
    PENALTY = "penalty"
    ARRIVE = "arrive"
    LEAVE = "leave"
    SEATING = "seating"
    RULES = "rules"
    STOP = "stop"
    GO_ON = "go-on"
    CONFIRM = "confirm"
    STRIKE = "strike"


def _needs(kind: Kind, *columns: str) -> CheckConstraint:
    filled = " AND ".join(f"{column} IS NOT NULL" for column in columns)
    return CheckConstraint(f"kind <> '{kind}' OR ({filled})", name=f"{kind}_is_whole".replace("-", "_"))


class Line(Base):
    """One line. `number` counts within the game; `entry` is the number of the first line that was entered together with it."""

    __tablename__ = "lines"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        _needs(Kind.SCORE, "round", "seat_id", "pips", "is_out"),
        _needs(Kind.PENALTY, "round", "seat_id", "pips"),
        _needs(Kind.ARRIVE, "round", "seat_id", "pips"),
        _needs(Kind.LEAVE, "round", "seat_id"),
        _needs(Kind.STRIKE, "strikes"),
        CheckConstraint("pips BETWEEN 0 AND 99999", name="pips_are_pips"),
        CheckConstraint("NOT is_out OR pips = 0", name="out_has_no_pips"),
        CheckConstraint("strikes < number", name="strikes_an_earlier_line"),
    )

    id: Mapped[Id]
    game_id: Mapped[GameId]
    number: Mapped[int]
    entry: Mapped[int]
    kind: Mapped[Kind] = mapped_column(words_of(Kind, 10))
    round: Mapped[int | None]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id"))
    pips: Mapped[int | None]
    is_out: Mapped[bool | None]
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT), default="")
    strikes: Mapped[int | None]
    by: Mapped[Name]
    at: Mapped[At]


class _Row(NamedTuple):
    """The columns of a line that say something."""

    number: int
    entry: int
    kind: Kind
    round: int
    seat_id: int
    pips: int
    is_out: bool
    text: str
    strikes: int


class _ScoreFields(NamedTuple):
    round: int
    seat: int
    pips: int
    is_out: bool
    text: str


class Score(_ScoreFields):
    """The pips that a player had left in a round. `text` holds them as somebody typed or tapped them.

    A named tuple, because a sheet has a hundred of them.
    """

    __slots__ = ()
    kind: ClassVar = Kind.SCORE

    def pack(self) -> Columns:
        cell = {"round": self.round, "seat_id": self.seat, "pips": self.pips}
        return {**cell, "is_out": self.is_out, "text": self.text}

    @classmethod
    def unpack(cls, row: _Row) -> "Score":
        return cls(row.round, row.seat_id, row.pips, row.is_out, row.text)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Pips that were added by hand, in the round that was played then."""

    kind: ClassVar = Kind.PENALTY
    round: int
    seat: int
    pips: int
    reason: str

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat, "pips": self.pips, "text": self.reason}

    @classmethod
    def unpack(cls, row: _Row) -> "Penalty":
        return cls(row.round, row.seat_id, row.pips, row.text)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player who plays from this round on, and the pips that this adds."""

    kind: ClassVar = Kind.ARRIVE
    round: int
    seat: int
    pips: int

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat, "pips": self.pips}

    @classmethod
    def unpack(cls, row: _Row) -> "Arrival":
        return cls(row.round, row.seat_id, row.pips)


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who plays no more from this round on."""

    kind: ClassVar = Kind.LEAVE
    round: int
    seat: int

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat}

    @classmethod
    def unpack(cls, row: _Row) -> "Departure":
        return cls(row.round, row.seat_id)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats in another clockwise order."""

    kind: ClassVar = Kind.SEATING
    seats: tuple[int, ...]

    @property
    def text(self) -> str:
        """The seats as the column has them."""
        return " ".join(map(str, self.seats))

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _Row) -> "Seating":
        return cls(tuple(map(int, row.text.split())))


@dataclass(frozen=True, slots=True)
class NewRules:
    """Other rules, by the text that names them, or other engines, from the first round on."""

    kind: ClassVar = Kind.RULES
    rules: str
    engines: tuple[int, ...]

    @property
    def book(self) -> RuleBook:
        """The rules. Raises BookError."""
        return read_rules(self.rules)

    @property
    def text(self) -> str:
        """Rules and engines as the column has them."""
        return f"{self.rules} {'-'.join(map(str, self.engines))}"

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _Row) -> "NewRules":
        rules, _, engines = row.text.partition(" ")
        # A file could once bring in a struck line with commas between the engines.
        return cls(rules, tuple(map(int, re.split("[-,]", engines))))


@dataclass(frozen=True, slots=True)
class Stop:
    """The table stops early."""

    kind: ClassVar = Kind.STOP

    def pack(self) -> Columns:
        return {}

    @classmethod
    def unpack(cls, row: _Row) -> "Stop":
        return cls()


@dataclass(frozen=True, slots=True)
class LaterNight:
    """A night on which a game goes on: its date, and its name in an address."""

    date: date
    ref: str


@dataclass(frozen=True, slots=True)
class WentOn:
    """The game goes on: on another night, or with None on the one on which it began."""

    kind: ClassVar = Kind.GO_ON
    night: LaterNight | None

    @property
    def text(self) -> str:
        """The night as the column has it; empty for the one on which the game began."""
        return f"{self.night.date} {self.night.ref}" if self.night else ""

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _Row) -> "WentOn":
        day, _, ref = row.text.partition(" ")
        return cls(LaterNight(date.fromisoformat(day), ref) if day else None)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A round's scores are right, says the player at this seat, or with None the referee."""

    kind: ClassVar = Kind.CONFIRM
    round: int
    seat: int | None

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat}

    @classmethod
    def unpack(cls, row: _Row) -> "Confirmation":
        return cls(row.round, row.seat_id)


@dataclass(frozen=True, slots=True)
class Strike:
    """Another line no longer counts. `mark` says that Undo or Redo did it; it is empty for a strike by hand."""

    kind: ClassVar = Kind.STRIKE
    strikes: int
    mark: str = ""

    def pack(self) -> Columns:
        return {"strikes": self.strikes, "text": self.mark}

    @classmethod
    def unpack(cls, row: _Row) -> "Strike":
        return cls(row.strikes, row.text)


Payload = Score | Penalty | Arrival | Departure | Seating | NewRules | Stop | WentOn | Confirmation | Strike
_UNPACK = {one.kind: one.unpack for one in get_args(Payload)}

P = TypeVar("P", bound=Payload, covariant=True)


class SheetLine(NamedTuple, Generic[P]):
    """A line as it is read back: its number, that of the first line that was entered together with it, and what it says."""

    number: int
    entry: int
    payload: P

    @property
    def strikes(self) -> int | None:
        """The number of the line that it strikes."""
        return self.payload.strikes if isinstance(self.payload, Strike) else None


class Signature(NamedTuple):
    """Who entered a line, and when."""

    by: str
    at: datetime


_table = Base.metadata.tables[Line.__tablename__]
_NOTHING: Columns = dict.fromkeys(("round", "seat_id", "pips", "is_out", "strikes")) | {"text": ""}
_LINES = (
    select(*(_table.c[name] for name in _Row._fields))
    .where(_table.c.game_id == bindparam("game"))
    .order_by(_table.c.number)
)
_LINES_OF_ALL = (
    select(_table.c.game_id, *(_table.c[name] for name in _Row._fields))
    .where(_table.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_table.c.game_id, _table.c.number)
)
_SIGNATURES = select(_table.c.number, _table.c.by, _table.c.at).where(_table.c.game_id == bindparam("game"))
_WRITE = insert(_table)


def _read(row: _Row) -> SheetLine[Payload]:
    return SheetLine(row.number, row.entry, _UNPACK[row.kind](row))


def lines_of(game_id: int) -> list[SheetLine[Payload]]:
    """Every line of a game, in order."""
    return [_read(_Row._make(row)) for row in db.session.execute(_LINES, {"game": game_id})]


def lines_of_all(game_ids: Sequence[int]) -> dict[int, list[SheetLine[Payload]]]:
    """Every line of each of these games, by its id, in order."""
    lines: dict[int, list[SheetLine[Payload]]] = {game_id: [] for game_id in game_ids}
    for game_id, *row in db.session.execute(_LINES_OF_ALL, {"games": game_ids}):
        lines[game_id].append(_read(_Row._make(row)))
    return lines


def pack_line(payload: Payload) -> Columns:
    """What a line says as the columns of its row."""
    return {**_NOTHING, "kind": payload.kind, **payload.pack()}


def with_seats(payload: Payload, seats: Mapping[int, int]) -> Payload:
    """The same, said of other seats: those that these are called elsewhere."""
    match payload:
        case Score():
            return payload._replace(seat=seats[payload.seat])
        case Penalty() | Arrival() | Departure():
            return replace(payload, seat=seats[payload.seat])
        case Confirmation(round, seat):
            return Confirmation(round, None if seat is None else seats[seat])
        case Seating():
            return Seating(tuple(seats[seat] for seat in payload.seats))
        case NewRules() | Stop() | WentOn() | Strike():
            return payload
    assert_never(payload)


def count_reasons(game_ids: Select[int], words: str) -> int:
    """How many penalties of these games have these words in their reason."""
    mine = Line.game_id.in_(game_ids) & (Line.kind == Kind.PENALTY) & Line.text.icontains(words, autoescape=True)
    return db.session.scalar(select(func.count()).select_from(Line).where(mine)) or 0


def signatures_of(game_id: int) -> dict[int, Signature]:
    """Who entered each line of a game and when, by the line's number. Apart from the lines, which every sheet reads."""
    rows = db.session.execute(_SIGNATURES, {"game": game_id})
    return {number: Signature(by, at) for number, by, at in rows}


def write_lines(game_id: int, last: int, by: str, payloads: Sequence[Payload]) -> None:
    """Enter lines together on a locked game's sheet, after the line numbered `last`. The number of the first is their entry."""
    first, entered_at = last + 1, next_moment(game_id)
    for number, payload in enumerate(payloads, first):
        written = {"game_id": game_id, "number": number, "entry": first, "by": by, "at": entered_at}
        db.session.execute(_WRITE, {**written, **pack_line(payload)})


def backdate(game_id: int, begun: datetime, apart: timedelta) -> None:
    """Give a game's lines the times of another night, for a season that is made up."""
    for line in db.session.scalars(select(Line).filter_by(game_id=game_id)):
        line.at = begun + line.entry * apart
