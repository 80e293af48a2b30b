"""The lines of a kept round: struck, put back, mended, undone."""

import pytest

from tests.views.conftest import move


def test_a_line_is_struck_and_put_back(ana, table):
    move(ana, table, "A 9-7@A", "A 7-3@A")
    ana.open(f"{table}/moves")

    ana.send_on(f"{table}/strike/2")

    assert "No longer holds: The 7-3 does not fit Ana’s train, which ends in 9." in ana.text
    ana.send_on(f"{table}/strike/4")
    assert "No longer holds" not in ana.text


def test_another_move_goes_in_the_place_of_a_struck_one(ana, table):
    move(ana, table, "A 9-7@A", "A 7-3@A")
    ana.open(f"{table}/moves")
    ana.send_on(f"{table}/strike/2")
    ana.open(f"{table}?after=2")
    assert "The table as it lay at line 2." in ana.text

    ana.send_on(f"{table}?after=2", move="A 9-7@A")

    assert "no longer holds" not in ana.text
    assert "belongs after line 2" in ana.open(f"{table}/moves").text


@pytest.mark.parametrize("after", ["0", "99", "x", "9" * 30, "-1"])
def test_there_is_no_place_behind_a_line_that_is_not_there(ana, table, after):
    assert ana.open(f"{table}?after={after}").status_code == 404


def test_only_a_struck_table_is_put_back(ana, table):
    move(ana, table, "A 9-7@A")
    ana.open(f"{table}/moves")
    ana.send(f"{table}/strike/1")
    ana.send(f"{table}/strike/2", once="x" * 20)
    ana.open(table)

    ana.send_on(f"{table}/put-back")

    assert "Ana begins with a run" in ana.text


def test_nothing_is_put_back_where_no_table_was_struck(ana, table):
    answer = ana.send(f"{table}/put-back")

    assert answer.status_code == 422
    assert "struck already" in answer.text


def test_when_its_beginning_is_taken_back_the_round_can_be_begun_again_or_brought_again(ana, game, table):
    ana.send_on(f"{game}/undo")
    assert "Who opens the round?" in ana.text
    assert "Redo: the table of round 1" in ana.text
    assert "Put back what was struck" not in ana.text

    ana.send_on(f"{game}/redo")
    assert "Ana begins with a run" in ana.text
