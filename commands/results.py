"""Recalculate the results of finished games from their sheets."""

from collections.abc import Iterable

import click

from commands.terminal import terminal
from models import writing
from models.ledger.clubs import all_clubs
from models.ledger.tournaments import lock_whole_club
from models.results.settle import settle_club


@terminal.command()
def results() -> None:
    """Recalculate all results, ratings and tallies from the sheets. Nothing that was entered is changed."""
    clubs = {club.id: club.name for club in all_clubs()}
    settle_all(clubs)
    click.echo(f"{len(clubs)} clubs: {', '.join(clubs.values())}")


def settle_all(club_ids: Iterable[int]) -> None:
    """Recalculate the results of these clubs, with one transaction per club."""
    for club_id in club_ids:
        with writing():
            lock_whole_club(club_id)
            settle_club(club_id)
