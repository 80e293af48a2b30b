"""How a game went: everybody's total and place after each closed round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.ledger.lines import Arrival, Penalty
from models.sheets.fold import records_of
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from rules.scores.scoring import standings


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one of its rounds, by seat: the totals of everybody who played it or plays on, the places of the latter."""

    round: Round
    totals: Mapping[int, int]
    places: Mapping[int, int]


def moments_of(sheet: Sheet) -> list[Moment]:
    """The game after each of its closed rounds, in order; the last moment is what the sheet says.

    A penalty counts from its round on, or where nothing comes after it in the last moment that its player is in.
    """
    closed = [round for round in sheet.rounds if round.is_closed]
    playing = [_plays_on(sheet, round, round is closed[-1]) for round in closed]
    present = [{*round.here, *on} for round, on in zip(closed, playing, strict=True)]
    ends = {seat: number for number, seats in enumerate(present) for seat in seats}
    return [
        _moment(sheet, closed[: number + 1], playing[number], {seat: ends[seat] == number for seat in seats})
        for number, seats in enumerate(present)
    ]


def _plays_on(sheet: Sheet, round: Round, is_last: bool) -> Sequence[int]:
    return [one.seat for one in sheet.order] if is_last else sheet.rounds[round.number].here


def _moment(sheet: Sheet, closed: list[Round], playing: Sequence[int], is_end: Mapping[int, bool]) -> Moment:
    """`is_end` has everybody who is in this moment: whether it is their last one."""
    now = closed[-1]
    struck = struck_lines(sheet.lines)
    added = dict.fromkeys(is_end, 0)
    for line in sheet.lines:
        adds = line.payload
        if not isinstance(adds, Arrival | Penalty) or adds.seat not in added or line.number in struck:
            continue
        # The round that somebody comes in for is the one after this.
        until = now.number + isinstance(adds, Arrival)
        if is_end[adds.seat] or adds.round <= until:
            added[adds.seat] += adds.pips
    records = records_of(added, closed)
    places = standings({seat: records[seat] for seat in playing if seat in records}, sheet.book)
    return Moment(
        now, {seat: record.total for seat, record in records.items()}, {one.seat: one.place for one in places}
    )
