"""The lines of a sheet: everything ever entered in a game, in order. A line can be struck, but never changes.

The content of a line is a struct. Each kind of line has its own type, which club files use too.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar, cast, get_args

from msgspec import field
from sqlalchemy import CheckConstraint, ForeignKey, Select, String, UniqueConstraint, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.contents import (
    LONGEST_TEXT,
    Columns,
    Content,
    Kinds,
    Number,
    Pips,
    RoundNumber,
    Text,
    kinds_of,
    read_columns,
    write_columns,
)
from models.ledger.games import Game
from models.ledger.moments import next_moment
from models.store.columns import At, Base, GameId, Id, Name, enum_column
from models.store.database import db
from models.store.transactions import insert_many, read_rows
from rules import RuleBook, read_rules


class Kind(StrEnum):
    """The kinds of lines on a sheet, as the column stores them, in at most ten letters. A new kind needs no migration."""

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
    """A line of a sheet, numbered within its game. `entry` is the number of the first line entered together with it."""

    __tablename__ = "lines"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        # Kinds that are newer than the first version are checked by their types alone.
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


class SheetContent(Content, tag_field="kind"):
    """The content of a line of a sheet."""


class Score(SheetContent, tag=Kind.SCORE.value):
    """The pips that a player had left in a round."""

    round: RoundNumber
    seat: Number
    pips: Pips
    is_out: bool = field(default=False, name="out")
    # The pips as somebody typed or tapped them.
    text: Text = ""


class Penalty(SheetContent, tag=Kind.PENALTY.value):
    """Pips that were added by hand; `text` says why. A subclass, such as `Bonus`, overrides `added`."""

    # The round that was being played at the time.
    round: RoundNumber
    seat: Number
    pips: Pips
    reason: Text = field(default="", name="text")

    @property
    def added(self) -> int:
        """The pips that the penalty adds to the player's total."""
        return self.pips


class Bonus(Penalty, tag=Kind.BONUS.value):
    """Pips that were taken off by hand; `text` says why."""

    @property
    def added(self) -> int:
        """The pips that the bonus adds to the player's total, as a negative number."""
        return -self.pips


class Arrival(SheetContent, tag=Kind.ARRIVE.value):
    """A late player, and the pips that the player starts with."""

    # The first round that the player plays.
    round: RoundNumber
    seat: Number
    pips: Pips


class Departure(SheetContent, tag=Kind.LEAVE.value):
    """A player who left."""

    # The first round that the player does not play.
    round: RoundNumber
    seat: Number


class Seating(SheetContent, tag=Kind.SEATING.value):
    """The seats in clockwise order, such as `2 1 3`."""

    text: Text = ""

    @classmethod
    def of(cls, seats: Iterable[int]) -> "Seating":
        """A seating with these seats in clockwise order."""
        return cls(" ".join(map(str, seats)))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in clockwise order. Raises ValueError if the text is anything else."""
        return tuple(map(int, self.text.split(" ")))

    def with_seats(self, seats: Mapping[int, int]) -> "Seating":
        """See `Content.with_seats`."""
        return Seating.of(seats[seat] for seat in self.seats)


class NewRules(SheetContent, tag=Kind.RULES.value):
    """Rules and engines from the first round on, such as `double-nine 9-8-7`."""

    text: Text = ""

    @classmethod
    def of(cls, rules: str, engines: Iterable[int]) -> "NewRules":
        """New rules, as named by `rules`, with these engines."""
        return cls(f"{rules} {'-'.join(map(str, engines))}")

    @property
    def rules(self) -> str:
        """The text that names the rules."""
        return self.text.partition(" ")[0]

    @property
    def book(self) -> RuleBook:
        """The rule book that `rules` names. Raises BookError."""
        return read_rules(self.rules)

    @property
    def engines(self) -> tuple[int, ...]:
        """The engines. Raises ValueError if the text does not list them."""
        # Older versions could import a struck line with commas between the engines.
        return tuple(map(int, re.split("[-,]", self.text.partition(" ")[2])))


class Stop(SheetContent, tag=Kind.STOP.value):
    """The game was stopped."""


@dataclass(frozen=True, slots=True)
class LaterNight:
    """A later night on which a game continues: its date and its `ref`."""

    date: date
    ref: str


class WentOn(SheetContent, tag=Kind.GO_ON.value):
    """The game continued. If that was on another night, `text` is that night's date and `ref`."""

    text: Text = ""

    @classmethod
    def on(cls, night: LaterNight) -> "WentOn":
        """The content of a line that says that the game continued on this later night."""
        return cls(f"{night.date} {night.ref}")

    @property
    def night(self) -> LaterNight | None:
        """The later night; None for the night on which the game started.

        Raises ValueError if the text names no date.
        """
        day, _, ref = self.text.partition(" ")
        return LaterNight(date.fromisoformat(day), ref) if day else None


