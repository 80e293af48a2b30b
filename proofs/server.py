"""The app as it runs in production: on the production server, in its own process."""

import os
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from flask import Flask

from app import create_app
from proofs.ports import free_port

# The certificates of our own servers are made for a test, and nobody vouches for them.
UNVERIFIED = ssl._create_unverified_context()  # noqa: S323 (our own addresses)


class Server:
    """`flask serve` with its own database: SQLite in its folder, or the one at `database`.

    `settings` are additional environment variables.
    """

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        self.folder, self.database, self.settings = folder, database, settings
        self.port = free_port()
        scheme = "https" if "ROUNDHOUSE_CERTIFICATE" in settings else "http"
        self.address = f"{scheme}://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return [sys.executable, "-m", "flask", "serve", "--port", str(self.port)]

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables for the server."""
        own = {
            "ROUNDHOUSE_INSTANCE": str(self.folder),
            "FLASK_APP": "app",
            "DATABASE_URL": self.database,
            "ROUNDHOUSE_NAME": "",
        }
        return {**os.environ, **own, **self.settings}

    @property
    def place(self) -> Path | None:
        """The folder to start the server in; None for the current one."""
        return None

    @property
    def pid(self) -> int:
        """The id of the server's process. Raises RuntimeError if none was started."""
        if self.process is None:
            raise RuntimeError("the server was not started")
        return self.process.pid

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own words)
                self.command, env=self.environment, cwd=self.place, stdout=log, stderr=log, start_new_session=True
            )
        for _ in range(150):
            try:
                urllib.request.urlopen(f"{self.address}/", timeout=5, context=UNVERIFIED).close()  # noqa: S310 (our own address)
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server, and every process that it started, with this signal."""
        if self.process:
            os.killpg(self.process.pid, how)
            self.process.wait()
            self.process = None


def app_of(server: Server) -> Flask:
    """The app on the server's database, with the server's secret key."""
    secret = (server.folder / "secret_key").read_text()
    return create_app({"SECRET_KEY": secret, "SQLALCHEMY_DATABASE_URI": server.database, **server.settings})
