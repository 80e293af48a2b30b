"""Forms for changing anything in a game except its scores: players who come or go, penalties, corrected rules."""

from collections.abc import Sequence

from flask_babel import gettext, lazy_gettext
from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, Length, NoneOf, NumberRange, Optional, Regexp

from forms.base import A_NUMBER, Form, NameForm, WholeNumber, check_text, strip, who_field

MOST_PIPS = 9999


class ArriveForm(NameForm):
    """A player who arrives late. Without a start value, the player starts with the highest total."""

    start = WholeNumber(
        lazy_gettext("Starts with"),
        validators=[Optional(), NumberRange(0, MOST_PIPS, lazy_gettext("Type a number of pips from 0 to 9999."))],
    )
    after = SelectField(lazy_gettext("Seat"), coerce=lambda text: int(text) if text else None)

    def offer_places(self, seated: Sequence[tuple[int, str]]) -> None:
        """Offer the places between these players, who are listed clockwise. A place's value is the seat before it.

        If nothing is chosen, new players sit last, and players who come back sit where they sat before.
        """
        names = [name for _, name in seated]
        between = [
            (seat, gettext("Between %(one)s and %(other)s", one=name, other=other))
            for (seat, name), other in zip(seated, names[1:] + names[:1], strict=True)
        ]
        self.after.choices = [("", gettext("Last, or in their old seat")), *between[-1:], *between[:-1]]


class SeatForm(Form):
    """One seat at the table."""

    seat = who_field()


class PenaltyForm(SeatForm):
    """A penalty: pips added to a total by hand, with an optional reason. A negative number, or its own button, is a bonus."""

    pips = WholeNumber(
        lazy_gettext("Pips"),
        validators=[
            InputRequired(A_NUMBER),
            NumberRange(-MOST_PIPS, MOST_PIPS, lazy_gettext("Type a number of pips from 1 to 9999.")),
            NoneOf([0], lazy_gettext("Type a number of pips from 1 to 9999.")),
        ],
    )
    reason = StringField(
        lazy_gettext("Reason (optional)"),
        filters=[strip],
        validators=[Length(max=120, message=lazy_gettext("At most 120 characters.")), check_text],
    )
    round = SelectField(lazy_gettext("Round"), coerce=lambda text: int(text) if text else None)

    def offer_rounds(self, closed: int) -> None:
        """Offer the round being played first, then the closed rounds, newest first."""
        earlier = [(number, gettext("Round %(number)s", number=number)) for number in range(closed, 0, -1)]
        self.round.choices = [("", gettext("The round you are playing")), *earlier]


class SeatsField(StringField):
    """Seat numbers, each sent in its own field, or all in a single field, separated by spaces."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Join the numbers with spaces."""
        self.data = " ".join(valuelist)


class SeatingForm(Form):
    """The seat numbers in a new clockwise order."""

    order = SeatsField(validators=[InputRequired(), Regexp(r"\d{1,18}( \d{1,18}){0,39}\Z")])

    @property
    def seats(self) -> list[int]:
        """The seats in the order in which they were sent."""
        return [int(seat) for seat in (self.order.data or "").split()]

    def seats_after(self, move: str) -> list[int]:
        """The seats after one is swapped with the seat before it (`up-3`) or after it (`down-3`)."""
        seats, (direction, _, text) = self.seats, move.partition("-")
        at = seats.index(int(text)) if text in map(str, seats) else 0
        beside = at + (-1 if direction == "up" else 1)
        if 0 <= beside < len(seats):
            seats[at], seats[beside] = seats[beside], seats[at]
        return seats


class RulesForm(Form):
    """A change to the rules or to the starting doubles."""

    rules = SelectField(lazy_gettext("Rules"), validators=[InputRequired()])
    engines = StringField(lazy_gettext("Starting doubles"), filters=[strip])
