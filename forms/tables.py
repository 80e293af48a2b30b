"""Forms for entering a round's moves: its start, each move, the state of its table, its record, and a hand on its owner's phone."""

from typing import cast

from flask_babel import lazy_gettext
from wtforms import BooleanField, FileField, FormField, RadioField, SelectMultipleField, StringField, TextAreaField
from wtforms import Form as PlainForm
from wtforms.validators import InputRequired, Length, NumberRange, Optional, ValidationError

from forms.base import Form, WholeNumber, field_error, strip
from rules import read_tile, read_tiles
from rules.table.notation import LONGEST

MOST_TILES = 190
# The longest record that a page accepts. The terminal accepts longer ones.
LONGEST_RECORD = 60_000
_TOO_LONG = lazy_gettext("This is too long.")
_WHO = lazy_gettext("Tap a name.")


def _notation(label: str | None = None) -> StringField:
    return StringField(label, filters=[strip], validators=[Length(max=LONGEST, message=_TOO_LONG)])


def _count_of_tiles(label: str | None = None) -> WholeNumber:
    message = lazy_gettext("No set has that many tiles.")
    return WholeNumber(label, validators=[Optional(), NumberRange(0, MOST_TILES, message)])


class BeginForm(Form):
    """The player who starts the round, and the number of tiles per player, or empty for the number in the rule set."""

    first = RadioField(lazy_gettext("Who starts the round?"), coerce=int, validators=[InputRequired(_WHO)])
    dealt = WholeNumber(
        lazy_gettext("Tiles each"),
        validators=[
            Optional(),
            NumberRange(1, MOST_TILES, lazy_gettext("Type how many tiles each player took: at least one.")),
        ],
    )


class MoveForm(Form):
    """A move that was tapped or typed. `seen` is the newest line that the page showed."""

    move = _notation()
    text = _notation()
    tap = BooleanField()
    seen = WholeNumber(validators=[InputRequired()])


class TrainForm(PlainForm):
    """One train as it is now: its pips or tiles from the middle outward, its marker, and how many tiles its owner holds."""

    path = _notation()
    marker = BooleanField()
    count = _count_of_tiles()


class PositionForm(Form):
    """A whole table except its trains, with seats as letters. A position in notation can replace all the fields."""

    turn = RadioField(lazy_gettext("Whose turn is it?"), validate_choice=False)
    first = RadioField(lazy_gettext("Who started the round?"), validate_choice=False)
    is_first_turn = BooleanField(lazy_gettext("It is still this player’s first turn"))
    text = _notation(lazy_gettext("The whole table in notation"))
    boneyard = _count_of_tiles(lazy_gettext("Tiles left to draw"))
    is_short = BooleanField(lazy_gettext("Continue without the missing tiles"))

    def validate_turn(self, field: RadioField) -> None:
        """Check that a player is chosen, unless the position says whose turn it is."""
        if not self.text.data and not any(chosen for _, _, chosen, _ in field.iter_choices()):
            raise ValidationError(_WHO)

    validate_first = validate_turn

    def train(self, letter: str) -> TrainForm:
        """The part of the form for one train."""
        return cast("FormField[TrainForm]", self[f"train_{letter}"]).form


def position_form(trains: str) -> type[PositionForm]:
    """A form class with a part named `train_<letter>` for each of these trains."""
    return type("SetTableForm", (PositionForm,), {f"train_{letter}": FormField(TrainForm) for letter in trains})


class RecordForm(Form):
    """A record, as a file or as pasted text."""

    file = FileField(lazy_gettext("A record from a file"))
    text = TextAreaField(lazy_gettext("Or paste it here"), validators=[Length(max=LONGEST_RECORD, message=_TOO_LONG)])


class HandForm(Form):
    """The tiles that a player was dealt or holds now, and the tiles drawn since."""

    seat = RadioField(lazy_gettext("Whose hand?"), coerce=int, validators=[InputRequired(_WHO)])
    tiles = SelectMultipleField(validate_choice=False)
    drawn = _notation(lazy_gettext("Tiles drawn later, in order"))

    def validate_tiles(self, field: SelectMultipleField) -> None:
        """Check that there is at least one tile, and that each can be read."""
        if not field.data:
            raise ValidationError(lazy_gettext("Tap the tiles in your hand."))
        if len(field.data) > MOST_TILES:
            raise ValidationError(_TOO_LONG)
        with field_error():
            [read_tile(text) for text in field.data]

    def validate_drawn(self, field: StringField) -> None:
        """Check that the text is a list of tiles separated by spaces."""
        with field_error():
            read_tiles(field.data or "")
