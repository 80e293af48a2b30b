"""The lines of a sheet: everything that was ever entered in a game, in order. A line is struck, never changed.

The content of a line is a value of its own class, which packs itself into columns and unpacks itself. Only this module knows
those columns.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, assert_never, get_args

from sqlalchemy import CheckConstraint, ForeignKey, Select, String, UniqueConstraint, bindparam, func, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.games import Game
from models.ledger.moments import next_moment
from models.store.columns import At, Base, GameId, Id, Name, enum_column
from models.store.database import db
from models.store.transactions import read_rows
from rules import RuleBook, read_rules

LONGEST_TEXT = 600

Columns = dict[str, Any]


class Kind(StrEnum):
    """The kinds of lines on a sheet, as the column writes them."""

    SCORE = "score"
    PENALTY = "penalty"
    BONUS = "bonus"
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


class SheetRow(Base):
    """A line of a sheet. `number` counts within the game; `entry` is the number of the first line that was entered with it."""

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
    kind: Mapped[Kind] = mapped_column(enum_column(Kind, 10))
    round: Mapped[int | None]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id"), index=True)
    pips: Mapped[int | None]
    is_out: Mapped[bool | None]
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT), default="")
    strikes: Mapped[int | None]
    by: Mapped[Name]
    at: Mapped[At]


class _SheetColumns(NamedTuple):
    """The columns of a line that are read back."""

    number: int
    entry: int
    kind: Kind
    round: int
    seat_id: int
    pips: int
    is_out: bool
    text: str
    strikes: int
    by: str
    at: datetime


class _ScoreFields(NamedTuple):
    round: int
    seat: int
    pips: int
    is_out: bool
    text: str


class Score(_ScoreFields):
    """The pips that a player had left in a round. `text` holds them as somebody typed or tapped them.

    It is a named tuple, because a sheet has a hundred of them.
    """

    __slots__ = ()
    kind: ClassVar = Kind.SCORE

    def pack(self) -> Columns:
        cell = {"round": self.round, "seat_id": self.seat, "pips": self.pips}
        return {**cell, "is_out": self.is_out, "text": self.text}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Score":
        return cls(round=row.round, seat=row.seat_id, pips=row.pips, is_out=row.is_out, text=row.text)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Pips that somebody added by hand, with the round that was being played then."""

    kind: ClassVar = Kind.PENALTY
    round: int
    seat: int
    pips: int
    reason: str

    @property
    def added(self) -> int:
        """The pips that it adds to the player's total."""
        return self.pips

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat, "pips": self.pips, "text": self.reason}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Penalty":
        return cls(row.round, row.seat_id, row.pips, row.text)


@dataclass(frozen=True, slots=True)
class Bonus(Penalty):
    """Pips that somebody took off by hand, with the round that was being played then."""

    kind: ClassVar = Kind.BONUS

    @property
    def added(self) -> int:
        """The pips that it adds to the player's total, below zero."""
        return -self.pips


@dataclass(frozen=True, slots=True)
class Arrival:
    """The arrival of a player who plays from this round on, and the pips that this adds to the player's total."""

    kind: ClassVar = Kind.ARRIVE
    round: int
    seat: int
    pips: int

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat, "pips": self.pips}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Arrival":
        return cls(row.round, row.seat_id, row.pips)


@dataclass(frozen=True, slots=True)
class Departure:
    """The departure of a player, who no longer plays from this round on."""

    kind: ClassVar = Kind.LEAVE
    round: int
    seat: int

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Departure":
        return cls(row.round, row.seat_id)


@dataclass(frozen=True, slots=True)
class Seating:
    """A new clockwise order of the seats."""

    kind: ClassVar = Kind.SEATING
    seats: tuple[int, ...]

    @property
    def text(self) -> str:
        """The text of the column: the seats, separated by spaces."""
        return " ".join(map(str, self.seats))

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Seating":
        return cls(tuple(map(int, row.text.split())))


@dataclass(frozen=True, slots=True)
class NewRules:
    """New rules, by the text that names them, or new engines. They count from the first round on."""

    kind: ClassVar = Kind.RULES
    rules: str
    engines: tuple[int, ...]

    @property
    def book(self) -> RuleBook:
        """The rule book that `rules` names. Raises BookError."""
        return read_rules(self.rules)

    @property
    def text(self) -> str:
        """The text of the column: the rules and the engines."""
        return f"{self.rules} {'-'.join(map(str, self.engines))}"

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "NewRules":
        rules, _, engines = row.text.partition(" ")
        # Older versions could import a struck line with commas between the engines.
        return cls(rules, tuple(map(int, re.split("[-,]", engines))))


@dataclass(frozen=True, slots=True)
class Stop:
    """An early stop of the game."""

    kind: ClassVar = Kind.STOP

    def pack(self) -> Columns:
        return {}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Stop":
        return cls()


@dataclass(frozen=True, slots=True)
class LaterNight:
    """A later night on which a game goes on: its date, and its name in an address."""

    date: date
    ref: str


