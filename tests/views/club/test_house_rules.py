"""A club's house rules: managers make, change, rename and delete them; a game keeps the rules that it began with."""

import re

import pytest
from flask import Flask

from rules import RULE_BOOKS
from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.club.conftest import answer_to, do, ref_of, refusal_of
from tests.views.conftest import begin, bring, club_of, keep, link, whole_round


def make(phone: Phone, club: str, base: str = "double-nine", **fields: str) -> None:
    """Make a rule set called Grandma's. Options that are not given stay as in the published one."""
    do(phone, f"{club}/house-rules?base={base}", f"{club}/house-rules", base=base, name="Grandma’s", **fields)


def deal(*tiles: int | str) -> dict[str, str]:
    """The fields of the deal for two players, three, and so on. Those for which no number is given are empty."""
    numbers = dict(enumerate(map(str, tiles), 2))
    return {f"deal_{players}": numbers.get(players, "") for players in range(2, 9)}


EIGHT_EACH = "double-nine[deal=8-8-8-7-7-6-5]"


@pytest.fixture
def made(ana: Phone, club: str) -> str:
    """The address of the page to change Grandma's rules, which deal eight tiles to each player."""
    make(ana, club, **deal(8, 8, 8, 7, 7, 6, 5))
    return pick(rf"{club}/house-rules/\d+", ana.page.text)


def start(phone: Phone, rules: str, *names: str) -> str:
    """Start a game by these rules, and return the address of its sheet."""
    do(phone, "/start", rules=rules, **seat_fields(*(names or ("Ana", "Ben"))))
    return phone.path


def test_a_family_deals_eight_each_and_the_sheet_says_so(ana: Phone, made: str) -> None:
    game = start(ana, EIGHT_EACH, "Ana", "Ben", "Cai")

    assert "deal 8 each" in ana.text
    assert "Leave this empty for 8, as in the rules." in ana.read(f"{game}/rounds/1/table")


@pytest.mark.parametrize(
    ("base", "played"), [("nine", (10, 10, 10, 7, 7, 7, 6)), ("six", (5, 5, 5, 5)), ("twelve", range(16, 9, -1))]
)
def test_the_deal_is_prefilled_with_what_is_played_now(ana: Phone, club: str, base: str, played: list[int]) -> None:
    ana.open(f"{club}/house-rules?base=double-{base}")

    assert {name: ana.fields[name] for name in deal()} == deal(*played)


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
        ("double-nine", {"name": "Ours"}, "Choose at least one thing"),
        ("double-six", deal(5, 5, 5, 5), "Choose at least one thing"),
        ("double-nine", {"name": "", "option_tap": "1"}, "Type a name."),
        ("double-nine", {"other_out-bonus": "-5"}, "Type a number from 1 to 999."),
        ("double-nine", {"other_out-bonus": "1000"}, "Type a number from 1 to 999."),
        ("double-nine", {"other_out-bonus": "many"}, "Type a number from 1 to 999."),
    ],
)
def test_a_refused_rule_set_stays_as_typed(ana: Phone, club: str, base: str, chosen: dict[str, str], why: str) -> None:
    sent = {"base": base, "name": "Grandma’s"} | chosen

    assert why in refusal_of(ana, f"{club}/house-rules?base={base}", f"{club}/house-rules", **sent)
    assert {name: ana.fields[name] for name in sent} == sent
    assert "None yet." in ana.read(f"{club}/house-rules")


def test_a_choice_that_no_option_has_is_refused(ana: Phone, club: str) -> None:
    assert "Not a valid choice" in refusal_of(ana, f"{club}/house-rules", name="Ours", option_tap="9")


def test_a_deal_for_few_players_asks_whether_more_may_play(ana: Phone, club: str) -> None:
    make(ana, club, **deal(12, 11))

    seats = seat_fields("Ana", "Ben", "Cai", "Dee")
    words = answer_to(ana, "/start", rules="double-nine[deal=12-11]", **seats)

    assert "These rules are for 2 to 3 players. Use the sheet for 4 anyway?" in words


def test_a_bigger_set_keeps_the_deal_of_the_published_rules(ana: Phone, club: str) -> None:
    make(ana, club, "double-six", option_highest="9")

    assert "Grandma’s Double six, except: We play with a double-nine set. Change" in ana.text


def test_a_number_that_is_not_offered_is_typed_and_is_there_again(ana: Phone, club: str) -> None:
    make(ana, club, **{"other_out-bonus": "20", "other_limit": "350"})
    assert "If you go out, 20 is taken off your total." in ana.text
    assert "somebody has 350 or more" in ana.text

    page = ana.open(pick(rf'href="({club}/house-rules/\d+)"', ana.page.text)).text
    ana.send_on(**{"option_out-bonus": "5"})

    assert "A bonus for going out<small>If you go out, 20 is taken off" in page
    assert "5 is taken off" in ana.text
    assert "somebody has 350 or more" in ana.text


