"""The progress of a game: everybody's total and place after each closed round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.ledger.lines import Arrival, Penalty
from models.sheets.fold import seat_totals
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from rules.scores.scoring import standings


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A game after one of its closed rounds.

    `totals` has, by seat, everybody who played the round or plays on; `places` has only those who play on.
    """

    round: Round
    totals: Mapping[int, int]
    places: Mapping[int, int]


def progress_of(sheet: Sheet) -> list[RoundProgress]:
    """The game after each of its closed rounds, in order; the last of them is the current sheet.

    A penalty counts from its round on. If its player has no round from that one on, it counts in the player's last
    round.
    """
    closed = [round for round in sheet.rounds if round.is_closed]
    playing = [_plays_on(sheet, round, round is closed[-1]) for round in closed]
    present = [{*round.seats, *on} for round, on in zip(closed, playing, strict=True)]
    ends = {seat: number for number, seats in enumerate(present) for seat in seats}
    return [
        _after_round(sheet, closed[: number + 1], playing[number], {seat: ends[seat] == number for seat in seats})
        for number, seats in enumerate(present)
    ]


def _plays_on(sheet: Sheet, round: Round, is_last: bool) -> Sequence[int]:
    return [standing.seat for standing in sheet.order] if is_last else sheet.rounds[round.number].seats


def _after_round(
    sheet: Sheet, closed: list[Round], playing: Sequence[int], is_end: Mapping[int, bool]
) -> RoundProgress:
    """The game after the last of these closed rounds. `is_end` says for each seat of that round whether it is the seat's last."""
    now = closed[-1]
    struck = struck_lines(sheet.lines)
    added = dict.fromkeys(is_end, 0)
    for line in sheet.lines:
        adds = line.payload
        if not isinstance(adds, Arrival | Penalty) or adds.seat not in added or line.number in struck:
            continue
        # An arrival is entered for the round after this one.
        until = now.number + isinstance(adds, Arrival)
        if is_end[adds.seat] or adds.round <= until:
            added[adds.seat] += adds.added if isinstance(adds, Penalty) else adds.pips
    records = seat_totals(added, closed)
    places = standings({seat: records[seat] for seat in playing if seat in records}, sheet.book)
    return RoundProgress(
        now,
        {seat: record.total for seat, record in records.items()},
        {standing.seat: standing.place for standing in places},
    )
