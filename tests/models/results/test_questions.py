"""Reading questions about past games."""

from datetime import date

from models.ledger.players import Player
from models.results.questions import Question, read_question, with_name
from models.results.spans import Span


def read(asked: str) -> Question:
    """A question that is asked on a Wednesday, in a club with one tournament."""
    return read_question(asked, [], date(2026, 11, 25), ["The Long Cup of 2026"])


WORDS = {
    "who won last Saturday?": "21 november 2026",
    "who won on Wednesday": "18 november 2026",
    "yesterday": "24 november 2026",
    "what did we play last month": "october 2026",
    "who won the Thursday before Halloween?": "29 october 2026",
    "who won the last Thursday in October": "29 october 2026",
    "the second Saturday of December": "13 december 2025",
    "first Monday in May 2024": "6 may 2024",
}


def test_a_day_that_is_named_by_its_distance_from_today_is_searched_by_its_date() -> None:
    assert {asked: read(asked).words for asked in WORDS} == WORDS


DAYS = {
    "who came last on october 29": date(2026, 10, 29),
    "the 29th of October 2024": date(2024, 10, 29),
    "did we play on Thanksgiving": date(2025, 11, 27),
    "Thanksgiving 2026": date(2026, 11, 26),
    "who won last Christmas": date(2025, 12, 25),
    "who won 3 games in october": None,
    "31 november": None,
    "since october 29": None,
}


def test_a_day_is_the_latest_one_up_to_today() -> None:
    assert {asked: read(asked).time.day for asked in DAYS} == DAYS


SPANS = {
    "longest winning streak this fall": Span((2026, 9), (2026, 11)),
    "who won most last winter": Span((2025, 12), (2026, 2)),
    "who won most last summer": Span((2026, 6), (2026, 8)),
    "who won most last fall": Span((2025, 9), (2025, 11)),
    "wins in September and October": Span((2026, 9), (2026, 10)),
    "wins from October 2025 to March 2026": Span((2025, 10), (2026, 3)),
    "wins from November to February": Span((2026, 11), (2027, 2)),
    "wins in September or October": Span((2026, 9), (2026, 9)),
    "wins since October": Span((2026, 10), None),
    "wins after December": Span((2026, 1), None),
    "wins before January 2026": Span(None, (2025, 12)),
    "wins until June": Span(None, (2026, 6)),
    "wins before 2026": Span(None, (2025, 12)),
    "wins": Span(None, None),
}


def test_months_seasons_and_years_are_spans() -> None:
    assert {asked: read(asked).time.span for asked in SPANS} == SPANS


def test_a_name_is_no_time() -> None:
    autumn = [Player(name="Autumn Hill"), Player(name="April")]

    for asked in ("how often did Autumn win", "when did April last win"):
        question = read_question(asked, autumn, date(2026, 11, 25))
        assert question.players
        assert question.time.span.is_open
        assert question.unknown == []
    assert read_question("who won the Spring Cup", [], date(2026, 11, 25), ["Spring Cup"]).time.span.is_open


SIDES = {"who won the game right before Halloween": -1, "the night after October 29": 1, "who won on Halloween": 0}


def test_the_night_before_or_after_a_day_is_asked_for() -> None:
    questions = {asked: read(asked) for asked in SIDES}

    assert {asked: question.time.side for asked, question in questions.items()} == SIDES
    assert all(question.time.day and question.unknown == [] for question in questions.values())


NAMED = {
    "how many games have I won?": "how many games have Ben won?",
    "me vs Gus": "Ben vs Gus",
    "what’s my worst night": "what’s Ben worst night",
    "my times": "Ben times",
    "the time Mia won in Miami": "the time Mia won in Miami",
}


def test_whoever_asks_is_named() -> None:
    assert {asked: with_name(asked, "Ben") for asked in NAMED} == NAMED
    assert with_name("me", "\\1") == "\\1"


SUBJECTS = {
    "who won the most rounds": ["outs"],
    "most rounds won": ["outs"],
    "who won most": ["wins"],
    "who won the most games": ["wins"],
    "who won The Long Cup of 2026": ["cup"],
    "who won most in 2026": ["wins"],
}


def test_a_round_is_won_by_going_out_and_a_tournament_is_named_by_its_whole_name() -> None:
    assert {asked: read(asked).subjects for asked in SUBJECTS} == SUBJECTS
