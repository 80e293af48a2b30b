"""Back up everything while the server runs, and restore it."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

import click
from flask import current_app
from flask_migrate import upgrade
from sqlalchemy import select

from commands.terminal import terminal
from models.ledger.clubs import Club
from models.store.backups import BackupError, read_backup, replace_everything, write_backup
from models.store.database import db, new_sqlite, without_password
from models.texts import say

# Anybody who guesses the secret can open every club.
SHORTEST_SECRET = 32


@terminal.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write every table and the server's secret to FILE, a new zip file. People can keep playing meanwhile."""
    made = file.with_name(f"{file.name}.part")
    for taken in (file, made):
        if taken.exists():
            raise click.ClickException(f"{taken} already exists. It was not changed.")
    try:
        rows = write_backup(made, str(current_app.secret_key))
        # Only the id is selected, because the database may still have the tables of an older version.
        if db.session.scalar(select(Club.id).limit(1)) is None:
            # If there are no clubs, the settings probably name a different database from the one in use.
            where = without_password(current_app.config["SQLALCHEMY_DATABASE_URI"])
            raise BackupError(say("backup.no-clubs", where=where))
        made.rename(file)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    finally:
        made.unlink(missing_ok=True)
    click.echo(f"{file}: {rows} rows and the secret. Anybody who has this file can open every club: keep it safe.")


@terminal.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Replace the current data without asking.")
def restore(file: Path, yes: bool) -> None:
    """Restore everything from FILE, a backup. FILE is checked first, and the current data is backed up next to the database."""
    folder = Path(current_app.instance_path)
    with tempfile.TemporaryDirectory() as apart:
        try:
            scratch = new_sqlite(Path(apart) / "scratch.db")
            read = read_backup(file, scratch, _migrate)
            if len(read.secret.strip()) < SHORTEST_SECRET and read.secret != current_app.secret_key:
                raise BackupError(say("backup.no-secret"))
        except BackupError as error:
            raise click.ClickException(f"{file} cannot be restored, and nothing was changed. {error}") from error
        click.echo(f"Checked: {read.rows} rows from {read.made_at}.")
        if not yes:
            click.confirm("Replace all the current data?", abort=True)
        upgrade()
        before = folder / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"
        write_backup(before, str(current_app.secret_key))
        secret = folder / "secret_key.restored"
        secret.touch(mode=0o600)
        secret.write_text(read.secret)
        replace_everything(scratch)
        scratch.dispose()
        secret.replace(folder / "secret_key")
    click.echo(
        f"Restored. The data from before is in {before}. "
        "Start the server again: it then signs links with the backup’s secret."
    )


def _migrate(revision: str) -> None:
    """Run the migrations up to this revision. Raises BackupError if this version of the app does not have it."""
    versions = Path(current_app.root_path) / "migrations" / "versions"
    revisions = {path.name.partition("_")[0] for path in versions.glob("*.py")}
    if revision not in revisions | {"head"}:
        raise BackupError(say("backup.newer"))
    upgrade(revision=revision)
