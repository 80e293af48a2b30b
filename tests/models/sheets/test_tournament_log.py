"""A tournament in words: the next step, and the reasons for its placings."""

import pytest

from models.play.tournament_referee import decide_tie, set_clock, stop_clock
from models.sheets.tournament_log import log_entries, rests_in_words, step_in_words
from rules.tournament.plan import Format, TieBreak
from samples.halls import begin, plan, seated
from tests.models.play.conftest import LOW, Cup, opened

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.parametrize("store", ["sqlite"], indirect=True)]


def test_every_step_from_the_entry_to_the_last_place_is_said(cup: Cup) -> None:
    halls = [opened(begin).hall, cup.hall, cup.play(1, LOW, LOW, LOW), cup.play_first_game(), cup.play_final()]

    assert [step_in_words(hall) for hall in halls] == [
        "8 players are in. Next: Game 1.",
        "Game 1 is being played. Tables finished and confirmed: 0 of 2.",
        "Game 1 is being played. Tables finished and confirmed: 1 of 2.",
        "All tables are confirmed. Next: The final.",
        "The places are final.",
    ]


def test_a_tie_is_said_with_what_it_is_for(cup: Cup) -> None:
    at_table = cup.play_first_game(LOW, [5, 0, 20, 30], [5, 0, 20, 30])
    of_all = opened(seated, plan(Format.TOTAL)).play_first_game()

    assert step_in_words(of_all) == "Ana and Eli are tied for place 1. The referee decides."
    assert step_in_words(at_table) == "Ana and Ben are tied for the win at table 1. The referee decides."


@pytest.mark.parametrize(
    ("format", "first", "last"),
    [
        (Format.WINNERS, "table 1, 0 pips", "table 2, 105 pips"),
        (Format.TABLE_POINTS, "5 points, 0 pips", "1 point, 105 pips"),
        (Format.MOVE_ON, "0 pips", "105 pips"),
        (Format.TOTAL, "0 pips", "105 pips"),
    ],
)
def test_what_a_place_rests_on_is_said_in_the_words_of_its_format(format: Format, first: str, last: str) -> None:
    hall = opened(seated, plan(format, games=1 if format is Format.WINNERS else 2)).play_first_game()

    sentences = [rests_in_words(hall, placing) for placing in hall.placings]
    assert (sentences[0], sentences[-1]) == (first, last)


def test_the_log_has_what_the_referee_did_the_newest_first() -> None:
    cup = opened(seated, plan(Format.TOTAL))
    cup.rita(set_clock, 20, 5)
    cup.rita(stop_clock)
    (tie,) = cup.play_first_game().next_step.ties
    cup.rita(decide_tie, tie, TieBreak.LOT, "4711", "as announced")

    decision, *entries = log_entries(cup.hall)
    assert (decision.by, decision.reason) == ("Rita", "as announced")
    assert decision.text.startswith("Ana and Eli are tied in the standings. Decided by a random draw with code 4711: ")
    assert [entry.text for entry in entries] == [
        "The clock is removed.",
        "The clock is set to 20 min, with a warning 5 min before the end.",
        "Game 1 is seated by hand. Pairs who meet again: 0.",
        "The tournament starts with 8 players.",
    ]
