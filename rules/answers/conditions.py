"""The text files of the answers and the lesson, and the conditions in them, such as `draws=1,tap=none`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.books.book import RuleBook
from rules.books.options import write_value


@cache
def read_texts(name: str) -> Mapping[str, Any]:
    """The contents of a TOML file in this package, given its path without the extension.

    The result is cached, since the files do not change.
    """
    import tomllib

    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def hold(conditions: str, book: RuleBook) -> bool:
    """True if the options have the values that `conditions` requires; an empty string requires nothing."""
    pairs = (condition.split("=") for condition in conditions.split(",") if condition)
    return all(write_value(book.customs[option].value) == value for option, value in pairs)
