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
from tests.phone import Phone
from tests.views.conftest import Keeper, whole_round
from tests.views.game.conftest import enter, fill, refused


def change(phone: Phone, game: str, deed: str, **fields: str) -> TestResponse:
    phone.open(f"{game}/changes")
    phone.page = phone.send(f"{game}/{deed}", ("name", "start", "pips", "reason", "engines"), **fields)
    if phone.page.status_code == 303:
        phone.open(phone.page.location)
    return phone.page


@pytest.fixture
def begun(ana: Phone, game: str) -> Phone:
    """Ana's phone after one closed round: she went out, and the others had 34, 3 and 4 left."""
    enter(ana, game, 1, "out", "34", "3", "4")
    return ana


def test_the_page_shows_everything_that_can_happen(ana: Phone, game: str) -> None:
    deeds = ("Somebody joins late", "Somebody leaves early", "Add a penalty", "Change the rules", "Stop early")

    assert [words for words in deeds if words not in ana.read(f"{game}/changes")] == []


def test_somebody_comes_late_with_the_highest_total(begun: Phone, game: str) -> None:
    change(begun, game, "arrive", name="Eli")

    assert "Total 0 34 3 4 34" in begun.text
    assert "joined late" in begun.text


def test_somebody_who_comes_late_sits_between_two_players(begun: Phone, game: str, seats: list[str]) -> None:
    options = re.findall(r'value="(\d*)">(Last|Between \w+ and \w+)', begun.open(f"{game}/changes").text)
    places = ("Last", "Between Dee and Ana", "Between Ana and Ben", "Between Ben and Cai", "Between Cai and Dee")
    assert options == list(zip(["", seats[3], *seats[:3]], places, strict=True))

    markers = re.compile(
        r'class="marker \w+" viewBox="[^"]+" role="img" aria-label="([\w ]+)".{0,400}?class="name">(\w+)', re.DOTALL
    )
    before = markers.findall(begun.open(game).text)

    change(begun, game, "arrive", name="Eli", after=seats[1])

    assert "Round Ana Ben Eli joined late Cai Dee" in begun.text
    assert "Total 0 34 34 3 4" in begun.text
    # Nobody who sat there looks otherwise than before.
    assert len(before) == 4 and set(before) < set(markers.findall(begun.page.text))


def test_somebody_who_comes_back_takes_any_seat_or_the_old_one(begun: Phone, game: str, seats: list[str]) -> None:
    change(begun, game, "leave", seat=seats[1])
    change(begun, game, "arrive", name="Ben", after=seats[3])
    assert "Round Ana Cai Dee Ben" in begun.text

    change(begun, game, "leave", seat=seats[2])
    change(begun, game, "arrive", name="Cai")
    assert "Round Ana Cai joined late Dee Ben" in begun.text


def test_a_seat_beside_somebody_who_has_left_is_not_offered(begun: Phone, game: str, seats: list[str]) -> None:
    change(begun, game, "leave", seat=seats[3])

    assert "Dee left" in begun.text
    assert "Between Cai and Ana" in begun.read(f"{game}/changes")
    assert "and Dee" not in begun.text


def test_a_penalty_may_have_a_reason_and_be_for_a_round_that_is_over(begun: Phone, game: str, seats: list[str]) -> None:
    change(begun, game, "penalty", seat=seats[0], pips="10", reason=" ")
    assert "Penalty for Ana: 10 pips in round 2." in begun.text

    change(begun, game, "penalty", seat=seats[0], pips="10", reason="<i>Peeked</i>", round="1")
    assert "Penalty for Ana: 10 pips in round 1. &lt;i&gt;Peeked&lt;/i&gt;" in begun.text
    assert "Total 20 34 3 4" in begun.text

    assert change(begun, game, "penalty", seat=seats[0], pips="10", round="2").status_code == 422


def test_a_marker_still_out_is_tapped_beside_the_scores(app: Flask, begun: Phone, game: str, seats: list[str]) -> None:
    assert "Marker still up" not in begun.read(f"{game}/rounds/2")
    with app.app_context(), writing():
        club = db.session.scalars(select(Club.id)).one()
        make_house_rules(club, "Ours", read_rules("double-nine[open-marker=10]"), "Ana")
    change(begun, game, "rules", rules="double-nine[open-marker=10]", engines="")

    fill(begun, f"{game}/rounds/2", **whole_round(seats, "5", "out", "6", "7"), marker=[seats[1], seats[2]])

    assert "Penalty for Ben, Cai: 10 pips in round 2. Marker still up" in begun.text
    assert "Total 5 44 19 11" in begun.text
    fill(begun, f"{game}/rounds/2", **whole_round(seats, "5", "out", "6", "7"), marker=[seats[1], seats[3]])
    assert "Total 5 44 19 21" in begun.read(game)
    fill(begun, game, f"{game}/undo")
    fill(begun, game, f"{game}/undo")
    assert "Total 0 34 3 4" in begun.read(game)


