"""Reading questions about past games."""

from datetime import date

import pytest

from models.results.questions import read_question, with_name

WEDNESDAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("who won last Saturday?", "21 november 2026"),
        ("who won on Wednesday", "18 november 2026"),
        ("yesterday", "24 november 2026"),
        ("what did we play last month", "october 2026"),
        ("who won the Thursday before Halloween?", "29 october 2026"),
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
    assert read_question(asked, [], WEDNESDAY).day == day


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
