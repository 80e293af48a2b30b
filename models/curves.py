"""How a game went: everybody's total and place after each closed round."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.sheet import Round, Sheet, records_of
from rules.scoring import standings


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one of its rounds: totals in pips and places, by seat, of everybody who played that round."""

    round: Round
    totals: Mapping[int, int]
    places: Mapping[int, int]


def moments_of(sheet: Sheet) -> list[Moment]:
    """The game after each of its closed rounds, in order."""
    closed = [round for round in sheet.rounds if round.is_closed]
    return [_moment(sheet, closed[: number + 1], number + 1 == len(closed)) for number in range(len(closed))]


def _moment(sheet: Sheet, closed: list[Round], is_last: bool) -> Moment:
    """A penalty counts from its round on; after the last round all of them do, as on the sheet."""
    now = closed[-1]
    added = {column.seat: column.start for column in sheet.columns if column.seat in now.here}
    for one in sheet.penalties:
        if one.seat in added and (is_last or one.round <= now.number):
            added[one.seat] += one.pips
    records = records_of(added, closed)
    places = {one.seat: one.place for one in standings(records, sheet.book)}
    return Moment(now, {seat: record.total for seat, record in records.items()}, places)
