"""The referee at a terminal, `python -m rules`, and every example in docs/notation.md."""

import json
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules import read_move, read_position, read_record, replay, write_move, write_position
from rules.__main__ import main
from tests.conftest import pick

TABLE = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 A3 20"
GUIDE = Path(__file__).parents[2] / "docs" / "notation.md"
EXAMPLES = re.findall(r"^\$ python -m rules (.+)\n((?:(?!\$|```).*\n)*)", GUIDE.read_text(), re.MULTILINE)
POSITIONS = re.findall(r"^    (double-\S+ .+)$", GUIDE.read_text(), re.MULTILINE)
MOVES = re.findall(r"^\| `([A-H] [^`]+)` \|", GUIDE.read_text(), re.MULTILINE)

RECORD = pick(r"(?s)```toml\n(.*?)```", GUIDE.read_text())


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=lambda text: text[:40])
def test_every_command_of_the_guide_prints_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, printed: str
) -> None:
    (tmp_path / "round.toml").write_text(RECORD)
    monkeypatch.chdir(tmp_path)

    main(shlex.split(command))

    assert capsys.readouterr().out.strip() == printed.strip()


def test_the_guide_has_examples() -> None:
    assert len(EXAMPLES) >= 5 and len(POSITIONS) >= 2 and len(MOVES) >= 7


def test_every_position_and_every_move_of_the_guide_is_one() -> None:
    assert [write_position(read_position(text)) for text in POSITIONS] == POSITIONS
    assert [write_move(read_move(text)) for text in MOVES] == MOVES


def test_the_record_of_the_guide_can_be_played() -> None:
    assert replay(read_record(RECORD)).failure is None


def test_the_terminal_runs_the_engine_by_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rules", "judge", TABLE, "A 7-1@A"])
    monkeypatch.delitem(sys.modules, "rules.__main__")

    with pytest.raises(SystemExit) as left:
        runpy.run_module("rules", run_name="__main__")

    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("legal: ")


def test_a_fact_of_the_table_is_told_without_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", TABLE, "A 9-2@M"])

    assert capsys.readouterr().out.startswith("illegal: The 9-2 is already on the table.\ninstead: ")


def test_the_engine_has_no_other_names_than_those_of_its_face() -> None:
    with pytest.raises(AttributeError, match="'rules' has no attribute 'nonsense'"):
        rules.nonsense  # type: ignore[attr-defined] # noqa: B018 (to ask for it is the test)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["judge", TABLE, "A 7-1@A"], 0),
        (["judge", TABLE, "A 5-1@C"], 1),
        (["judge", TABLE, "A +"], 3),
        (["judge", TABLE, "A +", "--hand", "8-8"], 0),
        (["judge", "nonsense", "A +"], 2),
        (["judge", "double-nine 9 A/B/M A1 20", "A +", "--hand", "x"], 2),
        (["legal", TABLE], 0),
        (["replay", "/nowhere.toml"], 2),
        (["ask", "double", "--rules", "double-five"], 2),
    ],
)
def test_the_exit_code_says_the_verdict(words: list[str], code: int) -> None:
    assert main(words) == code


def test_json_holds_every_field_of_a_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", TABLE, "A 5-1@C", "--json"])
    ruling = json.loads(capsys.readouterr().out)

    assert list(ruling) == ["verdict", "reasons", "clauses", "customs", "standing", "effects", "explanation", "instead"]
    assert ruling["reasons"] == ["train-closed"]


def test_a_refused_record_exits_with_one_and_says_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    path.write_text('rules="double-six"\nengine=6\nfirst="A"\nseats={A="Ana",B="Ben"}\nmoves=["A 6-4@B"]')

    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().out.startswith("1. A 6-4@B\nillegal: ")
    assert main(["replay", str(path), "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["failure"]["index"], facts["failure"]["move"]) == (0, "A 6-4@B")
    assert facts["failure"]["ruling"]["reasons"] == ["own-train-only", "train-closed"]
    assert facts["position"] == "double-six 6 A(5)/B(5)/M A1 17"


def test_the_engine_runs_without_the_web_app() -> None:
    alone = "import sys, rules; assert not {'flask', 'sqlalchemy', 'wtforms'} & set(sys.modules)"

    subprocess.run([sys.executable, "-c", alone], check=True)  # noqa: S603 (our own words)


def test_a_question_is_answered_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "are blanks wild", "--rules", "double-six", "--json"]) == 0

    facts = json.loads(capsys.readouterr().out)
    assert facts["sureness"] == "sure"
    assert facts["found"][0] == {
        "kind": "question",
        "id": "blanks-wild",
        "title": "Are blanks wild?",
        "answer": "A blank is a number like any other. It goes only next to another blank.",
        "clauses": ["D6-16"],
        "customs": [],
        "sureness": "sure",
    }


def test_answers_that_may_be_meant_are_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "double", "--rules", "double-six"]) == 0

    output = capsys.readouterr().out
    assert output.startswith("Did you mean:\n")
    assert "\nYes." not in output and "\nNo." not in output


@pytest.mark.parametrize("question", ["", "banana bread"])
def test_a_question_that_nothing_answers_is_unknown(capsys: pytest.CaptureFixture[str], question: str) -> None:
    assert main(["ask", question, "--json"]) == 4

    facts = json.loads(capsys.readouterr().out)
    assert facts["sureness"] == "unknown"
    assert {answer["sureness"] for answer in facts["found"]} <= {"unknown"}
