"""A group's own rules: a published rule set, and the options that it plays in another way."""

from functools import lru_cache

from flask_babel import lazy_gettext
from wtforms import RadioField, SelectField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, StopValidation

from forms.base import Form, SelectChoice, WholeNumber, check_name, tidy
from rules import RULE_BOOKS, BookError, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_PLAYERS, possible_deals
from rules.books.options import offered_values, write_value
from rules.wording import spoken

# Numbers that tables are known to play with.
MOST_TILES = 190
NUMBERS = {"double-blank": ("0", "25", "50"), "highest": ("6", "9", "12", "15", "18")}


def _sensible_values(book: RuleBook) -> dict[str, list[tuple[str, str]]]:
    """For each option that a group can choose in this rule set, the values that make sense and their sentences."""
    found = {}
    for option, custom in book.customs.items():
        values = map(str, offered_values(option) or NUMBERS.get(option, ()))
        sensible = [(value, said) for value in values if (said := _sentence(book, option, value))]
        if len(sensible) > 1 and not custom.is_moot:
            found[option] = sensible
    return found


def _sentence(book: RuleBook, option: str, value: str) -> str:
    """The sentence of a value for the table; nothing where the value makes no sense in this rule set."""
    try:
        return book.with_house_rules({option: value}).customs[option].text
    except BookError:
        return ""


_AT_LEAST_ONE = lazy_gettext("Type how many tiles each takes, at least one.")


def _check_all_below(form: "HouseRulesForm", field: WholeNumber) -> None:
    """So many play only where fewer can. Raises StopValidation."""
    players = int(field.name.removeprefix("deal_"))
    larger = [number for number in form.typed_deals if number > players]
    is_empty = not field.raw_data or not field.raw_data[0].strip()
    if field.errors and not is_empty:
        raise StopValidation
    if is_empty and (larger or players == FEWEST_PLAYERS):
        field.errors = []
        raise StopValidation(_AT_LEAST_ONE)


class HouseRulesForm(Form):
    """The name of house rules and their base; a subclass adds `key`, the options, and the tiles each as `deal_2` to `deal_8`."""

    name = StringField(
        lazy_gettext("Name of these rules"),
        filters=[tidy],
        validators=[InputRequired(lazy_gettext("Type a name.")), check_name],
    )
    base: SelectField
    key: str

    @property
    def typed_deals(self) -> dict[int, int]:
        """The tiles each by number of players, where a number was typed."""
        typed = {players: self[f"deal_{players}"].data for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
        return {players: each for players, each in typed.items() if each}

    @property
    def changes(self) -> dict[str, str]:
        """Every option as it was chosen; the deal where it is not that of the published rule set."""
        chosen = {field.name.removeprefix("option_"): field.data for field in self if field.name.startswith("option_")}
        if self.typed_deals != possible_deals(RULE_BOOKS[self.key].options):
            chosen["deal"] = "-".join(map(str, self.typed_deals.values()))
        return {option: value for option, value in chosen.items() if value}


def house_rules_form(key: str) -> type[HouseRulesForm]:
    """A form with every option of this rule set, found as `option_<id>`, in the language that is spoken."""
    return _house_rules_form(key, spoken())


@lru_cache(maxsize=20)
def _house_rules_form(key: str, _language: str) -> type[HouseRulesForm]:
    # Made here and not with the class: the books are read when somebody first asks for them.
    books = [SelectChoice(book.key, book.name) for book in RULE_BOOKS.values()]
    base = SelectField(lazy_gettext("Based on"), choices=books, validators=[InputRequired()])
    fields: dict[str, object] = {"key": key, "base": base}
    for option, values in _sensible_values(RULE_BOOKS[key]).items():
        custom, choices = RULE_BOOKS[key].customs[option], [SelectChoice(*one) for one in values]
        fields[f"option_{option}"] = RadioField(custom.title, choices=choices, default=write_value(custom.value))
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        fields[f"deal_{players}"] = WholeNumber(
            lazy_gettext("%(number)s players", number=players),
            validators=[_check_all_below, Optional(), NumberRange(1, MOST_TILES, _AT_LEAST_ONE)],
        )
    return type("OptionsForm", (HouseRulesForm,), fields)


def filled_in(book: RuleBook) -> dict[str, object]:
    """The values of the form for rules as they are played now."""
    options = {f"option_{option}": write_value(custom.value) for option, custom in book.customs.items()}
    return options | {f"deal_{players}": each for players, each in possible_deals(book.options).items()}


__all__ = ["HouseRulesForm", "filled_in", "house_rules_form"]
