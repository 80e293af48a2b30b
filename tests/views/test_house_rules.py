"""A club's own rules, and the card of a game's."""

import re

import pytest

from rules import RULE_BOOKS


def options(page: str) -> dict[str, str]:
    """What the options of the form stand at."""
    return dict(re.findall(r'<input checked[^>]*name="(option_[^"]+)"[^>]*value="([^"]+)"', page))


def test_a_group_makes_its_own_rules_and_plays_by_them(app, ana, club):
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    chosen = options(page) | {"option_tap": "1"}

    ana.send_on(f"{club}/house-rules", base="double-nine", name="Grandma’s", **chosen)
    assert "Grandma’s" in ana.text

    ana.open("/start")
    names = {"players-0": "Ana", "players-1": "Ben"}
    ana.send_on("/start", rules="double-nine[tap=1]", **names)
    game = ana.path
    ana.open(f"{game}/rules")
    assert "One tile left. When you play your next-to-last tile, tap it on the table." in ana.text.replace("&#39;", "'")

    ana.open(f"{club}/house-rules?base=double-nine")
    ana.send_on(f"{club}/house-rules", base="double-nine", name="Grandma’s", **(chosen | {"option_tap": "2"}))
    assert "draw one tile" in ana.open(f"{game}/rules").text


@pytest.mark.parametrize(
    ("chosen", "why"),
    [({}, "Choose at least one thing"), ({"option_tap": "9"}, "Not a valid choice"), ({"name": ""}, "Type a name.")],
)
def test_rules_that_are_none_are_refused(ana, club, chosen, why):
    page = ana.open(f"{club}/house-rules?base=double-six").text

    answer = ana.send(f"{club}/house-rules", **({"base": "double-six", "name": "Ours"} | options(page) | chosen))

    assert answer.status_code == 422
    assert why in answer.text


def test_a_refused_form_keeps_its_name_and_what_was_chosen(ana, club):
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    chosen = options(page) | {"option_tap": "1"}

    unnamed = ana.send(f"{club}/house-rules", base="double-nine", name="", **chosen)
    ana.page = ana.send(f"{club}/house-rules", base="double-nine", name="Grandma’s", **options(page))

    assert options(unnamed.text)["option_tap"] == "1"
    assert ana.fields["name"] == "Grandma’s"
    assert "None yet." in ana.open(f"{club}/house-rules").text


def test_only_who_manages_makes_rules(ana, ben, cai, zoe, club):
    chosen = options(ana.open(f"{club}/house-rules?base=double-nine").text) | {"option_tap": "1"}

    for phone in (ben, cai, zoe):
        phone.open("/start")
        answer = phone.send(f"{club}/house-rules", base="double-nine", name="Mine", **chosen)
        assert answer.status_code == 404

    assert "Mine" not in ana.open(f"{club}/house-rules").text


def test_whoever_looks_on_reads_the_rules_and_a_stranger_does_not(ana, cai, zoe, club, game):
    page = ana.open(f"{club}/house-rules?base=double-nine").text
    ana.send_on(f"{club}/house-rules", name="Grandma’s", **(options(page) | {"option_tap": "1"}))

    assert "Grandma’s" in cai.open(f"{club}/house-rules").text
    assert "Make your own" not in cai.text
    assert "Double nine" in cai.open(f"{game}/rules").text
    for page in (f"{club}/house-rules", f"{game}/rules"):
        assert zoe.open(page).status_code == 404


@pytest.mark.parametrize("base", ["nonsense", "double-nine[tap=1]", ""])
def test_a_base_that_is_none_begins_from_a_published_rule_set(ana, club, base):
    ana.open(f"{club}/house-rules?base={base}")

    assert ana.page.status_code == 200
    assert ana.fields["base"] in RULE_BOOKS


def test_the_rules_card_of_a_past_game_is_there(ana, game):
    ana.open(f"{game}/rules")

    assert "Double nine" in ana.text
