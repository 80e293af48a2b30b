"""The lines of a tracked round: struck, put back, replaced, undone."""

import pytest

from tests.phone import Phone
from tests.views.conftest import move
from tests.views.game.conftest import fill, refused


@pytest.fixture
def laid(ana: Phone, table: str) -> str:
    """The address of the table, at which Ana has laid two tiles: lines 2 and 3."""
    move(ana, table, "A 9-7@A", "A 7-3@A")
    return table


def strike(phone: Phone, table: str, line: int) -> None:
    """Cross out a line, or put back what it crossed out, on the page of all lines."""
    fill(phone, f"{table}/moves", f"{table}/strike/{line}")


def test_a_line_is_struck_and_put_back(ana: Phone, laid: str) -> None:
    strike(ana, laid, 2)

    assert ana.path == laid
    assert "Line 3 no longer fits. The 7-3 does not fit Ana’s train, which ends in 9." in ana.text
    assert "Replace line 2" in ana.text
    assert "Undo: line 2 crossed out (Ana 9-7)" in ana.text
    assert "Put back 4" in ana.read(f"{laid}/moves")
    assert "Cross out 3" in ana.text
    assert "A 9-7@A" in refused(ana, "", f"{laid}/strike/2").text

    strike(ana, laid, 4)

    assert "no longer fits" not in ana.text
    assert "Cross out again 5" in ana.read(f"{laid}/moves")
    assert "Cross out 2" in ana.text


def test_the_first_line_that_no_longer_holds_is_named_and_the_others_wait(ana: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done", "B --", "C 9-5@C", "C done", "D 9-3@D", "D done", "A 7-2@A")

    strike(ana, table, 4)

    assert ana.page.text.count('role="alert"') == 1
    assert "Line 5 no longer fits. It is Ben’s turn, not Cai’s." in ana.text
    assert "4 later lines are waiting for this one" in ana.text
    ana.open(f"{table}/moves")
    assert ana.text.count("No longer fits:") == 1
    assert ana.text.count("Waiting for line 5") == 4


def test_a_move_is_changed_in_one_step(ana: Phone, laid: str) -> None:
    page = f"{laid}?change=2"
    assert f'href="{page}"' in ana.open(f"{laid}/moves").text
    assert "Line 2: Ana plays 9-7 on Ana’s train." in ana.read(page)
    assert f'href="{laid}?after=2"' in ana.page.text
    assert ana.fields["text"] == "A 9-7@A"

    ana.send_on(page, text="A 9-5@A")

    assert "Line 3 no longer fits. The 7-3 does not fit Ana’s train, which ends in 5." in ana.text
    assert "Undo: line 2 changed to Ana 9-5" in ana.text
    assert "Replace line" not in ana.text


def test_a_line_that_no_longer_holds_is_changed_too(ana: Phone, laid: str) -> None:
    strike(ana, laid, 2)

    fill(ana, f"{laid}?change=3", f"{laid}?change=3", text="A 9-3@A")

    assert "no longer fits" not in ana.text
    assert "it ends in 3" in ana.page.text


def test_a_change_against_the_rules_is_refused_and_can_be_agreed_to(ana: Phone, laid: str) -> None:
    page = f"{laid}?change=3"

    refused(ana, page, page, text="A 9-6@M")
    assert "On a first turn Ana may play only on their own train." in ana.text
    assert ana.fields["text"] == "A 9-6@M"

    ana.send_on(page, move="A 9-6@M !", text="")
    assert "Undo: line 3 changed to Ana 9-6" in ana.text


def test_a_change_comes_second_like_any_move(ana: Phone, ben: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A")
    ben.open(f"{table}?change=2")
    move(ana, table, "A 7-3@A")

    answer = ben.send(f"{table}?change=2", text="A 9-5@A")

    assert answer.status_code == 409
    assert "Somebody got there first." in answer.text


NOWHERE = ["0", "99", "x", "9" * 30, "-1"]


@pytest.mark.parametrize(
    "query", [*(f"after={line}" for line in NOWHERE), *(f"change={line}" for line in ("", "1", *NOWHERE))]
)
def test_only_a_move_can_be_changed_and_only_behind_a_line_is_a_place(ana: Phone, laid: str, query: str) -> None:
    assert ana.open(f"{laid}?{query}").status_code == 404


def test_another_move_goes_in_the_place_of_a_struck_one(ana: Phone, laid: str) -> None:
    strike(ana, laid, 2)
    assert "The table as it was at line 2." in ana.read(f"{laid}?after=2")
    assert "Replace line" not in ana.text

    ana.send_on(f"{laid}?after=2", move="A 9-7@A")

    assert "no longer fits" not in ana.text
    assert "goes after line 2" in ana.open(f"{laid}/moves").text


def test_only_a_struck_table_is_put_back(ana: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A")
    ana.open(f"{table}/moves")
    ana.send(f"{table}/strike/1")
    ana.send(f"{table}/strike/2", once="x" * 20)

    fill(ana, table, f"{table}/put-back")

    assert "Ana starts with a run" in ana.text


def test_nothing_is_put_back_where_no_table_was_struck(ana: Phone, table: str) -> None:
    assert "already crossed out" in refused(ana, "", f"{table}/put-back").text


def test_a_round_whose_beginning_is_taken_back_can_be_begun_or_brought_again(ana: Phone, game: str, table: str) -> None:
    ana.send_on(f"{game}/undo")
    assert "Who starts the round?" in ana.text
    assert "Put it back the table for round 1" in ana.text
    assert "Put back what was crossed out" not in ana.text

    ana.send_on(f"{game}/redo")
    assert "Ana starts with a run" in ana.text
