"""Serve the app to every phone in the house."""

import os
import socket
from pathlib import Path

import click
import segno
from flask import current_app
from flask.cli import with_appcontext
from flask_migrate import upgrade
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from commands.results import settle_new

WORKERS = 2


@click.command()
@click.option("--port", default=8000, envvar="PORT", show_default=True, help="The port to serve on.")
@with_appcontext
def serve(port: int) -> None:
    """Bring the database up to date, say where phones find the app, and serve it."""
    upgrade()
    settle_new()
    here, phones = f"http://127.0.0.1:{port}", f"http://{_address_in_the_house()}:{port}"
    click.echo(f"On this machine:   {here}")
    click.echo(f"On phones nearby:  {phones}")
    segno.make(phones, micro=False).terminal(compact=True)
    os.environ.setdefault("ROUNDHOUSE_ADDRESS", phones)
    os.environ["ROUNDHOUSE_INSTANCE"] = current_app.instance_path
    make_server("app:create_app", port, "0.0.0.0").serve()  # noqa: S104 (phones in the house have to reach it)


def make_server(target: str, port: int, address: str) -> Granian:
    """The production server, for an app factory named `module:function`.

    Two processes with one thread each: on SQLite more threads only wait for one another, and a silent connection
    costs neither a thread nor a process (docs/operating.md has the figures).
    """
    return Granian(
        target,
        factory=True,
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=WORKERS,
        blocking_threads=1,
        log_level=LogLevels.warning,
        working_dir=Path(__file__).parents[1],
    )


def _address_in_the_house() -> str:
    """This machine's address on its network, asked of the routing table; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
