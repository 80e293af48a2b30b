"""Create a club from a page, with its first keys."""

from flask import request
from flask_babel import gettext

from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.play.start import create_club_with_keys
from rules.typed import is_zone
from views.shared.keyring import hand_over
from views.shared.limits import Limit, address_here, count_on_commit


def create_club_here(name: str, by: str) -> Club:
    """A new club, counted against the limit once it is committed. This phone gets the manager's key."""
    count_on_commit(Limit.CLUBS)
    club, key = create_club_with_keys(name, key_labels(gettext("The phone that started the club")), by)
    club.founded_from, club.zone = address_here(), zone_here()
    hand_over(key)
    return club


def zone_here() -> str | None:
    """The time zone of the phone that sent this form; None if the form does not name one."""
    zone = request.form.get("zone", "")
    return zone if is_zone(zone) else None


def key_labels(first: str) -> dict[Access, str]:
    """The labels of a new club's keys. `first` is the label of the manager's key."""
    return {Access.MANAGE: first, Access.SCORE: gettext("Scorekeepers"), Access.VIEW: gettext("Everybody watching")}
