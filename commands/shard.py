"""Shards: list them, add one, move a club from one to another."""

import click
from flask.cli import AppGroup
from flask_migrate import upgrade
from sqlalchemy.schema import CreateSchema

from commands.named_clubs import at_club
from models.ledger.clubs import all_clubs
from models.store.club_move import move_club
from models.store.database import at, db
from models.store.shards import Shard, ShardsError, read_shards, require_free_place
from models.store.troubles import trouble_of

shard = AppGroup("shard", help="The schemas of ROUNDHOUSE_SHARDS, each with whole clubs: docs/scale.md.")


@shard.command("list")
def list_shards() -> None:
    """Each shard with the first letter of its addresses and its number of clubs."""
    for one in _shards():
        letter = one.letter or "no letter"
        try:
            with at(one):
                click.echo(f"{one.schema}: {letter}, {len(all_clubs())} clubs")
        except Exception as error:
            if trouble_of(error) is None:
                raise
            click.echo(f"{one.schema}: {letter}, does not answer")


@shard.command("add")
@click.argument("name")
def add(name: str) -> None:
    """Make the schema NAME and its tables, and say how to use it. New clubs go there once the server runs with it."""
    setting = " ".join([*(one.schema for one in _shards()), name])
    try:
        shards = read_shards(setting, is_postgres=True)
        with db.whole.begin() as connection:
            require_free_place(connection, shards[-1])
            connection.execute(CreateSchema(name, if_not_exists=True))
    except ShardsError as error:
        raise click.ClickException(str(error)) from error
    db.whole.update_execution_options(shards=shards)
    upgrade()
    click.echo(f"{name} is there, with the letter {shards[-1].letter}. Start the server again with:")
    click.echo(f"ROUNDHOUSE_SHARDS={','.join(one.schema for one in shards)}")


@shard.command("move")
@click.argument("club")
@click.argument("name")
def move(club: str, name: str) -> None:
    """Move CLUB to the shard NAME. Phones can read meanwhile, and send again what they enter. Old addresses lead on."""
    target = next((one for one in _shards() if one.schema == name), None)
    if target is None:
        raise click.ClickException(f"There is no shard {name}. `flask shard list` names them all.")
    with at_club(club) as (found, origin):
        called, id = found.name, found.id
    if origin is None:
        raise click.ClickException("There are no shards.")
    try:
        moved = move_club(id, origin, target)
    except ShardsError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{called} is at {name} now: {moved.rows} rows, read-only for {moved.seconds:.1f} seconds.")
    click.echo(f"The rows are the same there and here: {moved.digest}")


def _shards() -> tuple[Shard, ...]:
    if not db.shards:
        raise click.ClickException("ROUNDHOUSE_SHARDS names no shards: everything is in one database.")
    return db.shards
