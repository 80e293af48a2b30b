"""The time that a question about past games names, such as "last Thursday", "the night before Halloween" or "this fall"."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise

from models.results.spans import Span, is_year
from models.results.sums import days_of_month
from models.texts import MODELS, say

# The index of `last` among the words that number the weekdays of a month.
_LAST = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenTime:
    """The time that a question names.

    `day` is the date that it names, if any; `side` is -1 for the last night before that date, 1 for the first one after
    it, and otherwise 0. Without a day, `span` has the months that it names, and `than` those that it compares them
    with. `weekday` is 1 to 7 if it names all dates of a weekday, such as `Saturdays`, or 0. `words` are the words that
    name the time.
    """

    span: Span = field(default_factory=Span)
    than: Span | None = None
    day: date | None = None
    side: int = 0
    weekday: int = 0
    words: Collection[str] = ()

    @property
    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day of the span; None for an open end, and for both ends of a single month or year."""
        if self.span.is_month or self.span.year:
            return None, None
        first, last = self.span.days
        return first if self.span.first else None, last if self.span.last else None


def read_time(words: Sequence[str], today: date) -> SpokenTime:
    """Read the time from the lowercase words of a question. A month without a year means the latest one that has started."""
    day, of_day = _day_in(words, today)
    span, than, of_span = _spans_in(words, today)
    if say("asked.since") in words:
        day, of_day = None, set()
    beside = [side for side in ("before", "after") if day and say(f"asked.{side}") in words]
    weekday = next((number for number in range(1, 8) if f"{say(f'weekday.{number}')}s" in words), 0)
    if not day:
        return SpokenTime(span=span, than=than, weekday=weekday, words=of_span)
    side = {"before": -1, "after": 1}[beside[0]] if beside else 0
    return SpokenTime(day=day, side=side, weekday=weekday, words=of_day | {say(f"asked.{side}") for side in beside})


def month_of(word: str) -> int:
    """The month that a lowercase word names, in full or by at least its first three letters; 0 for any other word."""
    return next((month for month in range(1, 13) if say(f"month.{month}").casefold().startswith(word) and word[2:]), 0)


def year_of(word: str) -> int:
    """The year that a word stands for; 0 for any other word."""
    return int(word) if re.fullmatch("[1-9][0-9]{3}", word) and is_year(int(word)) else 0


def with_dates(text: str, today: date) -> str:
    """The text with `last year`, `last Saturday` and the like replaced by the years, months and days they stand for."""
    month_ago = today.replace(day=1) - timedelta(days=1)
    days = [today - timedelta(days=back) for back in range(1, 8)]
    dates = {
        say("asked.last-year"): f"{today.year - 1}",
        say("asked.this-year"): f"{today.year}",
        say("asked.last-month"): _month_in_words(month_ago),
        say("asked.this-month"): _month_in_words(today),
        say("asked.yesterday"): _day_in_words(days[0]),
    } | {say(f"weekday.{day.isoweekday()}"): _day_in_words(day) for day in days}
    text = re.sub(rf"\b(\w+) {say('asked.before')} (\w+)\b", lambda match: _weekday_before(match, today), text)
    text = re.sub(rf"\b{say('asked.weekday-of')}\b", lambda match: _weekday_of(match, today), text)
    for phrase, written in dates.items():
        text = re.sub(rf"\b{phrase}\b", written, text)
    return text


def _weekday_before(phrase: re.Match[str], today: date) -> str:
    """The date of a phrase such as `thursday before halloween`; any other phrase is returned unchanged."""
    weekday, holiday = _weekday_named(phrase[1]), latest_holiday(phrase[2], today)
    if not weekday or not holiday:
        return phrase[0]
    return _day_in_words(holiday - timedelta(days=(holiday.isoweekday() - weekday - 1) % 7 + 1))


