"""A player merged into another."""

from collections.abc import Iterable

from flask_babel import lazy_gettext
from wtforms import SelectField
from wtforms.validators import InputRequired

from forms.base import Form


class MergeForm(Form):
    """The player who somebody really is."""

    into = SelectField(lazy_gettext("Is the same person as"), validators=[InputRequired()])

    def offer(self, others: Iterable[tuple[str, str]]) -> None:
        """Offer these players, each by the name in an address and the name."""
        self.into.choices = list(others)
