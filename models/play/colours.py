"""The colours of markers: each player of a game may take one that nobody else has."""

from collections.abc import Mapping

from models.ledger.seats import Colour
from models.play.pen import Pen


def take_colours(pen: Pen, wanted: Mapping[int, Colour | None]) -> dict[int, int]:
    """Give seats the colours that their players want; None removes a colour.

    If somebody else has one of them, nothing changes. Returns, for each seat that cannot have its colour, the seat of
    whoever has it. If two seats want the same one now, the first gets it.
    """
    seats = pen.sheet.names
    # A player whose arrival was struck needs no colour any more.
    hidden = dict.fromkeys(pen.sheet.everybody.keys() - seats.keys())
    holders = {colour: seat for seat, colour in pen.sheet.chosen_colours.items() if seat not in wanted}
    taken = {}
    for seat, colour in wanted.items():
        if colour and seat in seats and holders.setdefault(colour, seat) != seat:
            taken[seat] = holders[colour]
    if not taken:
        pen.set_colours(hidden | {seat: colour for seat, colour in wanted.items() if seat in seats})
    return taken
