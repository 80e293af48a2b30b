"""Forms for the scores of a round: the pips left in each hand, as a number, a sum or the tiles themselves."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField, IntegerField, SelectMultipleField, StringField
from wtforms import Form as PlainForm
from wtforms.validators import Optional, ValidationError
from wtforms.widgets import HiddenInput

from forms.base import Form, field_error, strip
from rules import full_set, read_tile
from rules.books.book import RuleBook
from rules.scores.left_in_hand import read_left
from rules.typed import UnsureNumberError

_SEEN = re.compile(r"([0-9]{1,18})-([0-9]{1,9})")


class SeatScoreForm(PlainForm):
    """One seat: a box for going out, and the pips left, as `34`, `12+11+7` or tiles.

    `seen` is the line that was in the cell when the page was made; `typed` holds the text that a tap on "went out"
    removed.
    """

    left = StringField(filters=[strip], validators=[Optional()])
    out = BooleanField()
    typed = StringField(widget=HiddenInput(), filters=[strip])
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    book: RuleBook

    def validate_left(self, _field: StringField) -> None:
        """Check that the pips can be read."""
        with field_error():
            try:
                read_left(self.left.data or "0", self.book)
            except UnsureNumberError as error:
                if not error.parts:
                    raise

    @property
    def is_filled(self) -> bool:
        """True if the field has text or "out" is checked."""
        return bool(self.left.data or self.out.data)


def read_hands(
    sent: Any, seats: Iterable[int], standing: Mapping[int, Mapping[str, Any]], book: RuleBook
) -> dict[int, SeatScoreForm]:
    """The hands that were sent, by seat. The fields of each are named `hand_<seat>-…`.

    Fields that were not sent have the current values. A box that is not checked is not sent, so the hands of
    players who are out now are always included. Empty hands without a score are left out.
    """
    hands = {}
    for seat in seats:
        name, stands = f"hand_{seat}-", standing.get(seat, {})
        is_filled = (
            any(sent.get(name + part) for part in ("left", "out", "typed")) or sent.get(name + "seen", "0") != "0"
        )
        # A row that was not in the form at all is left alone.
        is_shown = name + "left" in sent or name + "seen" in sent
        if is_filled or (is_shown and (stands.get("out") or stands.get("seen"))):
            hands[seat] = SeatScoreForm(sent, prefix=name, data=stands)
            hands[seat].book = book
    return hands


class SwapForm(Form):
    """Two scores of a round, each as `SEAT-LINE`; the line is the one that was in the cell when the page was made."""

    one = StringField()
    other = StringField()

    def validate_other(self, _field: StringField) -> None:
        """Check that there are two scores to swap."""
        if len(self.chosen) < 2 or self.chosen[0][0] == self.chosen[1][0]:
            raise ValidationError(lazy_gettext("Choose two players."))

    @property
    def chosen(self) -> list[tuple[int, int]]:
        """The seat and the line of each score that can be read."""
        matches = (_SEEN.fullmatch(field.data or "") for field in (self.one, self.other))
        return [(int(seen[1]), int(seen[2])) for seen in matches if seen]


class TilesForm(Form):
    """The tiles left in one hand, as tapped on the page."""

    tiles = SelectMultipleField(validate_choice=False)
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])

    def validate_tiles(self, field: SelectMultipleField) -> None:
        """Check that there is at least one tile, and that each can be read."""
        if not field.data or len(field.data) > len(full_set(18)):
            raise ValidationError(lazy_gettext("Tap every tile that was left."))
        with field_error():
            [read_tile(text) for text in field.data]
