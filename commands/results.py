"""The results of finished games, made again from their sheets."""

from collections.abc import Iterable

import click
from flask.cli import with_appcontext

from models import writing
from models.ledger.clubs import all_clubs
from models.ledger.tournaments import lock_whole_club
from models.results.settle import never_settled, settle_club


@click.command()
@with_appcontext
def results() -> None:
    """Make all results, ratings and tallies anew from the sheets. It changes nothing that was entered."""
    clubs = {club.id: club.name for club in all_clubs()}
    settle_all(clubs)
    click.echo(f"{len(clubs)} clubs: {', '.join(clubs.values())}")


def settle_new() -> None:
    """Make the results of clubs that played before results were kept."""
    settle_all(never_settled())


def settle_all(club_ids: Iterable[int]) -> None:
    """Make the results of these clubs again, each in a transaction of its own."""
    for club_id in club_ids:
        with writing():
            lock_whole_club(club_id)
            settle_club(club_id)