@pytest.mark.parametrize(("highest", "most"), [("12", 8), ("15", 12), ("18", 16)])
def test_a_bigger_set_is_for_more_players(ana: Phone, club: str, highest: str, most: int) -> None:
    make(ana, club, option_highest=highest)
    assert f"2 to {most} players" in ana.read("/start")

    game = start(ana, f"double-nine[highest={highest}]", *(f"P{number}" for number in range(most)))

    assert f"deal {8 if most > 8 else 6} each" in ana.text
    assert ("8 for 9 to" in ana.read(f"{game}/rules")) is (most > 8)


def test_a_bonus_for_going_out_is_shown_in_the_sum(ana: Phone, cai: Phone, club: str) -> None:
    make(ana, club, **{"option_out-bonus": "10"})
    game = start(ana, "double-nine[out-bonus=10]")
    seats = re.findall(r'name="hand_(\d+)-left"', ana.open(f"{game}/rounds/1").text)

    ana.send_on(**whole_round(seats, "out", "34"))

    assert "Ana out (0 − 10), Ben 34" in ana.text
    assert "Ana 0 − 10 for going out Ben 34" in cai.read(f"{game}/rounds/1")


def test_every_option_says_its_present_value_without_being_opened(ana: Phone, made: str) -> None:
    headings = re.findall(r"<summary><span>(.*?)</span></summary>", ana.open(made).text, re.DOTALL)

    by_players = "8 for 2 to 4 players, 7 for 5 or 6 players, 6 for 7 players and 5 for 8 players"
    assert f"Tiles each<small>{by_players}</small>" in headings
    assert "The double blank<small>The 0-0 counts 0 if it is left in hand.</small>" in headings
    assert all("<small>" in heading for heading in headings)


def test_a_set_is_renamed(ana: Phone, made: str) -> None:
    do(ana, made, name="Grandpa’s")

    assert "Grandpa’s Double nine, except: Tiles each: 8 for 2 to 4 players" in ana.text
    assert "Grandma’s renamed to Grandpa’s by Ana" in ana.text
    assert "Grandpa’s" in ana.read("/start")
    assert "Grandma’s" not in ana.text


def test_a_set_is_changed_and_a_game_that_has_begun_is_not_unless_it_is_played_again(ana: Phone, made: str) -> None:
    game = start(ana, EIGHT_EACH)

    do(ana, made, option_tap="1", **deal(9))

    assert "Tiles each: 9 for 2 players." in ana.text
    assert "Grandma’s changed by Ana" in ana.text
    assert "deal 8 each" in ana.read(game)
    assert "Grandma’s: Double nine, house rules" in ana.read(f"{game}/rules")
    assert "Tiles each: 8 for 2 to 4 players" in ana.text
    ana.open(f"/start?like={ref_of(game)}")
    assert ana.fields["rules"] == "double-nine[deal=9,tap=1]"


def test_deleting_asks_first_and_says_that_games_keep_their_rules(ana: Phone, club: str, made: str) -> None:
    game = start(ana, EIGHT_EACH)
    assert "Games already started or finished keep the rules they started with." in ana.read(f"{made}/delete")
    assert "Grandma’s" in ana.client.get(f"{club}/house-rules").text

    ana.send_on()

    assert "None yet." in ana.text
    assert "Grandma’s deleted by Ana" in ana.text
    assert "deal 8 each" in ana.read(game)
    assert "Grandma’s: Double nine" in ana.read(f"{game}/rules")
    assert "Grandma’s" not in ana.read("/start")
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
def test_a_change_that_cannot_be_is_refused(ana: Phone, club: str, made: str, sent: dict[str, str], why: str) -> None:
    do(ana, f"{club}/house-rules", name="Sunday rules", option_tap="1")

    assert why in refusal_of(ana, made, **sent)


def test_of_two_who_change_a_set_the_second_sees_the_first(app: Flask, ana: Phone, club: str, made: str) -> None:
    second, third = Phone(app), Phone(app)
    for phone, page in ((second, made), (third, f"{made}/delete")):
        phone.open(link(ana, club, 0))
        phone.open(page)
    do(ana, made, **deal(9))

    second.page = second.send(made, **deal(7))
    third.page = third.send(f"{made}/delete")

    for phone in (second, third):
        assert phone.page.status_code == 422
        assert "Ana changed these rules in the meantime." in phone.text
    assert second.fields["deal_2"] == "7"
    second.send_on(pick(rf'action="({club}/house-rules/\d+)"', second.page.text), **deal(7))
    assert "Tiles each: 7 for 2 players." in second.text


