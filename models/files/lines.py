"""The lines of a sheet and of a kept round in a club's file. Seats are numbered from 1 in the order of their game's list."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, assert_never

from models.files.fields import Fields, check_ref, read_day
from models.ledger.lines import (
    LONGEST_TEXT,
    Arrival,
    Confirmation,
    Departure,
    Kind,
    LaterNight,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    Stop,
    Strike,
    WentOn,
)
from models.ledger.moves import MoveKind, MoveMade, MoveStruck, RoundLine, RoundPayload, TableLaid
from models.sheets.fold import read_left
from models.store.columns import LONGEST_NAME
from models.texts import say
from rules import read_move, read_position, read_rules
from rules.table.deal import read_engines
from rules.table.notation import LONGEST

Facts = dict[str, Any]

MOST_PIPS, MOST_ROUNDS = 99999, 999

K = TypeVar("K", Kind, MoveKind)


class FileLine(NamedTuple):
    """A line of a sheet: its number, that of the first line that was entered together with it, what it says, by whom, when."""

    number: int
    entry: int
    payload: Payload
    by: str
    at: datetime


def without_empty(facts: Facts) -> Facts:
    """The facts that say something: None, an empty text, 0 and False are left out."""
    return {name: value for name, value in facts.items() if value not in (None, "", False)}


def write_line(line: FileLine) -> Facts:
    """A line of a sheet as the file has it."""
    payload = line.payload
    return {**_signed(line), "kind": payload.kind.value, **_said(payload)}


def _said(payload: Payload) -> Facts:
    match payload:
        case Score(round, seat, pips, is_out, text):
            return without_empty({"round": round, "seat": seat, "out": is_out, "text": text}) | {"pips": pips}
        case Penalty(round, seat, pips, reason):
            return without_empty({"round": round, "seat": seat, "text": reason}) | {"pips": pips}
        case Arrival(round, seat, pips):
            return {"round": round, "seat": seat, "pips": pips}
        case Departure(round, seat):
            return {"round": round, "seat": seat}
        case Confirmation(round, seat):
            return without_empty({"round": round, "seat": seat})
        case Seating() | NewRules() | WentOn():
            return without_empty({"text": payload.text})
        case Stop():
            return {}
        case Strike(strikes, mark):
            return without_empty({"text": mark, "strikes": strikes})
    assert_never(payload)


def write_move_line(line: RoundLine, seats: Mapping[int, int]) -> Facts:
    """A line of a kept round as the file has it; `seats` are the numbers of seats by their ids."""
    facts: Facts = {**_signed(line), "kind": line.payload.kind.value}
    match line.payload:
        case TableLaid(position, at):
            return {**facts, "text": position, "seats": [seats[seat] for seat in at]}
        case MoveMade(move, after):
            return {**facts, "text": move, **without_empty({"after": after})}
        case MoveStruck(strikes, mark):
            return {**facts, **without_empty({"text": mark, "strikes": strikes})}
    assert_never(line.payload)


def _signed(line: FileLine | RoundLine) -> Facts:
    """Who entered a line and when; with which earlier line it was entered together."""
    together = {} if line.entry == line.number else {"entry": line.entry}
    return {**together, "by": line.by, "at": line.at}


def read_line(one: Fields, number: int, seats: int) -> FileLine:
    """The line of this number on the sheet of a game with so many seats. Raises FileError."""
    kind = _read_kind(one, Kind)
    text = one.text("text", LONGEST_TEXT, "")
    entry, strikes, by, at = _read_signed(one, number)
    numbers = {
        "round": one.perhaps("round", lambda name: one.number(name, 1, MOST_ROUNDS)),
        "seat": one.perhaps("seat", lambda name: one.number(name, 1, seats)),
        "pips": one.perhaps("pips", lambda name: one.number(name, 0, MOST_PIPS)),
        "strikes": strikes,
    }
    needed, others = _FIELDS[kind]
    for name in needed:
        if numbers[name] is None:
            raise one.wrong(name, say("file.missing", kind=kind))
    for name, found in {**numbers, "text": text or None}.items():
        if found is not None and name not in (*needed, *others):
            raise one.wrong(name, say("file.not-of-this", kind=kind))
    is_out = kind is Kind.SCORE and bool(one.facts.get("out"))
    if is_out and numbers["pips"]:
        raise one.wrong("pips", say("file.out-has-none"))
    try:
        payload = _read_payload(kind, {name: found or 0 for name, found in numbers.items()}, text, is_out)
        if isinstance(payload, Seating) and not set(payload.seats) <= set(range(1, seats + 1)):
            raise ValueError(text)
    except (ValueError, IndexError) as error:
        raise one.wrong("text", say("file.no-sense", text=text[:40])) from error
    return FileLine(number, entry, payload, by, at)


# What a line of each kind cannot do without, and what it may have besides.
_CELL = ("round", "seat", "pips")
_FIELDS: dict[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Kind.SCORE: (_CELL, ("text",)),
    Kind.PENALTY: (_CELL, ("text",)),
    Kind.ARRIVE: (_CELL, ()),
    Kind.LEAVE: (("round", "seat"), ()),
    Kind.CONFIRM: (("round",), ("seat",)),
    Kind.STRIKE: (("strikes",), ("text",)),
    Kind.SEATING: ((), ("text",)),
    Kind.RULES: ((), ("text",)),
    Kind.GO_ON: ((), ("text",)),
    Kind.STOP: ((), ()),
}


def _read_payload(kind: Kind, numbers: Mapping[str, int], text: str, is_out: bool) -> Payload:
    """What a line says. Raises ValueError where its text makes no sense."""
    round, seat, pips = (numbers[name] for name in _CELL)
    match kind:
        case Kind.SCORE:
            read_left(text, pips, is_out)
            return Score(round, seat, pips, is_out, text)
        case Kind.PENALTY:
            return Penalty(round, seat, pips, text)
        case Kind.ARRIVE:
            return Arrival(round, seat, pips)
        case Kind.LEAVE:
            return Departure(round, seat)
        case Kind.CONFIRM:
            return Confirmation(round, seat or None)
        case Kind.STRIKE:
            return Strike(numbers["strikes"], text)
        case Kind.SEATING:
            return _read_seating(text)
        case Kind.RULES:
            return _read_rules(text)
        case Kind.GO_ON:
            return WentOn(_read_night(text) if text else None)
        case Kind.STOP:
            return Stop()
    assert_never(kind)


def _read_night(text: str) -> LaterNight:
    day, ref = text.split(" ")
    return LaterNight(read_day(day), check_ref(ref))


def _read_rules(text: str) -> NewRules:
    rules, engines = text.split(" ")
    read_engines(engines.replace("-", " "), read_rules(rules))
    return NewRules(rules, tuple(map(int, engines.split("-"))))


def _read_seating(text: str) -> Seating:
    named = [int(seat) for seat in text.split(" ")]
    if len(set(named)) < len(named):
        raise ValueError(text)
    return Seating(tuple(named))


def read_move_line(one: Fields, number: int, seats: int) -> RoundLine:
    """The line of this number in a kept round of a game with so many seats; its seats are their numbers. Raises FileError."""
    kind = _read_kind(one, MoveKind)
    if kind is MoveKind.MOVE:
        one.read("text", read_move, "file.a-text")
    at = one.facts.get("seats", [])
    position = one.read("text", read_position, "file.a-text") if kind is MoveKind.TABLE else None
    known = isinstance(at, list) and all(type(seat) is int and 1 <= seat <= seats for seat in at)
    if not known or len(set(at)) < len(at) or len(at) != (len(position.seats) if position else 0):
        raise one.wrong("seats", say("file.seats"))
    if kind is MoveKind.STRIKE and one.facts.get("strikes") is None:
        raise one.wrong("strikes", say("file.missing", kind=kind))
    for name, its in (("strikes", MoveKind.STRIKE), ("after", MoveKind.MOVE)):
        if kind is not its and one.facts.get(name) is not None:
            raise one.wrong(name, say("file.not-of-this", kind=kind))
    entry, strikes, by, entered_at = _read_signed(one, number)
    text = one.text("text", LONGEST, "")
    after = one.perhaps("after", lambda name: one.number(name, 1, number - 1))
    payload: RoundPayload
    match kind:
        case MoveKind.TABLE:
            payload = TableLaid(text, tuple(at))
        case MoveKind.MOVE:
            payload = MoveMade(text, after)
        case MoveKind.STRIKE:
            payload = MoveStruck(strikes or 0, text)
        case _:
            assert_never(kind)
    return RoundLine(number, entry, payload, by, entered_at)


def _read_kind(one: Fields, kinds: type[K]) -> K:
    return one.read("kind", kinds, "file.a-kind")


def _read_signed(one: Fields, number: int) -> tuple[int, int | None, str, datetime]:
    """The line's entry, the line that it strikes, by whom it was entered, and when."""
    entry = one.perhaps("entry", lambda name: one.number(name, 1, number))
    strikes = one.perhaps("strikes", lambda name: one.number(name, 1, number - 1))
    return entry or number, strikes, one.text("by", LONGEST_NAME), one.moment("at")
