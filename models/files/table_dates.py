"""Finding the date of a table of scores, in its title or on a line of its own."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date

from models.results.spoken_times import month_of

_IN_NUMBERS = re.compile(r"(?<![\d./-])(\d{4}|\d\d?)[./-](\d\d?)[./-](\d{4}|\d\d)(?![\d./-])")
# `March 5, 2026`, `5 March 2026` or `5th of March 2026`.
_IN_WORDS = re.compile(
    r"\b(?:(\d\d?)(?:st|nd|rd|th)?\.? (?:of )?)?([^\W\d]{3,9})\.?(?: (\d\d?)(?:st|nd|rd|th)?)?,? (\d{4})\b"
)


def dates_in(text: str) -> list[date]:
    """The dates in a text, each in every way that it can be read, in order."""
    return sorted({*_in_numbers(text), *_in_words(text)})


def _in_numbers(text: str) -> Iterator[date]:
    """Every way to read dates such as `2026-03-05`, `3/14/26` or `14.03.2026`."""
    for first, second, third in _IN_NUMBERS.findall(text):
        if len(first) > 2:
            ways = [(first, second, third)]
        else:
            year = third if len(third) == 4 else f"20{third}"
            ways = [(year, first, second), (year, second, first)]
        for way in ways:
            with suppress(ValueError):
                yield date(*map(int, way))


def _in_words(text: str) -> Iterator[date]:
    for before, name, after, year in _IN_WORDS.findall(text):
        day, month = before or after, month_of(name.casefold())
        if day and month:
            with suppress(ValueError):
                yield date(int(year), month, int(day))
