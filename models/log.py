"""The log: what every line of a sheet says, in words."""

from collections.abc import Mapping, Sequence

from models.lines import Kind, Written
from models.moves import MoveKind, Noted
from models.sheet import Sheet
from rules import read_move, read_position
from rules.telling import move_in_words
from rules.wording import list_of, say


def entry_in_words(sheet: Sheet, entry: Sequence[Written]) -> str:
    """What was entered together, in words."""
    first = entry[0]
    if len(entry) == 1:
        return line_in_words(sheet, first)
    return say("line.several", round=first.round, count=len(entry))


def move_line_in_words(line: Noted, names: Mapping[str, str]) -> str:
    """What a line of a kept round says; `names` are the players' by letter when it was entered."""
    if line.kind is MoveKind.MOVE:
        return move_in_words(read_move(line.text), names)
    if line.kind is MoveKind.TABLE:
        position = read_position(line.text)
        if not any(train.path for train in position.trains):
            return say("line.begin", name=names.get(position.first, position.first))
    return say(f"line.{line.kind}", strikes=line.strikes, text=line.text)


def line_in_words(sheet: Sheet, line: Written) -> str:
    """What a line says, in words for the log."""
    facts = {
        "name": sheet.everybody.get(line.seat_id or 0, ""),
        "round": line.round,
        "pips": line.pips,
        "text": line.text,
        "strikes": line.strikes,
    }
    if line.kind is Kind.SCORE and line.is_out:
        return say("line.out", **facts)
    if line.kind is Kind.CONFIRM and line.seat_id is None:
        return say("line.confirm-referee", **facts)
    if line.kind is Kind.SEATING:
        return say("line.seating", names=list_of([sheet.everybody.get(int(seat), "?") for seat in line.text.split()]))
    if line.kind is Kind.RULES:
        rules, engines = line.text.split(" ")
        return say("line.rules", rules=rules, engines=engines.replace("-", ", "))
    return say(f"line.{line.kind}", **facts)
