"""The pages of a tournament: they show what stands, do what the referee asks, and refuse what does not fit."""

import csv
import io
import re

import pytest

from tests.phone import Phone
from tests.views.conftest import hand, seat_hall, whole_round

NAMES = "1. Ana\n2) Ben; Cai, Dee\nEli\tFay"


@pytest.fixture
def hall(ana, club) -> str:
    """Eight at two tables, seated by lot."""
    return seat_hall(ana, club)[0]


@pytest.fixture
def keeper(app, ana, hall) -> Phone:
    """The scorekeeper of table 1."""
    phone = Phone(app)
    phone.open(re.search(r"/k/[\w-]+", ana.open(f"{hall}/cards").text)[0])
    game = phone.path
    phone.open(f"{game}/me")
    phone.send_on(name="Zoe")
    phone.game = game
    return phone


def test_a_pasted_list_becomes_players(app):
    rita = Phone(app)
    rita.open("/start-tournament")

    rita.send_on(name="Cup", players=NAMES)

    assert "6 players are in. Next: Game 1." in rita.text
    assert "Ben" in rita.text
    assert rita.open("/").status_code == 200
    assert "Cup" in rita.text


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("players", "Ana", "A tournament has 2 to 200 players."),
        ("players", "Ana, Ben, ana", "ana stands there twice."),
        ("players", "Ana, " + "x" * 41, "At most 40 characters."),
        ("name", "", "Type a name."),
        ("largest", "9", "Type 2 to 8."),
        ("largest", "x", "Type a whole number."),
        ("games", "0", "Type 1 to 20."),
        ("lot", "7 7", "Letters and digits"),
        ("engines", "13", "There is no 13-13 in this set."),
        ("format", "chess", "Not a valid choice."),
        ("rules", "triple-nine", "Not a valid choice."),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(ana, club, field, value, why):
    ana.open("/start-tournament")

    answer = ana.send(**({"name": "Cup", "players": NAMES} | {field: value}))

    assert answer.status_code == 422
    ana.page = answer
    assert why in ana.text
    if field != "players":
        assert "Eli" in answer.text


def test_too_many_who_move_are_refused_with_everything_typed(ana, club):
    ana.open("/start-tournament")

    answer = ana.send(name="Cup", players=NAMES, format="move-on", movers="6", largest="6")

    assert answer.status_code == 422
    assert "fewer than the 6 of the smallest table" in answer.text


def test_a_refused_form_leaves_no_key_in_the_browser(app):
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


def test_winners_may_meet_in_pairs(ana, club):
    ana.open("/start-tournament")
    ana.send_on(name="Cup", players=NAMES, playoff="in-pairs", club=club.rpartition("/")[2])

    assert ana.open(ana.path).status_code == 200
    assert "double-twelve[playoff=in-pairs]" in ana.open(f"{club}/club.json").get_data(as_text=True)


def test_the_lot_on_the_page_is_the_lot_that_seats(ana, club):
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="Cup", players="A, B, C, D, E, F, G, H", largest="5")
    hall = ana.path
    shown = re.findall(r"Table \d+</strong><span>([^<]+)", ana.open(f"{hall}/seating?lot=42").text)
    ana.send(f"{hall}/seating/lot", me="Ana")

    cards = ana.open(hall).text

    assert len(shown) == 2
    assert all(", ".join(table.split(", ")) in re.sub(r"\s+", " ", cards) for table in shown)
    assert "seated by lot 42" in ana.open(f"{hall}/log").text


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ("A, B, C, D\nE, F, G", "Everybody who plays has to sit at one table"),
        ("A, B, C, D\nE, F, G, Zed", "“Zed” is not the name of anybody who plays."),
        ("A, B, C, D, E, F, G\nH", "at least 2 players"),
        ("", "Type something here."),
    ],
)
def test_tables_by_hand_that_do_not_fit_stay_in_the_field(ana, club, tables, why):
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="Cup", players="A, B, C, D, E, F, G, H", largest="5")
    hall = ana.path
    ana.open(f"{hall}/seating")

    answer = ana.send(f"{hall}/seating/hand", tables=tables, me="Ana")

    assert answer.status_code == 422
    assert why in answer.text
    assert "Next: Game 1." in ana.open(hall).text
    assert tables.replace("\n", "\r\n")[:20].split("\r")[0] in answer.text


