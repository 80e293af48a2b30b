"""A club's own rule sets: made, changed, renamed, deleted. Each of these adds a line."""

from functools import partial

from models.ledger.clubs import lock_club
from models.ledger.house_rules import HouseRules, is_name_taken
from models.store.database import db
from models.texts import say
from rules import RuleBook
from rules.table.deal import check_deal


class HouseRulesError(ValueError):
    """Something that cannot be done with house rules; its message is a sentence for the table."""


def make_house_rules(club_id: int, name: str, book: RuleBook, by: str) -> HouseRules:
    """Keep a rule set under a name; one that has the name already is changed to it.

    Raises BookError where the set cannot be dealt as it says.
    """
    check_deal(book)
    return _write(HouseRules(club_id=club_id, name=name, rules=book, made_by=by))


def change_house_rules(made: HouseRules, name: str, book: RuleBook, by: str) -> None:
    """Call a rule set otherwise, or change its options.

    Raises HouseRulesError where another set has the name, BookError where the set cannot be dealt as it says.
    """
    lock_club(made.club_id)
    if str(book) != str(made.rules):
        check_deal(book)
    if name != made.name and is_name_taken(made.club_id, name):
        raise HouseRulesError(say("house.name-taken", name=name))
    line = partial(HouseRules, club_id=made.club_id, name=name, made_by=by)
    if name != made.name:
        _write(line(rules=made.rules, was_called=made.name))
    if str(book) != str(made.rules):
        _write(line(rules=book))


def delete_house_rules(made: HouseRules, by: str) -> None:
    """Offer a rule set no more."""
    _write(HouseRules(club_id=made.club_id, name=made.name, rules=made.rules, made_by=by, is_gone=True))


def _write(line: HouseRules) -> HouseRules:
    db.session.add(line)
    db.session.flush()
    return line
