"""Forms for changes to a game other than scores: players come and go, penalties, corrected rules."""

from collections.abc import Sequence

from flask_babel import gettext, lazy_gettext
from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, Regexp

from forms.base import A_NUMBER, Form, NameForm, WholeNumber, required_text, strip

MOST_PIPS = 9999


class ArriveForm(NameForm):
    """A player who comes late. Without a start value the player starts with the highest total."""

    start = WholeNumber(
        lazy_gettext("Starts with"),
        validators=[Optional(), NumberRange(0, MOST_PIPS, lazy_gettext("Type 0 to 9999 pips."))],
    )
    after = SelectField(lazy_gettext("Sits"), coerce=lambda text: int(text) if text else None)

    def offer_places(self, seated: Sequence[tuple[int, str]]) -> None:
        """Offer the places between these players, who sit clockwise: each is the seat before it and its name.

        Without a choice, new players sit last, and players who come back sit where they sat before.
        """
        names = [name for _, name in seated]
        between = [
            (seat, gettext("Between %(one)s and %(other)s", one=name, other=other))
            for (seat, name), other in zip(seated, names[1:] + names[:1], strict=True)
        ]
        self.after.choices = [("", gettext("Last, or in their old seat")), *between[-1:], *between[:-1]]


class SeatForm(Form):
    """One seat of the table."""

    seat = SelectField(lazy_gettext("Who"), coerce=int, validators=[InputRequired()])


class PenaltyForm(SeatForm):
    """A penalty: pips added to a total by hand, with a reason."""

    pips = WholeNumber(
        lazy_gettext("Pips"),
        validators=[InputRequired(A_NUMBER), NumberRange(1, MOST_PIPS, lazy_gettext("Type 1 to 9999 pips."))],
    )
    reason = required_text(lazy_gettext("Reason"), 120)


class StopForm(Form):
    """A button to stop the game as it stands."""


class SeatingForm(Form):
    """The seat numbers in a new clockwise order."""

    order = StringField(validators=[InputRequired(), Regexp(r"\d{1,18}( \d{1,18}){0,39}\Z")])


class RulesForm(Form):
    """Other rules or other starting doubles."""

    rules = SelectField(lazy_gettext("Rules"), validators=[InputRequired()])
    engines = StringField(lazy_gettext("Starting doubles"), filters=[strip])
