"""Try every Python on this machine: install the wheel in a bare environment, serve, enter a score and find it again.

With `--tests`, also run the tests that need no browser. `make pythons` does both.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from proofs.page import first
from proofs.phone import Somebody
from proofs.server import Server

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
PLACES = ("/usr/bin/python3.*", "/usr/local/bin/python3.*", ".pyenv/versions/*/bin/python")
# Variables that decide where Roundhouse looks; a terminal of this machine may have set them.
OURS = ("ROUNDHOUSE_", "FLASK_", "DATABASE_URL", "PYTHONPATH", "PORT", "XDG_DATA_HOME")


class Installed(Server):
    """The server of a wheel that is installed in an environment. It starts in its own folder, with its own home directory."""

    def __init__(self, environment: Path, folder: Path) -> None:
        super().__init__(folder)
        self.program = environment / "bin" / "roundhouse"
        self.home = folder / "home"
        (folder / "elsewhere").mkdir(parents=True)

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return [str(self.program), "serve", "--port", str(self.port)]

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that the server is started with. They turn every warning into an error."""
        variables = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        return variables | {"HOME": str(self.home), "PYTHONWARNINGS": "error"}

    @property
    def place(self) -> Path:
        """The folder that the server is started in."""
        return self.folder / "elsewhere"


def find_pythons() -> dict[str, Path]:
    """The interpreters on this machine that are new enough, one for each version, such as "3.12"."""
    pythons: dict[str, Path] = {}
    for path in [Path(sys.executable), *(path for place in PLACES for path in _named(place))]:
        process = subprocess.run(  # noqa: S603 (an interpreter of this machine)
            [path, "-c", "import ensurepip, sys, venv; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        version = tuple(map(int, process.stdout.split())) if process.returncode == 0 else ()
        if version >= OLDEST:
            pythons.setdefault(".".join(map(str, version)), path)
    return dict(sorted(pythons.items()))


def _named(place: str) -> list[Path]:
    start = Path("/") if place.startswith("/") else Path.home()
    paths = sorted(start.glob(place.lstrip("/")))
    return [path for path in paths if path.name == "python" or path.name.removeprefix("python3.").isdecimal()]


def build_wheel(folder: Path) -> Path:
    """The wheel of this checkout, built into a folder."""
    subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def install(python: Path, packages: list[str], environment: Path) -> None:
    """Make an environment and install these packages in it. Raises an error if that fails."""
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    for command in ([str(python), "-m", "venv", str(environment)], [str(environment / "bin" / "python"), *pip]):
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own words)


def enter_a_score(server: Server) -> str:
    """Start the server, start a game, enter a score, and restart the server. Returns the sheet afterward."""
    server.start()
    ana = Somebody(server, "Ana")
    try:
        page = ana.ask("GET", "/start")[2]
        names = {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"}
        _, game, _ = ana.post("/start", page, **names)
        scores = ana.ask("GET", f"{game}/rounds/1")[2]
        seat = first(r'id="(seat-\d+)"', scores, 1).removeprefix("seat-")
        status, _, answer = ana.post(
            f"{game}/rounds/1", scores, **{f"hand_{seat}-left": "34", f"hand_{seat}-seen": "0"}
        )
        if status != 303:
            raise RuntimeError(answer)
        server.stop()
        server.start()
        return ana.ask("GET", game)[2]
    finally:
        server.stop()


def try_python(version: str, python: Path, wheel: Path, with_tests: bool) -> str:
    """Try one Python. Returns a line about the result, starting with the version."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "environment"
        try:
            install(python, [str(wheel)], environment)
            if ">34<" not in enter_a_score(Installed(environment, Path(folder) / "run")):
                return f"{version}: the score is not on the sheet"
            tested = _run_tests(environment) if with_tests else ""
        except (subprocess.CalledProcessError, RuntimeError, AssertionError) as error:
            return f"{version}: failed. {error} {getattr(error, 'stderr', '')}"
    return f"{version}: a score was entered and found again{tested} ({time.monotonic() - begun:.0f} s)"


def _run_tests(environment: Path) -> str:
    """Run the tests that need no browser. Returns their last line."""
    python = environment / "bin" / "python"
    needed = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run(  # noqa: S603 (our own words)
        [python, *needed, "-r", "locks/requirements-dev.lock"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    words = [
        "-m",
        "pytest",
        "-q",
        "-m",
        "not browser",
        "--numprocesses",
        "2",
        "--dist",
        "worksteal",
        "-p",
        "no:cacheprovider",
    ]
    tests = subprocess.run([python, *words], cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603 (our own words)
    if tests.returncode:
        raise RuntimeError(tests.stdout[-3000:])
    return f", {tests.stdout.strip().rpartition(chr(10))[2]}"


def main() -> None:
    """Try every Python on this machine. Fail if one does not serve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tests", action="store_true", help="also the tests that need no browser")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        pythons = find_pythons()
        # The tests take both processors; without them the environments are made side by side.
        with ThreadPoolExecutor(1 if options.tests else 2) as threads:
            lines = threads.map(lambda item: try_python(item[0], item[1], wheel, options.tests), pythons.items())
            failed = 0
            for line in lines:
                print(line, flush=True)
                failed += "found again" not in line
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
