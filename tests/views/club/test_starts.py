"""Starting a game."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import begin, whole_round


def test_names_and_rules_lead_to_the_sheet(ana: Phone) -> None:
    assert "Round 1: put the 9-9 in the middle and deal 10 each; the highest tile starts." in ana.text


def test_the_three_rule_sets_say_how_they_differ(zoe: Phone) -> None:
    zoe.open("/start")

    for words in ("Double nine", "28 tiles, 7 rounds", "Tap your next-to-last tile"):
        assert words in zoe.text


def test_a_name_can_be_moved_up_without_javascript(zoe: Phone) -> None:
    zoe.open("/start")
    answer = zoe.send(**{"players-0": "Ana", "players-1": "Ben", "move": "up-1"})
    zoe.page = answer

    assert answer.status_code == 200
    assert (zoe.fields["players-0"], zoe.fields["players-1"]) == ("Ben", "Ana")


@pytest.mark.parametrize("move", ["up-0", "down-7", "up-99999999999", "up", "down-x", "sideways-3"])
def test_a_move_that_leads_nowhere_changes_nothing(zoe: Phone, move: str) -> None:
    zoe.open("/start")
    zoe.page = zoe.send(**{"players-0": "Ana", "move": move})

    assert sorted(zoe.fields[f"players-{place}"] for place in range(8)) == [""] * 7 + ["Ana"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"players-0": "Ana"}, "at least two players"),
        ({"players-0": "Ana", "players-1": "ANA"}, "same name"),
        ({"players-0": "Ana", "players-1": "x" * 41}, "At most 40 characters"),
        ({"players-0": "Ana", "players-1": "B\x07en"}, "cannot be shown"),
        ({"players-0": "Ana", "players-1": "\u200b"}, "Type a name"),
        ({"players-0": "Ana", "players-1": "Ben", "engines": "12"}, "no 12-12 in this set"),
        ({"players-0": "Ana", "players-1": "Ben", "rules": "triple-nine"}, "Not a valid choice"),
    ],
)
def test_what_cannot_be_played_is_said_beside_the_field_and_kept(zoe: Phone, fields: dict[str, str], said: str) -> None:
    zoe.open("/start")
    answer = zoe.send(**fields)
    zoe.page = answer

    assert answer.status_code == 422
    assert said in zoe.text
    assert zoe.fields["players-0"] == fields["players-0"]


@pytest.mark.parametrize("name", ["محمد عبد الله", "山田太郎", "O’Brien & <b>Co</b>", "Zoë", "👵🏽 Gran"])
def test_a_name_may_be_in_any_script_and_reaches_the_page_escaped(app: Flask, name: str) -> None:
    phone = begin(app, names=(name, "Ben"))
    phone.open(phone.path)

    assert name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in phone.page.text
    assert "<b>Co" not in phone.page.text


def test_a_shorter_game_starts_from_a_lower_double(app: Flask) -> None:
    phone = begin(app, engines="3")

    assert "Round 1: put the 3-3 in the middle" in phone.text


def test_the_same_people_and_rules_are_filled_in_for_the_next_game(ana: Phone, game: str) -> None:
    ana.open(f"/start?like={game.rpartition('/')[2]}")

    assert [ana.fields[f"players-{place}"] for place in range(5)] == ["Ana", "Ben", "Cai", "Dee", ""]
    assert ana.fields["club"]


def names_in(phone: Phone) -> list[str]:
    """The names in the form's seats, clockwise, without the empty ones."""
    return [name for place in range(8) if (name := phone.fields[f"players-{place}"])]


