"""A club's house rules: managers make, change, rename and delete them; a game keeps the rules that it began with."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from rules import RULE_BOOKS
from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import begin, bring, keep, link, whole_round


def make(phone: Phone, club: str, base: str = "double-nine", **fields: str) -> TestResponse:
    """Send the form for a new rule set. Options that are not given stay as in the published one."""
    phone.open(f"{club}/house-rules?base={base}")
    return phone.send(f"{club}/house-rules", **({"base": base, "name": "Grandma’s"} | fields))


def deal(*tiles: int | str) -> dict[str, str]:
    """The fields of the deal for two players, three, and so on. Those for which no number is given are empty."""
    numbers = dict(enumerate(map(str, tiles), 2))
    return {f"deal_{players}": numbers.get(players, "") for players in range(2, 9)}


EIGHT_EACH = deal(8, 8, 8, 7, 7, 6, 5)


@pytest.fixture
def made(ana: Phone, club: str) -> str:
    """The address of the page to change Grandma's rules, which deal eight tiles to each player."""
    assert make(ana, club, **EIGHT_EACH).status_code == 303
    ana.open(f"{club}/house-rules")
    return pick(rf"{club}/house-rules/\d+", ana.page.text)


def start(phone: Phone, rules: str, *names: str) -> TestResponse:
    phone.open("/start")
    return phone.send("/start", rules=rules, **seat_fields(*names))


def test_a_family_deals_eight_each_and_the_sheet_says_so(ana: Phone, made: str) -> None:
    answer = start(ana, "double-nine[deal=8-8-8-7-7-6-5]", "Ana", "Ben", "Cai")
    ana.open(answer.location)

    assert "deal 8 each" in ana.text
    ana.open(f"{ana.path}/rounds/1/table")
    assert "Leave this empty for 8, as in the rules." in ana.text


@pytest.mark.parametrize(
    ("base", "prefilled"),
    [
        ("double-nine", "10 10 10 7 7 7 6"),
        ("double-six", "5 5 5 5 - - -"),
        ("double-twelve", "16 15 14 13 12 11 10"),
    ],
)
def test_the_deal_is_prefilled_with_what_is_played_now(ana: Phone, club: str, base: str, prefilled: str) -> None:
    ana.open(f"{club}/house-rules?base={base}")

    assert [ana.fields[f"deal_{players}"] or "-" for players in range(2, 9)] == prefilled.split()


