"""The public pages of a tournament, and the form to set one up."""

import csv
import io
import json
import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, begin, hand, whole_round

NAMES = "Ana\nBen\nCai\nDee\nEli\nFay"


def test_a_pasted_list_becomes_players(app: Flask) -> None:
    rita = Phone(app)
    rita.open("/start-tournament")

    rita.page = rita.send(name="Cup", players="1. Ana\n2) Ben; Cai, Dee\nEli\tFay")
    assert "This list has 6 players." in rita.text

    rita.send_on()

    assert "6 players are in. Next: Game 1." in rita.text
    assert "Ben" in rita.text
    assert rita.open("/").status_code == 200
    assert "Cup" in rita.text


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("players", "Ana", "A tournament can have 2 to 200 players."),
        ("players", "Ana, Ben, ana", "ana is listed twice."),
        ("players", "Ana, " + "x" * 41, "At most 40 characters."),
        ("name", "", "Type a name."),
        ("largest", "9", "Type a number from 2 to 8."),
        ("largest", "x", "Type a whole number."),
        ("games", "0", "Type a number from 1 to 20."),
        ("lot", "7 7", "At most 20 characters, letters and digits only"),
        ("engines", "13", "There is no 13-13 in this set."),
        ("format", "chess", "Not a valid choice."),
        ("rules", "triple-nine", "Not a valid choice."),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(ana: Phone, club: str, field: str, value: str, why: str) -> None:
    ana.open("/start-tournament")

    answer = ana.send(**({"name": "Cup", "players": NAMES} | {field: value}))

    assert answer.status_code == 422
    ana.page = answer
    assert why in ana.text
    if field != "players":
        assert "Eli" in answer.text


def test_too_many_who_move_are_refused_with_everything_typed(ana: Phone, club: str) -> None:
    ana.open("/start-tournament")

    answer = ana.send(name="Cup", players=NAMES, format="move-on", movers="6", largest="6")

    assert answer.status_code == 422
    assert "not all 6 players at the smallest one" in answer.text


def test_a_refused_form_leaves_no_key_in_the_browser(app: Flask) -> None:
    zoe = Phone(app)
    zoe.open("/start-tournament")

    answer = zoe.send(name="Cup", players=NAMES, format="move-on", movers="6", largest="6")

    assert answer.status_code == 422
    with zoe.client.session_transaction() as session:
        assert not session.get("keys")
    rita = Phone(app)
    rita.open("/start-tournament")
    rita.send_on(name="Other", players=NAMES)
    assert zoe.open(rita.path).status_code == 404


def test_winners_meet_one_against_one_or_by_house_rule_at_one_table(ana: Phone, club: str) -> None:
    for name, playoff in (("Pairs", {}), ("Table", {"playoff": "one-table"})):
        ana.open("/start-tournament")
        ana.send_on(name=name, players=NAMES, rules="double-twelve", club=club.rpartition("/")[2], **playoff)
        assert ana.open(ana.path).status_code == 200

    pairs, table = json.loads(ana.open(f"{club}/club.json").get_data(as_text=True))["tournaments"]
    assert (pairs["rules"], table["rules"]) == ("double-twelve", "double-twelve[playoff=one-table]")


def test_what_is_no_longer_offered_cannot_be_chosen(ana: Phone, club: str) -> None:
    ana.open("/start-tournament")

    answer = ana.send(name="Cup", players=NAMES, playoff="pairs-to-two", club=club.rpartition("/")[2])

    assert answer.status_code == 422
    assert "pairs-to-two" not in ana.open("/start-tournament").text
    for base in ("double-twelve", "double-nine"):
        assert "may-always" not in ana.open(f"{club}/house-rules?base={base}").text


def test_who_looks_on_sees_the_standings(app: Flask, ana: Phone, hall: str) -> None:
    link = pick(r"/k/[\w-]+", ana.open(f"{hall}/keys").text)
    phone = Phone(app)
    phone.open(link)

    assert phone.path == hall
    assert "For the referee" not in phone.text
    for page in ("tv", "places", "log", "places.csv", "live"):
        assert phone.open(f"{hall}/{page}").status_code == 200


def test_a_clubs_key_that_scores_only_looks_on_at_tables(ana: Phone, ben: Phone, hall: str) -> None:
    game = pick(r"/games/\w+", ben.open(hall).text)

    assert "Enter scores" not in ben.open(game).text
    assert "Enter scores" in ana.open(game).text


