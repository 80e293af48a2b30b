"""The colors of markers: each player in a game may take one that nobody else has."""

from collections.abc import Mapping

from models.ledger.seats import Colour
from models.play.pen import Pen


def take_colours(pen: Pen, wanted: Mapping[int, Colour | None]) -> dict[int, int]:
    """Give seats the colors that their players want; None removes a color.

    If any of the colors is taken, nothing changes. Returns, for each seat that cannot have its color, the seat that
    has it. If two seats want the same color, the first of them counts as having it.
    """
    seats = pen.sheet.names
    # A player whose arrival was struck no longer needs a color.
    hidden = dict.fromkeys(pen.sheet.everybody.keys() - seats.keys())
    holders = {colour: seat for seat, colour in pen.sheet.chosen_colours.items() if seat not in wanted}
    taken = {}
    for seat, colour in wanted.items():
        if colour and seat in seats and holders.setdefault(colour, seat) != seat:
            taken[seat] = holders[colour]
    if not taken:
        pen.set_colours(hidden | {seat: colour for seat, colour in wanted.items() if seat in seats})
    return taken
