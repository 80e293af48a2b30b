"""The public pages of a tournament, and the form to set one up."""

import csv
import io
import json
import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import answer_to, ref_of
from tests.views.conftest import Keeper, begin
from tests.views.game.conftest import enter, fill, refused
from tests.views.tournament.conftest import begin_hall

NAMES = "Ana\nBen\nCai\nDee\nEli\nFay"


def test_a_pasted_list_becomes_players(zoe: Phone) -> None:
    assert "This list has 6 players." in answer_to(
        zoe, "/start-tournament", name="Cup", players="1. Ana\n2) Ben; Cai, Dee\nEli\tFay"
    )

    zoe.send_on()

    assert "6 players are in. Next: Game 1." in zoe.text
    assert "Ben" in zoe.text
    assert "Cup" in zoe.read("/")


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
    refused(ana, "/start-tournament", **({"name": "Cup", "players": NAMES} | {field: value}))

    assert why in ana.text
    assert field == "players" or "Eli" in ana.text


def test_too_many_who_move_are_refused_and_leave_no_key_in_the_browser(app: Flask, zoe: Phone) -> None:
    refused(zoe, "/start-tournament", name="Cup", players=NAMES, format="move-on", movers="6", largest="6")

    assert "not all 6 players at the smallest one" in zoe.text
    with zoe.client.session_transaction() as session:
        assert not session.get("keys")
    rita = Phone(app)
    fill(rita, "/start-tournament", name="Other", players=NAMES)
    assert zoe.open(rita.path).status_code == 404


def test_winners_meet_one_against_one_or_by_house_rule_at_one_table(ana: Phone, club: str) -> None:
    for fields in ({"name": "Pairs"}, {"name": "Table", "playoff": "one-table"}):
        assert ana.open(begin_hall(ana, club, players=NAMES, **fields)).status_code == 200

    pairs, table = json.loads(ana.open(f"{club}/club.json").text)["tournaments"]
    assert (pairs["rules"], table["rules"]) == ("double-twelve", "double-twelve[playoff=one-table]")


def test_what_is_no_longer_offered_cannot_be_chosen(ana: Phone, club: str) -> None:
    refused(ana, f"/start-tournament?club={ref_of(club)}", name="Cup", players=NAMES, playoff="pairs-to-two")

    assert "pairs-to-two" not in ana.open("/start-tournament").text
    for base in ("double-twelve", "double-nine"):
        assert "may-always" not in ana.open(f"{club}/house-rules?base={base}").text


def test_who_looks_on_sees_the_standings(app: Flask, ana: Phone, hall: str) -> None:
    phone = Phone(app)
    phone.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/keys").text))

    assert phone.path == hall
    assert "For the referee" not in phone.text
    pages = ("tv", "places", "log", "places.csv", "live")
    assert [page for page in pages if phone.open(f"{hall}/{page}").status_code != 200] == []


def test_a_clubs_key_that_scores_only_looks_on_at_tables(ana: Phone, ben: Phone, hall: str) -> None:
    game = pick(r"/games/\w+", ben.open(hall).text)

    assert "Enter scores" not in ben.open(game).text
    assert "Enter scores" in ana.open(game).text


def test_the_tv_shows_a_half_entered_round_apart_and_players_who_left_last(
    ana: Phone, hall: str, keeper: Keeper
) -> None:
    enter(keeper, keeper.game, 1, "out", "34", "3", "4")
    enter(keeper, keeper.game, 2, "", "", "22")
    first, second, third, fourth = re.findall(r'<span class="name">(\w)</span>', keeper.open(keeper.game).text)
    fill(ana, f"{hall}/players", f"{hall}/withdraw", number=str("ABCDEFGH".index(first) + 1))
    totals = f"{third} 3, {fourth} 4, {second} 34, {first} (left early) 0"
    so_far = f"So far, including the current round: {third} 25"

    for page in ("", "/tv/part?part=2"):
        assert f"{totals} {so_far}" in ana.read(f"{hall}{page}")


def test_the_tv_turns_through_sixty_players_and_their_tables(ana: Phone, club: str) -> None:
    hall = begin_hall(ana, club, players=",".join(f"P{number}" for number in range(60)), largest="6")
    fill(ana, f"{hall}/seating", f"{hall}/seating/lot", me="Ana")
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
    assert "The tournament" in ana.read(pick(r"/games/\w+", ana.open(hall).text))
    assert "Penalty, seating" in ana.text
    assert "Players, penalties" not in ana.text


def test_what_has_not_changed_is_not_sent_again(ana: Phone, hall: str) -> None:
    news = f"{hall}/live?{pick(r'seen=[0-9.]+', ana.open(f'{hall}/live').text)}"
    assert ana.open(news).status_code == 204

    fill(ana, f"{hall}/clock", minutes="20", warn="5")
    assert ana.open(news).status_code == 200


def test_places_are_a_table_for_a_spreadsheet(ana: Phone, hall: str) -> None:
    head, *rows = csv.reader(io.StringIO(ana.open(f"{hall}/places.csv").text.lstrip("\ufeff")))

    assert head == ["Place", "Player", "Points", "Pips", "Games", "Rounds won", "Based on"]
    assert len(rows) == 8


def test_a_name_never_reaches_a_page_unescaped(ana: Phone, club: str) -> None:
    hall = begin_hall(ana, club, name="<b>Cup</b>", players="<i>Ana</i>, <script>, C, D")
    fill(ana, f"{hall}/seating", f"{hall}/seating/lot", me="<u>Ana</u>")

    for page in ("", "/seating", "/players", "/cards", "/keys", "/tv", "/places", "/log", "/live"):
        assert not re.search(r"<(b|i|u)>(Cup|Ana)|<script>", ana.open(hall + page).text), page


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
