"""The form for marker colors: the color that the player in each seat wants."""

from collections.abc import Mapping, Sequence
from typing import cast

from wtforms import Form as PlainForm
from wtforms import FormField, RadioField, StringField
from wtforms.widgets import HiddenInput

from forms.base import Form


class SeatColourForm(PlainForm):
    """The color wanted for one seat; empty for none. `seen` is the color that the seat had when the page was made."""

    colour = RadioField(default="")
    seen = StringField(widget=HiddenInput(), default="")


class ColoursForm(Form):
    """The marker colors at a table, one for each seat."""

    def of_seat(self, seat: int) -> SeatColourForm:
        """The part of the form for one seat."""
        return cast("FormField[SeatColourForm]", self[f"seat_{seat}"]).form

    def offer(self, now: Mapping[int, str], colours: Sequence[str]) -> None:
        """Offer these colors, or no color, for each seat in `now`, which maps seats to their current colors."""
        for seat, colour in now.items():
            part = self.of_seat(seat)
            part.colour.choices = [(choice, choice) for choice in ("", *colours)]
            if not self.is_submitted():
                part.colour.data = part.seen.data = colour

    def wanted(self, seats: Sequence[int]) -> dict[int, str]:
        """The color wanted for each of these seats, if it was changed on the page."""
        parts = {seat: self.of_seat(seat) for seat in seats}
        return {seat: part.colour.data for seat, part in parts.items() if part.colour.data != part.seen.data}


def colours_form(seats: tuple[int, ...]) -> type[ColoursForm]:
    """A form class with a part named `seat_<seat>` for each of these seats."""
    return type("ColoursForm", (ColoursForm,), {f"seat_{seat}": FormField(SeatColourForm) for seat in seats})
