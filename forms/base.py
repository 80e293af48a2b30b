"""Fields, filters and checks that forms share."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from flask_babel import lazy_gettext
from flask_wtf import FlaskForm
from wtforms import DateField, IntegerField, SelectField, StringField
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, ValidationError

from rules import DealError, NotationError
from rules.names import OVERRIDES, UNPRINTABLE, is_visible, typed_name
from rules.typed import UnsureNumberError, read_number

LONGEST_NAME = 40
A_NUMBER = lazy_gettext("Type a whole number.")


def strip(text: Any) -> Any:
    """A filter that removes spaces from both ends of text."""
    return text.strip() if isinstance(text, str) else text


def tidy(text: Any) -> Any:
    """A filter for names: it joins letters with their accents, collapses spaces and removes invisible marks."""
    return typed_name(text) if isinstance(text, str) else text


def check_text(_form: FlaskForm, field: StringField) -> None:
    """Check that text can be shown on a page and stored in a database.

    Raises ValidationError for control characters other than line breaks and tabs.
    """
    letters = (letter for letter in field.data or "" if letter not in "\r\n\t")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in letters):
        raise ValidationError(lazy_gettext("This has characters in it that cannot be shown."))


def check_name(_form: FlaskForm, field: StringField) -> None:
    """Check a name that pages will show. Raises ValidationError."""
    check_name_text(field.data or "")


def check_name_text(text: str) -> None:
    """Check that a name has 1 to 40 characters in any script, at least one of them visible and none a control character.

    Raises ValidationError.
    """
    if len(text) > LONGEST_NAME:
        raise ValidationError(lazy_gettext("At most 40 characters."))
    if any(letter in OVERRIDES for letter in text):
        raise ValidationError(
            lazy_gettext("A hidden character in this name reverses the letters. Type the name without it.")
        )
    if UNPRINTABLE.intersection(map(unicodedata.category, text)):
        raise ValidationError(lazy_gettext("This has characters in it that cannot be shown."))
    if not is_visible(text):
        raise ValidationError(lazy_gettext("Type a name."))


@contextmanager
def field_error() -> Iterator[None]:
    """Turn a DealError or NotationError from the rules into the field's error, a ValidationError with the same text."""
    try:
        yield
    except (DealError, NotationError) as error:
        raise ValidationError(str(error)) from error


class WholeNumber(IntegerField):
    """A field for a whole number. For any other text, the error is a plain sentence."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number that a browser sent. Raises ValueError with a plain sentence."""
        self.data = None
        try:
            if valuelist:
                self.data = read_number(valuelist[0])
        except UnsureNumberError:
            raise
        except NotationError as error:
            raise ValueError(A_NUMBER) from error


class PastDay(DateField):
    """A field for a day that is not after `latest`."""

    latest: date

    def pre_validate(self, form: BaseForm) -> None:
        """Check that the day is not after `latest`. Raises ValidationError."""
        if self.data and self.data > self.latest:
            raise ValidationError(lazy_gettext("That date is in the future."))


class Form(FlaskForm):
    """The base of all forms. The page adds the CSRF token and the idempotency key.

    The token is checked before any page sees what was sent, so forms have no token of their own.
    """

    class Meta:
        csrf = False


def name_field(label: str) -> StringField:
    """A required field for a name."""
    return StringField(label, filters=[tidy], validators=[InputRequired(lazy_gettext("Type a name.")), check_name])


def who_field() -> SelectField:
    """A required field for one of several people, by number. Its first choice has no number."""
    return SelectField(
        lazy_gettext("Who"),
        coerce=lambda text: int(text) if text else None,
        validators=[InputRequired(lazy_gettext("Choose who it is."))],
    )


class NameForm(Form):
    """A single name."""

    name = name_field(lazy_gettext("Name"))


class AskedNameForm(Form):
    """The name of the person using the phone. Any form may ask for it, until it has been given once."""

    me = StringField(lazy_gettext("Name"), filters=[tidy], validators=[check_name])
