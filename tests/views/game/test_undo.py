"""Undo on the sheet affects the sheet, undo at a table affects the table, and everybody is told what was undone."""

import pytest

from tests.phone import Phone
from tests.views.conftest import hand, keep, move
from tests.views.game.conftest import enter, fill, refused


@pytest.fixture
def begun(ana: Phone, game: str, seats: list[str]) -> Phone:
    """Ana's phone: round 1 is closed and corrected, and the moves of round 2 are entered up to her first tile."""
    enter(ana, game, 1, "out", "34", "3", "5")
    enter(ana, game, 1, "", "", "", "4")
    move(ana, keep(ana, game, 2), "A 8-7@A")
    ana.open(game)
    return ana


def test_each_page_offers_to_take_back_what_was_done_there(begun: Phone, game: str) -> None:
    assert "Undo: Round 1, Dee: 4" in begun.text
    assert "8-7" not in begun.text
    assert "Undo: Ana 8-7" in begun.read(f"{game}/rounds/2/table")


def test_undo_goes_back_act_by_act_and_what_was_taken_back_is_put_back(begun: Phone, game: str) -> None:
    begun.send_on(f"{game}/undo")
    assert "Total 0 34 3 5" in begun.text
    assert "Undo: Round 1: 4 scores" in begun.text
    begun.send_on(f"{game}/undo")
    assert "Total 0 0 0 0" in begun.text
    assert "Undo:" not in begun.text

    begun.send_on(f"{game}/redo")
    assert "Total 0 34 3 5" in begun.text
    assert "Put it back Round 1, Dee: 4" in begun.text
    assert "Put back: Round 1: 4 scores" in begun.text


def test_everybody_is_told_what_was_taken_back_and_by_whom(begun: Phone, ben: Phone, cai: Phone, game: str) -> None:
    begun.send_on(f"{game}/undo")

    for page in (ben.read(game), ben.read(f"{game}/sheet"), cai.read(game), cai.read(f"{game}/follow")):
        assert "Ana undid: Round 1, Dee: 4" in page
    assert "Put it back" in ben.read(game)
    assert "Put it back" not in cai.read(game)

    fill(ben, game, f"{game}/redo")
    assert "undid" not in cai.read(game)
    assert "Put back: Round 1, Dee: 4" in ben.read(game)


def test_an_undo_meanwhile_is_told(ana: Phone, ben: Phone, cai: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "", "", "", "4")
    ben.open(f"{game}/rounds/1")
    ana.send_on(f"{game}/undo")

    ben.send_on(**hand(seats[1], "12"))

    for page in (ben.read(game), cai.read(f"{game}/follow"), ben.read(f"{game}/rounds/1")):
        assert "Ana had already undone: Round 1, Dee: 4" in page
    enter(ben, game, 1, "", "", "7")
    assert "had already undone" not in ben.read(game)


def test_the_next_round_leads_to_the_one_taken_back(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "out", "34", "3", "5")
    ben.open(f"{game}/rounds/2")
    ana.send_on(f"{game}/undo")

    refused(ben, **hand(seats[1], "12"))

    assert "Ana undid: Round 1: Ana out, Ben 34, Cai 3, Dee 5" in ben.text
    assert f'href="{game}/rounds/1">Enter scores for round 1' in ben.page.text


def test_whoever_undoes_a_mistake_and_enters_it_again_is_told_nothing(begun: Phone, game: str) -> None:
    begun.send_on(f"{game}/undo")
    enter(begun, game, 1, "", "", "", "6")

    assert "had already undone" not in begun.read(game)


def test_whoever_takes_back_stays_on_their_page_and_it_is_told_there(begun: Phone, cai: Phone, game: str) -> None:
    fill(begun, f"{game}/rounds/2/table", f"{game}/undo")
    assert begun.path == f"{game}/rounds/2/table"
    assert "Ana starts with a run" in begun.text
    assert "Ana undid: Ana 8-7" in cai.read(f"{game}/rounds/2/table")
    assert "undid" not in cai.read(game)

    fill(begun, game, f"{game}/undo")
    assert begun.path == game


def test_something_newer_from_another_phone_is_named_and_nothing_happens(begun: Phone, ben: Phone, game: str) -> None:
    enter(ben, game, 2, "", "43")

    begun.page = begun.send(f"{game}/undo")

    assert begun.page.status_code == 409
    assert "Nothing was changed" in begun.text
    assert "Round 2, Ben: 43 Ben" in begun.text
    assert "Undo: Round 2, Ben: 43" in begun.text
    assert "43" in begun.read(game)

    begun.send_on(f"{game}/undo")
    assert "Undo: Round 1, Dee: 4" in begun.text


def test_nothing_happens_at_a_table_either_that_another_phone_has_changed(begun: Phone, ben: Phone, game: str) -> None:
    table = f"{game}/rounds/2/table"
    begun.open(table)
    move(ben, table, "A 7-3@A")

    begun.page = begun.send(f"{game}/undo")

    assert begun.page.status_code == 409
    assert "Ana 7-3 Ben" in begun.text
    assert f'href="{table}"' in begun.page.text


def test_a_form_that_is_sent_twice_takes_back_once(begun: Phone, game: str) -> None:
    fields = begun.fields
    for _ in range(2):
        assert begun.client.post(f"{game}/undo", data=fields).status_code == 303

    assert "Undo: Round 1: 4 scores" in begun.read(game)


@pytest.mark.parametrize("table", ["", "x", "-1", "999", "9" * 50, "²"])
def test_an_odd_table_is_the_sheet_or_has_nothing_to_undo(begun: Phone, game: str, table: str) -> None:
    assert begun.send(f"{game}/undo", table=table).status_code == (422 if table == "999" else 303)


@pytest.mark.parametrize("newest", ["", "x", "0.99", "\x00", "9" * 3999])
def test_a_form_that_knows_no_act_takes_nothing_back(begun: Phone, game: str, newest: str) -> None:
    assert begun.send(f"{game}/undo", newest=newest).status_code == 409
    assert "Undo: Round 1, Dee: 4" in begun.read(game)


def test_whoever_looks_on_takes_nothing_back(begun: Phone, cai: Phone, game: str) -> None:
    assert "Undo" not in cai.read(game)
    assert cai.send(f"{game}/undo", once="x" * 20).status_code in (400, 404)
    assert cai.open(f"{game}/undo").status_code == 404


def test_a_sheet_that_changed_asks_for_the_buttons_as_they_are_now(ana: Phone, ben: Phone, game: str) -> None:
    ana.open(game)
    enter(ben, game, 1, "out", "7", "8", "9")

    assert f'hx-get="{game}/undo"' in ana.client.get(f"{game}/sheet?seen=0").text
    assert f'hx-get="{game}/undo"' not in ana.open(game).text
    part = ana.open(f"{game}/undo").text
    assert "Round 1: 4 scores" in part
    assert "<html" not in part


def test_with_nothing_left_it_says_so(ana: Phone, game: str) -> None:
    assert "There is nothing to undo." in refused(ana, f"{game}/changes", f"{game}/undo", newest="").text
