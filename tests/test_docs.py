"""The docs keep their promises: every command, variable and link in them exists."""

import json
import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import stamp
from sqlalchemy import make_url

from app import LIMITS, VERSION, create_app
from commands import door
from models import db
from models.files.club_reader import FROM_A_PAGE
from models.files.scores_reader import read_scores
from models.ledger.lines import Kind
from models.ledger.moves import MOST_LINES, MoveKind
from rules import RULE_BOOKS
from tests.conftest import flask, new_postgres, pick
from tests.views.conftest import begin, keep

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def _sources() -> str:
    paths = [ROOT / "app.py", ROOT / "Makefile", *(ROOT / "commands").glob("*.py")]
    return "\n".join(path.read_text() for path in paths)


def test_every_make_target_exists() -> None:
    make = r"\bmake ([a-z]+)\b(?= *(?:#|`|PORT))"
    named = [(path.name, target) for path in DOCUMENTS for target in re.findall(make, path.read_text())]
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert len(named) > 5
    assert [found for found in named if found[1] not in targets] == []


def test_every_link_leads_somewhere() -> None:
    links = [(path, link) for path in DOCUMENTS for link in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text())]

    assert len(links) > 5
    assert [f"{link} in {path.name}" for path, link in links if not (path.parent / link).exists()] == []


def test_the_table_of_settings_names_every_variable_that_is_read_and_nothing_else() -> None:
    written = pick(r"(?s)## Settings\n(.*?)\n## ", (ROOT / "docs/operating.md").read_text())
    named = re.findall(r"^\| `([A-Z_]+)` \|", written, re.MULTILINE)
    ways = r"(?:os\.environ\.get\(|os\.environ\[|envvar=|read_number\(|read_networks\()"
    read = re.findall(rf"{ways}\s*\"(\w+)\"", _sources())

    # `flask serve` finds this machine’s address and takes a name, and hands both to its processes.
    # The folder for data is the system's own variable.
    assert sorted([*named, "ROUNDHOUSE_NEARBY", "XDG_DATA_HOME"]) == sorted({*read, *LIMITS})


def test_the_limits_that_are_written_down_are_those_that_hold() -> None:
    text = (ROOT / "docs/operating.md").read_text()
    an_hour = {name: int(most) for name, most in re.findall(r"^\| `(ROUNDHOUSE_\w+)` \| (\d+) \|", text, re.MULTILINE)}
    of_a_file = re.findall(r"^\| ([\d,]+) \| (\w+)", text, re.MULTILINE)
    allowed = {name: int(most.replace(",", "")) for most, name in of_a_file}

    assert an_hour == LIMITS
    assert {name: allowed[name.partition("_")[0]] for name in FROM_A_PAGE._fields} == FROM_A_PAGE._asdict()
    assert allowed["lines"] == MOST_LINES
    assert f"| `ROUNDHOUSE_FORM_SECONDS` | {door.FORM_SECONDS:.0f} s |" in text
    assert f"| `ROUNDHOUSE_FILE_SECONDS` | {door.FILE_SECONDS:.0f} s |" in text
    assert f"| `ROUNDHOUSE_HELD_MB` | {door.MOST_HELD >> 20} MB |" in text


def test_moving_to_postgresql_works_as_it_is_written(tmp_path: Path, postgres_address: str) -> None:
    written = (ROOT / "docs/operating.md").read_text().partition("## From SQLite to PostgreSQL")[2]
    commands = pick(r"(?s)```\n(.*?)```", written).strip().splitlines()
    new = new_postgres(postgres_address, "moved").replace("postgresql+psycopg", "postgresql")
    flask(tmp_path, "db", "upgrade")
    link = flask(tmp_path, "demo").stdout.strip().rpartition("/k/")[2]
    environment = {**os.environ, "ROUNDHOUSE_INSTANCE": str(tmp_path)}
    environment.pop("DATABASE_URL", None)

    for command in commands:
        line = command.replace("postgresql://user:password@host/name", new)
        line = line.replace("move.zip", str(tmp_path / "move.zip"))
        subprocess.run(["bash", "-c", line], cwd=ROOT, env=environment, input="y\n", text=True, check=True, timeout=300)  # noqa: S603, S607 (the words of our document)

    address, secret = new.replace("postgresql", "postgresql+psycopg"), (tmp_path / "secret_key").read_text()
    app = create_app({"SQLALCHEMY_DATABASE_URI": address, "SECRET_KEY": secret})
    answer = app.test_client().get(f"/k/{link}")
    with app.app_context():
        db.engine.dispose()
    assert len(commands) == 2
    assert answer.status_code == 303


def test_the_example_of_a_table_of_scores_is_one() -> None:
    example = pick(r"(?s)```\n(Round,.*?)```", (ROOT / "docs/club-file.md").read_text())

    scores = read_scores(example, next(iter(RULE_BOOKS.values())))

    assert scores.wrong == []
    assert [round.engine for round in scores.rounds] == [9, 8]