@dataclass(frozen=True, slots=True)
class WentOn:
    """The game goes on, on a later night, or with None on the night on which it began."""

    kind: ClassVar = Kind.GO_ON
    night: LaterNight | None

    @property
    def text(self) -> str:
        """The text of the column: the night's date and name; empty for the night on which the game began."""
        return f"{self.night.date} {self.night.ref}" if self.night else ""

    def pack(self) -> Columns:
        return {"text": self.text}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "WentOn":
        day, _, ref = row.text.partition(" ")
        return cls(LaterNight(date.fromisoformat(day), ref) if day else None)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The player at this seat, or the referee if `seat` is None, confirms that a round's scores are right."""

    kind: ClassVar = Kind.CONFIRM
    round: int
    seat: int | None

    def pack(self) -> Columns:
        return {"round": self.round, "seat_id": self.seat}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Confirmation":
        return cls(row.round, row.seat_id)


@dataclass(frozen=True, slots=True)
class Strike:
    """The line numbered `strikes` no longer counts. `mark` says that Undo or Redo did it; it is empty for a strike by hand."""

    kind: ClassVar = Kind.STRIKE
    strikes: int
    mark: str = ""

    def pack(self) -> Columns:
        return {"strikes": self.strikes, "text": self.mark}

    @classmethod
    def unpack(cls, row: _SheetColumns) -> "Strike":
        return cls(row.strikes, row.text)


Payload = Score | Penalty | Bonus | Arrival | Departure | Seating | NewRules | Stop | WentOn | Confirmation | Strike
_UNPACK = {one.kind: one.unpack for one in get_args(Payload)}

P = TypeVar("P", bound=Payload, covariant=True)


class SheetLine(NamedTuple, Generic[P]):
    """A line as it is read back: its number, that of the first line entered with it, its content, the person and the moment."""

    number: int
    entry: int
    payload: P
    by: str
    at: datetime

    @property
    def strikes(self) -> int | None:
        """The number of the line that it strikes; None if it is not a strike."""
        return self.payload.strikes if isinstance(self.payload, Strike) else None


_table = Base.metadata.tables[SheetRow.__tablename__]
_NOTHING: Columns = dict.fromkeys(("round", "seat_id", "pips", "is_out", "strikes")) | {"text": ""}
_LINES_OF_ALL = (
    select(_table.c.game_id, *(_table.c[name] for name in _SheetColumns._fields))
    .where(_table.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_table.c.game_id, _table.c.number)
)
_later = _table.alias()
_NEWEST = select(_table.c.game_id, _table.c.number, _table.c.at).where(
    _table.c.game_id.in_(bindparam("games", expanding=True)),
    _table.c.number == select(func.max(_later.c.number)).where(_later.c.game_id == _table.c.game_id).scalar_subquery(),
)
_WRITE = insert(_table)


def _read(row: tuple[Any, ...]) -> SheetLine[Payload]:
    columns = _SheetColumns._make(row)
    return SheetLine(
        number=columns.number,
        entry=columns.entry,
        payload=_UNPACK[columns.kind](columns),
        by=columns.by,
        at=columns.at,
    )


def lines_of(game: Game) -> tuple[SheetLine[Payload], ...]:
    """Every line of a game's sheet, in order."""
    return tuple(lines_of_all([game.id])[game.id])


def newest_lines(game_ids: Sequence[int]) -> dict[int, tuple[int, datetime]]:
    """The number and the moment of the newest line on the sheet of each of these games, by the game's id; none where no line is."""
    rows = db.session.execute(_NEWEST, {"games": game_ids}) if game_ids else ()
    return {game_id: (number, at) for game_id, number, at in rows}


def lines_of_all(game_ids: Sequence[int]) -> dict[int, list[SheetLine[Payload]]]:
    """Every line of each of these games, by the game's id, in order."""
    lines: dict[int, list[SheetLine[Payload]]] = {game_id: [] for game_id in game_ids}
    for row in read_rows(_LINES_OF_ALL, {"games": game_ids}) if game_ids else ():
        lines[row[0]].append(_read(row[1:]))
    return lines


def pack_line(payload: Payload) -> Columns:
    """The content of a line as the columns of its row."""
    return {**_NOTHING, "kind": payload.kind, **payload.pack()}


def with_seats(payload: Payload, seats: Mapping[int, int]) -> Payload:
    """The same content with each seat replaced by its counterpart in `seats`. Raises KeyError for a seat that is not there."""
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
    """The number of penalties in these games whose reason contains these words; capital letters make no difference."""
    mine = SheetRow.game_id.in_(game_ids) & SheetRow.kind.in_((Kind.PENALTY, Kind.BONUS))
    return sum(
        words.casefold() in reason.casefold() for reason in db.session.scalars(select(SheetRow.text).where(mine))
    )


def write_lines(game_id: int, last: int, by: str, payloads: Sequence[Payload]) -> None:
    """Enter lines together on a locked game's sheet, after the line numbered `last`. The number of the first is their `entry`."""
    first, entered_at = last + 1, next_moment(game_id)
    for number, payload in enumerate(payloads, first):
        written = {"game_id": game_id, "number": number, "entry": first, "by": by, "at": entered_at}
        db.session.connection().execute(_WRITE, {**written, **pack_line(payload)})


def backdate(game_id: int, begun: datetime, apart: timedelta) -> None:
    """Set the times of a made-up game's lines: each is `entry` times `apart` after `begun`."""
    for line in db.session.scalars(select(SheetRow).filter_by(game_id=game_id)):
        line.at = begun + line.entry * apart
