"""The files of the answers and of the lesson, and their conditions on a table's rules: `draws=1,tap=none`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.books.book import RuleBook
from rules.books.options import write_value


@cache
def read_texts(name: str) -> Mapping[str, Any]:
    """The contents of a TOML file in this package, by its path without the extension.

    Cached: the files do not change.
    """
    import tomllib

    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def hold(conditions: str, book: RuleBook) -> bool:
    """True if the options have the values that a text requires; an empty one requires none."""
    pairs = (condition.split("=") for condition in conditions.split(",") if condition)
    return all(write_value(book.customs[option].value) == value for option, value in pairs)
