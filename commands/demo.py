"""A demo club with a season of games."""

import random
from datetime import date

import click

from commands.address import link_of
from commands.terminal import terminal
from models import writing
from samples.demo_club import create_demo_club


@terminal.command()
@click.option("--seed", default=5, show_default=True, help="The same seed gives the same season.")
@click.option("--tournament", is_flag=True, help="Add a tournament before the season.")
def demo(seed: int, tournament: bool) -> None:
    """Fill a club with a season of games in all three rule sets, and print a link that opens the club."""
    with writing():
        _, key = create_demo_club(random.Random(seed), date.today(), tournament)  # noqa: S311 (made-up scores)
        link = link_of(key)
    click.echo(link)
