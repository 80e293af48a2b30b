"""A group's own rules: a published rule set, and what it plays otherwise."""

from functools import lru_cache

from flask_babel import lazy_gettext
from wtforms import RadioField, SelectField, StringField
from wtforms.validators import InputRequired

from forms.base import Form, check_name, tidy
from rules import RULE_BOOKS, BookError, RuleBook
from rules.options import offered_values, write_value
from rules.wording import say

# Numbers that tables are known to play with.
NUMBERS = {"double-blank": ("0", "25", "50"), "highest": ("6", "9", "12", "15", "18")}


@lru_cache(maxsize=20)
def sensible_values(key: str) -> dict[str, list[tuple[str, str]]]:
    """For each option that a group can choose in this rule set, the values that make sense and their sentences."""
    book, found = RULE_BOOKS[key], {}
    for option, custom in book.customs.items():
        values = offered_values(option) or NUMBERS.get(option, ())
        sensible = [
            (str(value), _sentence(book, option, str(value)))
            for value in values
            if _makes_sense(book, option, str(value))
        ]
        if len(sensible) > 1 and not custom.is_moot:
            found[option] = sensible
    return found


def _makes_sense(book: RuleBook, option: str, value: str) -> bool:
    try:
        book.with_house_rules({option: value})
    except BookError:
        return False
    return True


def _sentence(book: RuleBook, option: str, value: str) -> str:
    custom = book.with_house_rules({option: value}).customs[option]
    return custom.text


class HouseRulesForm(Form):
    """What a set of house rules has besides its options."""

    name = StringField(
        lazy_gettext("Name of these rules"),
        filters=[tidy],
        validators=[InputRequired(lazy_gettext("Type a name.")), check_name],
    )
    base = SelectField(lazy_gettext("Based on"), validators=[InputRequired()])

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.base.choices = [(book.key, book.name) for book in RULE_BOOKS.values()]
        for option, values in sensible_values(self.key).items():
            self[f"option_{option}"].choices = values


@lru_cache(maxsize=20)
def house_rules_form(key: str) -> type[HouseRulesForm]:
    """A form with every option of this rule set, found as `option_<id>`."""
    fields = {"key": key}
    for option in sensible_values(key):
        standing = write_value(RULE_BOOKS[key].customs[option].value)
        fields[f"option_{option}"] = RadioField(say(f"option.{option}.title"), default=standing)
    return type("OptionsForm", (HouseRulesForm,), fields)


__all__ = ["HouseRulesForm", "house_rules_form", "sensible_values"]
