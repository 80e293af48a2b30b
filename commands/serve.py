"""Serve the app to every phone at home."""

import os
import resource
import sys
from pathlib import Path

import click
import segno
from flask import current_app
from flask_migrate import upgrade
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

from commands.address import address_in_the_house, require_address, require_free
from commands.door import open_door
from commands.https import Certificate, find_certificate
from commands.nearby import announce
from commands.results import settle_all
from commands.terminal import terminal
from models.results.settle import clubs_without_results
from models.store.database import db

WORKERS = 2
# The most connections that a process holds open, and the longest that one may stay silent: less on a machine that allows
# fewer, so that silent ones keep nobody out. A process needs some files of its own, such as the database.
MOST_CONNECTIONS, OWN_FILES = 8192, 100
SILENT_SECONDS, CROWDED_SECONDS = 10, 2
# The time that a process has to stop. A process that is told to stop while it is starting misses the signal.
STOPPING_SECONDS = 5

WITHOUT_HTTPS = "Without HTTPS, phones cannot stay awake, keep pages offline or share pictures: see docs/operating.md."
WITHOUT_NETWORK = "This machine is not on a network that phones can reach. Connect it, and start again for a QR code."


@terminal.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8000, envvar="PORT", help="The port, usually 8000.")
@click.option("--certificate", default="", envvar="ROUNDHOUSE_CERTIFICATE", help="The certificate file for HTTPS.")
@click.option("--key", default="", envvar="ROUNDHOUSE_CERTIFICATE_KEY", help="The file with its private key.")
@click.option(
    "--listen",
    default="",
    envvar="ROUNDHOUSE_LISTEN",
    help="The address to listen on. The default is all networks, or only this machine if ROUNDHOUSE_PROXIES is set.",
)
def serve(port: int, certificate: str, key: str, listen: str) -> None:
    """Bring the database up to date, show where phones can find the app, and serve it."""
    https = find_certificate(certificate, key)
    # Phones at home have to reach the server. Behind a proxy, only the proxy should.
    is_here_alone = bool(current_app.config["ROUNDHOUSE_PROXIES"]) and not listen
    listen = listen or ("127.0.0.1" if is_here_alone else "0.0.0.0")  # noqa: S104 (phones at home have to reach it)
    require_address(listen)
    require_free(port)
    _prepare()
    _say_where(port, "https" if https else "http", is_here_alone)
    click.echo("Leave this window open while you play. Ctrl-C stops Roundhouse; everything you entered is saved.")
    if https:
        os.environ["ROUNDHOUSE_HTTPS"] = "1"
    os.environ["ROUNDHOUSE_INSTANCE"] = current_app.instance_path
    run_server("app:create_pages", port, listen, https)


def _say_where(port: int, scheme: str, is_here_alone: bool) -> None:
    """Print the addresses, a QR code, and the features that are missing without HTTPS."""
    host, configured = address_in_the_house(), current_app.config["ROUNDHOUSE_ADDRESS"]
    nearby = os.environ["ROUNDHOUSE_NEARBY"] = f"{scheme}://{host or '127.0.0.1'}:{port}"
    phones = configured or (nearby if host and not is_here_alone else "")
    # No local name is announced with HTTPS, a configured address or a proxy, which have names of their own.
    wanted = "" if configured or is_here_alone or scheme == "https" else os.environ.get("ROUNDHOUSE_NAME", "roundhouse")
    name = os.environ["ROUNDHOUSE_NAME"] = announce(wanted, host, port)
    click.echo(f"On this machine:   {scheme}://127.0.0.1:{port}{current_app.config['SESSION_COOKIE_PATH'] or ''}")
    if is_here_alone:
        click.echo(
            "Only this machine can reach it, because ROUNDHOUSE_PROXIES is set. "
            "For a proxy on another machine, set ROUNDHOUSE_LISTEN to the address to listen on."
        )
    elif not phones:
        click.echo(WITHOUT_NETWORK)
    if not phones:
        return
    click.echo(f"{'On phones:       ' if configured else 'On phones nearby:'}  {phones}")
    # Half blocks keep the QR code small, if the terminal has them.
    has_blocks = (sys.stdout.encoding or "").lower().startswith("utf")
    segno.make(phones, micro=False).terminal(compact=has_blocks)
    if name:
        click.echo(f"To type it:        {scheme}://{name}:{port}")
    if not (current_app.config["SESSION_COOKIE_SECURE"] or phones.startswith("https:")):
        click.echo(WITHOUT_HTTPS)


def _prepare() -> None:
    """Bring the database up to date, then close it: the server's processes open it themselves."""
    try:
        upgrade()
        # Clubs that played before the app stored results have none yet.
        settle_all(clubs_without_results())
    except SystemExit:
        raise click.ClickException(
            "A newer version of Roundhouse has used this data. "
            "Start that version, or restore a backup that this version made."
        ) from None
    finally:
        db.session.remove()
        db.engine.dispose()
    folder = Path(current_app.instance_path)
    if folder.stat().st_mode & 0o077:
        click.echo(
            f"Other users of this machine can get into {folder}. To stop that, run: chmod 700 {folder}", err=True
        )


def run_server(target: str, port: int, address: str, https: Certificate | None = None) -> None:
    """Serve the app made by the factory `module:function`, behind the request reader.

    There are two processes: more would gain little on SQLite (docs/operating.md has the figures). A silent
    connection takes up no thread and no process, and is closed after ten seconds.
    """
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    is_crowded = 0 < allowed < MOST_CONNECTIONS + OWN_FILES
    server = Granian(
        target,
        address=address,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * (CROWDED_SECONDS if is_crowded else SILENT_SECONDS)),
        websockets=False,
        ssl_cert=https.file if https else None,
        ssl_key=https.key if https else None,
        # Older tablets do not support anything newer.
        ssl_protocol_min=SSLProtocols.tls12,
        workers=WORKERS,
        backpressure=max(1, allowed - OWN_FILES) if is_crowded else MOST_CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=STOPPING_SECONDS,
        log_level=LogLevels.warning,
        working_dir=Path(__file__).parents[1],
    )
    server.serve(target_loader=open_door)  # type: ignore[arg-type] # RSGI takes an object with a method, not a function
