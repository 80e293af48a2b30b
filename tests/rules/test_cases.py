"""Rulings, one per line: position, hand, move, and the referee's answer."""

import csv
from pathlib import Path

import pytest

from rules import judge, read_move, read_position, write_move, write_position


def cases(name: str) -> list[dict[str, str]]:
    """The rows of a table of rulings, each as a dictionary keyed by column."""
    with (Path(__file__).parent / name).open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


ALL = cases("cases.tsv") + cases("clauses.tsv")


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_the_referee_rules_as_the_case_says(case: dict[str, str]) -> None:
    hand = None if case["hand"] == "-" else case["hand"]

    ruling = judge(case["position"], case["move"], hand)

    assert (ruling.verdict, list(ruling.reasons)) == (case["verdict"], _list(case["reasons"]))
    if case["effects"] != "-":
        assert "; ".join(ruling.effects) == case["effects"]
    if case["clauses_any"] != "-":
        assert set(ruling.clauses) & set(_list(case["clauses_any"]))
    if case["customs_any"] != "-":
        assert set(ruling.customs) & set(_list(case["customs_any"]))
    if case.get("standing", "-") != "-":
        assert ruling.standing == case["standing"]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_the_notation_of_a_case_is_written_as_it_was_read(case: dict[str, str]) -> None:
    assert write_position(read_position(case["position"])) == case["position"]
    assert read_move(write_move(read_move(case["move"]))) == read_move(case["move"])


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_every_ruling_can_be_said_aloud_and_says_what_else_to_do(case: dict[str, str]) -> None:
    ruling = judge(case["position"], case["move"], None if case["hand"] == "-" else case["hand"])

    assert ruling.explanation.endswith(".") and "{" not in ruling.explanation
    assert ruling.standing in ("stated", "implied", "custom")
    if ruling.verdict == "legal":
        assert ruling.instead == ()
    for move in ruling.instead:
        assert (
            "?" in move
            or judge(case["position"], move, None if case["hand"] == "-" else case["hand"]).verdict != "illegal"
        )
