"""Starting a game."""

import re
from html import escape

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.club.conftest import answer_to, do, ref_of, refusal_of
from tests.views.conftest import begin, player_of, whole_round


def names_in(phone: Phone) -> list[str]:
    """The names in the form's seats, clockwise, without the empty ones."""
    return [name for place in range(8) if (name := phone.fields[f"players-{place}"])]


def offered_in(phone: Phone) -> list[str]:
    """The names that a tap would seat."""
    return re.findall(r'name="add" value="(\w+)"', phone.page.text)


def test_names_and_rules_lead_to_the_sheet(app: Flask, ana: Phone) -> None:
    assert "Round 1: put the 9-9 in the middle and deal 10 each; the highest tile starts." in ana.text
    assert "Round 1: put the 3-3 in the middle" in begin(app, engines="3").text


def test_a_name_can_be_moved_up_without_javascript(zoe: Phone) -> None:
    answer_to(zoe, "/start", **seat_fields("Ana", "Ben"), move="up-1")

    assert names_in(zoe) == ["Ben", "Ana"]


@pytest.mark.parametrize("move", ["up-0", "down-7", "up-99999999999", "up", "down-x", "sideways-3"])
def test_a_move_that_leads_nowhere_changes_nothing(zoe: Phone, move: str) -> None:
    answer_to(zoe, "/start", **seat_fields("Ana"), move=move)

    assert names_in(zoe) == ["Ana"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (seat_fields("Ana"), "at least two players"),
        (seat_fields("Ana", "ANA"), "same name"),
        (seat_fields("Ana", "x" * 41), "At most 40 characters"),
        (seat_fields("Ana", "B\x07en"), "cannot be shown"),
        (seat_fields("Ana", "\u200b"), "Type a name"),
        (seat_fields("Ana", "Ben") | {"engines": "12"}, "no 12-12 in this set"),
        (seat_fields("Ana", "Ben") | {"rules": "triple-nine"}, "Not a valid choice"),
    ],
)
def test_what_cannot_be_played_is_said_beside_the_field_and_kept(zoe: Phone, fields: dict[str, str], said: str) -> None:
    assert said in refusal_of(zoe, "/start", **fields)
    assert zoe.fields["players-0"] == "Ana"


@pytest.mark.parametrize("name", ["محمد عبد الله", "山田太郎", "O’Brien & <b>Co</b>", "Zoë", "👵🏽 Gran"])
def test_a_name_may_be_in_any_script_and_reaches_the_page_escaped(app: Flask, name: str) -> None:
    phone = begin(app, names=(name, "Ben"))

    assert escape(name) in phone.page.text
    assert "<b>Co" not in phone.page.text


def test_the_same_people_and_doubles_are_filled_in_for_the_next_game(app: Flask) -> None:
    ana = begin(app, names=("Ana", "Ben"), engines="9 7 5")

    ana.open(f"/start?like={ref_of(ana.path)}")

    assert names_in(ana) == ["Ana", "Ben"]
    assert ana.fields["engines"] == "9 7 5"
    assert ana.fields["club"]


def test_the_next_game_begins_with_the_last_ones_players_seats_and_rules(ana: Phone, ben: Phone, club: str) -> None:
    names = ["Eli", "Ben", "Fay", "Ana", "Cai"]
    do(ana, "/start", rules="double-twelve", engines="5", **seat_fields(*names))

    for phone, address in ((ana, "/start"), (ben, "/start"), (ana, f"/start?club={ref_of(club)}")):
        page = phone.open(address).text.partition("<main")[2]
        assert names_in(phone) == names
        assert (phone.fields["rules"], phone.fields["engines"]) == ("double-twelve", "5 4 3 2 1 0")
        assert page.index('id="players-4"') < page.index("<details") < page.index('id="players-5"')
        assert "autofocus" not in page


def test_a_new_club_sees_four_empty_rows_and_adds_players_below(zoe: Phone) -> None:
    page = zoe.open("/start").text

    assert page.index('id="players-3"') < page.index("<summary>Add a player") < page.index('id="players-4"')
    assert names_in(zoe) == []
    assert "Clear the names" not in page
    assert page.count("autofocus") == 1


def test_a_name_in_a_later_row_stays_in_sight_when_the_form_comes_back(zoe: Phone) -> None:
    refusal_of(zoe, "/start", **{"players-6": "Zoe"})

    assert zoe.page.text.index('id="players-6"') < zoe.page.text.index("<summary>Add a player")


