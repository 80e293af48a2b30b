"""The progress of a game: everybody's total and place after each closed round."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.ledger.lines import Arrival, lines_with
from models.sheets.fold import seat_totals
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from rules.scores.scoring import standings


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The state of a game after one of its closed rounds.

    `totals` has everybody who played the round or is still in the game, `places` only those still in it; both are
    by seat.
    """

    round: Round
    totals: Mapping[int, int]
    places: Mapping[int, int]


def progress_of(sheet: Sheet) -> list[RoundProgress]:
    """The state of the game after each closed round, in order; the last entry agrees with the current sheet.

    A penalty counts from its round on. If the player plays neither that round nor a later one, it counts in the
    player's last round.
    """
    closed = [round for round in sheet.rounds if round.is_closed]
    playing = [sheet.rounds[round.number].seats for round in closed[:-1]] + [
        [standing.seat for standing in sheet.order]
    ]
    present = [{*round.seats, *on} for round, on in zip(closed, playing, strict=False)]
    last = {seat: round.number for round, seats in zip(closed, present, strict=True) for seat in seats}
    struck = struck_lines(sheet.lines)
    arrivals = (line.payload for line in lines_with(Arrival, sheet.lines) if line.number not in struck)
    # A late player's starting pips count from the end of the round before the player's first one.
    adds = [(arrival.seat, arrival.round - 1, arrival.pips) for arrival in arrivals]
    adds += [(line.payload.seat, line.payload.round, line.payload.added) for line in sheet.penalties]
    progress = []
    for number, round in enumerate(closed):
        added = dict.fromkeys(present[number], 0)
        for seat, since, pips in adds:
            if seat in added and (last[seat] == round.number or since <= round.number):
                added[seat] += pips
        records = seat_totals(added, closed[: number + 1])
        places = standings({seat: records[seat] for seat in playing[number] if seat in records}, sheet.book)
        totals = {seat: record.total for seat, record in records.items()}
        progress.append(RoundProgress(round, totals, {standing.seat: standing.place for standing in places}))
    return progress
