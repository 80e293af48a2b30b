"""Forms for house rules: a published rule set with some options changed."""

from flask_babel import lazy_gettext
from wtforms import Field, RadioField, SelectField
from wtforms.validators import InputRequired, NumberRange, Optional, StopValidation

from forms.base import Form, WholeNumber, name_field
from rules import RULE_BOOKS, BookError, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_PLAYERS, possible_deals
from rules.books.options import offered_values, write_value

# The numbers that groups usually choose. Other numbers may be typed, except for the highest double in the set.
MOST_TILES, MOST_PIPS = 190, 999
NUMBERS = {
    "double-blank": ("0", "25", "50"),
    "highest": ("6", "9", "12", "15", "18"),
    "blank-end": ("0", "25"),
    "out-bonus": ("0", "5", "10", "15"),
    "open-marker": ("0", "5", "10", "15"),
    "limit": ("0", "100", "200", "300", "500"),
}


def _sensible_values(book: RuleBook, now: RuleBook) -> dict[str, dict[str, str]]:
    """The values that a group can sensibly choose for each option, including the current one, each with its sentence."""
    choices = {}
    for option, custom in book.customs.items():
        offered = list(map(str, offered_values(option) or NUMBERS.get(option, ())))
        present = write_value(now.customs[option].value)
        values = [*offered, present] if option in NUMBERS and present not in offered else offered
        sensible = {value: sentence for value in values if (sentence := _sentence(book, option, value))}
        if len(sensible) > 1 and not custom.is_moot:
            choices[option] = sensible
    return choices


def _sentence(book: RuleBook, option: str, value: str) -> str:
    """The sentence for an option's value; empty if the value makes no sense in this rule set."""
    try:
        return book.with_house_rules({option: value}).customs[option].text
    except BookError:
        return ""


_AT_LEAST_ONE = lazy_gettext("Type how many tiles each player takes: at least one.")


def _check_all_below(form: "HouseRulesForm", field: WholeNumber) -> None:
    """Check that this number of tiles is given. It is required for two players, and if a larger group has a number.

    Raises StopValidation.
    """
    players = int(field.name.removeprefix("deal_"))
    larger = [number for number in form.typed_deals if number > players]
    is_empty = not field.raw_data or not field.raw_data[0].strip()
    if field.errors and not is_empty:
        raise StopValidation
    if is_empty and (larger or players == FEWEST_PLAYERS):
        field.errors = []
        raise StopValidation(_AT_LEAST_ONE)


class HouseRulesForm(Form):
    """The name of house rules, and the rule set on which they are based.

    A subclass adds the rule set's `key`, a field for each option, fields `other_<id>` for numbers that are not
    offered, and fields `deal_2` to `deal_8` for the tiles per player.
    """

    name = name_field(lazy_gettext("Name of these rules"))
    base: SelectField
    key: str

    @property
    def typed_deals(self) -> dict[int, int]:
        """The typed number of tiles per player, by number of players."""
        typed = {players: self[f"deal_{players}"].data for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
        return {players: each for players, each in typed.items() if each}

    @property
    def other_numbers(self) -> dict[str, Field]:
        """The fields for numbers that are not offered, by option."""
        return {field.name.removeprefix("other_"): field for field in self if field.name.startswith("other_")}

    @property
    def changes(self) -> dict[str, str]:
        """The value chosen for every option, and the deal if it differs from the published rule set's."""
        chosen = {field.name.removeprefix("option_"): field.data for field in self if field.name.startswith("option_")}
        chosen |= {option: str(field.data) for option, field in self.other_numbers.items() if field.data}
        if self.typed_deals != possible_deals(RULE_BOOKS[self.key].options):
            chosen["deal"] = "-".join(map(str, self.typed_deals.values()))
        return {option: value for option, value in chosen.items() if value}


def house_rules_form(key: str, now: RuleBook | None = None) -> type[HouseRulesForm]:
    """A form class with a field `option_<id>` for every option of this rule set, in the current language.

    `now` is the rule book to be changed.
    """
    # Build these fields late: the books load only when somebody first asks for them.
    books = {book.key: book.name for book in RULE_BOOKS.values()}
    base = SelectField(lazy_gettext("Based on"), choices=books, validators=[InputRequired()])
    fields: dict[str, object] = {"key": key, "base": base}
    for option, choices in _sensible_values(RULE_BOOKS[key], now or RULE_BOOKS[key]).items():
        custom = RULE_BOOKS[key].customs[option]
        fields[f"option_{option}"] = RadioField(custom.title, choices=choices, default=write_value(custom.value))
        if option in NUMBERS and option != "highest":
            fields[f"other_{option}"] = WholeNumber(
                lazy_gettext("Another number"),
                validators=[Optional(), NumberRange(1, MOST_PIPS, lazy_gettext("Type a number from 1 to 999."))],
            )
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        fields[f"deal_{players}"] = WholeNumber(
            lazy_gettext("%(number)s players", number=players),
            validators=[_check_all_below, Optional(), NumberRange(1, MOST_TILES, _AT_LEAST_ONE)],
        )
    return type("OptionsForm", (HouseRulesForm,), fields)


def filled_in(book: RuleBook) -> dict[str, object]:
    """The form's values for this rule book."""
    options = {f"option_{option}": write_value(custom.value) for option, custom in book.customs.items()}
    return options | {f"deal_{players}": each for players, each in possible_deals(book.options).items()}
