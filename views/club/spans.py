"""The time span that an address asks for."""

from typing import NamedTuple

from flask import request
from flask_babel import gettext

from models.results.spans import Span, read_month
from models.store.columns import now
from views.shared.named import by_clock_here


class Choice(NamedTuple):
    """A time span on offer: its label, its query parameters, and whether it is the current one."""

    name: str
    asked: dict[str, str]
    is_chosen: bool


def asked_span() -> Span:
    """The months from `first` to `last`. A missing or unreadable month leaves that end open; a reversed pair is swapped."""
    first, last = read_month(request.args.get("first")), read_month(request.args.get("last"))
    return Span(last, first) if first and last and last < first else Span(first, last)


def write_span(span: Span) -> dict[str, str]:
    """A time span as query parameters; empty for all time."""
    ends = {"first": span.first, "last": span.last}
    return {name: f"{month[0]:04}-{month[1]:02}" for name, month in ends.items() if month}


def offered_spans(span: Span) -> list[Choice]:
    """The time spans that people ask for most."""
    today = by_clock_here(now()).date()
    year_ago = (today.year - 1, today.month + 1) if today.month < 12 else (today.year, 1)
    offered = [
        (gettext("All time"), Span()),
        (gettext("The last 12 months"), Span(year_ago, (today.year, today.month))),
        *((name_year(year), Span((year, 1), (year, 12))) for year in (today.year, today.year - 1)),
    ]
    return [Choice(name, write_span(offer), offer == span) for name, offer in offered]


def name_year(year: int) -> str:
    """The year in words: `2026 so far` until it is over."""
    return gettext("%(year)s so far", year=year) if year == by_clock_here(now()).year else str(year)


def span_facts(span: Span) -> dict[str, object]:
    """The template variables for offering other time spans and keeping the current one in links."""
    return {"span": span, "spans": offered_spans(span), "asked": write_span(span)}
