"""Spans of whole months, for history and statistics."""

import re
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, and_, or_, true

from models.ledger.results import RESULTS
from models.ledger.tallies import TALLIES
from models.results.sums import days_of_month

_YEARS = (1, 9998)
# Up to this many years are listed one by one, so that a database looks each of them up and skips the months in between.
_MOST_NAMED_YEARS = 100


@dataclass(frozen=True, slots=True)
class Span:
    """A span from one month to another, both included, each given as year and month. None means no limit."""

    first: tuple[int, int] | None = None
    last: tuple[int, int] | None = None

    @property
    def is_open(self) -> bool:
        """True if the span covers all time."""
        return self.first is None and self.last is None

    @property
    def year(self) -> int | None:
        """The year, if the span is exactly one whole year; otherwise None."""
        (first, from_month), (last, to_month) = self._months
        return first if first == last and (from_month, to_month) == (1, 12) else None

    def holds(self, day: date) -> bool:
        """True if the day is in the span."""
        first, last = self.days
        return first <= day <= last

    @property
    def is_month(self) -> bool:
        """True if the span is exactly one month."""
        return self.first is not None and self.first == self.last

    @property
    def tallies(self) -> ColumnElement[bool]:
        """A condition for the tallies that make up the span."""
        return or_(*self.tallies_in_parts)

    @property
    def tallies_in_parts(self) -> list[ColumnElement[bool]]:
        """Conditions for the tallies of the span: for all time, or for whole years and the months at both ends.

        Each condition reads one part of an index. Combined, they would read every month of every year.
        """
        tally = TALLIES.c
        if self.is_open:
            return [and_(tally.year == 0, tally.month == 0)]
        (first, from_month), (last, to_month) = self._months
        if first == last:
            return [and_(tally.year == first, tally.month.between(from_month, to_month))]
        whole = range(first + 1, last)
        years = tally.year.in_(whole) if len(whole) <= _MOST_NAMED_YEARS else tally.year.between(first + 1, last - 1)
        return [
            and_(tally.year == first, tally.month.between(from_month, 12)),
            *([and_(years, tally.month == 0)] if whole else []),
            and_(tally.year == last, tally.month.between(1, to_month)),
        ]

    @property
    def results(self) -> ColumnElement[bool]:
        """A condition for the results in the span."""
        return true() if self.is_open else RESULTS.c.played_on.between(*self.days)

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day of the span."""
        first, last = self._months
        return days_of_month(*first)[0], days_of_month(*last)[1]

    @property
    def _months(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return self.first or (_YEARS[0], 1), self.last or (_YEARS[1], 12)


def read_month(text: str | None) -> tuple[int, int] | None:
    """The year and month of a text such as `2026-03`; None for anything else."""
    if not text or not re.fullmatch(r"[0-9]{4}-[0-9]{1,2}", text):
        return None
    year, month = map(int, text.split("-"))
    return (year, month) if is_year(year) and 1 <= month <= 12 else None


def is_year(number: int) -> bool:
    """True if a span can begin and end in this year."""
    return _YEARS[0] <= number <= _YEARS[1]
