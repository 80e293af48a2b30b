"""The time that a start takes, from `flask serve` to the first answer, with compiled code and up-to-date tables.

With `--old FOLDER`, the starts alternate between an older checkout and this one.
"""

import argparse
import http.client
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from proofs.served import HERE, PORT, python_of

MOST = 0.9
STARTS = 7


def main() -> int:
    """Print the median time of several starts. Fail if it is too long."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="the folder of an older checkout")
    old = parser.parse_args().old
    folders = [HERE, *([old.resolve()] if old else [])]
    with tempfile.TemporaryDirectory() as place:
        # The first start makes the tables and compiles.
        rounds = [[_start(folder, f"{place}/{at}") for at, folder in enumerate(folders)] for _ in range(STARTS + 1)]
    for folder, seconds in zip(folders, zip(*rounds[1:], strict=True), strict=True):
        print(f"{folder.name}: the first answer after {statistics.median(seconds):.2f} s, at most {MOST}")
    return 0 if statistics.median(turn[0] for turn in rounds[1:]) <= MOST else 1


def _start(folder: Path, instance: str) -> float:
    """The seconds from the start of a checkout's server to its first answer."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"ROUNDHOUSE_INSTANCE": instance, "FLASK_APP": "app", "DATABASE_URL": "", "PYTHONPATH": str(folder)}
    # To find a free name takes a second more, which only the extra `name` has.
    environment["ROUNDHOUSE_NAME"] = ""
    command = [python_of(folder), "-m", "flask", "serve", "--port", str(PORT)]
    begun = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 (our own words)
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        while not _answers():
            if process.poll() is not None:
                raise RuntimeError("The server does not start.")
            time.sleep(0.005)
        return time.perf_counter() - begun
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _answers() -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
