"""The lines of a sheet and of a kept round in a club's file. Seats are numbered from 1 in the order of their game's list."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, assert_never

from models.files.fields import Fields, FileError, check_ref, read_day
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
from rules import read_move, read_position, read_rules
from rules.table.deal import read_engines
from rules.table.notation import LONGEST
from rules.wording import say

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
    entry, strikes, by, at = _read_signed(one, number)
    kind = _read_kind(one, Kind)
    text = one.text("text", LONGEST_TEXT, "")
    said = {
        "round": one.perhaps("round", lambda name: one.number(name, 1, MOST_ROUNDS)),
        "seat": one.perhaps("seat", lambda name: one.number(name, 1, seats)),
        "pips": one.perhaps("pips", lambda name: one.number(name, 0, MOST_PIPS)),
        "strikes": strikes,
    }
    is_out = bool(one.facts.get("out"))

    def need(name: str) -> int:
        found = said[name]
        if found is None:
            raise one.wrong(name, say("file.missing", kind=kind))
        return found

    try:
        payload: Payload
        match kind:
            case Kind.SCORE:
                payload = Score(need("round"), need("seat"), need("pips"), is_out, text)
                if is_out and payload.pips:
                    raise one.wrong("pips", say("file.out-has-none"))
                read_left(text, payload.pips, is_out)
            case Kind.PENALTY:
                payload = Penalty(need("round"), need("seat"), need("pips"), text)
            case Kind.ARRIVE:
                payload = Arrival(need("round"), need("seat"), need("pips"))
            case Kind.LEAVE:
                payload = Departure(need("round"), need("seat"))
            case Kind.CONFIRM:
                payload = Confirmation(need("round"), said["seat"])
            case Kind.STRIKE:
                payload = Strike(need("strikes"), text)
            case Kind.SEATING:
                payload = _read_seating(text, seats)
            case Kind.RULES:
                payload = _read_rules(text)
            case Kind.GO_ON:
                payload = WentOn(_read_night(text) if text else None)
            case Kind.STOP:
                payload = Stop()
            case _:
                assert_never(kind)
    except (ValueError, IndexError) as error:
        if isinstance(error, FileError):
            raise
        raise one.wrong("text", say("file.no-sense", text=text[:40])) from error
    return FileLine(number, entry, payload, by, at)


def _read_night(text: str) -> LaterNight:
    day, ref = text.split(" ")
    return LaterNight(read_day(day), check_ref(ref))


def _read_rules(text: str) -> NewRules:
    rules, engines = text.split(" ")
    return NewRules(rules, read_engines(engines.replace("-", " "), read_rules(rules)))


def _read_seating(text: str, seats: int) -> Seating:
    named = [int(seat) for seat in text.split(" ")]
    if not set(named) <= set(range(1, seats + 1)) or len(set(named)) < len(named):
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
