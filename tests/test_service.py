"""The files by which Roundhouse runs for years: a unit of systemd, and a recipe for a container."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from bench.server import Server
from tests.conftest import pick

ROOT = Path(__file__).parents[1]
UNIT, RECIPE = ROOT / "docs/roundhouse.service", ROOT / "docs/Containerfile"
# The checkout, and the only folder that is written, on every machine that follows docs/operating.md.
CHECKOUT, FOLDER = "/srv/roundhouse", "/var/lib/roundhouse"
MOST_EXPOSED = 2.5
# Folders of the repository that only developers need.
NOT_SERVED = {"bench", "docs", "tests"}


def unit(name: str) -> list[str]:
    """The values of a setting in the unit."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def recipe(word: str) -> list[str]:
    """The instructions of the recipe that begin with this word, each on one line."""
    return re.findall(rf"^{word} (.+)$", RECIPE.read_text().replace("\\\n", " "), re.MULTILINE)


def variables(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(text))


def sources() -> str:
    return "\n".join(path.read_text() for path in (ROOT / "app.py", *(ROOT / "commands").glob("*.py")))


def healthcheck() -> list[str]:
    command: list[str] = json.loads(pick(r"CMD (\[.+\])$", recipe("HEALTHCHECK")[0]))
    return command


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
def test_the_unit_exposes_little() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (our own words)

    assert float(pick(r"exposure level for roundhouse\.service: ([\d.]+)", told.stdout)) <= MOST_EXPOSED


def test_the_unit_starts_a_command_that_exists_in_the_folder_that_it_may_write(app: Flask) -> None:
    program, command = unit("ExecStart")[0].split()
    named = variables(unit("Environment")[0])

    assert Path(program).parent == Path(CHECKOUT, ".venv/bin")
    assert (Path(sys.executable).parent / Path(program).name).exists()
    assert command in app.cli.commands
    assert unit("WorkingDirectory") == [CHECKOUT]
    assert (ROOT / f"{named['FLASK_APP']}.py").exists()
    assert Path("/var/lib", unit("StateDirectory")[0]) == Path(named["ROUNDHOUSE_INSTANCE"]) == Path(FOLDER)
    assert unit("User") not in ([], ["root"])


def test_the_container_starts_the_same_command_with_the_same_settings() -> None:
    named = variables(recipe("ENV")[0])

    assert json.loads(recipe("CMD")[0]) == [Path(unit("ExecStart")[0].split()[0]).name, "serve"]
    assert variables(unit("Environment")[0]).items() <= named.items()
    assert [name for name in named if name in ("PORT", "ROUNDHOUSE_INSTANCE") and name not in sources()] == []
    assert recipe("VOLUME") == [FOLDER]
    assert recipe("EXPOSE") == [named["PORT"]]
    assert recipe("WORKDIR") == [CHECKOUT]
    assert recipe("USER") == [pick(r"--uid (\d+)", recipe("RUN")[0])]


def test_the_container_holds_everything_that_is_served_and_nothing_else() -> None:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607 (whichever git is here)
    folders = {path.split("/")[0] for path in told.stdout.splitlines() if "/" in path and not path.startswith(".")}
    copied = {line.split()[0] for line in recipe("COPY")}

    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert copied == folders - NOT_SERVED | {"app.py", pick(r"--requirement (\S+)", recipe("RUN")[1])}
    assert re.findall(r"https?://(?!127\.0\.0\.1)", RECIPE.read_text()) == []


def test_everything_that_the_documents_say_about_both_exists() -> None:
    text = (ROOT / "docs/operating.md").read_text()

    for place in (UNIT, RECIPE):
        assert place.relative_to(ROOT).as_posix() in text
    assert pick(r"requirements\S+lock", text.partition("## As a service")[2]) in recipe("COPY")[0]
    assert text.count(FOLDER) >= 3


def test_the_check_of_the_container_passes_while_the_server_is_well(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    here = {**os.environ, "PORT": str(server.port)}
    command = [sys.executable, *healthcheck()[1:]]
    try:
        assert subprocess.run(command, env=here, check=False).returncode == 0  # noqa: S603 (our own words)
    finally:
        server.stop()

    assert subprocess.run(command, env=here, check=False, stderr=subprocess.DEVNULL).returncode != 0  # noqa: S603 (our own words)
