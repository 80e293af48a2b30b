"""Reading questions about past games."""

from datetime import date

import pytest

from models.ledger.players import Player
from models.results.questions import read_question, with_name
from models.results.spans import Span

WEDNESDAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("who won last Saturday?", "21 november 2026"),
        ("who won on Wednesday", "18 november 2026"),
        ("yesterday", "24 november 2026"),
        ("what did we play last month", "october 2026"),
        ("who won the Thursday before Halloween?", "29 october 2026"),
        ("who won the last Thursday in October", "29 october 2026"),
        ("the second Saturday of December", "13 december 2025"),
        ("first Monday in May 2024", "6 may 2024"),
    ],
)
def test_a_day_that_is_named_by_its_distance_from_today_is_searched_by_its_date(asked: str, words: str) -> None:
    assert read_question(asked, [], WEDNESDAY).words == words


@pytest.mark.parametrize(
    ("asked", "day"),
    [
        ("who came last on october 29", date(2026, 10, 29)),
        ("the 29th of October 2024", date(2024, 10, 29)),
        ("did we play on Thanksgiving", date(2025, 11, 27)),
        ("Thanksgiving 2026", date(2026, 11, 26)),
        ("who won last Christmas", date(2025, 12, 25)),
        ("who won 3 games in october", None),
        ("31 november", None),
        ("since october 29", None),
    ],
)
def test_a_day_is_the_latest_one_up_to_today(asked: str, day: date | None) -> None:
    assert read_question(asked, [], WEDNESDAY).time.day == day


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("longest winning streak this fall", (2026, 9), (2026, 11)),
        ("who won most last winter", (2025, 12), (2026, 2)),
        ("who won most last summer", (2026, 6), (2026, 8)),
        ("who won most last fall", (2025, 9), (2025, 11)),
        ("wins in September and October", (2026, 9), (2026, 10)),
        ("wins from October 2025 to March 2026", (2025, 10), (2026, 3)),
        ("wins from November to February", (2026, 11), (2027, 2)),
        ("wins in September or October", (2026, 9), (2026, 9)),
        ("wins since October", (2026, 10), None),
        ("wins after December", (2026, 1), None),
        ("wins before January 2026", None, (2025, 12)),
        ("wins until June", None, (2026, 6)),
        ("wins before 2026", None, (2025, 12)),
        ("wins", None, None),
    ],
)
def test_months_seasons_and_years_are_spans(
    asked: str, first: tuple[int, int] | None, last: tuple[int, int] | None
) -> None:
    assert read_question(asked, [], WEDNESDAY).time.span == Span(first, last)


def test_a_name_is_no_time() -> None:
    autumn = [Player(name="Autumn Hill"), Player(name="April")]

    for asked in ("how often did Autumn win", "when did April last win"):
        question = read_question(asked, autumn, WEDNESDAY)
        assert question.players
        assert question.time.span.is_open
        assert question.unknown == []
    assert read_question("who won the Spring Cup", autumn, WEDNESDAY, ["Spring Cup"]).time.span.is_open


@pytest.mark.parametrize(
    ("asked", "side"),
    [
        ("who won the game right before Halloween", -1),
        ("the night after October 29", 1),
        ("who won on Halloween", 0),
    ],
)
def test_the_night_before_or_after_a_day_is_asked_for(asked: str, side: int) -> None:
    question = read_question(asked, [], WEDNESDAY)

    assert question.time.day
    assert (question.time.side, question.unknown) == (side, [])


@pytest.mark.parametrize(
    ("asked", "subjects"),
    [("who won the most rounds", ["outs"]), ("most rounds won", ["outs"]), ("who won most", ["wins"])],
)
def test_a_round_is_won_by_going_out(asked: str, subjects: list[str]) -> None:
    assert read_question(asked, [], WEDNESDAY).subjects == subjects


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("how many games have I won?", "how many games have Ben won?"),
        ("me vs Gus", "Ben vs Gus"),
        ("what’s my worst night", "what’s Ben worst night"),
        ("my times", "Ben times"),
        ("the time Mia won in Miami", "the time Mia won in Miami"),
    ],
)
def test_whoever_asks_is_named(asked: str, named: str) -> None:
    assert with_name(asked, "Ben") == named
    assert with_name("me", "\\1") == "\\1"


@pytest.mark.parametrize(
    ("asked", "subjects"),
    [
        ("who won the most games", ["wins"]),
        ("who won The Long Cup of 2026", ["cup"]),
        ("who won most in 2026", ["wins"]),
    ],
)
def test_a_tournament_is_named_by_its_whole_name(asked: str, subjects: list[str]) -> None:
    assert read_question(asked, [], WEDNESDAY, ["The Long Cup of 2026"]).subjects == subjects