@pytest.mark.parametrize(
    ("base", "chosen", "why"),
    [
        ("double-nine", deal(10, 10, 10, 7, 7, 7, 7), "With 8 players, you can deal at most 6 tiles each, not 7."),
        ("double-six", deal(5, 5, 5, 5, 5), "With 6 players, you can deal at most 4 tiles each, not 5."),
        ("double-twelve", {"option_highest": "9"}, "With 4 players, you can deal at most 13 tiles each, not 14."),
        ("double-nine", deal(8, "", 8), "Type how many tiles each player takes: at least one."),
        ("double-nine", deal(), "Type how many tiles each player takes: at least one."),
        ("double-nine", deal(0), "Type how many tiles each player takes: at least one."),
        ("double-nine", deal("x"), "Type a whole number."),
        ("double-nine", {}, "Choose at least one thing"),
        ("double-six", deal(5, 5, 5, 5), "Choose at least one thing"),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_refused_and_what_was_typed_stays(
    ana: Phone, club: str, base: str, chosen: dict[str, str], why: str
) -> None:
    ana.page = make(ana, club, base, **chosen)

    assert ana.page.status_code == 422
    assert why in ana.text
    assert {name: ana.fields[name] for name in chosen} == chosen


def test_a_deal_for_few_players_asks_whether_more_may_play(ana: Phone, club: str) -> None:
    make(ana, club, **deal(12, 11))

    ana.page = start(ana, "double-nine[deal=12-11]", "Ana", "Ben", "Cai", "Dee")

    assert "These rules are for 2 to 3 players. Use the sheet for 4 anyway?" in ana.text


def test_a_bigger_set_keeps_the_deal_of_the_published_rules(ana: Phone, club: str) -> None:
    make(ana, club, "double-six", option_highest="9")

    ana.open(f"{club}/house-rules")
    assert "Grandma’s Double six, except: We play with a double-nine set. Change" in ana.text


def test_a_number_that_is_not_offered_is_typed_and_is_there_again(ana: Phone, club: str) -> None:
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    ana.send_on(f"{club}/house-rules", name="Ours", **options(page), **{"other_out-bonus": "20", "other_limit": "350"})

    assert "If you go out, 20 is taken off your total." in ana.text
    assert "somebody has 350 or more" in ana.text
    ana.open(re.findall(rf'href="({club}/house-rules/\d+)"', ana.page.text)[-1])
    assert "A bonus for going out<small>If you go out, 20 is taken off" in ana.page.text
    ana.send_on(**{"option_out-bonus": "5"})
    assert "5 is taken off" in ana.text
    assert "somebody has 350 or more" in ana.text


@pytest.mark.parametrize("typed", ["-5", "1000", "many"])
def test_a_number_that_no_table_plays_with_is_refused(ana: Phone, club: str, typed: str) -> None:
    page = ana.open(f"{club}/house-rules?base=double-nine").text

    answer = ana.send(f"{club}/house-rules", name="Ours", **options(page), **{"other_out-bonus": typed})

    assert answer.status_code == 422


@pytest.mark.parametrize(("highest", "most"), [("12", 8), ("15", 12), ("18", 16)])
def test_a_set_bigger_than_any_books_is_for_more_players_by_custom(
    ana: Phone, club: str, highest: str, most: int
) -> None:
    make(ana, club, "double-nine", option_highest=highest)

    assert f"2 to {most} players" in ana.open("/start").text
    answer = start(ana, f"double-nine[highest={highest}]", *(f"P{number}" for number in range(most)))
    assert answer.status_code == 303
    assert f"deal {8 if most > 8 else 6} each" in ana.open(answer.location).text
    assert ("8 for 9 to" in ana.open(f"{answer.location}/rules").text) is (most > 8)


def test_a_bonus_for_going_out_is_shown_in_the_sum(ana: Phone, cai: Phone, club: str) -> None:
    make(ana, club, **{"option_out-bonus": "10"})
    game = start(ana, "double-nine[out-bonus=10]", "Ana", "Ben").location
    seats = re.findall(r'name="hand_(\d+)-left"', ana.open(f"{game}/rounds/1").text)
    ana.send_on(**whole_round(seats, "out", "34"))

    assert "Ana out (0 − 10), Ben 34" in ana.text
    assert "Ana 0 − 10 for going out Ben 34" in cai.read(f"{game}/rounds/1")


def test_every_option_says_its_present_value_without_being_opened(ana: Phone, made: str) -> None:
    headings = re.findall(r"<summary><span>(.*?)</span></summary>", ana.open(made).text, re.DOTALL)

    assert (
        "Tiles each<small>8 for 2 to 4 players, 7 for 5 or 6 players, 6 for 7 players and 5 for 8 players</small>"
        in headings
    )
    assert "The double blank<small>The 0-0 counts 0 if it is left in hand.</small>" in headings
    assert all("<small>" in heading for heading in headings)


def test_a_set_is_renamed(ana: Phone, club: str, made: str) -> None:
    ana.open(made)
    ana.send_on(name="Grandpa’s")

    assert "Grandpa’s Double nine, except: Tiles each: 8 for 2 to 4 players" in ana.text
    assert "Grandma’s renamed to Grandpa’s by Ana" in ana.text
    assert "Grandpa’s" in ana.open("/start").text
    assert "Grandma’s" not in ana.text


def test_a_set_is_changed_and_a_game_that_has_begun_is_not(ana: Phone, club: str, made: str) -> None:
    game = start(ana, "double-nine[deal=8-8-8-7-7-6-5]", "Ana", "Ben").location
    ana.open(made)
    ana.send_on(option_tap="1", **deal(9))

    assert "Tiles each: 9 for 2 players." in ana.text
    assert "Grandma’s changed by Ana" in ana.text
    assert "deal 8 each" in ana.open(game).text
    ana.open(f"{game}/rules")
    assert "Grandma’s: Double nine, house rules" in ana.text
    assert "Tiles each: 8 for 2 to 4 players" in ana.text


def test_played_again_it_is_by_the_set_as_it_stands_now(ana: Phone, made: str) -> None:
    game = start(ana, "double-nine[deal=8-8-8-7-7-6-5]", "Ana", "Ben").location
    ana.open(made)
    ana.send_on(**deal(9))

    ana.open(f"/start?like={game.rpartition('/')[2]}")

    assert ana.fields["rules"] == "double-nine[deal=9]"


def test_deleting_asks_first_and_says_that_games_keep_their_rules(ana: Phone, club: str, made: str) -> None:
    game = start(ana, "double-nine[deal=8-8-8-7-7-6-5]", "Ana", "Ben").location
    ana.open(f"{made}/delete")
    assert "Games already started or finished keep the rules they started with." in ana.text
    assert "Grandma’s" in ana.client.get(f"{club}/house-rules").text

    ana.send_on()

    assert "None yet." in ana.text
    assert "Grandma’s deleted by Ana" in ana.text
    assert "deal 8 each" in ana.open(game).text
    assert "Grandma’s: Double nine" in ana.client.get(f"{game}/rules").text
    assert "Grandma’s" not in ana.open("/start").text
    assert [ana.open(made).status_code, ana.open(f"{made}/delete").status_code] == [404, 404]


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"name": ""}, "Type a name."),
        ({"name": "Sunday rules"}, "This club already has house rules called Sunday rules."),
        (deal(10, 10, 10, 7, 7, 7, 6), "Choose at least one thing"),
        (deal(30), "With 2 players, you can deal at most 27 tiles each, not 30."),
    ],
)
def test_a_change_that_does_not_fit_is_refused(
    ana: Phone, club: str, made: str, sent: dict[str, str], why: str
) -> None:
    make(ana, club, name="Sunday rules", option_tap="1")
    ana.open(made)

    ana.page = ana.send(made, **sent)

    assert ana.page.status_code == 422
    assert why in ana.text


