"""Short names for column headings: all different, never too wide, and never cut where there is no need."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.sheets.short_names import letters_of, parts_of, short_names, width_of
from rules.names import fold_name, tidy_name

LONGEST = 8


def shorten(*names: str, **chosen: str) -> list[str]:
    return list(short_names(tuple((name, chosen.get(name)) for name in names)))


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert shorten("Ana", "Grandma", "Uncle Bob", "Jo Ann", "Anne-Marie") == [
        "Ana",
        "Grandma",
        "Uncle Bob",
        "Jo Ann",
        "Anne-Marie",
    ]


def test_a_long_name_is_its_beginning_with_a_full_stop() -> None:
    assert shorten("Christopher", "Bartholomew Featherstonehaugh") == ["Chris.", "Barth."]


def test_a_first_name_is_enough_where_nobody_shares_it() -> None:
    assert shorten("Ana Featherstonehaugh", "Maria del Carmen") == ["Ana", "Maria"]


def test_two_long_names_take_letters_until_they_differ() -> None:
    assert shorten("Christopher", "Christina") == ["Christo.", "Christi."]


def test_a_second_initial_tells_two_of_one_first_name_apart() -> None:
    assert shorten("Ana Featherstonehaugh", "Ana Wolfeschlegel") == ["Ana F.", "Ana W."]
    assert shorten("Alexander Montgomery", "Alexander Featherstone") == ["Alexa. M.", "Alexa. F."]


def test_a_name_in_full_is_left_to_the_player_who_has_it() -> None:
    assert shorten("Chris", "Christopher") == ["Chris", "Christ."]


def test_a_figure_is_the_last_resort() -> None:
    assert shorten("Wolfeschlegelsteinhausen", "Wolfeschlegelsteinberger") == ["Wolfe 1", "Wolfe 2"]


def test_a_chosen_short_name_comes_first() -> None:
    assert shorten("Christopher", "Christina", Christopher="Kit") == ["Kit", "Chris."]
    assert shorten("Ana", "Ben", Ana="A.") == ["A.", "Ben"]


def test_a_chosen_short_name_gives_way_to_a_name_in_full() -> None:
    assert shorten("Christopher", "Kit", Christopher="Kit") == ["Chris.", "Kit"]


def test_two_who_chose_the_same_both_get_another() -> None:
    assert shorten("Christopher", "Katherine", Christopher="Kit", Katherine="Kit") == ["Chris.", "Kathe."]


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Zoë", 3), ("Zoe\u0308", 3), ("👩‍👩‍👧", 1), ("👍🏽👍", 2), ("🇩🇪🇫🇷", 2), ("é", 1)],
)
def test_what_people_see_as_one_letter_is_one(name: str, letters: int) -> None:
    assert len(letters_of(name)) == letters
    assert "".join(letters_of(name)) == name


def test_wide_letters_count_as_two() -> None:
    assert shorten("山田太郎左衛門", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧") == ["山田.", "👩‍👩‍👧👩‍👩‍👧."]


ANY_LETTER = st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))
VISIBLE = st.characters(categories=("Lu", "Ll", "Lo", "Nd", "So"))
LIKE_A_NAME = st.builds(lambda letter, more: tidy_name(letter + more), VISIBLE, st.text(ANY_LETTER, max_size=39))
ALIKE = st.text("aB -.1é山", min_size=1, max_size=14).map(tidy_name).filter(bool)
PLAYERS = st.lists(
    st.tuples(LIKE_A_NAME | ALIKE, st.none() | st.text("aB.1", min_size=1, max_size=8)),
    min_size=1,
    max_size=12,
    unique_by=lambda player: fold_name(player[0]),
)


@given(PLAYERS)
def test_short_names_differ_and_fit_whatever_the_names_are(players: list[tuple[str, str | None]]) -> None:
    names = short_names(tuple(players))

    assert len({fold_name(name) for name in names}) == len(players)
    assert all(name.strip() for name in names)
    assert all(width_of(part) <= LONGEST for name in names for part in parts_of(name))
    assert all(len(name.split()) <= 2 for name in names)