def _weekday_of(phrase: re.Match[str], today: date) -> str:
    """The date of a phrase such as `last thursday in october`; any other phrase is returned unchanged."""
    weekday, month = _weekday_named(phrase[2]), month_of(phrase[3])
    if not weekday or not month:
        return phrase[0]
    first, last = days_of_month(year_of(phrase[4] or "") or today.year - (month > today.month), month)
    which = say("asked.nth").split().index(phrase[1])
    if which == _LAST:
        return _day_in_words(last - timedelta(days=(last.isoweekday() - weekday) % 7))
    return _day_in_words(first + timedelta(days=(weekday - first.isoweekday()) % 7 + 7 * which))


def _weekday_named(word: str) -> int:
    """The weekday that a lowercase word names, 1 to 7; 0 for any other word."""
    return next((number for number in range(1, 8) if say(f"weekday.{number}") == word), 0)


def latest_holiday(word: str, until: date) -> date | None:
    """The last date up to `until` of the holiday that a lowercase word names; None for any other word."""
    if not MODELS.has(f"holiday.{word}"):
        return None
    month, first, *weekday = map(int, say(f"holiday.{word}").split("-"))
    days = [date(year, month, first) for year in (until.year, until.year - 1)]
    if weekday:
        days = [day + timedelta(days=(weekday[0] - day.isoweekday()) % 7) for day in days]
    return next(day for day in days if day <= until)


def _day_in(words: Sequence[str], today: date) -> tuple[date | None, set[str]]:
    """The latest day that the words name, up to today or in the year that they name, and the words that name it."""
    year = next(filter(None, map(year_of, words)), 0)
    spoken = [word for word in words if word not in say("asked.between").split()]
    for pair in pairwise(spoken):
        for number, month in (pair, pair[::-1]):
            if re.fullmatch("[0-9]{1,2}", number) and month_of(month):
                with suppress(ValueError):
                    day = date(year or today.year, month_of(month), int(number))
                    return day if year or day <= today else day.replace(year=day.year - 1), set(pair)
    for word in words:
        if holiday := latest_holiday(word, date(year, 12, 31) if year else today):
            return holiday, {word}
    return None, set()


def _spans_in(words: Sequence[str], today: date) -> tuple[Span, Span | None, set[str]]:
    """The months that the words name, the months they compare them with, if any, and the words that name the months."""
    at = next((at for at, word in enumerate(words) if word in say("asked.than").split()), len(words))
    (span, said), (than, of_than) = (_span_in(part, today) for part in (words[:at], words[at:]))
    if said and of_than:
        return span, than, said | of_than
    span, said = _span_in(words, today)
    return span, None, said


def _span_in(words: Sequence[str], today: date) -> tuple[Span, set[str]]:
    """The months that the words name (a month, season or year, or a range of these), and the words that name them."""
    years = [word for word in words if year_of(word)][:2]
    months = [word for word in words if month_of(word)][:2]
    ends = [month_of(word) for word in months]
    if season := next((word for word in words if MODELS.has(f"season.{word}")), ""):
        months, ends = [season], [int(month) for month in say(f"season.{season}").split("-")]
    if not months and not years:
        return Span(), set()
    begin, end = (ends[0], ends[-1]) if ends else (1, 12)
    year = year_of(years[0]) if years else today.year - (begin > today.month)
    if season and (say("asked.last"), season) in pairwise(words) and year == today.year and today.month <= end:
        year -= 1
    last_year = year_of(years[-1]) if years[1:] else year + (end < begin)
    span, said = Span((year, begin), (last_year, end)), {*months, *years}
    for bound, bounded in {
        "since": Span((year, begin), None),
        "after": Span((last_year + end // 12, end % 12 + 1), None),
        "before": Span(None, (year - (begin == 1), begin - 1 or 12)),
        "until": Span(None, (last_year, end)),
    }.items():
        if said_so := {*say(f"asked.{bound}").split()}.intersection(words):
            return bounded, said | said_so
    return span, said


def _day_in_words(day: date) -> str:
    return f"{day.day} {_month_in_words(day)}"


def _month_in_words(day: date) -> str:
    return f"{say(f'month.{day.month}').casefold()} {day.year}"
