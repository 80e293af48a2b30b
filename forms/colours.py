"""The colours of markers: for each seat the colour that its player wants."""

from collections.abc import Mapping, Sequence
from typing import cast

from wtforms import Form as PlainForm
from wtforms import FormField, RadioField, StringField
from wtforms.widgets import HiddenInput

from forms.base import Form


class SeatColourForm(PlainForm):
    """One seat: the colour that is wanted, empty for none. `seen` is the colour it had when the page was made."""

    colour = RadioField(default="")
    seen = StringField(widget=HiddenInput(), default="")


class ColoursForm(Form):
    """The colours at a table: one for each seat."""

    def of_seat(self, seat: int) -> SeatColourForm:
        """The part of the form for one seat."""
        return cast("FormField[SeatColourForm]", self[f"seat_{seat}"]).form

    def offer(self, now: Mapping[int, str], colours: Sequence[str]) -> None:
        """Offer these colours, or none, at the seats of `now`, which has the present colour of each seat."""
        for seat, colour in now.items():
            part = self.of_seat(seat)
            part.colour.choices = [(choice, choice) for choice in ("", *colours)]
            if not self.is_submitted():
                part.colour.data = part.seen.data = colour

    def wanted(self, seats: Sequence[int]) -> dict[int, str]:
        """The colour of each of these seats whose colour was changed on the page."""
        parts = {seat: self.of_seat(seat) for seat in seats}
        return {seat: part.colour.data for seat, part in parts.items() if part.colour.data != part.seen.data}


def colours_form(seats: tuple[int, ...]) -> type[ColoursForm]:
    """A form with a part for each of these seats, found as `seat_<seat>`."""
    return type("ColoursForm", (ColoursForm,), {f"seat_{seat}": FormField(SeatColourForm) for seat in seats})
