"""A demo club with a season of games."""

import random
from datetime import date

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.address import link_to
from commands.terminal import TerminalCommand
from models import writing
from models.access.tokens import write_token
from samples.demo_club import create_demo_club


@click.command(cls=TerminalCommand)
@click.option("--seed", default=5, show_default=True, help="The same seed gives the same season.")
@click.option("--tournament", is_flag=True, help="With a tournament before the season.")
@with_appcontext
def demo(seed: int, tournament: bool) -> None:
    """Fill a club with a season of games in all three rule sets, and print a link that opens it."""
    with writing():
        _, key = create_demo_club(random.Random(seed), date.today(), tournament)  # noqa: S311 (scores for show)
        token = write_token(key, str(current_app.secret_key))
    click.echo(link_to(token))