def test_of_two_who_change_a_set_the_second_sees_the_first(app: Flask, ana: Phone, club: str, made: str) -> None:
    second = Phone(app)
    second.open(link(ana, club, 0))
    second.open(made)
    third = Phone(app)
    third.open(link(ana, club, 0))
    third.open(f"{made}/delete")
    ana.open(made)
    ana.send_on(**deal(9))

    second.page = second.send(made, **deal(7))
    third.page = third.send(f"{made}/delete")

    for phone in (second, third):
        assert phone.page.status_code == 422
        assert "Ana changed these rules in the meantime." in phone.text
    assert second.fields["deal_2"] == "7"
    second.send_on(pick(rf'action="({club}/house-rules/\d+)"', second.page.text), **deal(7))
    assert "Tiles each: 7 for 2 players." in second.text


def test_a_phone_that_has_not_said_whose_it_is_says_so_in_the_same_form(
    app: Flask, ana: Phone, club: str, made: str
) -> None:
    second, third = Phone(app), Phone(app)
    for phone in (second, third):
        phone.open(link(ana, club, 0))
        phone.open(made)

    second.send_on(me="Ben", name="Grandpa’s")
    third.open(f"{made}/delete")
    third.send_on(f"{club}/house-rules/{_number(second, club)}/delete")

    assert "Grandma’s renamed to Grandpa’s by Ben" in third.text
    assert "Grandpa’s deleted by the scorekeeper" in third.text
    assert 'name="me"' not in second.open(f"{club}/house-rules").text


def _number(phone: Phone, club: str) -> str:
    return pick(rf"{club}/house-rules/(\d+)", phone.page.text)


def test_only_who_manages_the_club_changes_or_deletes_a_set(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, club: str, made: str
) -> None:
    ana.open(made)
    for phone in (ben, cai, zoe):
        for address in (made, f"{made}/delete"):
            assert phone.open(address).status_code == 404
            assert phone.client.post(address, data=ana.fields).status_code in (400, 404)
    ben.open(f"{club}/house-rules")

    assert "Grandma’s" in ben.text
    assert made not in ben.page.text


def test_a_set_of_another_club_is_not_found(app: Flask, ana: Phone, made: str) -> None:
    dora = begin(app, names=("Dora", "Eli"))
    doras_club = pick(r"/clubs/\w+", dora.open("/").text)
    number = made.rpartition("/")[2]

    for address in (f"{doras_club}/house-rules/{number}", f"{doras_club}/house-rules/{number}/delete", made):
        assert dora.open(address).status_code == 404


def test_a_clubs_file_takes_along_what_was_renamed_and_deleted(ana: Phone, club: str, made: str) -> None:
    ana.open(made)
    ana.send_on(name="Grandpa’s")
    text = ana.client.get(f"{club}/club.json").text

    bring(ana, club, text)

    assert '"was_called": "Grandma’s"' in text or '"was_called": "Grandma\\u2019s"' in text
    assert "Nothing" in ana.text


@pytest.mark.parametrize("rules", ["double-six", "double-six[deal=5-5-5-5-5-5-5]", "double-six[deal=5-5-5-5-5-5]"])
def test_no_page_shows_a_deal_that_the_set_does_not_have(ana: Phone, rules: str) -> None:
    for address in (f"/rules/{rules}", f"/rules?with={rules}"):
        assert "5 for 2 to 5 players" in ana.open(address).text, address
        assert "5, 5" not in ana.text
    assert (
        "You each take 5 tiles, no matter how many of you play." in ana.open(f"/rulings/tiles-each?rules={rules}").text
    )


def options(page: str) -> dict[str, str]:
    """The chosen values of the form, by option."""
    return dict(re.findall(r'<input checked[^>]*name="(option_[^"]+)"[^>]*value="([^"]+)"', page))


def test_a_refused_form_keeps_its_name_and_what_was_chosen(ana: Phone, club: str) -> None:
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    fields = options(page) | {"option_tap": "1"}

    answer = ana.send(f"{club}/house-rules", base="double-nine", name="", **fields)
    ana.page = ana.send(f"{club}/house-rules", base="double-nine", name="Grandma’s", **options(page))

    assert options(answer.text)["option_tap"] == "1"
    assert ana.fields["name"] == "Grandma’s"
    assert "None yet." in ana.open(f"{club}/house-rules").text


