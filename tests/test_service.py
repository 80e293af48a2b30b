"""The files that keep Roundhouse running for years: a systemd unit and a recipe for a container."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

from proofs.server import Server
from tests.conftest import pick, serving

ROOT = Path(__file__).parents[1]
OPERATING = (ROOT / "docs/operating.md").read_text()
UNIT, RECIPE = ROOT / "docs/roundhouse.service", ROOT / "docs/Containerfile"
# The environment, the file of settings, and the only folder that is written, on every machine that follows docs/operating.md.
ENVIRONMENT, SETTINGS, FOLDER = "/srv/roundhouse", "/etc/roundhouse.conf", "/var/lib/roundhouse"
MOST_EXPOSED = 1.2


def unit(name: str) -> list[str]:
    """The values of a setting in the systemd unit."""
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
    analysis = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (our own words)

    assert float(pick(r"exposure level for roundhouse\.service: ([\d.]+)", analysis.stdout)) <= MOST_EXPOSED


def test_the_unit_starts_what_is_installed_with_its_settings_in_the_folder_that_it_may_write() -> None:
    assert unit("ExecStart") == [f"{ENVIRONMENT}/bin/roundhouse --env-file {SETTINGS}"]
    assert unit("WorkingDirectory") == [FOLDER] == [str(Path("/var/lib", unit("StateDirectory")[0]))]
    assert f"ROUNDHOUSE_INSTANCE={FOLDER} | sudo install -m 640 -g roundhouse /dev/stdin {SETTINGS}" in OPERATING
    assert unit("User") not in ([], ["root"])


def test_every_command_of_the_service_takes_its_settings() -> None:
    started = unit("ExecStart")[0]
    commands = re.findall(rf"{ENVIRONMENT}/bin/roundhouse[^`\n]*", OPERATING)

    assert len(commands) == 3
    assert [command for command in commands if not command.startswith(started)] == []


def test_the_container_has_no_more_rights_than_the_unit() -> None:
    compose = (ROOT / "docs/compose.yaml").read_text()

    limits = unit("CapabilityBoundingSet"), unit("NoNewPrivileges"), unit("ProtectSystem")
    assert limits == ([""], ["yes"], ["strict"])
    for setting in ("read_only: true", "tmpfs: /tmp", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert setting in compose
    assert f"mem_limit: {unit('MemoryMax')[0].lower()}" in compose
    assert f"pids_limit: {unit('TasksMax')[0]}" in compose


def test_the_container_serves_from_its_volume() -> None:
    named = variables(recipe("ENV")[0])

    assert json.loads(recipe("CMD")[0]) == [Path(unit("ExecStart")[0].split()[0]).name]
    assert variables(unit("Environment")[0]).items() <= named.items()
    assert [name for name in named if name in ("PORT", "ROUNDHOUSE_INSTANCE") and name not in sources()] == []
    assert recipe("VOLUME") == recipe("WORKDIR") == [FOLDER] == [named["ROUNDHOUSE_INSTANCE"]]
    assert recipe("EXPOSE") == [named["PORT"]]
    assert recipe("USER") == [pick(r"--uid (\d+)", RECIPE.read_text())]
    assert re.findall(r"https?://(?!127\.0\.0\.1)", RECIPE.read_text()) == []


def test_the_builder_of_the_container_gets_what_the_wheel_is_made_of_and_nothing_else() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    taken = {name.split("/")[0] for name in packed["force-include"]}
    sent = set(re.findall(r"^!(.+)$", (ROOT / ".containerignore").read_text(), re.MULTILINE))

    assert sent - {"README.md", "pyproject.toml", "locks"} == taken
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()


def test_everything_that_the_documents_say_about_both_exists() -> None:
    for place in (UNIT, RECIPE):
        assert f"({place.name})" in OPERATING
    assert OPERATING.count(FOLDER) >= 3


def test_the_check_of_the_container_passes_while_the_server_is_well(tmp_path: Path) -> None:
    server = Server(tmp_path)
    check = partial(subprocess.run, [sys.executable, *healthcheck()[1:]], env={**os.environ, "PORT": str(server.port)})

    with serving(server):
        assert check().returncode == 0

    assert check(stderr=subprocess.DEVNULL).returncode != 0
