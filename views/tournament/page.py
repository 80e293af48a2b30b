"""Shared by the pages of a tournament: find it, and gather the facts that every page shows."""

import secrets

from flask import render_template
from flask_babel import gettext
from markupsafe import Markup

from models.access.grants import Opened, open_tournament
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.sheets.tournament import Hall, HallTable
from models.sheets.tournament_log import passed_in_words, rests_in_words, stage_title, step_in_words
from rules.tournament.plan import Stake
from views.shared.keyring import key_refs, require_access
from views.shared.pieces import drawn, drawn_each
from views.shared.rhythm import lively_seconds
from views.tournament.podium import find_podium


def fetch_tournament(ref: str, needs: Access = Access.VIEW) -> Opened[Tournament]:
    """The tournament. Aborts with 404 unless a key allows what is needed."""
    return require_access(open_tournament(ref, key_refs()), needs)


def new_lot() -> str:
    """A random lot to draw tables by."""
    return str(secrets.randbelow(900_000) + 100_000)


def shown(opened: Opened[Tournament], hall: Hall) -> dict[str, object]:
    """The facts of the tournament as it stands, with the words for them."""
    return {
        "opened": opened,
        "tournament": opened.it,
        "hall": hall,
        "lively": lively_seconds(hall.newest_at),
        "step": step_in_words(hall),
        "passed": passed_in_words(hall),
        "rests": lambda one: rests_in_words(hall, one),
        "title": lambda stage: stage_title(hall, stage),
        "stake_in_words": _stake_in_words,
        "card_of": lambda table: _card(hall, table),
        "places": lambda: _places(hall),
        "is_referee": opened.access >= Access.MANAGE,
        "podium": find_podium(opened.it, hall),
    }


def _places(hall: Hall) -> Markup:
    """The rows of the standings. Where totals cannot be compared, they stand beside the name."""
    has_points, has_pips, names = hall.has_points, hall.has_pips, hall.names
    rows = (
        (
            one.place,
            names[one.player],
            rests_in_words(hall, one),
            one.points if has_points else None,
            one.pips if has_pips else None,
        )
        for one in hall.placings
    )
    return drawn_each("tournaments/_place.html", rows)


def _card(hall: Hall, table: HallTable) -> Markup:
    """A table of the hall, with its players and how far it is."""
    progress, here, names = table.progress, hall.here, hall.names
    players = [
        (
            names[score.player],
            score.player not in here or score.player in progress.left,
            score.total if progress.closed else None,
        )
        for score in progress.ranked
    ]
    return drawn(
        "tournaments/_card.html",
        table.number,
        _stake_in_words(table.stake),
        tuple(players),
        tuple((names[player], total) for player, total in progress.so_far.items()),
        progress.round,
        progress.rounds,
        progress.engine,
        len(progress.unconfirmed),
    )


def _stake_in_words(stake: Stake) -> str:
    """The stake of a table in words; empty for a table that counts like every other."""
    if stake is Stake.GAME:
        return ""
    stakes = {
        Stake.PLAYOFF: gettext("the winner goes on"),
        Stake.THIRD: gettext("for third place"),
        Stake.FINAL: gettext("the final"),
        Stake.TIE: gettext("to end a tie"),
    }
    return stakes[stake]


def show(template: str, opened: Opened[Tournament], hall: Hall, **facts: object) -> str:
    """A page of the tournament."""
    return render_template(f"{template}.html", **shown(opened, hall), **facts)
