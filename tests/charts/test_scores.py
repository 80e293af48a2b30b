"""Pictures of scores: they show the data that they are given, and can be read by people who cannot see colors."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts.scores import draw_lines, draw_strip, height_of, spread, wrapped
from models.ledger.seats import Colour
from tests.conftest import pick


def texts(svg: str) -> list[str]:
    """All the text in a picture."""
    shown = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 (we drew it)
    return [str(element.text) for element in shown]


def names(svg: str) -> list[tuple[str, float]]:
    """The rows of names at the ends of the lines, from top to bottom, each with its vertical position."""
    rows = re.findall(r'<text class="name" x="[\d.]+" y="([\d.]+)">([^<]+)</text>', svg)
    return sorted(((text, float(y)) for y, text in rows), key=lambda row: row[1])


def test_every_line_has_its_name_at_its_end() -> None:
    svg = draw_lines(["1", "2"], {"Ana": [0, 40], "Ben": [10, 20], "Maximiliana Theodora": [5, 0]})

    assert [text for text, _ in names(svg)] == ["Ana", "Ben", "Maximiliana", "Theodora"]


def test_names_of_lines_that_end_together_do_not_cover_each_other() -> None:
    svg = draw_lines(["1", "2"], {f"Player {number}": [0, 100 - number % 2] for number in range(8)})

    heights = [y for _, y in names(svg)]
    assert len(heights) == 8
    assert all(below - above >= 15 for above, below in pairwise(heights))
    assert heights[-1] < height_of(8)


@given(st.lists(st.tuples(st.floats(0, 300), st.sampled_from([19, 34])), max_size=8))
def test_things_that_are_spread_stay_apart_and_inside(labels: list[tuple[float, int]]) -> None:
    wants, highs = [want for want, _ in sorted(labels)], [high for _, high in sorted(labels)]

    middles = spread(wants, highs, 320)

    edges = [(middle - high / 2, middle + high / 2) for middle, high in zip(middles, highs, strict=True)]
    assert all(above[1] <= below[0] + 0.01 for above, below in pairwise(edges))
    assert all(low >= -0.01 and high <= 320.01 for low, high in edges)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("Ana", ["Ana"]),
        ("Maximiliana Theodora", ["Maximiliana", "Theodora"]),
        ("Wolfeschlegelsteinhausen", ["Wolfeschleg-", "elsteinhaus…"]),
        ("Anna Maria von und zu der Tann", ["Anna Maria", "von und zu …"]),
    ],
)
def test_a_long_name_has_two_rows(name: str, rows: list[str]) -> None:
    assert wrapped(name) == rows


def test_a_line_ends_where_its_last_value_is() -> None:
    svg = draw_lines(["1", "2", "3"], {"Ana": [0, 100, None], "Ben": [10, 20, 99], "Cai": [None, None, None]})

    assert sorted(text for text, _ in names(svg)) == ["Ana", "Ben"]


def test_a_single_line_needs_no_name() -> None:
    svg = draw_lines(["2025", "2026"], {"Ana": [25, 27]}, around=[[20, 22], [30, 32]])

    assert names(svg) == []
    assert svg.count('class="around') == 2


def test_a_line_has_the_colour_of_the_players_marker_and_nobody_else_has_it() -> None:
    svg = draw_lines(["1", "2"], {"Ana": [0, 1], "Ben": [1, 2], "Cai": [2, 3]}, colours={"Ben": "blue"})

    drawn = re.findall(r'class="line (\w+)"', svg)
    assert drawn == ["red", "blue", "green"]
    assert re.findall(r'class="dot (\w+)"', svg)[::2] == drawn


def test_every_colour_of_a_marker_can_be_drawn() -> None:
    for colour in Colour:
        assert f'class="line {colour}"' in draw_lines(["1", "2"], {"Ana": [0, 1]}, colours={"Ana": colour})


def test_a_line_has_a_gap_where_somebody_was_away() -> None:
    svg = draw_lines(["1", "2", "3", "4"], {"Ana": [1, 2, None, 4]})

    assert pick(r'class="line [^>]*d="([^"]+)"', svg).count("M") == 2


def test_of_many_labels_as_many_are_shown_as_there_is_room_for() -> None:
    def shown(count: int) -> int:
        labels = [str(number) for number in range(1, count + 1)]
        return len({*labels} & {*texts(draw_lines(labels, {"Ana": [1] * count}))})

    assert shown(9) == 9
    assert 5 < shown(60) < 30


def test_the_last_label_is_not_cut() -> None:
    svg = draw_lines(["Sep 2026", "Nov 2026"], {"Ana": [25, 27]})

    middle = float(pick(r'x="([\d.]+)"[^>]*>Nov 2026', svg))
    # A letter is about eight wide.
    assert middle + len("Nov 2026") * 8 / 2 <= 400


def test_places_begin_with_the_first_on_top() -> None:
    def height_of_first(is_upside_down: bool) -> float:
        svg = draw_lines(["1", "2"], {"Ana": [1, 1], "Ben": [2, 2]}, is_upside_down=is_upside_down)
        return dict(names(svg))["Ana"]

    assert height_of_first(is_upside_down=True) < height_of_first(is_upside_down=False)


def test_a_name_is_escaped_and_a_picture_has_no_script() -> None:
    svg = draw_lines(["1"], {"Ana": [3], "<b>": [4]})

    assert "<b>" in texts(svg)
    assert "<b>" not in svg and "<script" not in svg


@pytest.mark.parametrize("lines", [1, 8])
def test_a_picture_is_as_high_as_it_says(lines: int) -> None:
    svg = draw_lines(["1"], {f"P{number}": [number] for number in range(lines)})

    assert f'viewBox="0 0 400 {height_of(lines)}"' in svg


@pytest.mark.parametrize(
    ("values", "ticks"), [([0, 55], ["0", "20", "40"]), ([22.5, 25.1], ["23", "24", "25"]), ([0], ["0"])]
)
def test_the_axis_has_round_numbers(values: list[float], ticks: list[str]) -> None:
    svg = draw_lines([str(number) for number in range(len(values))], {"Ana": values})

    assert re.findall(r'class="tick"[^>]*>([^<]+)<', svg) == ticks


def test_a_strip_has_the_number_on_every_bar() -> None:
    svg = draw_strip(["9", "8", "7"], [34, None, 0], 60, "pink")

    assert [text for text in texts(svg) if text in ("34", "0", "None")] == ["34", "0"]
