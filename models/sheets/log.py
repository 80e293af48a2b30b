"""The log of a game: every line of its sheet and its tracked rounds, in words."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    SheetLine,
)
from models.ledger.moves import MoveMade, MoveStruck, RoundLine, TableLaid
from models.sheets.acts import Act
from models.sheets.sheet import Sheet
from models.sheets.striking import AnyLine
from models.texts import say
from rules import read_move, read_position
from rules.referee.in_words import move_in_words
from rules.table.move import Lay, Pass
from rules.table.position import SEATS
from rules.wording import list_of


def act_in_words(sheet: Sheet, act: Act) -> str:
    """An act in a few words, as on a button: `Ben 9-7`, `line 20 crossed out (Ben 9-7)`."""
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


def act_in_full(sheet: Sheet, act: Act) -> str:
    """An act as a sentence: scores entered together are listed singly; any other act is worded as on its button."""
    scores = [line.payload for line in act.lines if isinstance(line.payload, Score)]
    if len(scores) < 2:
        return act_in_words(sheet, act)
    named = [f"{_name(sheet, score.seat)} {say('line.is-out') if score.is_out else score.pips}" for score in scores]
    return say("line.scores", round=scores[0].round, scores=", ".join(named))


def _lines_in_words(sheet: Sheet, round: int, lines: Sequence[AnyLine], names: Mapping[str, str]) -> str:
    """Lines entered together, in words: a single line in full, several of one kind as their number and round."""
    first = lines[0]
    if isinstance(first, SheetLine):
        payload, count = first.payload, sum(type(line.payload) is type(first.payload) for line in lines)
        if count > 1 and isinstance(payload, Score | Penalty | Arrival | Departure | Confirmation):
            return say("line.several", round=payload.round, count=count)
        return line_in_words(sheet, payload)
    # A strike is described by the lines that it strikes, so the first line is never a strike.
    if not isinstance(first.payload, MoveMade):
        return say("act.table" if len(lines) == 1 else "act.record", round=round)
    move = read_move(first.payload.move)
    if isinstance(move, Lay):
        tiles = " ".join(map(str, move.tiles))
        return say("act.lay", name=names.get(move.seat, move.seat), tiles=tiles)
    if isinstance(move, Pass):
        return say("act.pass", name=names.get(move.seat, move.seat))
    return move_in_words(move, names).rstrip(".")


def move_line_in_words(line: RoundLine, names: Mapping[str, str]) -> str:
    """A line of a tracked round in words; `names` are the players by letter at the time when it was entered."""
    match line.payload:
        case MoveMade(move):
            return move_in_words(read_move(move), names)
        case TableLaid(text):
            position = read_position(text)
            if not any(train.path for train in position.trains):
                return say("line.begin", name=names.get(position.first, position.first))
            return say("line.table", text=text)
        case MoveStruck(strikes=strikes):
            return say("line.strike", strikes=strikes)
    assert_never(line.payload)


def line_in_words(sheet: Sheet, payload: Payload) -> str:
    """A line of the sheet in words. Each kind has a sentence, which may name any of the line's fields."""
    code, facts = f"line.{payload.kind}", payload.facts | {"name": _name(sheet, getattr(payload, "seat", None))}
    match payload:
        case Score(is_out=True):
            code = "line.out"
        case Confirmation(seat=None):
            code = "line.confirm-referee"
        case Seating():
            facts["names"] = list_of([sheet.everybody.get(seat, "?") for seat in payload.seats])
        case NewRules():
            facts |= {"rules": payload.rules, "engines": ", ".join(map(str, payload.engines))}
    return say(code, **facts).rstrip()


def _name(sheet: Sheet, seat: int | None) -> str:
    return sheet.everybody.get(seat or 0, "")
