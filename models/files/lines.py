"""The lines of a game's sheet in a club file. Seats are numbered from 1 in the order of their game's list."""

from typing import Annotated, Any, assert_never

from msgspec import Meta

from models.files.fields import PRINTABLE, By, Flag, Moment, Number, Part, Pips, RoundNumber, check_ref, read_day
from models.ledger.lines import (
    LONGEST_TEXT,
    Arrival,
    Bonus,
    Confirmation,
    Departure,
    Kind,
    LaterNight,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    SheetLine,
    Stop,
    Strike,
    WentOn,
)
from models.ledger.moves import RoundLine
from rules import read_rules
from rules.table.deal import read_engines

Facts = dict[str, Any]
_Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=PRINTABLE)]


class SignedLine(Part, tag_field="kind", kw_only=True):
    """A line with its author. `entry` is the number of the first line that was entered with it, if that is another line."""

    entry: Number | None = None
    by: By
    at: Moment


class ScoreLine(SignedLine, tag=Kind.SCORE.value, kw_only=True):
    """The pips that a player had left in a round."""

    round: RoundNumber
    seat: Number
    pips: Pips
    out: Flag = False
    text: _Text = ""

    @property
    def payload(self) -> Score:
        return Score(round=self.round, seat=self.seat, pips=self.pips, is_out=bool(self.out), text=self.text)


class PenaltyLine(SignedLine, tag=Kind.PENALTY.value, kw_only=True):
    """Pips that were added by hand; `text` says why."""

    round: RoundNumber
    seat: Number
    pips: Pips
    text: _Text = ""

    @property
    def payload(self) -> Penalty:
        return Penalty(self.round, self.seat, self.pips, self.text)


class BonusLine(PenaltyLine, tag=Kind.BONUS.value, kw_only=True):
    """Pips that were taken off by hand; `text` says why."""

    @property
    def payload(self) -> Bonus:
        return Bonus(self.round, self.seat, self.pips, self.text)


class ArrivalLine(SignedLine, tag=Kind.ARRIVE.value, kw_only=True):
    """A player who came later, and the pips to start with."""

    round: RoundNumber
    seat: Number
    pips: Pips

    @property
    def payload(self) -> Arrival:
        return Arrival(self.round, self.seat, self.pips)


class DepartureLine(SignedLine, tag=Kind.LEAVE.value, kw_only=True):
    """A player who left."""

    round: RoundNumber
    seat: Number

    @property
    def payload(self) -> Departure:
        return Departure(self.round, self.seat)


class SeatingLine(SignedLine, tag=Kind.SEATING.value, kw_only=True):
    """The seats clockwise, such as `2 1 3`."""

    text: _Text = ""

    @property
    def payload(self) -> Seating:
        named = tuple(int(seat) for seat in self.text.split(" "))
        if len(set(named)) < len(named):
            raise ValueError(self.text)
        return Seating(named)


class RulesLine(SignedLine, tag=Kind.RULES.value, kw_only=True):
    """Rules and engines from the first round on, such as `double-nine 9-8-7`."""

    text: _Text = ""

    @property
    def payload(self) -> NewRules:
        rules, engines = self.text.split(" ")
        read_engines(engines.replace("-", " "), read_rules(rules))
        return NewRules(rules, tuple(map(int, engines.split("-"))))


class StopLine(SignedLine, tag=Kind.STOP.value, kw_only=True):
    """The game stopped."""

    @property
    def payload(self) -> Stop:
        return Stop()


class WentOnLine(SignedLine, tag=Kind.GO_ON.value, kw_only=True):
    """The game went on; on another night `text` is its date and ref."""

    text: _Text = ""

    @property
    def payload(self) -> WentOn:
        if not self.text:
            return WentOn(None)
        day, ref = self.text.split(" ")
        return WentOn(LaterNight(read_day(day), check_ref(ref)))


class ConfirmationLine(SignedLine, tag=Kind.CONFIRM.value, kw_only=True):
    """The second player at `seat`, or the referee if there is no seat, confirms the scores of a round."""

    round: RoundNumber
    seat: Number | None = None

    @property
    def payload(self) -> Confirmation:
        return Confirmation(self.round, self.seat)


class StrikeLine(SignedLine, tag=Kind.STRIKE.value, kw_only=True):
    """The strike of another line; `text` is `undo` or `redo` if Undo or Redo made it, else empty."""

    text: _Text = ""
    strikes: Number

    @property
    def payload(self) -> Strike:
        return Strike(self.strikes, self.text)


LineOfSheet = (
    ScoreLine
    | PenaltyLine
    | BonusLine
    | ArrivalLine
    | DepartureLine
    | SeatingLine
    | RulesLine
    | StopLine
    | WentOnLine
    | ConfirmationLine
    | StrikeLine
)


def read_line(line: LineOfSheet, number: int) -> SheetLine[Payload]:
    """The line with this number. Raises ValueError if its text makes no sense."""
    return SheetLine(number=number, entry=line.entry or number, payload=line.payload, by=line.by, at=line.at)


def without_empty(facts: Facts) -> Facts:
    """The fields that are not empty: None, an empty text, 0 and False are left out."""
    return {name: value for name, value in facts.items() if value not in (None, "", False)}


def write_line(line: SheetLine[Payload]) -> Facts:
    """A line of a sheet as the file has it."""
    payload = line.payload
    return {**signed_facts(line), "kind": payload.kind.value, **_said(payload)}


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


def signed_facts(line: SheetLine[Payload] | RoundLine) -> Facts:
    """The fields of a line's signature, and of its entry if it was entered together with an earlier line."""
    together = {} if line.entry == line.number else {"entry": line.entry}
    return {**together, "by": line.by, "at": line.at}
