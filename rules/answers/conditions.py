"""Conditions on a table's rules, as the files of answers and of the lesson write them: `draws=1,tap=none`."""

from collections.abc import Mapping

from rules.books.book import RuleBook
from rules.books.options import write_value


def read_conditions(text: str) -> Mapping[str, str]:
    """The values of options that a text asks for; none if it is empty."""
    return dict(condition.split("=") for condition in text.split(",") if condition)


def hold(conditions: Mapping[str, str], book: RuleBook) -> bool:
    """True if the options have these values under these rules."""
    return all(write_value(book.customs[option].value) == value for option, value in conditions.items())