class Confirmation(SheetContent, tag=Kind.CONFIRM.value):
    """The second player at `seat`, or the referee if no seat is given, confirms the scores of a round."""

    round: RoundNumber
    seat: Number | None = None


class Strike(SheetContent, tag=Kind.STRIKE.value, kw_only=True):
    """A line that strikes another; `text` is `undo` or `redo` if Undo or Redo made it, otherwise empty."""

    mark: Text = field(default="", name="text")
    strikes: Number


Payload = Score | Penalty | Bonus | Arrival | Departure | Seating | NewRules | Stop | WentOn | Confirmation | Strike
_KINDS: Kinds[Payload] = kinds_of(get_args(Payload))

P = TypeVar("P", bound=Payload, covariant=True)


class SheetLine(NamedTuple, Generic[P]):
    """A line of a sheet, as read from the database or a file.

    `entry` is the number of the first line entered together with it.
    """

    number: int
    entry: int
    payload: P
    by: str
    at: datetime

    @property
    def strikes(self) -> int | None:
        """The number of the line that this one strikes; None if it is not a strike."""
        return self.payload.strikes if isinstance(self.payload, Strike) else None


_table = Base.metadata.tables[SheetRow.__tablename__]
_NOTHING: Columns = dict.fromkeys(("round", "seat_id", "pips", "is_out", "strikes")) | {"text": ""}
_LINES_OF_ALL = (
    select(_table)
    .where(_table.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_table.c.game_id, _table.c.number)
)
_later = _table.alias()
_NEWEST = select(_table.c.game_id, _table.c.number, _table.c.at).where(
    _table.c.game_id.in_(bindparam("games", expanding=True)),
    _table.c.number == select(func.max(_later.c.number)).where(_later.c.game_id == _table.c.game_id).scalar_subquery(),
)


def lines_of(game: Game) -> tuple[SheetLine[Payload], ...]:
    """Every line of a game's sheet, in order."""
    return tuple(lines_of_all([game.id])[game.id])


def newest_lines(game_ids: Sequence[int]) -> dict[int, tuple[int, datetime]]:
    """The number and moment of the newest line on each game's sheet, by game id; games without lines are left out."""
    rows = db.session.execute(_NEWEST, {"games": game_ids}) if game_ids else ()
    return {game_id: (number, at) for game_id, number, at in rows}


def lines_of_all(game_ids: Sequence[int]) -> dict[int, list[SheetLine[Payload]]]:
    """All lines on the sheets of these games, in order, by game id."""
    lines: dict[int, list[SheetLine[Payload]]] = {game_id: [] for game_id in game_ids}
    for row in read_rows(_LINES_OF_ALL, {"games": game_ids}) if game_ids else ():
        payload = read_columns(_KINDS, row)
        lines[row.game_id].append(SheetLine(row.number, row.entry, payload, row.by, row.at))
    return lines


def pack_line(payload: Payload) -> Columns:
    """The content of a line as the columns of its row."""
    return _NOTHING | write_columns(payload)


def lines_with(content: type[P], lines: Iterable[SheetLine[Payload]]) -> list[SheetLine[P]]:
    """The lines with this kind of content."""
    return [cast("SheetLine[P]", line) for line in lines if isinstance(line.payload, content)]


def count_reasons(game_ids: Select[int], words: str) -> int:
    """The number of lines of these games that have these words in their reason, ignoring case."""
    kinds = [kind for kind, content in _KINDS.items() if "reason" in content.__struct_fields__]
    penalties = SheetRow.game_id.in_(game_ids) & SheetRow.kind.in_(kinds)
    return sum(
        words.casefold() in reason.casefold() for reason in db.session.scalars(select(SheetRow.text).where(penalties))
    )


def write_lines(game_id: int, last: int, by: str, payloads: Sequence[Payload]) -> None:
    """Enter lines together on a locked game's sheet, after the line numbered `last`.

    The number of the first line becomes the `entry` of all of them.
    """
    first, entered_at = last + 1, next_moment(game_id)
    entry = {"game_id": game_id, "entry": first, "by": by, "at": entered_at}
    numbered = enumerate(payloads, first)
    insert_many(SheetRow, (entry | {"number": number} | pack_line(payload) for number, payload in numbered))
