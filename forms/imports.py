"""Forms for importing a club file or a table of scores."""

from flask_babel import lazy_gettext
from flask_wtf.file import FileField
from wtforms import HiddenField, RadioField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from forms.base import Form, PastDay, check_text

LONGEST_TABLE = 20_000


class ClubFileForm(Form):
    """A club file to import."""

    file = FileField(lazy_gettext("The file"))


class ScoreTableForm(Form):
    """A table of scores, as a file or pasted text, with the day and the rules."""

    file = FileField(lazy_gettext("A file"))
    text = TextAreaField(
        lazy_gettext("Or paste the table"),
        # A table may begin with an empty cell.
        filters=[lambda text: text and text.strip("\r\n")],
        validators=[
            Optional(),
            Length(max=LONGEST_TABLE, message=lazy_gettext("At most 20000 characters.")),
            check_text,
        ],
    )
    # The preview asks for a day that the table does not give.
    day = PastDay(lazy_gettext("Played on"), validators=[Optional()])
    # The day that was found in the table. It counts only for that table.
    found = HiddenField()
    rules = RadioField(lazy_gettext("Rules"), validators=[InputRequired(lazy_gettext("Choose the rules."))])
    # The kind of numbers, once somebody has said which: `totals` or `scores`.
    totals = HiddenField()
