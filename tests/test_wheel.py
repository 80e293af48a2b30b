"""The installed `roundhouse` command: it finds its data again, and the backup in the docs saves what the service keeps."""

import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from commands.installed import roundhouse
from tests.conftest import flask, pick
from tests.test_docs import ROOT

pytestmark = pytest.mark.heavy
LAUNCH = "from commands.installed import roundhouse\nroundhouse()"
OPERATING = (ROOT / "docs/operating.md").read_text()


def test_the_nightly_backup_of_the_docs_saves_what_the_service_of_the_docs_keeps(tmp_path: Path) -> None:
    # `make pythons` installs the wheel itself, on every Python, and has it served.
    environment = tmp_path / "environment"
    (environment / "bin").mkdir(parents=True)
    command = environment / "bin" / "roundhouse"
    command.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n{LAUNCH}\n")
    command.chmod(0o755)
    data, settings, backups = tmp_path / "data", tmp_path / "roundhouse.conf", tmp_path / "backups"
    backups.mkdir()
    settings.write_text(f"ROUNDHOUSE_INSTANCE={data}\n")
    served = pick(r"ExecStart=(.+)", (ROOT / "docs/roundhouse.service").read_text())
    nightly = pick(r"root runuser -u roundhouse -- (.+)", OPERATING)
    flask(data, "db", "upgrade")
    flask(data, "demo")

    def as_written(line: str) -> subprocess.CompletedProcess[str]:
        local_line = line.replace("/srv/roundhouse", str(environment)).replace("/etc/roundhouse.conf", str(settings))
        shell_line = local_line.replace("/var/backups/roundhouse", str(backups)).replace("\\%", "%")
        bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        return subprocess.run(["sh", "-c", shell_line], env=bare, cwd=tmp_path, capture_output=True, text=True)  # noqa: S603, S607 (the words of our document)

    assert as_written(f"{served} key list").stdout.startswith("The Kitchen Table")
    assert as_written(nightly).returncode == 0
    [file] = backups.iterdir()
    with zipfile.ZipFile(file) as backup:
        assert b"The Kitchen Table" in backup.read("clubs.jsonl")
    assert not (tmp_path / "instance").exists()


@pytest.fixture(scope="session")
def with_a_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of an older checkout."""
    folder = tmp_path_factory.mktemp("older") / "instance"
    flask(folder, "db", "upgrade")
    flask(folder, "demo")
    return folder


@pytest.fixture
def home(with_a_club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a data folder that does not exist yet. The current folder is an older checkout with a club in it."""
    for name in ("ROUNDHOUSE_INSTANCE", "DATABASE_URL", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    older = tmp_path / "checkout" / "instance"
    shutil.copytree(with_a_club, older)
    monkeypatch.chdir(older.parent)
    return tmp_path / "home" / ".local/share/roundhouse"


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, words: str, typed: str = "") -> Result:
    """The result of a command that somebody runs at a terminal."""
    monkeypatch.setattr("os.isatty", lambda _: True)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    return CliRunner().invoke(roundhouse, shlex.split(words), input=typed)


def test_beside_an_older_checkout_it_asks_and_copies(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = Path("instance").resolve()

    first = at_a_terminal(monkeypatch, "key list", "copy\n")

    assert f"There is a Roundhouse in {older}, but none in {home} yet." in first.output
    assert "The Kitchen Table" in first.output
    assert (home / "secret_key").read_text() == (older / "secret_key").read_text()
    monkeypatch.delenv("ROUNDHOUSE_INSTANCE")
    second = at_a_terminal(monkeypatch, "key list")
    assert "There is a Roundhouse" not in second.output
    assert "The Kitchen Table" in second.output


def test_beside_an_older_checkout_it_asks_and_goes_on_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The Kitchen Table" in at_a_terminal(monkeypatch, "key list", "use\n").output
    assert not home.exists()


def test_beside_an_older_checkout_it_asks_and_begins_a_new_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "There are no tables at" in at_a_terminal(monkeypatch, "key list", "new\n").output
    assert (home / "secret_key").read_text() != Path("instance/secret_key").read_text()


def test_without_a_terminal_it_says_so_and_founds_nothing(home: Path) -> None:
    result = CliRunner().invoke(roundhouse, ["key", "list"])

    assert result.exit_code == 1
    assert f"roundhouse --data {Path('instance').resolve()}" in result.output
    assert not home.exists()


def test_a_folder_that_is_named_is_not_asked_about(home: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(roundhouse, ["--data", str(tmp_path / "new"), "key", "list"])

    assert "There is a Roundhouse" not in result.output
    assert f"There are no tables at sqlite:///{tmp_path}/new/roundhouse.db yet" in result.output
    assert not home.exists()


def test_on_windows_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    from commands.launcher import main

    monkeypatch.setattr(sys, "platform", "win32")

    with pytest.raises(SystemExit, match="WSL"):
        main()