def test_whoever_looks_on_reads_the_rules_and_a_stranger_does_not(
    ana: Phone, cai: Phone, zoe: Phone, club: str, game: str
) -> None:
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    ana.send_on(f"{club}/house-rules", name="Grandma’s", **(options(page) | {"option_tap": "1"}))

    assert "Grandma’s" in cai.open(f"{club}/house-rules").text
    assert "Make your own" not in cai.text
    assert "Double nine" in cai.open(f"{game}/rules").text
    for page in (f"{club}/house-rules", f"{game}/rules"):
        assert zoe.open(page).status_code == 404


@pytest.mark.parametrize("base", ["nonsense", "double-nine[tap=1]", ""])
def test_a_base_that_is_none_begins_from_a_published_rule_set(ana: Phone, club: str, base: str) -> None:
    ana.open(f"{club}/house-rules?base={base}")

    assert ana.page.status_code == 200
    assert ana.fields["base"] in RULE_BOOKS


def test_the_rules_card_of_a_past_game_is_there(ana: Phone, game: str) -> None:
    ana.open(f"{game}/rules")

    assert "Double nine" in ana.text


@pytest.mark.parametrize(
    ("chosen", "why"),
    [({}, "Choose at least one thing"), ({"option_tap": "9"}, "Not a valid choice"), ({"name": ""}, "Type a name.")],
)
def test_rules_that_are_none_are_refused(ana: Phone, club: str, chosen: dict[str, str], why: str) -> None:
    page = ana.open(f"{club}/house-rules?base=double-six").text

    answer = ana.send(f"{club}/house-rules", **({"base": "double-six", "name": "Ours"} | options(page) | chosen))

    assert answer.status_code == 422
    assert why in answer.text


def test_a_group_makes_its_own_rules_and_plays_by_them(app: Flask, ana: Phone, club: str) -> None:
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    fields = options(page) | {"option_tap": "1"}

    ana.send_on(f"{club}/house-rules", base="double-nine", name="Grandma’s", **fields)
    assert "Grandma’s" in ana.text

    ana.open("/start")
    ana.send_on("/start", rules="double-nine[tap=1]", **seat_fields("Ana", "Ben"))
    game = ana.path
    ana.open(f"{game}/rules")
    assert "One tile left. When you play your next-to-last tile, tap it on the table." in ana.text.replace("&#39;", "'")

    ana.open(f"{club}/house-rules?base=double-nine")
    ana.send_on(f"{club}/house-rules", base="double-nine", name="Grandma’s", **(fields | {"option_tap": "2"}))
    assert "draw one tile" in ana.open(f"{game}/rules").text


def test_a_question_from_the_first_page_is_answered_by_the_rules_of_the_game_in_play(
    app: Flask, ana: Phone, club: str, zoe: Phone
) -> None:
    make(ana, club, **{"option_double-blank": "50"})
    ana.open(start(ana, "double-nine[double-blank=50]", "Ana", "Ben").location)

    ana.open("/rulings?q=what+is+the+double+blank+worth")

    assert "Rules: Grandma’s " in ana.text
    assert "50" in ana.text.partition("Rules: Grandma’s ")[2][:300]
    # The same address says the same on a phone without any key; without rules it asks for none.
    address = ana.page.request.full_path
    assert "double-blank" in address
    assert zoe.read(address) == ana.text
    assert "Grandma" not in zoe.read("/rulings?q=what+is+the+double+blank+worth")
    assert zoe.page.headers["Cache-Control"] == "private, no-store"


def test_the_rules_of_another_game_in_play_are_one_tap_away(ana: Phone, club: str) -> None:
    ana.open(start(ana, "double-six", "Ana", "Ben").location)
    ana.open(start(ana, "double-twelve", "Ana", "Cai").location)

    ana.open("/rulings")

    assert ana.page.request.args["rules"] == "double-twelve"
    assert "Rules in your games: Double six" in ana.text
    ana.open(pick(r'href="\s*(/rulings\?rules=double-six[^"]*)">Double six', ana.page.text))
    assert 'value="double-six" selected' in ana.page.text


def test_from_the_sheet_and_the_table_the_rules_have_the_name_that_the_family_gave_them(ana: Phone, club: str) -> None:
    make(ana, club, **{"option_double-blank": "50"})
    game = start(ana, "double-nine[double-blank=50]", "Ana", "Ben").location

    for address in (game, keep(ana, game)):
        ana.open(address)
        ana.open(pick(r'href="(/rulings\?rules=[^"]+)"', ana.page.text).replace("&amp;", "&"))
        assert '<option value="double-nine[double-blank=50]" selected>Grandma’s' in ana.page.text
