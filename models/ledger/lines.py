"""The lines of a sheet: everything that was ever entered in a game, in order. A line is struck, never changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import CheckConstraint, Enum, ForeignKey, String, UniqueConstraint, bindparam, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.moments import next_moment
from models.store.columns import At, Base, GameId, Id, Name
from models.store.database import db

LONGEST_TEXT = 600


class Kind(StrEnum):
    """What a line says."""

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
    """One line. `number` counts within the game; `entry` is the number of the first line that was entered together with it.

    `pips` is what a score or a penalty counts, or what somebody who came later started with. `text` is what was typed
    or tapped for a score, the reason of a penalty, the seats of a new order, the rules and engines of a change, what kind of
    strike it is. A round is confirmed by the player at `seat_id`, or by the referee, who has no seat.
    """

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
    kind: Mapped[Kind] = mapped_column(
        Enum(Kind, native_enum=False, length=10, values_callable=lambda kinds: [kind.value for kind in kinds])
    )
    round: Mapped[int | None]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id"))
    pips: Mapped[int | None]
    is_out: Mapped[bool | None]
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT), default="")
    strikes: Mapped[int | None]
    by: Mapped[Name]
    at: Mapped[At]


class Written(NamedTuple):
    """What a line says, as it is read back."""

    number: int
    entry: int
    kind: Kind
    round: int
    seat_id: int
    pips: int
    is_out: bool
    text: str
    strikes: int | None


class Signature(NamedTuple):
    """Who entered a line, and when."""

    by: str
    at: datetime


_table = Base.metadata.tables[Line.__tablename__]
_LINES = (
    select(*(_table.c[name] for name in Written._fields))
    .where(_table.c.game_id == bindparam("game"))
    .order_by(_table.c.number)
)
_LINES_OF_ALL = (
    select(_table.c.game_id, *(_table.c[name] for name in Written._fields))
    .where(_table.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_table.c.game_id, _table.c.number)
)
_SIGNATURES = select(_table.c.number, _table.c.by, _table.c.at).where(_table.c.game_id == bindparam("game"))
_WRITE = insert(_table)


def lines_of(game_id: int) -> list[Written]:
    """Every line of a game, in order."""
    return [Written._make(row) for row in db.session.execute(_LINES, {"game": game_id})]


def lines_of_all(game_ids: Sequence[int]) -> dict[int, list[Written]]:
    """Every line of each of these games, by its id, in order."""
    lines: dict[int, list[Written]] = {game_id: [] for game_id in game_ids}
    for game_id, *row in db.session.execute(_LINES_OF_ALL, {"games": game_ids}):
        lines[game_id].append(Written._make(row))
    return lines


def signatures_of(game_id: int) -> dict[int, Signature]:
    """Who entered each line of a game and when, by the line's number. Apart from the lines, which every sheet reads."""
    rows = db.session.execute(_SIGNATURES, {"game": game_id})
    return {number: Signature(by, at) for number, by, at in rows}


def write_lines(game_id: int, last: int, by: str, lines: Sequence[Mapping[str, object]]) -> None:
    """Enter lines together on a locked game's sheet, after the line numbered `last`. The number of the first is their entry."""
    first, entered_at = last + 1, next_moment(game_id)
    for number, line in enumerate(lines, first):
        written = {"game_id": game_id, "number": number, "entry": first, "by": by, "at": entered_at}
        db.session.execute(_WRITE, {**written, **line})


def backdate(game_id: int, begun: datetime, apart: timedelta) -> None:
    """Give a game's lines the times of another night, for a season that is made up."""
    for line in db.session.scalars(select(Line).filter_by(game_id=game_id)):
        line.at = begun + line.entry * apart
