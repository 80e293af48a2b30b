"""The rule pages are the same for everybody."""

import re

import pytest

from rules import RULE_BOOKS
from tests.phone import Phone
from tests.views.conftest import assert_public


@pytest.mark.parametrize("rules", [*RULE_BOOKS, "double-nine[tap=1,freeze=none]"])
def test_a_rule_page_has_every_clause_and_custom_with_an_anchor(zoe: Phone, rules: str) -> None:
    answer = zoe.client.get(f"/rules/{rules}", headers={"Accept-Encoding": "gzip"})
    page = zoe.open(f"/rules/{rules}").text
    book = RULE_BOOKS[rules.partition("[")[0]]

    assert len(answer.data) <= 14_000
    assert [id for id in (*book.clauses, *book.customs) if f'id="{id}"' not in page] == []


def test_lines_that_are_only_customs_are_marked(zoe: Phone) -> None:
    zoe.open("/rules/double-nine")
    assert "Tiles each Custom Tiles each: 10 for 2 to 4 players, 7 for 5 to 7 players and 6 for 8 players." in zoe.text
    assert "Which way the turns go Turns go clockwise. The rules say so: D9-1.5." in zoe.text
    assert "House rule " not in zoe.text

    zoe.open("/rules/double-nine[direction=counter-clockwise]")
    assert "Which way the turns go House rule Turns go counterclockwise." in zoe.text
    assert "Lines marked House rule are the ones this group has changed." in zoe.text


def test_rule_sets_side_by_side(zoe: Phone) -> None:
    page = zoe.open("/rules/compare").text
    assert len(re.findall(r'<tr class="differs">', page)) > 10

    page = zoe.open("/rules/compare?with=double-nine&with=double-nine[tap=1]").text
    assert len(re.findall(r'<tr class="differs">', page)) == 1


@pytest.mark.parametrize("address", ["/rules/nothing", "/rules/double-nine[tap=9]", "/rules/compare?with=x"])
def test_rules_that_are_none_are_not_found(zoe: Phone, address: str) -> None:
    assert zoe.open(address).status_code == 404


def test_no_more_than_three_rule_sets_stand_side_by_side(zoe: Phone) -> None:
    zoe.open("/rules/compare?" + "&".join(f"with=double-nine[double-blank={pips}]" for pips in (10, 20, 30, 40)))

    assert "30" in zoe.text
    assert "40" not in zoe.text


@pytest.mark.parametrize("address", ["/rules/double-six", "/rules/compare"])
def test_a_page_is_the_same_for_everybody_and_may_be_kept(
    ana: Phone, zoe: Phone, address: str, said: list[str]
) -> None:
    assert_public(address, ana, zoe, said)


def test_a_rule_page_says_what_a_group_has_changed(zoe: Phone) -> None:
    assert "house rules" in zoe.read("/rules/double-nine[double-blank=40]")
    assert "0-0 counts 40 if it is left in hand" in zoe.text
