"""Code shared by the pages of a tournament: find it, and gather the template variables that every page needs."""

import secrets

from flask import render_template, url_for
from flask_babel import lazy_gettext

from models.access.grants import Opened, open_tournament
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.play.pen import RefereesPen, take_referees_pen
from models.sheets.tournament import Hall
from models.sheets.tournament_log import passed_in_words, rests_in_words, stage_title, step_in_words
from rules.tournament.plan import Stake
from views.shared.keyring import key_refs, name_to_sign, require_access
from views.shared.rhythm import lively_seconds
from views.tournament.podium import find_podium


def fetch_tournament(ref: str, needs: Access = Access.VIEW) -> Opened[Tournament]:
    """The tournament. Aborts with 404 unless this browser has a key with the access needed."""
    return require_access(open_tournament(ref, key_refs()), needs)


def open_as_referee(ref: str) -> Opened[Tournament]:
    """The tournament, opened as its referee. Aborts with 404 for everybody else."""
    return fetch_tournament(ref, Access.MANAGE)


# What is at stake at a table that does not count like any other.
_STAKES = {
    Stake.PLAYOFF: lazy_gettext("the winner moves on"),
    Stake.THIRD: lazy_gettext("for third place"),
    Stake.FINAL: lazy_gettext("the final"),
    Stake.TIE: lazy_gettext("to break a tie"),
}


def take_as_referee(ref: str) -> tuple[Opened[Tournament], RefereesPen]:
    """The tournament, opened as its referee, and its pen. Aborts with 404 for everybody else."""
    opened = open_as_referee(ref)
    return opened, take_referees_pen(opened, name_to_sign(opened))


def tournament_url(ref: str) -> str:
    """The address of a tournament's page."""
    return url_for("tournaments.tournament", ref=ref)


def new_lot() -> str:
    """A new random draw code for seating tables."""
    return str(secrets.randbelow(900_000) + 100_000)


def shown(opened: Opened[Tournament], hall: Hall) -> dict[str, object]:
    """The template variables for the tournament as it is now, with functions that put it into words."""
    return {
        "opened": opened,
        "tournament": opened.it,
        "hall": hall,
        "lively": lively_seconds(hall.newest_at),
        "step": step_in_words(hall),
        "passed": passed_in_words(hall),
        "rests": lambda placing: rests_in_words(hall, placing),
        "title": lambda stage: stage_title(hall, stage),
        "stake_in_words": _STAKES.get,
        "is_referee": opened.access >= Access.MANAGE,
        "podium": find_podium(opened.it, hall),
    }


def show(template: str, opened: Opened[Tournament], hall: Hall, **facts: object) -> str:
    """Render one of the tournament's pages."""
    return render_template(f"{template}.html", **shown(opened, hall), **facts)