def test_every_kind_of_line_and_every_field_is_described() -> None:
    text = (ROOT / "docs/club-file.md").read_text()
    parts = json.loads((ROOT / "docs/club-file.schema.json").read_text())["$defs"]
    lines = [part["properties"] for part in parts.values() if "kind" in part.get("properties", ())]
    kinds = {kind for line in lines for kind in line["kind"]["enum"]}
    fields = {name for line in lines for name in line} | {*parts["FileGame"]["properties"]}

    assert {*map(str, Kind), *map(str, MoveKind)} == kinds
    assert [name for name in kinds | fields if f"`{name}`" not in text and f'"{name}"' not in text] == []


def test_every_command_at_the_terminal_runs(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with app.app_context():
        # This is the state that `flask serve` leaves.
        stamp()
    app.instance_path = str(tmp_path)
    ana = begin(app)
    game = ana.path
    table = keep(ana, game)
    (tmp_path / "round.toml").write_bytes(ana.client.get(f"{table}/record.toml").data)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/operating.md").read_text().replace("GAME", game.rpartition("/")[2])
    lines = re.findall(r"^roundhouse (.+)$", text, re.MULTILINE)
    (tmp_path / "club.json").write_text(app.test_cli_runner().invoke(args=["club", "export", "Ana’s table"]).output)
    lines = [f"{line} --yes" if line.startswith("restore") else line for line in lines]

    results = [app.test_cli_runner().invoke(args=shlex.split(line)) for line in lines]

    assert len(results) == 9
    assert [result.output for result in results if result.exit_code] == []
    assert "manage, whole club: The phone that started the club" in results[0].output


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("", "sqlite:////somewhere/roundhouse.db"),
        ("postgres://ana@host/club", "postgresql+psycopg://ana@host/club"),
        ("postgresql://ana@host/club", "postgresql+psycopg://ana@host/club"),
        ("postgresql://ana:a,b/c@host:1/club?x=1,2", "postgresql+psycopg://ana:a,b/c@host:1/club?x=1,2"),
        ("postgresql://db1,db2/club", "postgresql+psycopg:///club?host=db1&host=db2"),
        ("postgres://ana@db1:1,db2:2?x=3", "postgresql+psycopg://ana@?host=db1:1&host=db2:2&x=3"),
        ("sqlite:////srv/club.db", "sqlite:////srv/club.db"),
    ],
)
def test_the_address_of_the_database_is_what_people_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str, used: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", given)
    monkeypatch.setenv("ROUNDHOUSE_INSTANCE", str(tmp_path))

    address = create_app().config["SQLALCHEMY_DATABASE_URI"]

    assert address == used.replace("/somewhere", str(tmp_path))


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
@pytest.mark.parametrize(
    "written",
    [
        "ana:se,cret@db1:5432,db2:5433/club?target_session_attrs=read-write",
        "ana:se,cret@/club?host=db1:5432&host=db2:5433&target_session_attrs=read-write",
    ],
)
def test_an_address_with_several_hosts_reaches_the_driver(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scheme: str, written: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://{written}")
    monkeypatch.setenv("ROUNDHOUSE_INSTANCE", str(tmp_path))

    url = make_url(create_app().config["SQLALCHEMY_DATABASE_URI"])
    arguments = url.get_dialect()().create_connect_args(url)[1]

    assert (arguments["host"], arguments["port"]) == ("db1,db2", "5432,5433")
    assert (arguments["user"], arguments["password"], arguments["dbname"]) == ("ana", "se,cret", "club")
    assert arguments["target_session_attrs"] == "read-write"


def test_nothing_is_installed_by_a_bare_name() -> None:
    """The name `roundhouse` is somebody else's in the package registry, so install commands name a file or a folder."""
    others = [ROOT / "docs/Containerfile", ROOT / "docs/roundhouse.service", *(ROOT / "commands").glob("*.py")]
    targets = [
        (path.name, target)
        for path in DOCUMENTS + others
        for line in re.findall(r"\b(?:pipx?|uv tool|uv pip) install ([^\n`]+)", path.read_text())
        for target in line.split()
    ]

    assert len(targets) > 5
    assert [found for found in targets if re.match(r"[\"']?roundhouse(?!_dominoes-)", found[1])] == []


def test_there_is_one_version() -> None:
    assert re.search(rf"^## {VERSION}$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dynamic"]


def test_compose_sets_what_there_is_to_set_and_nothing_else() -> None:
    composed = (ROOT / "docs/compose.yaml").read_text()
    table = (ROOT / "docs/operating.md").read_text()
    named = re.findall(r"^ +(ROUNDHOUSE_\w+):", composed, re.MULTILINE)

    assert {"ROUNDHOUSE_ADDRESS", "ROUNDHOUSE_HTTPS", "ROUNDHOUSE_PROXIES"} <= {*named}
    assert [name for name in named if f"| `{name}` |" not in table] == []
    variables = set(re.findall(r"\{\$(\w+)", (ROOT / "docs/Caddyfile").read_text()))
    assert variables == {"NAME", "MAIL", "UPSTREAM"}
    assert all(f"      {name}:" in composed for name in variables)