def test_more_than_the_rules_know_are_asked_about_once_and_sixteen_have_no_row_left_to_add(zoe: Phone) -> None:
    words = answer_to(zoe, "/start", **seat_fields(*"ABCDEFGHIJKLMNOP"), rules="double-six")
    assert "These rules are for 2 to 5 players. Use the sheet for 16 anyway?" in words
    assert "Add a player" not in words

    zoe.send_on(rules="double-six")

    assert "Round 1: put the 6-6 in the middle and deal as many as you like; the highest tile starts." in zoe.text
    assert zoe.page.text.count('scope="col"') > 16
    assert "With these rules the referee can help at most 5 players." in zoe.read(f"{zoe.path}/rounds/1/table")


def test_a_name_that_looks_like_a_players_is_asked_about(zoe: Phone) -> None:
    do(zoe, "/start", **seat_fields("Zoë", "Ben"))
    words = answer_to(zoe, "/start", **seat_fields("zoe", "Cai"))
    assert "Zoë is already in this club. Is zoe the same person?" in words

    zoe.page = zoe.send(move="same-0")
    assert zoe.fields["players-0"] == "Zoë"
    zoe.send_on()

    assert "Zoë" in zoe.text and "zoe" not in zoe.text


def test_the_same_players_begin_no_second_game_unawares(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    warning, again = "These players have already started a new game.", f"/start?like={ref_of(game)}"
    do(ana, f"{game}/rounds/1", **whole_round(seats, "out", "34", "3", "5"))
    assert warning not in ana.read(again)
    assert warning not in ben.read(again)

    ana.send_on()
    ben.page = ben.send()

    assert warning in ben.text
    assert f'href="{ana.path}"' in ben.page.text
    assert warning in ben.read(again)
    ben.send_on()
    assert ben.path != ana.path


def test_archived_players_and_those_who_left_are_not_seated_again(ana: Phone, game: str) -> None:
    dee = player_of(ana, "Dee")
    do(ana, f"{dee}/manage", f"{dee}/manage/archive")
    seat = pick(r'<option value="(\d+)">Cai', ana.open(f"{game}/changes").text)
    ana.send_on(f"{game}/leave", seat=seat)

    ana.open("/start")

    assert names_in(ana) == ["Ana", "Ben"]


def test_a_game_in_the_bin_or_at_a_tournament_is_not_the_last_one(ana: Phone, hall: str) -> None:
    do(ana, "/start", **seat_fields("Ana", "Zoe"))
    new_game = ana.path
    ana.open("/start")
    assert names_in(ana) == ["Ana", "Zoe"]
    ana.send_on(f"{new_game}/throw")

    ana.open("/start")

    assert names_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


def test_a_tap_on_a_name_seats_somebody_without_javascript(ana: Phone) -> None:
    do(ana, "/start", **seat_fields("Ana", "Zoe"))
    ana.open("/start")
    assert offered_in(ana) == ["Ben", "Cai", "Dee"]

    answer_to(ana, "/start", add="Cai")

    assert names_in(ana) == ["Ana", "Zoe", "Cai"]
    assert offered_in(ana) == ["Ben", "Dee"]


@pytest.mark.parametrize("name", ["ana", " Ana ", ""])
def test_nobody_is_seated_twice(ana: Phone, name: str) -> None:
    answer_to(ana, "/start", add=name)

    assert names_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


def test_at_a_full_table_a_tap_on_a_name_changes_nothing(app: Flask) -> None:
    phone = begin(app, names=tuple("ABCDEFGH"))

    answer_to(phone, "/start", add="Ida")

    assert names_in(phone) == list("ABCDEFGH")


def test_the_seats_are_emptied_by_one_tap(ana: Phone) -> None:
    answer_to(ana, "/start", move="none")

    assert names_in(ana) == []
    assert offered_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


def test_a_rule_set_is_one_line_and_says_when_asked_what_is_different(zoe: Phone) -> None:
    page = zoe.open("/start").text

    for line in ("nine 55 tiles, 2 to 8", "six 28 tiles, 2 to 5", "twelve 91 tiles, 2 to 8"):
        assert f"Double {line} players Details" in zoe.text
    assert "Tap your next-to-last tile" in zoe.text
    assert page.index("<summary><span>Details") < page.index("28 tiles, 7 rounds")


def test_house_rules_say_what_they_change(ana: Phone, club: str) -> None:
    do(ana, f"{club}/house-rules", name="Grandma’s", base="double-nine", **{"option_double-blank": "50"})

    words = ana.read("/start").partition("Grandma’s 55 tiles, 2 to 8 players Details : ")[2]

    assert words.startswith("Grandma’s Double nine, except: The 0-0 counts 50 if it is left in hand.")


def test_the_clubs_players_complete_the_names(ana: Phone) -> None:
    assert '<option value="Cai">' in ana.open("/start").text


def test_a_stranger_starts_no_game_in_a_club(zoe: Phone, club: str, game: str) -> None:
    assert zoe.open(f"/start?like={ref_of(game)}").status_code == 404
    zoe.open("/start")
    assert zoe.send(club=ref_of(club), **seat_fields("Zoe", "Ben")).status_code == 404


def test_who_starts_is_settled_from_the_tiles_that_people_name(ana: Phone, game: str, seats: list[str]) -> None:
    assert "Ben starts with the 9-7" in ana.read(f"{game}/start?seat-{seats[0]}=8-8&seat-{seats[1]}=9-7")

    assert ana.open(f"{game}/start?seat-{seats[0]}=9-9").status_code == 422
    assert "it is in the middle" in ana.text


def test_whoever_only_looks_on_can_start_a_club_of_their_own(cai: Phone) -> None:
    do(cai, "/start", **seat_fields("Cai", "Zoe"))

    assert "Round 1: put the 9-9" in cai.text


def test_the_rounds_that_will_be_played_stand_above_start_and_all_of_them_are_one_tap_away(app: Flask) -> None:
    ana = begin(app, engines="9 3 1")
    assert "3 rounds : 9, 3, 1 play all 10 instead" in ana.read("/start")

    assert "10 rounds : 9-9 down to 0-0" in answer_to(ana, "/start", move="all")
    assert ana.fields["engines"] == ""
    assert names_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


FIFTY = {"house": "use", "name": "Grandma’s rules", "option_double-blank": "50"}


def test_house_rules_are_chosen_before_the_first_game_and_the_names_stay(zoe: Phone) -> None:
    assert "House rules…" in zoe.read("/start")
    words = answer_to(zoe, "/start", **seat_fields("Zoe", "Yan"), engines="9 8", house="ask")
    assert "double blank" in words.lower()

    zoe.page = zoe.send("/start", **FIFTY)

    assert names_in(zoe) == ["Zoe", "Yan"]
    assert zoe.fields["engines"] == "9 8"
    assert "Grandma’s rules" in zoe.text
    zoe.send_on("/start", rules=zoe.fields["made"])
    assert "Round 1: put the 9-9" in zoe.text
    assert "Grandma’s rules" in zoe.read(f"{zoe.path}/rules")
    assert zoe.read("/start").index("Grandma’s rules") < zoe.text.index("Double nine")


def test_house_rules_that_cannot_be_are_said_on_their_page_and_nothing_is_lost(zoe: Phone) -> None:
    answer_to(zoe, "/start", **seat_fields("Zoe", "Yan"), house="ask")

    for fields, sentence in (
        ({"name": ""}, "Type a name."),
        ({"option_double-blank": "0"}, "You have not changed anything yet"),
        ({"deal_8": "12"}, "tiles"),
    ):
        answer = zoe.send("/start", **FIFTY | fields)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert 'value="Yan"' in answer.text

    zoe.page = zoe.send("/start", move="back")
    assert names_in(zoe) == ["Zoe", "Yan"]


def test_a_name_that_the_club_has_already_is_refused(ana: Phone) -> None:
    answer_to(ana, "/start", house="ask")
    ana.page = ana.send("/start", **FIFTY)
    ana.send_on("/start", rules=ana.fields["made"], asked="1")
    answer_to(ana, "/start", house="ask")

    ana.page = ana.send("/start", **FIFTY)

    assert ana.page.status_code == 422
    assert "already" in ana.text


@pytest.mark.parametrize(
    "made", ["nonsense", "double-nine[double-blank=x]", "double-nine[deal=8-60-9-8-7-6-5]", "\x00"]
)
def test_rules_that_nobody_could_have_chosen_are_not_offered(zoe: Phone, made: str) -> None:
    refusal_of(zoe, "/start", **seat_fields("Zoe", "Yan"), made=made, made_name="<b>", rules=made)


def test_published_rules_are_chosen_whatever_they_are_called(zoe: Phone) -> None:
    do(zoe, "/start", **seat_fields("Zoe", "Yan"), made="double-nine", made_name="<b>", rules="double-nine")


def test_whoever_does_not_manage_the_club_makes_no_house_rules(ben: Phone) -> None:
    assert "House rules…" not in ben.read("/start")
    rules = "double-nine[double-blank=50]"

    ben.send_on(**seat_fields("Ana", "Ben"), made=rules, made_name="Ben’s", rules=rules)

    assert "Ben’s" not in ben.read("/start")
