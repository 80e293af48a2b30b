"""Names for pages: a club's own names for its rules and its nights, and dates in words."""

from collections.abc import Callable
from datetime import date, datetime

from flask import g
from flask_babel import format_date, gettext

from models.ledger.house_rules import house_rules_names
from models.ledger.nights import Night
from rules import RuleBook, read_rules


def rules_namer(club_id: int) -> Callable[[str], str]:
    """A function that names rules given as text: the club's name for its house rules, or else the rule set's."""
    own = house_rules_names(club_id)

    def name(text: str) -> str:
        book = read_rules(text)
        return own.get(text) or (gettext("%(rules)s, house rules", rules=book.name) if book.house_rules else book.name)

    return name


def by_clock_here(moment: datetime) -> datetime:
    """The moment in the time zone of the club whose page this is; without a club, in the server's."""
    return moment.astimezone(g.get("tzinfo"))


def day_in_words(moment: date) -> str:
    """The date in words; for a moment, its date in the time zone of this page."""
    day = by_clock_here(moment).date() if isinstance(moment, datetime) else moment
    return format_date(day, "long", rebase=False)


def night_in_words(night: Night) -> str:
    """A night as shown in a list: its name, if its players gave it one, and its date."""
    day = day_in_words(night.date)
    return f"{night.name} · {day}" if night.name else day


def rules_name(book: RuleBook, club_id: int) -> str | None:
    """The name that a club gave to its own rules. None for a published set, and for rules that it has not named."""
    return house_rules_names(club_id).get(str(book)) if book.house_rules else None
