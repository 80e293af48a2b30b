"""The lines of a kept round in a club file: how its table lay, the moves on it, and the strikes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, assert_never

from msgspec import Meta

from models.files.fields import ALWAYS, Notation, Number, Part, RoundNumber
from models.files.lines import Facts, SignedLine, signed_facts, without_empty
from models.ledger.moves import MOST_LINES, MoveKind, MoveMade, MoveStruck, RoundLine, RoundPayload, TableLaid


class TableLine(SignedLine, tag=MoveKind.TABLE.value, kw_only=True):
    """The table of a kept round, and the seats of its letters."""

    text: Notation
    seats: Annotated[tuple[Number, ...], Meta(extra={"says": "file.seats"})]

    @property
    def payload(self) -> TableLaid:
        return TableLaid(self.text, self.seats)


class MoveMadeLine(SignedLine, tag=MoveKind.MOVE.value, kw_only=True):
    """A move; a forgotten move has in `after` the line behind which it belongs."""

    text: Notation
    after: Number | None = None

    @property
    def payload(self) -> MoveMade:
        return MoveMade(self.text, self.after)


class MoveStrikeLine(SignedLine, tag=MoveKind.STRIKE.value, kw_only=True):
    """The strike of another line of the round; `text` is as on a sheet."""

    text: Notation = ""
    strikes: Number

    @property
    def payload(self) -> MoveStruck:
        return MoveStruck(self.strikes, self.text)


LineOfRound = TableLine | MoveMadeLine | MoveStrikeLine


class FileRound(Part):
    """A kept round with every line that was entered for its table."""

    round: RoundNumber
    lines: Annotated[tuple[LineOfRound, ...], Meta(extra_json_schema={"maxItems": MOST_LINES, **ALWAYS})] = ()


def read_move_line(line: LineOfRound, number: int) -> RoundLine:
    """The line with this number in a kept round."""
    return RoundLine(number=number, entry=line.entry or number, payload=line.payload, by=line.by, at=line.at)


def with_seats_laid(payload: RoundPayload, seats: Mapping[int, int]) -> RoundPayload:
    """The same content with each seat replaced by its counterpart in `seats`."""
    if isinstance(payload, TableLaid):
        return replace(payload, seats=tuple(seats[seat] for seat in payload.seats))
    return payload


def write_move_line(line: RoundLine) -> Facts:
    """A line of a kept round as the file has it."""
    facts: Facts = {**signed_facts(line), "kind": line.payload.kind.value}
    match line.payload:
        case TableLaid(position, at):
            return {**facts, "text": position, "seats": list(at)}
        case MoveMade(move, after):
            return {**facts, "text": move, **without_empty({"after": after})}
        case MoveStruck(strikes, mark):
            return {**facts, **without_empty({"text": mark, "strikes": strikes})}
    assert_never(line.payload)
