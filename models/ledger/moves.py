"""Tracked rounds, whose moves are entered: lines for the table and for every move. A line can be struck, but never changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, get_args

from msgspec import field
from msgspec.structs import replace
from sqlalchemy import CheckConstraint, String, UniqueConstraint, bindparam, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.contents import Columns, Content, Kinds, Notation, Number, kinds_of, read_columns, write_columns
from models.ledger.games import Game
from models.ledger.moments import next_moment
from models.store.columns import At, Base, GameId, Id, Name, Numbers, enum_column
from models.store.database import db
from models.store.transactions import insert_many, read_rows
from rules.table.notation import LONGEST

# The most lines that a tracked round may have, more than any real one: every line is replayed to make the table.
MOST_LINES = 3000


class MoveKind(StrEnum):
    """The kinds of lines in a tracked round, as the column stores them: the table's state, a move, or a strike."""

    TABLE = "table"
    MOVE = "move"
    STRIKE = "strike"


class RoundRow(Base):
    """A line of a tracked round, in notation. It is numbered within its round; `entry` means the same as on a sheet."""

    __tablename__ = "moves"
    __table_args__ = (
        UniqueConstraint("game_id", "round", "number"),
        CheckConstraint("kind <> 'table' OR seats <> ''", name="table_is_whole"),
        CheckConstraint("kind <> 'strike' OR strikes IS NOT NULL", name="strike_is_whole"),
        CheckConstraint("strikes < number", name="strikes_an_earlier_line"),
        CheckConstraint("after < number", name="stands_after_an_earlier_line"),
    )

    id: Mapped[Id]
    game_id: Mapped[GameId]
    round: Mapped[int]
    number: Mapped[int]
    entry: Mapped[int]
    kind: Mapped[MoveKind] = mapped_column(enum_column(MoveKind, 10))
    text: Mapped[str] = mapped_column(String(LONGEST), default="")
    seats: Mapped[tuple[int, ...]] = mapped_column(Numbers, default=())
    after: Mapped[int | None]
    strikes: Mapped[int | None]
    by: Mapped[Name]
    at: Mapped[At]


class TableLaid(Content, tag_field="kind", tag=MoveKind.TABLE.value):
    """The table of a tracked round, and the seat that each of its letters stands for."""

    position: Notation = field(name="text")
    seats: tuple[Number, ...]

    def with_seats(self, seats: Mapping[int, int]) -> "TableLaid":
        """See `Content.with_seats`."""
        return replace(self, seats=tuple(seats[seat] for seat in self.seats))


class MoveMade(Content, tag_field="kind", tag=MoveKind.MOVE.value):
    """A move. For a move that was forgotten at first, `after` is the line after which it belongs.

    A move entered together with a strike of that line replaces the line. A move without `after` belongs where it
    was entered.
    """

    move: Notation = field(name="text")
    after: Number | None = None


class MoveStruck(Content, tag_field="kind", tag=MoveKind.STRIKE.value, kw_only=True):
    """A line that strikes another line of the round; `text` is the same as for a strike on a sheet."""

    mark: Notation = field(default="", name="text")
    strikes: Number


RoundPayload = TableLaid | MoveMade | MoveStruck
_KINDS: Kinds[RoundPayload] = kinds_of(get_args(RoundPayload))


class RoundLine(NamedTuple):
    """A line of a tracked round, as read from the database or a file."""

    number: int
    entry: int
    payload: RoundPayload
    by: str
    at: datetime

    @property
    def move(self) -> str:
        """The move in notation; empty if the line is not a move."""
        return self.payload.move if isinstance(self.payload, MoveMade) else ""

    @property
    def strikes(self) -> int | None:
        """The number of the line that this one strikes; None if it is not a strike."""
        return self.payload.strikes if isinstance(self.payload, MoveStruck) else None

    @property
    def after(self) -> int | None:
        """The number of the line after which this move belongs, or which this move replaces; otherwise None."""
        return self.payload.after if isinstance(self.payload, MoveMade) else None


_table = Base.metadata.tables[RoundRow.__tablename__]
_MOVES_OF_GAME = select(_table).where(_table.c.game_id == bindparam("game")).order_by(_table.c.round, _table.c.number)
_MOVES = _MOVES_OF_GAME.where(_table.c.round == bindparam("round"))
_NEWEST = (
    select(_table.c.number, _table.c.at)
    .where(_table.c.game_id == bindparam("game"), _table.c.round == bindparam("round"))
    .order_by(_table.c.number.desc())
    .limit(1)
)


_NOTHING: Columns = {"text": "", "seats": (), "after": None, "strikes": None}


def _read(row: Any) -> RoundLine:
    return RoundLine(row.number, row.entry, read_columns(_KINDS, row), row.by, row.at)


def pack_move_line(payload: RoundPayload) -> Columns:
    """The content of a line as the columns of its row."""
    return _NOTHING | write_columns(payload)


def moves_of(game: Game, round: int) -> tuple[RoundLine, ...]:
    """Every line of a tracked round, in order of entry."""
    return tuple(_read(row) for row in read_rows(_MOVES, {"game": game.id, "round": round}))


def newest_move_line(game: Game, round: int) -> tuple[int, datetime] | None:
    """The number and the moment of the newest line of a tracked round; None if the round has no lines."""
    row = read_rows(_NEWEST, {"game": game.id, "round": round}).first()
    return (row.number, row.at) if row else None


def moves_of_game(game_id: int) -> dict[int, list[RoundLine]]:
    """The lines of each tracked round of a game, in order of entry, by round number."""
    kept: dict[int, list[RoundLine]] = {}
    for row in read_rows(_MOVES_OF_GAME, {"game": game_id}):
        kept.setdefault(row.round, []).append(_read(row))
    return kept


def kept_rounds(game_id: int) -> set[int]:
    """The numbers of the tracked rounds, including those whose table was struck."""
    return set(db.session.scalars(select(RoundRow.round).filter_by(game_id=game_id).distinct()))


def write_moves(game_id: int, round: int, last: int, by: str, payloads: Sequence[RoundPayload]) -> None:
    """Enter lines together in a tracked round of a locked game, after the line numbered `last`."""
    first, entered_at = last + 1, next_moment(game_id)
    entry = {"game_id": game_id, "round": round, "entry": first, "by": by, "at": entered_at}
    numbered = enumerate(payloads, first)
    insert_many(RoundRow, (entry | {"number": number} | pack_move_line(payload) for number, payload in numbered))