def test_who_looks_on_sees_the_standings_and_none_of_the_referees_pages(app, ana, hall):
    look_on = re.search(r"/k/[\w-]+", ana.open(f"{hall}/keys").text)[0]
    phone = Phone(app)
    phone.open(look_on)

    assert phone.path == hall
    assert "For the referee" not in phone.text
    for page in ("tv", "places", "log", "places.csv", "live"):
        assert phone.open(f"{hall}/{page}").status_code == 200
    for page in ("players", "seating", "schedule", "clock", "ties", "cards", "keys"):
        assert phone.open(f"{hall}/{page}").status_code == 404


def test_the_referees_key_does_everything_here_and_nothing_in_the_club(app, ana, club, hall):
    links = re.findall(r"/k/[\w-]+", ana.open(f"{hall}/keys").text)
    phone = Phone(app)
    phone.open(links[2])

    assert phone.path == hall
    assert "For the referee" in phone.text
    assert phone.open(club).status_code == 404
    phone.open(f"{hall}/clock")
    assert phone.send(f"{hall}/throw").status_code == 404


def test_a_clubs_key_that_scores_only_looks_on_at_tables(ana, ben, hall):
    game = re.search(r"/games/\w+", ben.open(hall).text)[0]

    assert "Enter scores" not in ben.open(game).text
    assert "Enter scores" in ana.open(game).text
    assert ben.open(f"{game}/confirm").status_code == 404


def test_scores_are_marked_until_somebody_else_confirms(ana, hall, keeper):
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', keeper.page.text)
    keeper.send_on(**{f"hand_{seats[0]}-out": "y"}, **{f"hand_{seat}-left": "9" for seat in seats[1:]})
    assert "not confirmed" in keeper.open(game).text
    assert "not confirmed" in ana.open(hall).text

    keeper.open(f"{game}/confirm")
    nobody = keeper.send(round="1", seat="")
    keeper.open(f"{game}/confirm")
    nothing = keeper.send(seat=seats[1], leave=("round",))
    keeper.open(f"{game}/confirm")
    keeper.send_on(round="1", seat=seats[1])

    assert (nobody.status_code, nothing.status_code) == (422, 422)
    assert "Choose one." in nobody.text
    assert "Tick the rounds" in nothing.text
    assert "not confirmed" not in keeper.text
    assert "not confirmed" not in ana.open(hall).text


def test_at_a_tournaments_table_the_hall_is_for_the_referee(keeper):
    game = keeper.game
    keeper.open(f"{game}/changes")
    assert "Stop early" not in keeper.text

    for deed, fields in (("stop", {}), ("arrive", {"name": "Zed"}), ("rules", {"rules": "double-nine", "engines": ""})):
        answer = keeper.send(f"{game}/{deed}", **fields)
        assert answer.status_code == 422
        assert "belongs to a tournament" in answer.text


def test_other_rounds_need_doubles_and_a_reason(ana, hall):
    ana.open(f"{hall}/schedule")
    for fields, why in (
        ({"engines": "12 0", "reason": ""}, "Type something here."),
        ({"engines": "12 12", "reason": "late"}, "cannot start two rounds"),
        ({"engines": "", "reason": "late"}, "Type something here."),
        ({"engines": "13", "reason": "late"}, "There is no 13-13 in this set."),
    ):
        answer = ana.send(f"{hall}/schedule", **fields)
        assert answer.status_code == 422
        assert why in answer.text

    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/schedule", engines="12 0", reason="late")

    assert "round 1 of 2" in ana.text
    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/schedule", engines="12", reason="very late")
    assert "round 1 of 1" in ana.text


