"""Rulings, one per line: position, hand, move, and the referee's answer.

`clauses.tsv` has what each clause and custom says, with its neighbours, and `cases.tsv` everything else. The reasons must
be exactly these (`-`: none); in other columns `-` or nothing is not checked, and one of the clauses is enough. An id is free.
"""

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


def test_the_notation_of_every_case_is_written_as_it_was_read() -> None:
    moves = [read_move(case["move"]) for case in ALL]

    assert [write_position(read_position(case["position"])) for case in ALL] == [case["position"] for case in ALL]
    assert [read_move(write_move(move)) for move in moves] == moves


def test_every_ruling_can_be_said_aloud_and_says_what_else_to_do() -> None:
    for case in ALL:
        hand = None if case["hand"] == "-" else case["hand"]
        ruling = judge(case["position"], case["move"], hand)

        assert ruling.explanation.endswith(".") and "{" not in ruling.explanation, case["id"]
        assert ruling.standing in ("stated", "implied", "custom"), case["id"]
        assert ruling.verdict != "legal" or ruling.instead == (), case["id"]
        known = [move for move in ruling.instead if "?" not in move]
        assert [move for move in known if judge(case["position"], move, hand).verdict == "illegal"] == [], case["id"]
