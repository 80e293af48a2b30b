"""Back up everything while the server runs, and restore it."""

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext
from flask_migrate import upgrade
from sqlalchemy import select

from commands.terminal import TerminalCommand
from models.ledger.clubs import Club
from models.store.backups import BackupError, replace_everything
from models.store.database import at, db, every_shard, without_password
from models.store.shard_backups import read_backups, require_same_homes, write_backups
from models.store.shards import Shard
from models.texts import say

# Whoever guesses the secret opens every club.
SHORTEST_SECRET = 32


@click.command(cls=TerminalCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--shard", default="", help="Back up this shard alone; without it all of them.")
@with_appcontext
def backup(file: Path, shard: str) -> None:
    """Write everything to FILE, a new zip: every table, and the server's secret. People go on playing meanwhile.

    It shows one moment; with shards one moment of each.
    """
    made = file.with_name(f"{file.name}.part")
    for taken in (file, made):
        if taken.exists():
            raise click.ClickException(f"{taken} is there already, and stays as it is.")
    try:
        rows = write_backups(made, str(current_app.secret_key), _chosen(shard))
        _require_clubs(_chosen(shard))
        made.rename(file)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    finally:
        made.unlink(missing_ok=True)
    click.echo(f"{file}: {rows} rows, and the secret. Whoever has this file can open every club: keep it safe.")


@click.command(cls=TerminalCommand)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Replace what is there without asking.")
@click.option("--shard", default="", help="Restore this shard alone; without it every shard that is in the backup.")
@with_appcontext
def restore(file: Path, yes: bool, shard: str) -> None:
    """Put everything back from FILE, a backup. It is checked first, and what is there now is backed up beside the database."""
    folder = Path(current_app.instance_path)
    with tempfile.TemporaryDirectory() as apart:
        try:
            read = read_backups(file, Path(apart), _migrate, _chosen(shard))
        except BackupError as error:
            raise click.ClickException(f"{file} cannot be restored, and nothing was changed. {error}") from error
        if len(read[0].found.secret.strip()) < SHORTEST_SECRET and read[0].found.secret != current_app.secret_key:
            raise click.ClickException(f"{file} cannot be restored, and nothing was changed. {say('backup.no-secret')}")
        for one in read:
            where = f" for {one.shard.schema}" if one.shard else ""
            click.echo(f"Checked: {one.found.rows} rows of {one.found.made_at}{where}.")
        if not yes:
            click.confirm("Replace everything that is there now?", abort=True)
        upgrade()
        try:
            require_same_homes(read, str(current_app.secret_key))
        except BackupError as error:
            raise click.ClickException(f"No club was changed. {error}") from error
        before = folder / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"
        write_backups(before, str(current_app.secret_key), [one.shard for one in read])
        secret = folder / "secret_key.restored"
        secret.touch(mode=0o600)
        secret.write_text(read[0].found.secret)
        replace_everything({one.shard: one.scratch for one in read})
        for one in read:
            one.scratch.dispose()
        secret.replace(folder / "secret_key")
    click.echo(
        f"Restored. What was there before is in {before}. Start the server again: it then signs with the backup’s secret."
    )


def _require_clubs(shards: Sequence[Shard | None]) -> None:
    """Raise BackupError if there is no club: then the settings name another database than the one that people play on."""
    for shard in shards:
        with at(shard):
            # Its id alone: the database may still have the tables of an older version.
            if db.session.scalar(select(Club.id).limit(1)) is not None:
                return
    where = without_password(current_app.config["SQLALCHEMY_DATABASE_URI"])
    raise BackupError(say("backup.no-clubs", where=where))


def _chosen(name: str) -> Sequence[Shard | None]:
    """The shard with this name, or all of them."""
    chosen = [one for one in every_shard() if not name or (one and one.schema == name)]
    if not chosen:
        raise click.ClickException(f"There is no shard {name}.")
    return chosen


def _migrate(revision: str) -> None:
    """Run the app's migrations up to this one. Raises BackupError if the app does not know it."""
    versions = Path(current_app.root_path) / "migrations" / "versions"
    known = {path.name.partition("_")[0] for path in versions.glob("*.py")}
    if revision not in known | {"head"}:
        raise BackupError(say("backup.newer"))
    upgrade(revision=revision)