def test_the_clock_is_on_the_tv_until_it_is_taken_away(ana, hall):
    ana.open(f"{hall}/clock")
    assert ana.send(f"{hall}/clock", minutes="0", warn="5").status_code == 422
    ana.open(f"{hall}/clock")
    ana.send_on(f"{hall}/clock", minutes="20", warn="5")
    assert re.search(r"(20:00|19:59)", ana.open(f"{hall}/tv").text)

    ana.open(f"{hall}/clock")
    ana.send_on(f"{hall}/clock/off")

    assert "data-ends" not in ana.open(f"{hall}/tv").text


def test_the_tv_shows_a_half_entered_round_apart_and_players_who_left_last(ana, hall, keeper):
    seats = re.findall(r'id="seat-(\d+)"', keeper.open(f"{keeper.game}/rounds/1").text)
    keeper.send_on(**whole_round(seats, "out", "34", "3", "4"))
    keeper.open(f"{keeper.game}/rounds/2")
    keeper.send_on(**hand(seats[2], "22"))
    first, second, third, fourth = re.findall(r'<span class="name">(\w)</span>', keeper.open(keeper.game).text)
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/withdraw", number=str("ABCDEFGH".index(first) + 1))
    totals = f"{third} 3, {fourth} 4, {second} 34, {first} (left) 0"
    so_far = f"So far, with the round being played: {third} 25"

    for page in ("", "/tv/part?part=2"):
        assert f"{totals} {so_far}" in (ana.open(f"{hall}{page}") and ana.text)


def test_the_tv_turns_through_sixty_players_and_their_tables(ana, club):
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="Open", players=",".join(f"P{number}" for number in range(60)), largest="6")
    hall = ana.path
    ana.open(f"{hall}/seating")
    ana.send(f"{hall}/seating/lot", me="Ana")
    shown, part = [], "1"
    for _ in range(4):
        page = ana.open(f"{hall}/tv/part?part={part}").text
        shown.append((page.count('<th scope="row">'), page.count("round 1 of 13")))
        part = re.search(r"part=(\d+)", page)[1]

    assert shown == [(20, 0), (20, 0), (20, 0), (0, 12)]
    assert part == "1"


def test_what_has_not_changed_is_not_sent_again(ana, hall):
    page = ana.open(f"{hall}/live").text
    seen = re.search(r"seen=([\d.]+)", page)[1]

    assert ana.client.get(f"{hall}/live?seen={seen}").status_code == 204
    ana.open(f"{hall}/clock")
    ana.send(f"{hall}/clock", minutes="20", warn="5")
    assert ana.client.get(f"{hall}/live?seen={seen}").status_code == 200


def test_places_are_a_table_for_a_spreadsheet(ana, hall):
    rows = list(csv.reader(io.StringIO(ana.open(f"{hall}/places.csv").get_data(as_text=True).lstrip("\ufeff"))))

    assert rows[0] == ["Place", "Player", "Points", "Pips", "Games", "Rounds won", "Rests on"]
    assert len(rows) == 9


def test_a_revoked_table_key_opens_nothing_and_a_new_one_can_be_made(ana, hall, keeper):
    ana.open(f"{hall}/keys")
    # The last two are those of the tables; the first of them is table 1's.
    table_key = re.findall(rf"{hall}/keys/\w+/revoke", ana.page.text)[2]
    ana.send_on(table_key)

    assert keeper.open(keeper.game).status_code == 404
    assert "Its key was revoked." in ana.open(f"{hall}/cards").text
    ana.open(f"{hall}/keys")
    ana.send_on(f"{hall}/tables/1/key")
    again = Phone(keeper.client.application)
    again.open(re.search(r"/k/[\w-]+", ana.page.text)[0])
    assert again.path == keeper.game


