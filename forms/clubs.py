"""Forms for a club, its nights and its keys."""

from flask_babel import gettext, lazy_gettext
from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import DataRequired, InputRequired, Length, Optional, ValidationError

from forms.base import Form, PastDay, check_name, check_text, name_field, strip, tidy
from rules.typed import read_zone


class NoteForm(Form):
    """A note about a night."""

    text = TextAreaField(
        lazy_gettext("Note"),
        filters=[strip],
        validators=[
            DataRequired(lazy_gettext("Type something here.")),
            Length(max=2000, message=lazy_gettext("At most 2000 characters.")),
            check_text,
        ],
    )


class NightNameForm(Form):
    """The name of a night. An empty field removes it."""

    name = StringField(lazy_gettext("Name of the game night"), filters=[tidy], validators=[Optional(), check_name])


class DayForm(Form):
    """The day on which a game or a night was played."""

    day = PastDay(
        lazy_gettext("Played on"), validators=[InputRequired(lazy_gettext("Type a date, such as 2026-03-05."))]
    )


class ZoneForm(Form):
    """The time zone of a club, given by its name or by its city."""

    zone = StringField(lazy_gettext("Time zone"), filters=[strip])

    def validate_zone(self, field: StringField) -> None:
        """Check that the text names exactly one time zone, and replace it with the full name."""
        try:
            field.data = read_zone(field.data or "")
        except ValueError as error:
            raise ValidationError(gettext("There is no such time zone. Type one such as America/New_York.")) from error


class KeyForm(Form):
    """A new key: its access, the club or night that it opens, and its label."""

    access = SelectField(lazy_gettext("Lets people"), validators=[InputRequired()])
    night = SelectField(lazy_gettext("Opens"))
    label = name_field(lazy_gettext("Label"))

    def validate_night(self, field: SelectField) -> None:
        """Check that a manager's key is for the whole club, not for one night."""
        if field.data and self.access.data == "manage":
            raise ValidationError(lazy_gettext("A link that can manage everything has to open the whole club."))
