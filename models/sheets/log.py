"""The log: what every line of a sheet says, in words."""

from collections.abc import Mapping, Sequence

from models.ledger.lines import Kind, Written
from models.ledger.moves import MoveKind, Noted
from models.sheets.acts import Act
from models.sheets.sheet import Sheet
from rules import read_move, read_position
from rules.referee.in_words import move_in_words
from rules.table.move import Lay, Pass
from rules.table.position import SEATS
from rules.wording import list_of, say


def act_in_words(sheet: Sheet, act: Act) -> str:
    """An act in the few words of a button: `Ben 9-7`, `line 20 struck (Ben 9-7)`."""
    names = {letter: sheet.everybody.get(seat, letter) for letter, seat in zip(SEATS, act.seats, strict=False)}
    new = [line for line in act.lines if line.strikes is None]
    if not act.about:
        return _lines_in_words(sheet, act.round, new, names)
    first, last = act.about[0].number, act.about[-1].number
    if new:
        return say("act.changed", line=first, what=_lines_in_words(sheet, act.round, new, names))
    key = "act.put-back" if act.puts_back else "act.struck"
    what = _lines_in_words(sheet, act.round, act.about, names)
    return say(key if first == last else f"{key}-several", line=first, last=last, what=what)


def _lines_in_words(sheet: Sheet, round: int, lines: Sequence[Written | Noted], names: Mapping[str, str]) -> str:
    first = lines[0]
    if isinstance(first, Written):
        return (
            line_in_words(sheet, first) if len(lines) == 1 else say("line.several", round=first.round, count=len(lines))
        )
    if first.kind is MoveKind.TABLE:
        return say("act.table" if len(lines) == 1 else "act.record", round=round)
    move = read_move(first.text)
    if isinstance(move, Lay):
        tiles = " ".join(map(str, move.tiles))
        return say("act.lay", name=names.get(move.seat, move.seat), tiles=tiles)
    if isinstance(move, Pass):
        return say("act.pass", name=names.get(move.seat, move.seat))
    return move_in_words(move, names).rstrip(".")


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