def test_a_tournament_goes_into_the_bin_with_its_games_and_comes_back(ana, club, hall):
    game = re.search(r"/games/\w+", ana.open(hall).text)[0]
    ana.open(f"{game}/changes")
    assert ana.send(f"{game}/throw").status_code == 422
    ana.open(hall)
    ana.send_on(f"{hall}/throw")
    assert ana.open(hall).status_code == ana.open(game).status_code == 404

    ana.open(f"{club}/bin")
    assert "The tournament Cup" in ana.text
    ana.send_on(f"{club}/bin/{hall.rpartition('/')[2]}")

    assert ana.path == hall
    assert ana.open(game).status_code == 200


def test_a_night_with_a_tournament_is_not_thrown_away_by_itself(ana, hall, game):
    night = re.search(r"/nights/\w+", ana.open(game).text)[0]
    assert "Cup" in ana.open(night).text

    answer = ana.send(f"{night}/throw")

    assert answer.status_code == 422
    assert "Throw the tournament away instead." in answer.text


def test_somebody_comes_late_and_somebody_goes_home(ana, hall):
    ana.open(f"{hall}/players")
    assert ana.send(f"{hall}/late", name="", table="1").status_code == 422
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/late", name="Zed", table="1")
    ana.open(f"{hall}/players")
    assert "9 players" in ana.text
    ana.send_on(f"{hall}/withdraw", number="1", reason="The bus")

    assert "A leaves the tournament. Reason: The bus" in re.sub(r"\s+", " ", ana.open(f"{hall}/log").text)


def test_a_name_never_reaches_a_page_unescaped(ana, club):
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="<b>Cup</b>", players="<i>Ana</i>, <script>, C, D")
    hall = ana.path
    ana.open(f"{hall}/seating")
    ana.send(f"{hall}/seating/lot", me="<u>Ana</u>")

    for page in ("", "/seating", "/players", "/cards", "/keys", "/tv", "/places", "/log", "/live"):
        text = ana.open(hall + page).text
        assert not re.search(r"<(b|i|u)>(Cup|Ana)|<script>", text), page


def test_fewer_games_are_played_with_a_reason(ana, club):
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(name="Open", players=NAMES, format="total", games="3")
    hall = ana.path
    ana.open(f"{hall}/schedule")
    assert ana.send(f"{hall}/games", games="0", reason="late", me="Ana").status_code == 422
    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/games", games="2", reason="The hall closes", me="Ana")

    assert "The number of games is now 2. Reason: The hall closes" in re.sub(r"\s+", " ", ana.open(f"{hall}/log").text)


def test_a_name_with_a_comma_and_a_warning_that_never_comes_are_refused(ana, hall):
    ana.open(f"{hall}/players")
    late = ana.send(f"{hall}/late", name="Zed, Yan", table="1")
    ana.open(f"{hall}/clock")
    clock = ana.send(f"{hall}/clock", minutes="5", warn="9")

    assert (late.status_code, clock.status_code) == (422, 422)
    assert "One name, without a comma." in late.text
    assert "Fewer minutes than the round has." in clock.text


def test_a_confirmed_round_is_only_read_by_its_scorekeeper(ana, hall, keeper):
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', keeper.page.text)
    stale = keeper.fields
    keeper.send_on(**{f"hand_{seats[0]}-out": "y"}, **{f"hand_{seat}-left": "9" for seat in seats[1:]})
    keeper.open(f"{game}/confirm")
    keeper.send_on(round="1", seat=seats[1])

    page = keeper.open(f"{game}/rounds/1").text
    sent = keeper.client.post(
        f"{game}/rounds/1", data=stale | {"once": "another-form-from-before", f"hand_{seats[1]}-left": "8"}
    )

    assert "Only the referee corrects it now." in page
    assert "hand_" not in page
    assert sent.status_code in (409, 422)
    assert "hand_" in ana.open(f"{game}/rounds/1").text
