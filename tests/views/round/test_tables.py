"""The table page: it shows the table, enters moves, refuses some, and asks about others."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, keep, move
from tests.views.game.conftest import refused

FROM_OUTBOX = {"X-Outbox": "1", "HX-Request": "true"}


def test_a_round_is_kept_from_its_first_move(ana: Phone, game: str) -> None:
    assert "Who starts the round?" in ana.read(f"{game}/rounds/1/table")

    assert "Tap a name." in refused(ana, "", f"{game}/rounds/1/table/begin").text

    keep(ana, game, first="Ben")
    assert "Ben starts with a run on Ben’s train: as many matching tiles as they like." in ana.text
    assert "boneyard: 14" in ana.text


@pytest.mark.parametrize(
    ("dealt", "why"),
    [("x", "whole number"), ("0", "at least one"), ("14", "With 4 players, you can deal at most 13 tiles each.")],
)
def test_a_deal_that_cannot_be_is_refused(ana: Phone, game: str, seats: list[str], dealt: str, why: str) -> None:
    table = f"{game}/rounds/1/table"

    assert why in refused(ana, table, f"{table}/begin", first=seats[0], dealt=dealt).text


def test_a_move_is_entered_and_only_what_can_apply_is_offered(ana: Phone, table: str) -> None:
    assert "Ends the run" not in ana.text
    assert "Draws" not in ana.text

    move(ana, table, "A 9-7@A")

    assert "Ana plays 9-7 on Ana’s train." in ana.text
    assert "Ana continues the run from the 7, or ends it." in ana.text
    assert "Ends the run" in ana.text
    assert "Passes" not in ana.text


def test_a_script_gets_the_new_part_in_the_same_answer(ana: Phone, table: str) -> None:
    fields = ana.fields | {"move": "A 9-7@A"}

    answer = ana.client.post(table, data=fields, headers=FROM_OUTBOX)

    assert (answer.status_code, answer.headers["X-Outbox"], answer.headers["X-Seen"]) == (200, "kept", "2")
    assert answer.text.lstrip().startswith('<div id="live"')
    assert "Ana continues the run from the 7" in answer.text
    assert "seen=2" in ana.client.post(table, data=fields, headers=FROM_OUTBOX).text


@pytest.mark.parametrize(
    "text", ["A" + " " * 990 + "x\ny", "9-4-9@A", "A " + "9-" * 900, "½-٤@A", "A 99999999999-1@A", "\x00"]
)
def test_odd_text_is_refused_at_once(ana: Phone, table: str, text: str) -> None:
    move(ana, table, "A 9-4@A")

    refused(ana, "", table, text=text, move="")


def test_there_is_no_round_of_a_huge_number(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/rounds/{'9' * 30}/table/live").status_code == 404


@pytest.mark.parametrize("text", ["a 9-7@a", "9-7@A", "A 7-9@A"])
def test_a_move_can_be_typed(ana: Phone, table: str, text: str) -> None:
    ana.send_on(table, text=text, move="")

    assert "Ana plays 9-7 on Ana’s train." in ana.text


def test_a_refusal_says_why_and_what_else_and_that_the_table_agreed_stays_visible(ana: Phone, table: str) -> None:
    answer = refused(ana, "", table, move="A 9-7@M")

    assert "On a first turn Ana may play only on their own train." in answer.text
    assert "Clause 1.6a of the double-nine rules, in our words.\nThe rules say so." in answer.text
    assert "Allowed instead: a tile with a 9 on Ana’s train; pass, with a marker." in answer.text
    assert "The table agrees: enter it anyway" in answer.text

    move(ana, table, "A 9-7@M !")
    assert "A 9-7@M !" in ana.read(f"{table}/moves")
    assert "The table agreed to this, against the rules:" in ana.text


def test_a_refusal_looks_for_the_mistake_in_the_lines_before(ana: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done")

    answer = ana.send(table, move="B 9-7@B")
    assert "The 9-7 is already on the table." in answer.text
    assert "enter it anyway" not in answer.text
    assert re.search(r'href="[^"]+/moves#line-2">The 9-7 is on Ana’s train. Was that a mistake\?', answer.text)

    answer = ana.send(table, move="C 9-5@C")
    assert "It is Ben’s turn, not Cai’s." in answer.text
    assert "Is an earlier move missing or wrong?" in answer.text


def test_two_phones_enter_for_the_same_line(ana: Phone, ben: Phone, table: str) -> None:
    form = ben.open(table)
    move(ana, table, "A 9-7@A")

    ben.page = ben.send(table, move="A 9-7@A")
    assert ben.page.status_code == 409
    assert "Somebody just entered this move. Is yours the same one?" in ben.text

    ben.page = form
    ben.page = ben.send(table, move="A 7-3@A")
    assert ben.page.status_code == 409
    assert "Somebody got there first." in ben.text
    assert "Not entered yet: Ana plays 7-3 on Ana’s train." in ben.text

    ben.send_on(table, move="A 7-3@A")
    assert "Ana plays 7-3" in ana.read(table)


def test_a_move_sent_twice_is_entered_once(ana: Phone, table: str) -> None:
    fields = ana.fields | {"move": "A 9-7@A"}

    assert [ana.client.post(table, data=fields).status_code for _ in range(3)] == [303] * 3
    assert ana.open(f"{table}/moves").text.count("A 9-7@A") == 1


def test_the_round_ends_and_leads_all_who_score_to_the_scores(ana: Phone, ben: Phone, cai: Phone, game: str) -> None:
    table, scores = keep(ana, game, dealt="1"), f"{game}/rounds/1"
    move(ana, table, "A 9-7@A", "B --", "C --")
    assert "Ana is out. Still to take a first turn: Dee." in ana.text

    assert ana.send(table, move="D --").location == scores

    assert "The round is over: Ana went out." in ana.read(table)
    assert "The round is over: Ana went out." in ana.read(scores)
    assert re.search(r'-out" value="y"[^>]*checked', ana.page.text)
    assert ben.client.get(f"{table}/live?seen=4").headers["HX-Redirect"] == scores
    assert "HX-Redirect" not in cai.client.get(f"{table}/live?seen=4").headers


def test_tiles_on_the_table_cannot_be_tapped_as_left(ana: Phone, game: str, table: str, seats: list[str]) -> None:
    move(ana, table, "A 9-7@A")

    assert "on the table" in ana.read(f"{game}/rounds/1/seats/{seats[1]}")
    assert re.search(r'value="9-7"[^>]*disabled', ana.page.text)
    assert not re.search(r'value="9-8"[^>]*disabled', ana.page.text)


def test_a_phone_that_follows_sees_the_table_and_no_form(ana: Phone, cai: Phone, table: str) -> None:
    assert cai.client.get(f"{table}/live?seen=1").status_code == 204

    move(ana, table, "A 9-7@A")

    assert "Ana continues the run from the 7" in cai.read(f"{table}/live?seen=1")
    assert cai.page.status_code == 200
    assert "Ana’s train" in cai.read(table)
    assert "<form" not in cai.page.text
    assert cai.client.get(f"{table}/record.toml").status_code == 200


def test_those_who_follow_the_sheet_see_the_table_too(ana: Phone, cai: Phone, game: str, table: str) -> None:
    move(ana, table, "A 9-7@A")

    assert "On Ana’s train: 9-7; it ends in 7." in cai.read(f"{game}/follow")
    assert '<svg class="rays"' in cai.page.text
    newer = f"{game}/sheet?follow=1&{pick(r'seen=[0-9.]+', cai.page.text)}"
    assert cai.client.get(newer).status_code == 204
    move(ana, table, "A 7-3@A")
    assert cai.client.get(newer).status_code == 200


def test_names_reach_the_picture_escaped(app: Flask) -> None:
    ana = begin(app, names=("<b>Ana</b>", "Ben"))
    keep(ana, ana.path, first="&lt;b&gt;Ana&lt;/b&gt;")

    assert "<b>Ana" not in ana.page.text


def test_a_table_that_nobody_keeps_is_followed_back_to_the_sheet(ana: Phone, cai: Phone, game: str) -> None:
    table = f"{game}/rounds/1/table"

    assert cai.client.get(f"{table}/live?seen=9").headers["HX-Redirect"] == game
    assert cai.open(table).status_code == 404
    assert ana.open(table).status_code == 200


def test_a_move_needs_a_table(ana: Phone, game: str) -> None:
    table = f"{game}/rounds/1/table"

    assert "Nobody is tracking the moves in this round." in refused(ana, table, table, move="A 9-7@A", seen="1").text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"move": "", "text": "9-7 on mine"}, "is not a move"),
        ({"move": "", "text": "9-7 on mine"}, 'value="9-7 on mine"'),
        ({"move": "", "text": ""}, "Type a move, such as 9-4@M."),
        ({"move": "A 9-7@A", "seen": "x"}, "whole number"),
    ],
)
def test_what_is_no_move_is_said_and_stays_in_the_form(
    ana: Phone, table: str, fields: dict[str, str], said: str
) -> None:
    assert said in refused(ana, "", table, **fields).text


def test_a_table_that_somebody_keeps_is_not_begun_again(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ben.open(f"{game}/rounds/1/table")
    table = keep(ana, game)

    ben.send_on(f"{table}/begin", first=seats[1])

    assert ben.path == table
    assert "Ana starts with a run" in ben.text


def test_a_script_is_led_to_the_scores_by_the_move_that_ends_the_round(app: Flask) -> None:
    ana = begin(app, names=("Ana", "Ben"))
    game = ana.path
    table = keep(ana, game, dealt="1")
    move(ana, table, "A 9-7@A")

    answer = ana.client.post(table, data=ana.fields | {"move": "B --"}, headers=FROM_OUTBOX)

    assert (answer.status_code, answer.text) == (200, "")
    assert answer.headers["X-Location"] == f"{game}/rounds/1"
