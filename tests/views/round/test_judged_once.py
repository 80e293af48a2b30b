"""A refused move is judged only once, and its table is not computed again afterward."""

import pytest
from pytest import MonkeyPatch

from rules import write_move
from rules.referee import judge
from rules.referee.question import Finding, Question
from rules.table.move import Move
from tests.phone import Phone
from tests.views.conftest import move


@pytest.fixture
def judged(monkeypatch: MonkeyPatch) -> list[str]:
    """Every move that the referee judges, whoever asks."""
    moves: list[str] = []
    find = judge._findings

    def hear(question: Question, move: Move) -> list[Finding]:
        moves.append(write_move(move))
        return find(question, move)

    monkeypatch.setattr(judge, "_findings", hear)
    return moves


def test_a_refused_move_is_judged_once(ana: Phone, table: str, judged: list[str]) -> None:
    assert ana.send(table, move="A 9-7@M").status_code == 422

    assert judged.count("A 9-7@M") == 1


@pytest.mark.parametrize("text", ["A 7-3@A", "A 9-5@A"], ids=["legal", "refused too"])
def test_an_overtaken_move_is_judged_once(ana: Phone, ben: Phone, table: str, judged: list[str], text: str) -> None:
    ben.open(table)
    move(ana, table, "A 9-7@A")
    judged.clear()

    assert ben.send(table, move=text).status_code == 409

    assert judged.count(text) == 1
