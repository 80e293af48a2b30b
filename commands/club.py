"""Export and import whole clubs as files from the command line, for clubs too big to upload from a page."""

import json
from pathlib import Path

import click

from commands.address import link_of
from commands.key import club_called
from commands.terminal import TerminalGroup
from models import writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.files.fields import FileError
from models.files.import_plan import plan_import
from models.files.json_schema import club_schema
from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.play.start import make_keys
from models.store.database import db
from models.store.transactions import begin_reading

club = TerminalGroup("club", help="Clubs as JSON files, described in docs/club-file.md.")


@club.command("export")
@click.argument("name")
def export(name: str) -> None:
    """Print a club as a file. NAME is the club's name or the last part of its page's address."""
    club = club_called(name)
    begin_reading()
    for piece in write_club(club):
        click.echo(piece, nl=False)


@club.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--into", default="", help="The club to import into. Without it, a new club is made and its link is printed."
)
def import_(file: Path, into: str) -> None:
    """Import FILE. A file of five thousand nights takes a few seconds, and nobody else can enter anything meanwhile."""
    try:
        club_file = read_club(file.read_text(encoding="utf-8-sig"))
        club_id = club_called(into).id if into else None
        plan = plan_import(club_file, club_id)
        with writing():
            club = create_club_from_file(club_file) if club_id is None else db.session.get_one(Club, club_id)
            brought = import_club(club_file, club, plan)
            link = "" if into else link_of(make_keys(club, {Access.MANAGE: "From the terminal"}, ""))
    except FileError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{brought.nights} nights, {brought.games} games, {len(brought.new_players)} players added.")
    if link:
        click.echo(link)


@club.command("schema")
def schema() -> None:
    """Print the schema in docs/club-file.schema.json, which is generated from the types that read a club file."""
    click.echo(json.dumps(club_schema(), indent=2))
