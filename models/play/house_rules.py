"""House rules: making, changing, renaming and deleting a club's own rule sets. Each of these adds a line."""

from models.ledger.clubs import lock_club
from models.ledger.house_rules import HouseRules, count_lines_of_house_rules, is_name_taken
from models.store.transactions import add_row
from models.texts import say
from rules import RuleBook
from rules.table.deal import check_deal

# Every start of a game reads all lines about a club's house rules.
MOST_LINES = 1000


class HouseRulesError(ValueError):
    """Raised for something that cannot be done with house rules; the message is a sentence for the players."""


def make_house_rules(club_id: int, name: str, book: RuleBook, by: str) -> HouseRules:
    """Save a rule set under a name; a set that already has that name is updated.

    Raises BookError if the options make a deal impossible, and HouseRulesError if the club has changed its rules too often.
    """
    check_deal(book)
    _check_room(club_id)
    return add_row(HouseRules(club_id=club_id, name=name, rules=book, made_by=by))


def change_house_rules(made: HouseRules, name: str, book: RuleBook, by: str) -> None:
    """Rename a rule set, or change its options.

    Raises HouseRulesError if another set has the name, and BookError if the options make a deal impossible.
    """
    lock_club(made.club_id)
    _check_room(made.club_id)
    if str(book) != str(made.rules):
        check_deal(book)
    if name != made.name:
        check_name_is_free(made.club_id, name)
        add_row(HouseRules(club_id=made.club_id, name=name, rules=made.rules, made_by=by, was_called=made.name))
    if str(book) != str(made.rules):
        add_row(HouseRules(club_id=made.club_id, name=name, rules=book, made_by=by))


def check_name_is_free(club_id: int | None, name: str) -> None:
    """Raise HouseRulesError if one of a club's rule sets has this name.

    A club that is yet to be founded has no rule sets.
    """
    if club_id is None:
        return
    _check_room(club_id)
    if is_name_taken(club_id, name):
        raise HouseRulesError(say("house.name-taken", name=name))


def _check_room(club_id: int) -> None:
    if count_lines_of_house_rules(club_id) >= MOST_LINES:
        raise HouseRulesError(say("house.too-many", most=MOST_LINES))


def delete_house_rules(made: HouseRules, by: str) -> None:
    """Delete a rule set: it is no longer offered."""
    add_row(HouseRules(club_id=made.club_id, name=made.name, rules=made.rules, made_by=by, is_gone=True))
