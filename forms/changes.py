"""What happens to a game besides scores: people come and go, pips are added, rules are mended."""

from flask_babel import lazy_gettext
from wtforms import IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, Regexp

from forms.base import Form, NameForm, required_text, strip

MOST_PIPS = 9999
_A_NUMBER = lazy_gettext("Type a whole number of pips.")


class Pips(IntegerField):
    """A whole number of pips, and a plain word where it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number as a browser sends it."""
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            raise ValueError(_A_NUMBER) from error


class ArriveForm(NameForm):
    """Somebody who comes late. Without a start they are level with the highest total."""

    start = Pips(
        lazy_gettext("Starts with"),
        validators=[Optional(), NumberRange(0, MOST_PIPS, lazy_gettext("Type 0 to 9999 pips."))],
    )


class SeatForm(Form):
    """One seat of the table."""

    seat = SelectField(lazy_gettext("Who"), coerce=int, validators=[InputRequired()])


class PenaltyForm(SeatForm):
    """Pips added to a total by hand."""

    pips = Pips(
        lazy_gettext("Pips"),
        validators=[InputRequired(_A_NUMBER), NumberRange(1, MOST_PIPS, lazy_gettext("Type 1 to 9999 pips."))],
    )
    reason = required_text(lazy_gettext("Reason"), 120)


class StopForm(Form):
    """Ending the game as it stands."""


class SeatingForm(Form):
    """The seats in a new clockwise order, as their numbers."""

    order = StringField(validators=[InputRequired(), Regexp(r"\d{1,9}( \d{1,9}){0,39}\Z")])


class RulesForm(Form):
    """Other rules or other starting doubles."""

    rules = SelectField(lazy_gettext("Rules"), validators=[InputRequired()])
    engines = StringField(lazy_gettext("Starting doubles"), filters=[strip])
