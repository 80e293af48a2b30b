"""Reading questions about past games."""

from datetime import date

import pytest

from models.results.questions import read_question

WEDNESDAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("who won last Saturday?", "21 november 2026"),
        ("who won on Wednesday", "18 november 2026"),
        ("yesterday", "24 november 2026"),
        ("what did we play last month", "october 2026"),
    ],
)
def test_a_day_that_is_named_by_its_distance_from_today_is_searched_by_its_date(asked: str, words: str) -> None:
    assert read_question(asked, [], WEDNESDAY).words == words


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
