"""How a game went: everybody's total and place after each closed round."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.sheet import Round, Sheet
from rules.scoring import Record, standings


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one of its rounds: totals in pips and places, by seat, of everybody who played that round."""

    round: Round
    totals: Mapping[int, int]
    places: Mapping[int, int]


def moments_of(sheet: Sheet) -> list[Moment]:
    """The game after each of its closed rounds, in order."""
    closed = [round for round in sheet.rounds if round.is_closed]
    return [_moment(sheet, closed[: number + 1]) for number in range(len(closed))]


def _moment(sheet: Sheet, closed: list[Round]) -> Moment:
    now = closed[-1]
    records = {}
    for column in sheet.columns:
        cells = [round.cells[column.seat] for round in closed if column.seat in round.cells]
        if column.seat not in now.here or not cells:
            continue
        added = sum(one.pips for one in sheet.penalties if one.seat == column.seat and one.round <= now.number)
        records[column.seat] = Record(
            total=column.start + added + sum(cell.score for cell in cells),
            rounds_won=sum(cell.is_out for cell in cells),
            lowest=min(cell.score for cell in cells),
        )
    places = {one.seat: one.place for one in standings(records, sheet.book)}
    return Moment(now, {seat: record.total for seat, record in records.items()}, places)
