"""Advice for a player whose hand is known: on their turn, and before it as if it were already their turn."""

from rules import Verdict, read_position, read_tiles
from rules.referee.advice import Advice, advise
from tests.conftest import sure

NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}
BEN_HAS_DRAWN = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 B3+ 20"


def advice_for(seat: str, hand: str) -> Advice:
    """The advice for a seat that holds these tiles, after Ben has drawn."""
    return sure(advise(read_position(BEN_HAS_DRAWN), seat, read_tiles(hand), None, NAMES))


def test_who_is_next_and_stuck_will_have_to_draw_first_although_the_player_before_has_drawn() -> None:
    ana = advice_for("A", "1-0 3-0")

    assert not ana.is_turn
    assert (ana.draw.verdict, ana.pass_on.verdict) == (Verdict.LEGAL, Verdict.ILLEGAL)


def test_who_has_drawn_and_is_stuck_passes_and_draws_no_more() -> None:
    ben = advice_for("B", "1-0 3-0")

    assert ben.is_turn
    assert (ben.draw.verdict, ben.pass_on.verdict) == (Verdict.ILLEGAL, Verdict.LEGAL)
