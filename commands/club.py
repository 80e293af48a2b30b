"""Export and import whole clubs as files at the terminal, for clubs too big to upload from a page."""

import json
from pathlib import Path

import click
from flask import current_app
from flask.cli import AppGroup

from commands.address import link_to
from models import writing
from models.access.tokens import write_token
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.files.fields import FileError
from models.files.import_plan import plan_import
from models.files.json_schema import club_schema
from models.ledger.clubs import Club, find_clubs
from models.ledger.keys import Access
from models.play.start import make_keys
from models.store.database import begin_reading

club = AppGroup("club", help="Clubs as files, the JSON of docs/club-file.md.")


@club.command("export")
@click.argument("name")
def export(name: str) -> None:
    """Print the club called NAME, by its name or the last part of its page's address."""
    begin_reading()
    for piece in write_club(_called(name)):
        click.echo(piece, nl=False)


@club.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--into", default="", help="A club that is there; without it a new one is founded, and its link printed.")
def import_(file: Path, into: str) -> None:
    """Bring FILE in. Others cannot enter anything while it is written: a few seconds for five thousand nights."""
    try:
        found = read_club(file.read_text(encoding="utf-8-sig"))
        plan = plan_import(found, _called(into).id if into else None)
        with writing():
            here = _called(into) if into else create_club_from_file(found)
            brought = import_club(found, here, plan)
            key = None if into else make_keys(here, {Access.MANAGE: "From the terminal"}, "")
            token = write_token(key, str(current_app.secret_key)) if key else ""
    except (FileError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{brought.nights} nights, {brought.games} games, {len(brought.new_players)} players are new.")
    if token:
        click.echo(link_to(token))


@club.command("schema")
def schema() -> None:
    """Print docs/club-file.schema.json, which is made from the types that read a file."""
    click.echo(json.dumps(club_schema(), indent=2))


def _called(name: str) -> Club:
    matches = find_clubs(name)
    if len(matches) != 1:
        raise click.ClickException(f"{len(matches)} clubs are called {name}. `flask key list` names them all.")
    return matches[0]
