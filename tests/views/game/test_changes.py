"""All changes to a game other than scores, made through its forms."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from models import db, writing
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.house_rules import HouseRules
from models.ledger.nights import Night
from models.play.house_rules import delete_house_rules, make_house_rules
from rules import read_rules
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, whole_round
from tests.views.game.conftest import enter, fill, refused


def change(phone: Phone, game: str, deed: str, **fields: str) -> TestResponse:
    phone.open(f"{game}/changes")
    phone.page = phone.send(f"{game}/{deed}", ("name", "start", "pips", "reason", "engines"), **fields)
    if phone.page.status_code == 303:
        phone.open(phone.page.location)
    return phone.page


def test_the_page_shows_everything_that_can_happen_but_to_no_viewer(ana: Phone, cai: Phone, game: str) -> None:
    deeds = ("Somebody joins late", "Somebody leaves early", "Add a penalty", "Change the rules", "Stop early")

    assert [words for words in deeds if words not in ana.read(f"{game}/changes")] == []
    assert cai.open(f"{game}/changes").status_code == 404


def test_somebody_comes_late_with_the_highest_total(played: Phone, game: str) -> None:
    change(played, game, "arrive", name="Eli")

    assert "Total 0 34 30 5 34" in played.text
    assert "joined late" in played.text


def test_somebody_who_comes_late_sits_between_two_players(played: Phone, game: str, seats: list[str]) -> None:
    options = re.findall(r'value="(\d*)">(Last|Between \w+ and \w+)', played.open(f"{game}/changes").text)
    places = ("Last", "Between Dee and Ana", "Between Ana and Ben", "Between Ben and Cai", "Between Cai and Dee")
    assert options == list(zip(["", seats[3], *seats[:3]], places, strict=True))

    markers = re.compile(r'(?s)class="marker \w+"[^>]* aria-label="([\w ]+)".{0,400}?class="name">(\w+)')
    before = markers.findall(played.open(game).text)

    change(played, game, "arrive", name="Eli", after=seats[1])

    assert "Round Ana Ben Eli joined late Cai Dee" in played.text
    assert "Total 0 34 34 30 5" in played.text
    # Nobody who sat there looks otherwise than before.
    assert len(before) == 4 and set(before) < set(markers.findall(played.page.text))


def test_somebody_who_comes_back_takes_any_seat_or_the_old_one(played: Phone, game: str, seats: list[str]) -> None:
    change(played, game, "leave", seat=seats[1])
    change(played, game, "arrive", name="Ben", after=seats[3])
    assert "Round Ana Cai Dee Ben" in played.text

    change(played, game, "leave", seat=seats[2])
    change(played, game, "arrive", name="Cai")
    assert "Round Ana Cai joined late Dee Ben" in played.text


def test_a_seat_beside_somebody_who_has_left_is_not_offered(played: Phone, game: str, seats: list[str]) -> None:
    change(played, game, "leave", seat=seats[3])

    assert "Dee left" in played.text
    assert "Dee" in pick(r'(?s)class="taken-back">(.*?)</p>', played.page.text)
    assert "Between Cai and Ana" in played.read(f"{game}/changes")
    assert "and Dee" not in played.text


def test_a_penalty_may_have_a_reason_and_be_for_a_round_that_is_over(
    played: Phone, game: str, seats: list[str]
) -> None:
    change(played, game, "penalty", seat=seats[0], pips="10", reason=" ")
    assert "Penalty for Ana: 10 pips in round 2." in played.text

    change(played, game, "penalty", seat=seats[0], pips="10", reason="<i>Peeked</i>", round="1")
    assert "Penalty for Ana: 10 pips in round 1. &lt;i&gt;Peeked&lt;/i&gt;" in played.text
    assert "Total 20 34 30 5" in played.text

    assert change(played, game, "penalty", seat=seats[0], pips="10", round="2").status_code == 422


def test_a_marker_still_out_is_tapped_beside_the_scores(app: Flask, played: Phone, game: str, seats: list[str]) -> None:
    assert "Marker still up" not in played.read(f"{game}/rounds/2")
    with app.app_context(), writing():
        club = db.session.scalars(select(Club.id)).one()
        make_house_rules(club, "Ours", read_rules("double-nine[open-marker=10]"), "Ana")
    change(played, game, "rules", rules="double-nine[open-marker=10]", engines="")

    fill(played, f"{game}/rounds/2", **whole_round(seats, "5", "out", "6", "7"), marker=[seats[1], seats[2]])

    assert "Penalty for Ben, Cai: 10 pips in round 2. Marker still up" in played.text
    assert "Total 5 44 46 12" in played.text
    fill(played, f"{game}/rounds/2", **whole_round(seats, "5", "out", "6", "7"), marker=[seats[1], seats[3]])
    assert "Total 5 44 46 22" in played.read(game)
    fill(played, game, f"{game}/undo")
    fill(played, game, f"{game}/undo")
    assert "Total 0 34 30 5" in played.read(game)


def test_a_bonus_needs_no_minus(played: Phone, game: str, seats: list[str]) -> None:
    change(played, game, "penalty", seat=seats[1], pips="10", off="1")

    assert "Bonus for Ben: 10 pips off in round 2." in played.text
    assert "Total 0 24 30 5" in played.text
    assert "bonus -10" in played.text
    change(played, game, "penalty", seat=seats[1], pips="5")
    assert "penalty -5" in played.text


@pytest.mark.parametrize(
    ("what", "fields", "said"),
    [
        ("arrive", {"name": "Ben"}, "Ben is already at this table"),
        ("arrive", {"name": ""}, "Type a name"),
        ("arrive", {"name": "Eli", "start": "-3"}, "0 to 9999"),
        ("arrive", {"name": "Eli", "start": "x"}, "whole number"),
        ("arrive", {"name": "Eli", "after": "99999"}, "Not a valid choice"),
        ("arrive", {"name": "Eli", "after": "x"}, "Invalid Choice"),
        ("penalty", {"seat": "0", "pips": "3", "reason": "x"}, "Not a valid choice"),
        ("penalty", {"seat": "1", "pips": "", "reason": "Peeked"}, "whole number"),
        ("penalty", {"seat": "", "pips": "3", "reason": "Peeked"}, "Choose who it is."),
        ("leave", {"seat": ""}, "Choose who it is."),
        ("penalty", {"seat": "1", "pips": "3", "reason": "x" * 121}, "At most 120"),
        ("penalty", {"seat": "1", "pips": "3", "reason": "a\x00b"}, "cannot be shown"),
        ("seating", {"order": "1"}, "Every player has to be listed exactly once"),
        ("seating", {"order": "9" * 3999}, "Changes"),
        ("rules", {"rules": "double-six", "engines": "9"}, "no 9-9 in this set"),
        ("rules", {"rules": "double-nine", "engines": "x"}, "not a list of doubles"),
        ("strike/99", {}, "already crossed out"),
        ("go-on", {"nothing": ""}, ""),
    ],
)
def test_what_does_not_fit_is_said(played: Phone, game: str, what: str, fields: dict[str, str], said: str) -> None:
    assert change(played, game, what, **fields).status_code == (422 if said else 200)
    assert said in played.text


def order_on(phone: Phone) -> list[str]:
    """The seats in the order in which the page would send them."""
    return re.findall(r'name="order" value="(\d+)"', phone.page.text)


def test_seats_are_moved_on_one_page_and_entered_by_one_done(played: Phone, game: str, seats: list[str]) -> None:
    played.open(f"{game}/changes")
    assert order_on(played) == seats
    for move in (f"up-{seats[3]}", f"up-{seats[3]}", f"down-{seats[0]}"):
        played.page = played.send(f"{game}/seating", order=" ".join(order_on(played)), move=move)
    assert order_on(played) == [seats[3], seats[0], seats[1], seats[2]]
    assert "Seats, clockwise" not in played.read(f"{game}/log")

    change(played, game, "seating", order=" ".join([seats[3], seats[0], seats[1], seats[2]]))

    assert "Round Dee Ana Ben Cai" in played.text
    assert played.read(f"{game}/log").count("Seats, clockwise: Dee, Ana, Ben and Cai") == 1


@pytest.mark.parametrize("move", ["", "up", "up-99", "down-x", "sideways-1", "up-" + "9" * 50])
def test_a_move_of_nobody_leaves_all_seats(played: Phone, game: str, seats: list[str], move: str) -> None:
    played.open(f"{game}/changes")
    played.page = played.send(f"{game}/seating", order=" ".join(seats), move=move)

    assert played.page.status_code == 200
    assert sorted(order_on(played)) == sorted(seats)


def test_the_rules_are_mended_and_the_sheet_grows(played: Phone, game: str) -> None:
    change(played, game, "rules", rules="double-twelve", engines="")

    assert "12-12" in played.text
    assert "Total 0 34 30 5" in played.text


def test_the_rounds_of_a_game_stand_in_the_form_where_they_are_not_all_of_them(played: Phone, game: str) -> None:
    played.open(f"{game}/changes")
    assert played.fields["engines"] == ""

    change(played, game, "rules", rules="double-nine", engines="9 5 0")

    played.open(f"{game}/changes")
    assert played.fields["engines"] == "9 5 0"


def test_house_rules_of_a_game_are_offered_once_even_if_deleted(app: Flask, played: Phone, game: str) -> None:
    rules = "double-nine[double-blank=50]"
    with app.app_context(), writing():
        house_rules = make_house_rules(db.session.scalars(select(Club.id)).one(), "Grandma’s", read_rules(rules), "Ana")
        number = house_rules.id
    change(played, game, "rules", rules=rules, engines="")
    assert played.open(f"{game}/changes").text.count(f'value="{rules}"') == 1

    with app.app_context(), writing():
        delete_house_rules(db.session.get_one(HouseRules, number), "Ana")

    page = played.open(f"{game}/changes").text
    assert page.count(f'selected value="{rules}"') == page.count(f'value="{rules}"') == 1


def test_the_table_stops_and_goes_on(played: Phone, game: str) -> None:
    change(played, game, "stop")
    assert "Ana wins with 0, the lowest total." in played.text
    assert "Stopped after 1 round." in played.text

    played.send_on(f"{game}/go-on")

    assert "Round 2" in played.text


def test_a_game_that_is_stopped_before_any_round_says_so_once(ana: Phone, game: str) -> None:
    change(ana, game, "stop")

    assert ana.text.count("Stopped") == 1


@pytest.mark.parametrize(("hours", "is_offered"), [(5, False), (11, True)])
def test_a_game_past_midnight_is_no_old_one(app: Flask, played: Phone, game: str, hours: int, is_offered: bool) -> None:
    with app.app_context(), writing():
        night = db.session.scalars(select(Night)).one()
        night.date -= timedelta(days=1)
        night.started_at = datetime.now(UTC) - timedelta(hours=hours)

    assert ("Continue this game today" in played.open(game).text) is is_offered


def test_the_log_keeps_everything(played: Phone, ben: Phone, game: str) -> None:
    enter(ben, game, 1, "", "43")
    fill(played, game, f"{game}/strike/5")

    assert "5 Round 1, Ben: 43 crossed out Ben" in played.read(f"{game}/log")
    assert "6 Line 5 crossed out" in played.text
    assert "2 Round 1, Ben: 34" in played.text


def test_a_second_undo_says_so_once_and_offers_nothing_else(played: Phone, game: str) -> None:
    played.send(f"{game}/strike/1")

    refused(played, game, f"{game}/strike/1")

    assert played.text.count("That line is already crossed out.") == 1
    assert '<details class="part" open' not in played.page.text


def test_at_a_tournaments_table_the_hall_is_for_the_referee(keeper: Keeper) -> None:
    game = keeper.game
    assert "Stop early" not in keeper.read(f"{game}/changes")

    for deed, fields in (("stop", {}), ("arrive", {"name": "Zed"}), ("rules", {"rules": "double-nine", "engines": ""})):
        assert "part of a tournament" in refused(keeper, "", f"{game}/{deed}", **fields).text


def test_a_game_is_offered_its_own_rules_that_are_offered_nowhere_else(app: Flask, ana: Phone, game: str) -> None:
    with app.app_context(), writing():
        record = db.session.scalars(select(Game)).one()
        record.rules, record.engines = read_rules("double-nine[tie=most-rounds-won]"), (9, 7, 5)

    assert "Double nine, house rules" in ana.read(f"{game}/changes")
    assert re.search(r'selected[^>]*value="double-nine\[tie=most-rounds-won\]"', ana.page.text)
    assert ana.fields["engines"] == "9 7 5"
