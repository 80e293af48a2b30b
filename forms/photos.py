"""Forms for the tiles in a photo, as the reader proposes them and a person corrects them."""

from flask_babel import lazy_gettext
from wtforms import BooleanField, FieldList, FormField, IntegerField, RadioField, StringField
from wtforms import Form as PlainForm
from wtforms.validators import InputRequired, Length, Optional, ValidationError
from wtforms.widgets import HiddenInput

from forms.base import Form
from rules import Tile, full_set, tile

# The highest number that the reader knows.
HIGHEST_READ = 12
MOST_TILES = len(full_set(HIGHEST_READ)) * 2


def _check_half(_form: PlainForm, field: IntegerField) -> None:
    if not 0 <= (field.data or 0) <= HIGHEST_READ:
        raise ValidationError(lazy_gettext("No tile in this set has that number."))


class PhotoTileForm(PlainForm):
    """One tile in a photo. `read` is the tile as the reader proposed it, or empty if a person added it.

    `corners` are for drawing: four `x,y` pairs separated by spaces, as fractions of the picture. A person checks
    `right` if a doubtful tile is correct, and `gone` if there is no such tile. The value of `right` names the tile.
    """

    high = IntegerField(validators=[Optional(), _check_half])
    low = IntegerField(validators=[Optional(), _check_half])
    read = StringField(widget=HiddenInput(), validators=[Length(max=5)])
    corners = StringField(widget=HiddenInput(), validators=[Length(max=120)])
    unsure = BooleanField(widget=HiddenInput())
    right = StringField()
    gone = BooleanField()

    def validate_gone(self, field: BooleanField) -> None:
        """Check that the tile has two numbers unless it is removed. A tile that a person added may also have none."""
        chosen = [number for number in (self.high.data, self.low.data) if number is not None]
        if not field.data and (len(chosen) == 1 or (self.read.data and not chosen)):
            raise ValidationError(lazy_gettext("Choose both numbers, or remove this tile."))

    @property
    def tile(self) -> Tile | None:
        """The tile to count, or None if it is removed or its numbers do not make a tile."""
        high, low = self.high.data, self.low.data
        if self.gone.data or high is None or low is None or not 0 <= min(high, low) <= max(high, low) <= HIGHEST_READ:
            return None
        return tile(high, low)

    @property
    def is_said_right(self) -> bool:
        """True if a person has marked this tile as correct and has not changed it since."""
        return self.tile is not None and self.right.data == str(self.tile)

    @property
    def is_unsure(self) -> bool:
        """True if the reader was not sure of this tile, and nobody has changed it."""
        return bool(self.unsure.data) and str(self.tile) == self.read.data

    @property
    def errors_in_words(self) -> str:
        """The reasons why the numbers cannot be read; empty if they can."""
        return " ".join(
            dict.fromkeys(str(error) for field in (self.high, self.low, self.gone) for error in field.errors)
        )


class PhotoTilesForm(Form):
    """All tiles in a photo. `seen` is the line that was in this player's cell when the page was made.

    `photo` is the key under which the phone that took the photo stores it.
    """

    tiles = FieldList(FormField(PhotoTileForm), max_entries=MOST_TILES)
    seen = IntegerField(widget=HiddenInput(), validators=[Optional()])
    photo = StringField(widget=HiddenInput())

    @property
    def entries(self) -> list[PhotoTileForm]:
        """The forms of the tiles, in order."""
        return [entry.form for entry in self.tiles]

    def ask_again(self) -> None:
        """Clear every check mark: the tiles cannot all be right."""
        for entry in self.entries:
            entry.right.data = ""

    @property
    def counted(self) -> tuple[Tile, ...]:
        """The tiles to count."""
        return tuple(entry.tile for entry in self.entries if entry.tile is not None)


class PhotoHandForm(PhotoTilesForm):
    """All tiles in a photo of a player's own hand, and that player's seat."""

    seat = RadioField(lazy_gettext("Whose hand?"), coerce=int, validators=[InputRequired(lazy_gettext("Tap a name."))])
