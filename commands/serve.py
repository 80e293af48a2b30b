"""Serve the app to every phone in the house."""

import gc
import os
import socket
from importlib import import_module
from pathlib import Path

import click
import segno
from flask import current_app
from flask.cli import with_appcontext
from flask_migrate import upgrade
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from commands.door import Door
from commands.housekeeping import begin_housekeeping
from commands.results import settle_new
from models.store.database import db, without_password
from models.store.troubles import Trouble, trouble_of

WORKERS = 2
# The longest that a connection may stay silent, and the most connections that a process holds open.
SILENT_SECONDS = 10
MOST_CONNECTIONS = 8192
# The time for a process to stop. A process that is told to stop while it starts misses the signal.
STOPPING_SECONDS = 5
# Python's own figure is 700, and an answer makes thousands of objects.
_NEW_OBJECTS = 5_000

TROUBLES = {
    Trouble.AWAY: "No database answers at {where}. Is it running, and is the address right?",
    Trouble.FULL: "The database at {where} cannot be written. Is the disk full, or the file read-only?",
    Trouble.BUSY: "The database at {where} is busy with something big. Try again in a minute.",
}


@click.command()
@click.option("--port", default=8000, envvar="PORT", show_default=True, help="The port to serve on.")
@with_appcontext
def serve(port: int) -> None:
    """Bring the database up to date, say where phones find the app, and serve it."""
    _prepare()
    here, phones = f"http://127.0.0.1:{port}", f"http://{_address_in_the_house()}:{port}"
    click.echo(f"On this machine:   {here}")
    click.echo(f"On phones nearby:  {phones}")
    segno.make(phones, micro=False).terminal(compact=True)
    os.environ["ROUNDHOUSE_NEARBY"] = phones
    os.environ["ROUNDHOUSE_INSTANCE"] = current_app.instance_path
    run_server("app:create_app", port, "0.0.0.0")  # noqa: S104 (phones in the house have to reach it)


def _prepare() -> None:
    """Bring the database up to date, then close it: the server's processes open it themselves."""
    try:
        upgrade()
        settle_new()
    except Exception as error:
        trouble = trouble_of(error)
        if not trouble:
            raise
        where = without_password(current_app.config["SQLALCHEMY_DATABASE_URI"])
        raise click.ClickException(TROUBLES[trouble].format(where=where)) from error
    finally:
        db.session.remove()
        db.engine.dispose()
    folder = Path(current_app.instance_path)
    if folder.stat().st_mode & 0o077:
        click.echo(f"Other users of this machine can look into {folder}: chmod 700 {folder}", err=True)


def run_server(target: str, port: int, address: str) -> None:
    """Serve the app of a factory named `module:function`, behind the door that receives whole requests.

    There are two processes: more gain little on SQLite (docs/operating.md has the figures). A silent connection costs no
    thread and no process, and is closed after ten seconds.
    """
    server = Granian(
        target,
        address=address,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENT_SECONDS * 1000),
        websockets=False,
        workers=WORKERS,
        backpressure=MOST_CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=STOPPING_SECONDS,
        log_level=LogLevels.warning,
        working_dir=Path(__file__).parents[1],
    )
    server.serve(target_loader=open_door)  # type: ignore[arg-type] # what RSGI calls is no function


def open_door(target: str) -> Door:
    """The app that a factory named `module:function` makes, behind its door, in one of the server's processes."""
    module, _, function = target.partition(":")
    app = getattr(import_module(module), function)()
    begin_housekeeping(app)
    _collect_rarely()
    # SQLite readers wait for nobody, but PostgreSQL may be away.
    return Door(app, may_be_quick=app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"))


def _collect_rarely() -> None:
    """Keep the garbage collector out of most answers: what was made before the first one stays, and answers leave few cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 50)


def _address_in_the_house() -> str:
    """This machine's address on its network, from the routing table. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
