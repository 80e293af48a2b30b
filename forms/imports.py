"""Forms to import a club's file or a table of scores."""

from datetime import date

from flask_babel import gettext, lazy_gettext
from flask_wtf.file import FileField
from wtforms import DateField, HiddenField, RadioField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional, ValidationError

from forms.base import Form, check_text, strip

LONGEST_TABLE = 20_000


class ClubFileForm(Form):
    """A club's file."""

    file = FileField(lazy_gettext("The file"))


class ScoreTableForm(Form):
    """A table of scores: a file or pasted text, the day, the rules."""

    file = FileField(lazy_gettext("A file"))
    text = TextAreaField(
        lazy_gettext("Or paste the table"),
        filters=[strip],
        validators=[
            Optional(),
            Length(max=LONGEST_TABLE, message=lazy_gettext("At most 20000 characters.")),
            check_text,
        ],
    )
    day = DateField(
        lazy_gettext("Played on"), validators=[InputRequired(lazy_gettext("Type a day, such as 2026-03-05."))]
    )
    rules = RadioField(lazy_gettext("Rules"), validators=[InputRequired(lazy_gettext("Choose the rules."))])
    # The kind of the numbers, once somebody was asked: `totals` or `scores`.
    totals = HiddenField()

    def validate_day(self, field: DateField) -> None:
        """Check that the day is not in the future."""
        if field.data and field.data > date.today():
            raise ValidationError(gettext("That day has not come yet."))
