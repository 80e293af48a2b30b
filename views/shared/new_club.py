"""A club that a page founds, with its first keys."""

from flask_babel import gettext

from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.play.start import found_with_keys
from views.shared.keyring import hand_over
from views.shared.limits import Limit, count_when_kept


def found_club(name: str, by: str) -> Club:
    """A new club, counted once it is kept; this phone gets the key that manages it."""
    count_when_kept(Limit.CLUBS)
    club, key = found_with_keys(name, key_labels(gettext("The phone that began")), by)
    hand_over(key)
    return club


def key_labels(first: str) -> dict[Access, str]:
    """The labels of a new club's keys; `first` is that of the one that manages it."""
    return {Access.MANAGE: first, Access.SCORE: gettext("Scorekeepers"), Access.VIEW: gettext("Everybody who follows")}
