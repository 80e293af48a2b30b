"""The installed `roundhouse` command: its data folder, and the same commands as `flask …` in a checkout."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import click
from flask import Flask
from flask.cli import FlaskGroup

from app import VERSION, create_app
from commands.serve import serve

DATABASE, SECRET = "roundhouse.db", "secret_key"


def usual_folder() -> Path:
    """The usual folder for Roundhouse's data on this system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Roundhouse"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "roundhouse"


def choose_folder(_context: click.Context, _option: click.Parameter, data: Path | None) -> None:
    """Set the data folder: the one given, the usual one, or that of an older checkout if the user chooses it."""
    if data:
        os.environ["ROUNDHOUSE_INSTANCE"] = str(data.resolve())
    elif not os.environ.get("ROUNDHOUSE_INSTANCE"):
        os.environ["ROUNDHOUSE_INSTANCE"] = str(_ask_for_older(usual_folder()))


def _ask_for_older(usual: Path) -> Path:
    """The folder to use. If the usual one has no data, but there is some in the current folder, the user chooses."""
    older = Path("instance").resolve()
    if os.environ.get("DATABASE_URL") or _has_data(usual) or not _has_data(older):
        return usual
    notice = f"There is a Roundhouse in {older}, but none in {usual} yet."
    if not sys.stdin.isatty():
        raise click.ClickException(
            f"{notice} Choose one: “roundhouse --data {older}” keeps using it there;"
            f" “roundhouse --data {usual}” starts a new one."
        )
    click.echo(notice)
    what = click.prompt("Use the existing one, copy it, or start a new one?", type=click.Choice(["use", "copy", "new"]))
    if what == "use":
        return older
    if what == "copy":
        _copy(older, usual)
        click.echo(f"Copied. From now on Roundhouse uses {usual}; {older} stays as it is.")
    return usual


def _has_data(folder: Path) -> bool:
    path = folder / DATABASE
    return path.exists() and path.stat().st_size > 0


def _copy(older: Path, usual: Path) -> None:
    """Copy the secret and the database, including what is still in its log.

    The database comes last: once it is there, the copy is complete.
    """
    usual.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy(older / SECRET, usual / SECRET)
    part = usual / f"{DATABASE}.part"
    with closing(sqlite3.connect(older / DATABASE)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.rename(usual / DATABASE)


def _create_app() -> Flask:
    # `roundhouse --help` names the commands before any folder is chosen.
    os.environ.setdefault("ROUNDHOUSE_INSTANCE", str(usual_folder()))
    return create_app()


@click.group(
    cls=FlaskGroup,
    create_app=_create_app,
    add_default_commands=False,
    add_version_option=False,
    load_dotenv=False,
    invoke_without_command=True,
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    callback=choose_folder,
    expose_value=False,
    help="The folder with the database and the secret, instead of the usual one.",
)
@click.version_option(VERSION, message="Roundhouse %(version)s")
@click.pass_context
def roundhouse(context: click.Context) -> None:
    """Keep score of Mexican Train on the phones at home. Without a command, this starts the server."""
    if context.invoked_subcommand is None:
        with serve.make_context("serve", [], parent=context) as inner:
            serve.invoke(inner)


# Of Flask's own options, only the one for a file of settings is useful here.
roundhouse.params = [option for option in roundhouse.params if option.name not in ("app", "debug")]
for _option in roundhouse.params:
    if isinstance(_option, click.Option) and _option.name == "env_file":
        _option.help = "A settings file with one NAME=value per line. Environment variables override it."
