"""The forms for a player: a short name, and merging two players."""

from flask_babel import lazy_gettext
from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, Length

from forms.base import Form, check_name_text, tidy
from rules.names import LONGEST_SHORT_NAME


class ShortNameForm(Form):
    """A short name for narrow columns; empty for none."""

    short_name = StringField(
        lazy_gettext("Short name"),
        filters=[tidy],
        validators=[Length(max=LONGEST_SHORT_NAME, message=lazy_gettext("At most 8 characters."))],
    )

    def validate_short_name(self, field: StringField) -> None:
        """Check that a short name can be shown, if there is one. Raises ValidationError."""
        if field.data:
            check_name_text(field.data)


class MergeForm(Form):
    """Another player who is in fact the same person."""

    other = SelectField(lazy_gettext("Is the same person as"), validators=[InputRequired()])