def test_a_bonus_needs_no_minus(begun: Phone, game: str, seats: list[str]) -> None:
    change(begun, game, "penalty", seat=seats[1], pips="10", off="1")

    assert "Bonus for Ben: 10 pips off in round 2." in begun.text
    assert "Total 0 24 3 4" in begun.text
    assert "bonus -10" in begun.text
    change(begun, game, "penalty", seat=seats[1], pips="5")
    assert "penalty -5" in begun.text


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
def test_what_does_not_fit_is_said(begun: Phone, game: str, what: str, fields: dict[str, str], said: str) -> None:
    assert change(begun, game, what, **fields).status_code == (422 if said else 200)
    assert said in begun.text


def order_on(phone: Phone) -> list[str]:
    """The seats in the order in which the page would send them."""
    return re.findall(r'name="order" value="(\d+)"', phone.page.text)


def test_seats_are_moved_on_one_page_and_entered_by_one_done(begun: Phone, game: str, seats: list[str]) -> None:
    begun.open(f"{game}/changes")
    assert order_on(begun) == seats
    for move in (f"up-{seats[3]}", f"up-{seats[3]}", f"down-{seats[0]}"):
        begun.page = begun.send(f"{game}/seating", order=" ".join(order_on(begun)), move=move)
    assert order_on(begun) == [seats[3], seats[0], seats[1], seats[2]]
    assert "Seats, clockwise" not in begun.read(f"{game}/log")

    change(begun, game, "seating", order=" ".join([seats[3], seats[0], seats[1], seats[2]]))

    assert "Round Dee Ana Ben Cai" in begun.text
    assert begun.read(f"{game}/log").count("Seats, clockwise: Dee, Ana, Ben and Cai") == 1


@pytest.mark.parametrize("move", ["", "up", "up-99", "down-x", "sideways-1", "up-" + "9" * 50])
def test_a_move_of_nobody_leaves_all_seats(begun: Phone, game: str, seats: list[str], move: str) -> None:
    begun.open(f"{game}/changes")
    begun.page = begun.send(f"{game}/seating", order=" ".join(seats), move=move)

    assert begun.page.status_code == 200
    assert sorted(order_on(begun)) == sorted(seats)


def test_the_rules_are_mended_and_the_sheet_grows(begun: Phone, game: str) -> None:
    change(begun, game, "rules", rules="double-twelve", engines="")

    assert "12-12" in begun.text
    assert "Total 0 34 3 4" in begun.text


def test_the_rounds_of_a_game_stand_in_the_form_where_they_are_not_all_of_them(begun: Phone, game: str) -> None:
    begun.open(f"{game}/changes")
    assert begun.fields["engines"] == ""

    change(begun, game, "rules", rules="double-nine", engines="9 5 0")

    begun.open(f"{game}/changes")
    assert begun.fields["engines"] == "9 5 0"


def test_house_rules_of_a_game_are_offered_once_even_if_deleted(app: Flask, begun: Phone, game: str) -> None:
    rules = "double-nine[double-blank=50]"
    with app.app_context(), writing():
        house_rules = make_house_rules(db.session.scalars(select(Club.id)).one(), "Grandma’s", read_rules(rules), "Ana")
        number = house_rules.id
    change(begun, game, "rules", rules=rules, engines="")
    assert begun.open(f"{game}/changes").text.count(f'value="{rules}"') == 1

    with app.app_context(), writing():
        delete_house_rules(db.session.get_one(HouseRules, number), "Ana")

    page = begun.open(f"{game}/changes").text
    assert page.count(f'selected value="{rules}"') == page.count(f'value="{rules}"') == 1


def test_the_table_stops_and_goes_on(begun: Phone, game: str) -> None:
    change(begun, game, "stop")
    assert "Ana wins with 0, the lowest total." in begun.text
    assert "Stopped after 1 round." in begun.text

    begun.send_on(f"{game}/go-on")

    assert "Round 2" in begun.text


def test_a_game_that_is_stopped_before_any_round_says_so_once(ana: Phone, game: str) -> None:
    change(ana, game, "stop")

    assert ana.text.count("Stopped") == 1


@pytest.mark.parametrize(("hours", "is_offered"), [(5, False), (11, True)])
def test_a_game_past_midnight_is_no_old_one(app: Flask, begun: Phone, game: str, hours: int, is_offered: bool) -> None:
    with app.app_context(), writing():
        night = db.session.scalars(select(Night)).one()
        night.date -= timedelta(days=1)
        night.started_at = datetime.now(UTC) - timedelta(hours=hours)

    assert ("Continue this game today" in begun.open(game).text) is is_offered


def test_the_log_keeps_everything(begun: Phone, ben: Phone, game: str) -> None:
    enter(ben, game, 1, "", "43")
    fill(begun, game, f"{game}/strike/5")

    assert "5 Round 1, Ben: 43 crossed out Ben" in begun.read(f"{game}/log")
    assert "6 Line 5 crossed out" in begun.text
    assert "2 Round 1, Ben: 34" in begun.text


def test_whoever_looks_on_cannot_change_anything(cai: Phone, game: str) -> None:
    assert cai.open(f"{game}/changes").status_code == 404


def test_a_second_undo_says_so_once_and_offers_nothing_else(begun: Phone, game: str) -> None:
    begun.send(f"{game}/strike/1")

    refused(begun, game, f"{game}/strike/1")

    assert begun.text.count("That line is already crossed out.") == 1
    assert '<details class="part" open' not in begun.page.text


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
