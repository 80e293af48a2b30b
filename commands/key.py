"""Make and list links to clubs from the command line: a way back in if the phone with the link is lost."""

import click

from commands.address import link_of
from commands.terminal import TerminalGroup
from models import writing
from models.ledger.clubs import Club, all_clubs, find_clubs
from models.ledger.keys import Access, keys_of, make_key

key = TerminalGroup("key", help="Links that open a club.")


@key.command("new")
@click.argument("club")
@click.argument("access", type=click.Choice([access.code for access in Access]))
@click.option("--label", default="From the terminal", show_default=True)
def new(club: str, access: str, label: str) -> None:
    """Make and print a link to CLUB, given by its name or by the last part of its page's address."""
    with writing():
        link = link_of(make_key(club_called(club).id, Access[access.upper()], label, ""))
    click.echo(link)


@key.command("list")
def list_keys() -> None:
    """List every club and its links, without the secret parts of the links."""
    clubs = all_clubs()
    if not clubs:
        click.echo("There is no club here yet.")
    for club in clubs:
        click.echo(f"{club.name} ({club.ref})")
        for key, night, tournament in keys_of(club.id):
            scope = (
                f"tournament {tournament.name}" if tournament else f"night of {night.date}" if night else "whole club"
            )
            click.echo(f"  {key.access.code}, {scope}: {key.label}{' (turned off)' if key.revoked_at else ''}")


def club_called(name: str) -> Club:
    """The one club with this name, or with this as the last part of its page's address.

    Raises ClickException if there is none, or more than one.
    """
    # At a terminal, people type only the straight apostrophe.
    clubs = find_clubs(name) or find_clubs(name.replace("'", "’"))
    if len(clubs) != 1:
        names = ", ".join(f"{club.name} ({club.ref})" for club in all_clubs())
        raise click.ClickException(f"{len(clubs)} clubs are called {name}. Clubs here: {names or 'none'}")
    return clubs[0]