def test_the_next_game_begins_with_the_last_ones_players_seats_and_rules(ana: Phone, ben: Phone, club: str) -> None:
    ana.open("/start")
    ana.send_on(rules="double-twelve", engines="5", **seat_fields("Eli", "Ben", "Fay", "Ana", "Cai"))

    for phone, address in ((ana, "/start"), (ben, "/start"), (ana, f"/start?club={club.rpartition('/')[2]}")):
        page = phone.open(address).text.partition("<main")[2]
        assert names_in(phone) == ["Eli", "Ben", "Fay", "Ana", "Cai"]
        assert (phone.fields["rules"], phone.fields["engines"]) == ("double-twelve", "5 4 3 2 1 0")
        assert page.index('id="players-4"') < page.index("<details") < page.index('id="players-5"')
        assert "autofocus" not in page


def test_a_new_club_sees_four_empty_rows_and_adds_players_below(zoe: Phone) -> None:
    page = zoe.open("/start").text

    assert page.index('id="players-3"') < page.index("<summary>Add a player") < page.index('id="players-4"')
    assert names_in(zoe) == []
    assert "Clear the names" not in page
    assert page.count("autofocus") == 1


def test_more_than_the_rules_know_are_asked_about_once_and_sixteen_have_no_row_left_to_add(zoe: Phone) -> None:
    names = tuple("ABCDEFGHIJKLMNOP")
    zoe.open("/start")
    zoe.page = zoe.send(**seat_fields(*names), rules="double-six")
    assert "These rules are for 2 to 5 players. Use the sheet for 16 anyway?" in zoe.text
    assert "Add a player" not in zoe.page.text

    zoe.send_on(rules="double-six")

    assert "Round 1: put the 6-6 in the middle and deal as many as you like; the highest tile starts." in zoe.text
    assert zoe.page.text.count('scope="col"') > len(names)
    zoe.open(f"{zoe.path}/rounds/1/table")
    assert "With these rules the referee can help at most 5 players." in zoe.text


def test_a_name_that_looks_like_a_players_is_asked_about(ana: Phone, zoe: Phone) -> None:
    zoe.open("/start")
    zoe.send_on(**seat_fields("Zoë", "Ben"))
    zoe.open("/start")
    zoe.page = zoe.send(**seat_fields("zoe", "Cai"))
    assert "Zoë is already in this club. Is zoe the same person?" in zoe.text

    zoe.page = zoe.send(move="same-0")
    assert zoe.fields["players-0"] == "Zoë"
    zoe.send_on()

    assert "Zoë" in zoe.text and "zoe" not in zoe.text


def test_the_same_players_do_not_begin_a_second_game_on_another_phone_unawares(
    ana: Phone, ben: Phone, game: str, seats: list[str]
) -> None:
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "3", "5"))
    for phone in (ana, ben):
        phone.open(f"/start?like={game.removeprefix('/games/')}")
        assert "These players have already started a new game." not in phone.text

    ana.send_on()
    ben.page = ben.send()

    assert "These players have already started a new game." in ben.text
    assert f'href="{ana.path}"' in ben.page.text
    assert "These players have already started a new game." in ben.read(f"/start?like={game.removeprefix('/games/')}")
    ben.send_on()
    assert ben.path != ana.path


def test_archived_players_and_those_who_left_are_not_seated_again(ana: Phone, game: str, club: str) -> None:
    dee = pick(r'href="(/clubs/\w+/players/\w+)">Dee', ana.open(club).text)
    ana.open(f"{dee}/manage")
    ana.send_on(f"{dee}/manage/archive")
    ana.open(f"{game}/changes")
    seat = pick(r'<option value="(\d+)">Cai', ana.page.text)
    ana.send_on(f"{game}/leave", seat=seat)

    ana.open("/start")

    assert names_in(ana) == ["Ana", "Ben"]


def test_a_game_in_the_bin_or_at_a_tournament_is_not_the_last_one(ana: Phone, hall: str) -> None:
    ana.open("/start")
    ana.send_on(**seat_fields("Ana", "Zoe"))
    ana.open("/start")
    assert names_in(ana) == ["Ana", "Zoe"]
    new_game = ana.client.get("/play").location
    ana.send_on(f"{new_game}/throw")

    ana.open("/start")

    assert names_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