def test_the_tv_shows_a_half_entered_round_apart_and_players_who_left_last(
    ana: Phone, hall: str, keeper: Keeper
) -> None:
    seats = re.findall(r'id="seat-(\d+)"', keeper.open(f"{keeper.game}/rounds/1").text)
    keeper.send_on(**whole_round(seats, "out", "34", "3", "4"))
    keeper.open(f"{keeper.game}/rounds/2")
    keeper.send_on(**hand(seats[2], "22"))
    first, second, third, fourth = re.findall(r'<span class="name">(\w)</span>', keeper.open(keeper.game).text)
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/withdraw", number=str("ABCDEFGH".index(first) + 1))
    totals = f"{third} 3, {fourth} 4, {second} 34, {first} (left early) 0"
    so_far = f"So far, including the current round: {third} 25"

    for page in ("", "/tv/part?part=2"):
        assert f"{totals} {so_far}" in ana.read(f"{hall}{page}")


def test_the_tv_turns_through_sixty_players_and_their_tables(ana: Phone, club: str) -> None:
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="Open", players=",".join(f"P{number}" for number in range(60)), largest="6", rules="double-twelve")
    hall = ana.path
    ana.open(f"{hall}/seating")
    ana.send(f"{hall}/seating/lot", me="Ana")
    counts, part = [], f"{hall}/tv/part?part=1"
    for _ in range(6):
        page = ana.open(part).text
        counts.append((page.count('<th scope="row">'), page.count("round 1 of 13")))
        part = pick(r'hx-get="([^"]+)"', page).replace("&amp;", "&")

    # Each part is fetched a second time while it stands.
    assert counts == [(30, 0)] * 4 + [(0, 12)] * 2
    assert part == f"{hall}/tv/part?part=1"


def test_the_tv_shows_a_small_hall_at_once_with_the_table_that_each_player_goes_to(ana: Phone, hall: str) -> None:
    page = ana.open(f"{hall}/tv").text

    assert page.count('<th scope="row">') == 8
    assert len(re.findall(r"<td><b>[12]</b></td>", page)) == 8
    assert page.count('<li class="card">') == 2
    assert "Part 1" not in page
    assert "<a " not in page.replace('<a class="skip"', "")


def test_the_sheet_of_a_table_leads_to_the_tournament_and_to_what_a_table_may_change(ana: Phone, hall: str) -> None:
    ana.open(hall)

    ana.open(pick(r"/games/\w+", ana.page.text))

    assert "The tournament" in ana.text
    assert "Penalty, seating" in ana.text
    assert "Players, penalties" not in ana.text


def test_what_has_not_changed_is_not_sent_again(ana: Phone, hall: str) -> None:
    page = ana.open(f"{hall}/live").text
    seen = pick(r"seen=([\d.]+)", page)

    assert ana.client.get(f"{hall}/live?seen={seen}").status_code == 204
    ana.open(f"{hall}/clock")
    ana.send(f"{hall}/clock", minutes="20", warn="5")
    assert ana.client.get(f"{hall}/live?seen={seen}").status_code == 200


def test_places_are_a_table_for_a_spreadsheet(ana: Phone, hall: str) -> None:
    rows = list(csv.reader(io.StringIO(ana.open(f"{hall}/places.csv").get_data(as_text=True).lstrip("\ufeff"))))

    assert rows[0] == ["Place", "Player", "Points", "Pips", "Games", "Rounds won", "Based on"]
    assert len(rows) == 9


def test_a_name_never_reaches_a_page_unescaped(ana: Phone, club: str) -> None:
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="<b>Cup</b>", players="<i>Ana</i>, <script>, C, D")
    hall = ana.path
    ana.open(f"{hall}/seating")
    ana.send(f"{hall}/seating/lot", me="<u>Ana</u>")

    for page in ("", "/seating", "/players", "/cards", "/keys", "/tv", "/places", "/log", "/live"):
        text = ana.open(hall + page).text
        assert not re.search(r"<(b|i|u)>(Cup|Ana)|<script>", text), page


def test_a_tournament_begins_with_the_set_that_was_used_last_and_says_which(app: Flask) -> None:
    ana = begin(app, rules="double-nine")

    ana.open("/start-tournament")

    assert 'value="double-nine" data-engines="9 8 7 6 5 4 3 2 1 0" checked' in ana.page.text
    assert "Double nine 10 rounds : 9-9 down to 0-0 play all 10 instead Set it up" in ana.text
    ana.page = ana.send("/start-tournament", engines="9 8", move="all")
    assert ana.page.status_code == 200
    assert ana.fields["engines"] == ""


def test_the_tables_that_are_suggested_are_as_large_as_the_set_can_deal(app: Flask) -> None:
    ana = begin(app, rules="double-six", names=("Ana", "Ben"))

    ana.open("/start-tournament")

    assert ana.fields["largest"] == "5"
    assert ana.send("/start-tournament", name="Cup", players="A, B, C, D").status_code == 303
