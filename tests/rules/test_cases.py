"""Rulings, one per line: position, hand, move, and the referee's answer.

`clauses.tsv` has what each clause and custom says, with its neighbours, and `cases.tsv` everything else. The reasons must
be exactly these (`-`: none); in other columns `-` or nothing is not checked, and one of the clauses is enough. An id is free.
"""

import pytest

from rules import judge, read_move, read_position, write_move, write_position
from tests.rules.tables import rows

ALL = rows("cases.tsv") + rows("clauses.tsv")


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_the_referee_rules_as_the_case_says(case: dict[str, str]) -> None:
    hand = None if case["hand"] == "-" else case["hand"]

    ruling = judge(case["position"], case["move"], hand)

    assert (ruling.verdict, ",".join(ruling.reasons) or "-") == (case["verdict"], case["reasons"])
    if case["effects"] != "-":
        assert "; ".join(ruling.effects) == case["effects"]
    for cited, wanted in ((ruling.clauses, case["clauses_any"]), (ruling.customs, case["customs_any"])):
        assert wanted == "-" or set(cited) & set(wanted.split(","))
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
