"""The scores of a round: for each seat the pips left, as a number, a sum or the tiles themselves."""

import re
from functools import lru_cache
from typing import cast

from flask_babel import lazy_gettext
from wtforms import BooleanField, FormField, IntegerField, SelectMultipleField, StringField
from wtforms import Form as PlainForm
from wtforms.validators import Optional, ValidationError
from wtforms.widgets import HiddenInput

from forms.base import Form, field_error, strip
from rules import full_set, read_tile
from rules.scores.left_in_hand import HandLeft, read_pips

_SEEN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


class SeatScoreForm(PlainForm):
    """One seat: pips as `34` or `12+11+7`, or out.

    `seen` is the line that stood there when the page was made; `typed` holds the text that a tap on "went out" removed.
    """

    left = StringField(filters=[strip], validators=[Optional()])
    out = BooleanField()
    typed = StringField(widget=HiddenInput(), filters=[strip])
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    def validate_left(self, field: StringField) -> None:
        """Check that the pips can be read."""
        with field_error():
            read_pips(field.data or "")

    @property
    def is_filled(self) -> bool:
        """True if the field has text or "out" is ticked."""
        return bool(self.left.data or self.out.data)

    def read(self) -> tuple[HandLeft, str]:
        """The pips left, and their text as typed. A sum stays a sum."""
        parts = read_pips(self.left.data) if self.left.data else (0,)
        return HandLeft(sum(parts), bool(self.out.data), parts), "+".join(map(str, parts))


class RoundScoresForm(Form):
    """The scores of a round: a hand for each seat."""

    def of_seat(self, seat: int) -> SeatScoreForm:
        """The part of the form for one seat."""
        return cast("FormField[SeatScoreForm]", self[f"hand_{seat}"]).form


@lru_cache(maxsize=256)
def scores_form(seats: tuple[int, ...]) -> type[RoundScoresForm]:
    """A form with a hand for each of these seats, found as `hand_<seat>`."""
    return type("RoundScoresForm", (RoundScoresForm,), {f"hand_{seat}": FormField(SeatScoreForm) for seat in seats})


class SwapForm(Form):
    """Two scores of a round, each as `SEAT-LINE`: the line is the one that stood there when the page was made."""

    one = StringField()
    other = StringField()

    def validate_other(self, _field: StringField) -> None:
        """Check that there are two scores to swap."""
        if len(self.chosen) < 2 or self.chosen[0][0] == self.chosen[1][0]:
            raise ValidationError(lazy_gettext("Choose two players."))

    @property
    def chosen(self) -> list[tuple[int, int]]:
        """The seat and the line of each score that can be read."""
        found = (_SEEN.fullmatch(field.data or "") for field in (self.one, self.other))
        return [(int(seen[1]), int(seen[2])) for seen in found if seen]


class TilesForm(Form):
    """The tiles left in one hand, tapped."""

    tiles = SelectMultipleField(validate_choice=False)
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    def validate_tiles(self, field: SelectMultipleField) -> None:
        """Check that there is at least one tile, and that each can be read."""
        if not field.data or len(field.data) > len(full_set(18)):
            raise ValidationError(lazy_gettext("Tap every tile that was left."))
        with field_error():
            [read_tile(text) for text in field.data]
