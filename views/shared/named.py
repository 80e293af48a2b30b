"""The names that a club has for its rules."""

from collections.abc import Callable

from flask_babel import gettext

from models.ledger.house_rules import house_rules_names
from rules import read_rules


def rules_namer(club_id: int) -> Callable[[str], str]:
    """A function that names rules given as text: the club's name for its house rules, or else the rule set's."""
    own = house_rules_names(club_id)

    def name(text: str) -> str:
        book = read_rules(text)
        return own.get(text) or (gettext("%(rules)s, house rules", rules=book.name) if book.house_rules else book.name)

    return name