def test_a_nameless_phone_says_whose_it_is_in_the_same_form(app: Flask, ana: Phone, club: str, made: str) -> None:
    second, third = Phone(app), Phone(app)
    for phone in (second, third):
        phone.open(link(ana, club, 0))

    do(second, made, me="Ben", name="Grandpa’s")
    do(third, f"{pick(rf'{club}/house-rules/[0-9]+', second.page.text)}/delete")

    assert "Grandma’s renamed to Grandpa’s by Ben" in third.text
    assert "Grandpa’s deleted by the scorekeeper" in third.text
    assert 'name="me"' not in second.open(f"{club}/house-rules").text


def test_only_who_manages_the_club_changes_or_deletes_a_set(ben: Phone, club: str, made: str) -> None:
    for address in (made, f"{made}/delete"):
        assert ben.open(address).status_code == 404
        ben.open("/start")
        assert ben.send(address).status_code == 404
    assert "Grandma’s" in ben.read(f"{club}/house-rules")
    assert made not in ben.page.text


def test_a_set_of_another_club_is_not_found(app: Flask, ana: Phone, made: str) -> None:
    dora = begin(app, names=("Dora", "Eli"))
    address = f"{club_of(dora)}/house-rules/{ref_of(made)}"

    for page in (address, f"{address}/delete", made):
        assert dora.open(page).status_code == 404


def test_a_clubs_file_takes_along_what_was_renamed_and_deleted(ana: Phone, club: str, made: str) -> None:
    do(ana, made, name="Grandpa’s")

    bring(ana, club)

    assert "Nothing" in ana.text
    assert re.search(r'"was_called": "Grandma(’|\\u2019)s"', ana.client.get(f"{club}/club.json").text)


@pytest.mark.parametrize("rules", ["double-six", "double-six[deal=5-5-5-5-5-5-5]", "double-six[deal=5-5-5-5-5-5]"])
def test_no_page_shows_a_deal_that_the_set_does_not_have(zoe: Phone, rules: str) -> None:
    for address in (f"/rules/{rules}", f"/rules?with={rules}"):
        assert "5 for 2 to 5 players" in zoe.open(address).text, address
        assert "5, 5" not in zoe.text
    zoe.open(f"/rulings/tiles-each?rules={rules}")
    assert "You each take 5 tiles, no matter how many of you play." in zoe.page.text


def test_whoever_looks_on_reads_the_rules(cai: Phone, club: str, game: str, made: str) -> None:
    assert "Grandma’s" in cai.read(f"{club}/house-rules")
    assert "Make your own" not in cai.text
    assert "Double nine" in cai.read(f"{game}/rules")


def test_a_base_that_is_none_begins_from_a_published_rule_set(ana: Phone, club: str) -> None:
    for base in ("nonsense", "double-nine[tap=1]", ""):
        assert ana.open(f"{club}/house-rules?base={base}").status_code == 200
        assert ana.fields["base"] in RULE_BOOKS


def test_a_group_makes_its_own_rules_and_plays_by_them(ana: Phone, club: str) -> None:
    make(ana, club, option_tap="1")
    assert "Grandma’s" in ana.text

    game = start(ana, "double-nine[tap=1]")

    assert "One tile left. When you play your next-to-last tile, tap it on the table." in ana.read(f"{game}/rules")
    make(ana, club, option_tap="2")
    assert "draw one tile" in ana.read(f"{game}/rules")


def test_a_question_is_answered_by_the_rules_of_the_game_in_play(ana: Phone, club: str, zoe: Phone) -> None:
    make(ana, club, **{"option_double-blank": "50"})
    start(ana, "double-nine[double-blank=50]")

    ana.open("/rulings?q=what+is+the+double+blank+worth")

    assert "50" in ana.text.partition("Rules: Grandma’s ")[2][:300]
    # The same address says the same on a phone without any key; without rules it asks for none.
    address = ana.page.request.full_path
    assert "double-blank" in address
    assert zoe.read(address) == ana.text
    assert "Grandma" not in zoe.read("/rulings?q=what+is+the+double+blank+worth")
    assert zoe.page.headers["Cache-Control"] == "private, no-store"


def test_the_rules_of_another_game_in_play_are_one_tap_away(ana: Phone) -> None:
    start(ana, "double-six")
    start(ana, "double-twelve", "Ana", "Cai")

    ana.open("/rulings")

    assert ana.page.request.args["rules"] == "double-twelve"
    assert "Rules in your games: Double six" in ana.text
    ana.open(pick(r'href="\s*(/rulings\?rules=double-six[^"]*)">Double six', ana.page.text))
    assert 'value="double-six" selected' in ana.page.text


def test_from_the_sheet_and_the_table_the_rules_have_the_name_that_the_family_gave_them(ana: Phone, club: str) -> None:
    make(ana, club, **{"option_double-blank": "50"})
    game = start(ana, "double-nine[double-blank=50]")

    for address in (game, keep(ana, game)):
        ana.open(address)
        ana.open(pick(r'href="(/rulings\?rules=[^"]+)"', ana.page.text).replace("&amp;", "&"))
        assert '<option value="double-nine[double-blank=50]" selected>Grandma’s' in ana.page.text