def test_a_tap_on_a_name_seats_somebody_without_javascript(ana: Phone) -> None:
    ana.open("/start")
    ana.send_on(**seat_fields("Ana", "Zoe"))
    page = ana.open("/start").text
    assert re.findall(r'name="add" value="(\w+)"', page) == ["Ben", "Cai", "Dee"]

    ana.page = ana.send(add="Cai")

    assert ana.page.status_code == 200
    assert names_in(ana) == ["Ana", "Zoe", "Cai"]
    assert re.findall(r'name="add" value="(\w+)"', ana.page.text) == ["Ben", "Dee"]


@pytest.mark.parametrize("name", ["ana", " Ana ", ""])
def test_nobody_is_seated_twice(ana: Phone, name: str) -> None:
    ana.open("/start")

    ana.page = ana.send(add=name)

    assert ana.page.status_code == 200
    assert names_in(ana) == ["Ana", "Ben", "Cai", "Dee"]


def test_at_a_full_table_a_tap_on_a_name_changes_nothing(app: Flask) -> None:
    phone = begin(app, names=tuple("ABCDEFGH"))
    phone.open("/start")

    phone.page = phone.send(add="Ida")

    assert names_in(phone) == list("ABCDEFGH")


def test_the_seats_are_emptied_by_one_tap(ana: Phone) -> None:
    ana.open("/start")

    ana.page = ana.send(move="none")

    assert ana.page.status_code == 200
    assert names_in(ana) == []
    assert re.findall(r'name="add" value="(\w+)"', ana.page.text) == ["Ana", "Ben", "Cai", "Dee"]


def test_a_rule_set_is_one_line_and_says_when_asked_what_is_different(zoe: Phone) -> None:
    page = zoe.open("/start").text

    for line in (
        "Double nine 55 tiles, 2 to 8 players",
        "Double six 28 tiles, 2 to 5 players",
        "Double twelve 91 tiles, 2 to 8 players",
    ):
        assert f"{line} Details" in zoe.text
    assert page.index("<summary><span>Details") < page.index("28 tiles, 7 rounds")


def test_house_rules_say_what_they_change(ana: Phone, club: str) -> None:
    ana.open(f"{club}/house-rules")
    ana.send_on(name="Grandma’s", base="double-nine", **{"option_double-blank": "50"})

    ana.open("/start")

    sentence = "Grandma’s 55 tiles, 2 to 8 players Details : Grandma’s Double nine, except: The 0-0 counts 50 if it is left in hand."
    assert sentence in ana.text


def test_a_name_in_a_later_row_stays_in_sight_when_the_form_comes_back(zoe: Phone) -> None:
    zoe.open("/start")
    zoe.page = zoe.send(**{"players-6": "Zoe"})

    assert zoe.page.text.index('id="players-6"') < zoe.page.text.index("<summary>Add a player")


def test_the_clubs_players_complete_the_names(ana: Phone) -> None:
    ana.open("/start")

    assert '<option value="Cai">' in ana.page.text


def test_another_clubs_game_cannot_be_played_again(zoe: Phone, game: str) -> None:
    assert zoe.open(f"/start?like={game.rpartition('/')[2]}").status_code == 404


def test_a_stranger_cannot_start_a_game_in_a_club(app: Flask, zoe: Phone, club: str) -> None:
    zoe.open("/start")
    answer = zoe.send(club=club.rpartition("/")[2], **{"players-0": "Zoe", "players-1": "Ben"})

    assert answer.status_code == 404


