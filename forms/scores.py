"""The scores of a round: for each seat what was left, as a number, a sum or the tiles themselves."""

from functools import lru_cache
from typing import cast

from flask_babel import lazy_gettext
from wtforms import BooleanField, FormField, IntegerField, SelectMultipleField, StringField
from wtforms import Form as PlainForm
from wtforms.validators import Optional, ValidationError
from wtforms.widgets import HiddenInput

from forms.base import Form, refused, strip
from rules import full_set, read_tile
from rules.scores.left_in_hand import Left, read_pips


class HandForm(PlainForm):
    """One seat: pips as `34` or `12+11+7`, or out.

    `seen` is the line that stood there when the page was made; `typed` is what a tap on "went out" took out of the field.
    """

    left = StringField(filters=[strip], validators=[Optional()])
    out = BooleanField()
    typed = StringField(widget=HiddenInput(), filters=[strip])
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    def validate_left(self, field: StringField) -> None:
        """Pips that can be read."""
        with refused():
            read_pips(field.data or "")

    @property
    def is_filled(self) -> bool:
        """Somebody has put something in."""
        return bool(self.left.data or self.out.data)

    @property
    def hand(self) -> tuple[Left, str]:
        """What was left, and how it was put: the sum is kept as typed."""
        parts = read_pips(self.left.data) if self.left.data else (0,)
        return Left(sum(parts), bool(self.out.data), parts), "+".join(map(str, parts))


class ScoresForm(Form):
    """The scores of a round: a hand for each seat."""

    def hand(self, seat: int) -> HandForm:
        """The part for one seat."""
        return cast("FormField[HandForm]", self[f"hand_{seat}"]).form


@lru_cache(maxsize=256)
def scores_form(seats: tuple[int, ...]) -> type[ScoresForm]:
    """A form with a hand for each of these seats, found as `hand_<seat>`."""
    return type("ScoresForm", (ScoresForm,), {f"hand_{seat}": FormField(HandForm) for seat in seats})


class TilesForm(Form):
    """The tiles left in one hand, tapped."""

    tiles = SelectMultipleField(validate_choice=False)
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    def validate_tiles(self, field: SelectMultipleField) -> None:
        """At least one, and each of them a tile."""
        if not field.data or len(field.data) > len(full_set(18)):
            raise ValidationError(lazy_gettext("Tap every tile that was left."))
        with refused():
            [read_tile(text) for text in field.data]
