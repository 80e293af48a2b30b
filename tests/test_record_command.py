"""Export and import of records at the terminal."""

from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from tests.views.conftest import begin, keep, move


@pytest.fixture
def kept(app: Flask) -> tuple[str, str]:
    """The ref of a game, and the record of its first round."""
    ana = begin(app)
    game = ana.path
    table = keep(ana, game)
    move(ana, table, "A 9-7@A", "A done", "B --")
    return game.rpartition("/")[2], ana.client.get(f"{table}/record.toml").text


def run(app: Flask, *words: object) -> Result:
    return app.test_cli_runner().invoke(args=["record", *map(str, words)])


def test_a_record_goes_out_and_in(app: Flask, kept: tuple[str, str], tmp_path: Path) -> None:
    game, text = kept
    file = tmp_path / "round.toml"

    result = run(app, "export", game, 1)
    assert (result.exit_code, result.output) == (0, text)
    file.write_text(text.replace("B --", "B 9-4@B"))
    result = run(app, "import", game, 1, file, "--by", "Zoe")

    assert (result.exit_code, result.output) == (0, "3 moves were entered.\n")
    assert '"B 9-4@B"' in run(app, "export", game, 1).output


def test_it_says_where_a_record_stops_and_why(app: Flask, kept: tuple[str, str], tmp_path: Path) -> None:
    game, text = kept
    file = tmp_path / "round.toml"
    file.write_text(text.replace("B --", "B 9-4@M"))

    result = run(app, "import", game, 1, file)

    assert result.exit_code == 1
    assert "2 moves were entered." in result.output
    assert "Move 3, B 9-4@M, was refused: On a first turn Ben may play only on their own train." in result.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "nowhere", 1), "There is no game nowhere"),
        (("export", "{game}", 99), "This game has 10 rounds"),
        (("export", "{game}", 2), "No moves have been entered"),
        (("import", "{game}", 1, "{file}"), "not TOML"),
    ],
)
def test_what_cannot_be_done_is_said(
    app: Flask, kept: tuple[str, str], tmp_path: Path, words: tuple[str | int, ...], why: str
) -> None:
    file = tmp_path / "round.toml"
    file.write_text("nonsense")

    result = run(app, *(str(word).format(game=kept[0], file=file) for word in words))

    assert result.exit_code == 1
    assert why in result.output