def test_who_starts_is_settled_from_the_tiles_that_people_name(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/start?seat-{seats[0]}=8-8&seat-{seats[1]}=9-7")
    assert "Ben starts with the 9-7" in ana.text

    assert ana.open(f"{game}/start?seat-{seats[0]}=9-9").status_code == 422
    assert "it is in the middle" in ana.text


def test_whoever_only_looks_on_can_start_a_club_of_their_own(cai: Phone) -> None:
    cai.open("/start")
    cai.send_on(**{"players-0": "Cai", "players-1": "Zoe"})

    assert "Round 1: put the 9-9" in cai.text


def test_the_same_again_has_the_doubles_that_were_played(app: Flask) -> None:
    ana = begin(app, names=("Ana", "Ben"), engines="9 7 5")

    ana.open(f"/start?like={ana.path.rpartition('/')[2]}")

    assert (ana.fields["players-0"], ana.fields["engines"]) == ("Ana", "9 7 5")


def test_the_rounds_that_will_be_played_stand_above_start_and_all_of_them_are_one_tap_away(app: Flask) -> None:
    ana = begin(app, engines="9 3 1")

    ana.open("/start")

    assert "3 rounds : 9, 3, 1 play all 10 instead" in ana.text
    ana.page = ana.send("/start", move="all")
    assert "10 rounds : 9-9 down to 0-0" in ana.text
    assert ana.fields["engines"] == ""
    assert [ana.fields[f"players-{place}"] for place in range(4)] == ["Ana", "Ben", "Cai", "Dee"]


FIFTY = {"house": "use", "name": "Grandma’s rules", "option_double-blank": "50"}


def test_house_rules_are_chosen_before_the_first_game_and_the_names_stay(zoe: Phone) -> None:
    zoe.open("/start")
    assert "House rules…" in zoe.text
    zoe.page = zoe.send(**seat_fields("Zoe", "Yan"), engines="9 8", house="ask")
    assert "What is the 0-0 worth" in zoe.text or "double blank" in zoe.text.lower()
    zoe.page = zoe.send("/start", **FIFTY)

    assert (zoe.fields["players-0"], zoe.fields["players-1"], zoe.fields["engines"]) == ("Zoe", "Yan", "9 8")
    assert "Grandma’s rules" in zoe.text
    zoe.send_on("/start", rules=zoe.fields["made"])

    assert "Round 1: put the 9-9" in zoe.text
    assert "Grandma’s rules" in zoe.read(f"{zoe.path}/rules")
    assert zoe.read("/start").index("Grandma’s rules") < zoe.text.index("Double nine")


def test_house_rules_that_cannot_be_are_said_on_their_page_and_nothing_is_lost(zoe: Phone) -> None:
    zoe.open("/start")
    zoe.page = zoe.send(**seat_fields("Zoe", "Yan"), house="ask")

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
    assert (zoe.fields["players-0"], zoe.fields["players-1"]) == ("Zoe", "Yan")


def test_a_name_that_the_club_has_already_is_refused(ana: Phone) -> None:
    for status in (200, 422):
        ana.open("/start")
        ana.page = ana.send(house="ask")
        ana.page = ana.send("/start", **FIFTY)
        assert ana.page.status_code == status
        if status == 200:
            ana.send_on("/start", rules=ana.fields["made"], asked="1")
    assert "another name" in ana.text or "already" in ana.text


@pytest.mark.parametrize(
    "made", ["double-nine", "nonsense", "double-nine[double-blank=x]", "double-nine[deal=8-60-9-8-7-6-5]", "\x00"]
)
def test_rules_that_nobody_could_have_chosen_are_not_offered(zoe: Phone, made: str) -> None:
    zoe.open("/start")

    answer = zoe.send(**seat_fields("Zoe", "Yan"), made=made, made_name="<b>", rules=made)

    assert answer.status_code == (303 if made == "double-nine" else 422)


def test_whoever_does_not_manage_the_club_makes_no_house_rules(ben: Phone) -> None:
    assert "House rules…" not in ben.read("/start")
    rules = "double-nine[double-blank=50]"
    ben.page = ben.send(**seat_fields("Ana", "Ben"), made=rules, made_name="Ben’s", rules=rules)

    assert ben.page.status_code == 303, ben.text
    assert "Ben’s" not in ben.read("/start")
