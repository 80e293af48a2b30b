"""A PostgreSQL server for the tests, made in a temporary folder and removed afterwards."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proofs.ports import free_port

SERVER_USER = "postgres"


def find_postgres() -> Path | None:
    """The folder with initdb and pg_ctl of the newest version on this machine; None if there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("initdb")
    return folders[-1] if folders else Path(on_path).parent if on_path else None


@contextmanager
def run_postgres(programs: Path, folder: Path, *, waits_for_disk: bool = False) -> Iterator[str]:
    """Run a server and yield the address of its database.

    PostgreSQL refuses to run as root, so root starts it as the user `postgres`. With `waits_for_disk`, the server
    waits for the disk as a real one would. Otherwise it does not, because the tests never cut its power.
    """
    data, port = folder / "data", free_port()
    as_server: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam(SERVER_USER)
        for place in (folder, *folder.parents):
            if not place.stat().st_mode & 0o001:
                place.chmod(place.stat().st_mode | 0o711)
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_server = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def run(*command: str) -> None:
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **as_server)  # noqa: S603 (our own words)

    run(f"{programs}/initdb", "--pgdata", str(data), "--username", SERVER_USER, "--auth", "trust", "--encoding", "UTF8")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c max_connections=200"
    options += "" if waits_for_disk else " -c fsync=off -c full_page_writes=off"
    run(
        f"{programs}/pg_ctl",
        "--pgdata",
        str(data),
        "--wait",
        "--log",
        str(folder / "log"),
        "--options",
        options,
        "start",
    )
    try:
        yield f"postgresql+psycopg://{SERVER_USER}@127.0.0.1:{port}/postgres"
    finally:
        run(f"{programs}/pg_ctl", "--pgdata", str(data), "--wait", "--mode", "immediate", "stop")
