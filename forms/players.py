"""The form to merge two players."""

from collections.abc import Iterable

from flask_babel import lazy_gettext
from wtforms import SelectField
from wtforms.validators import InputRequired

from forms.base import Form


class MergeForm(Form):
    """The other player who is the same person."""

    into = SelectField(lazy_gettext("Is the same person as"), validators=[InputRequired()])

    def offer(self, others: Iterable[tuple[str, str]]) -> None:
        """Offer these players, each as a pair of ref and name."""
        self.into.choices = list(others)
