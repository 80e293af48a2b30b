"""Pictures of scores: they show what they are given, and say it to people who do not see colours."""

import re
from xml.etree import ElementTree

import pytest

from charts.scores import draw_lines, draw_strip, height_of


def texts(svg: str) -> list[str]:
    """Everything that is written on a picture."""
    shown = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 (we drew it)
    return [str(one.text) for one in shown]


def ends(svg: str) -> list[str]:
    """The letters where lines end."""
    return [text for text in texts(svg) if re.fullmatch(r"[A-H]( [A-H])*", text)]


def test_every_line_has_its_letter_at_its_end_and_in_the_legend() -> None:
    svg = draw_lines(["1", "2"], {"Ana": [0, 40], "Ben": [10, 20], "Maximiliana Theodora": [5, 0]})

    assert ends(svg) == ["A", "B", "C"]
    assert texts(svg)[-3:] == ["A Ana", "B Ben", "C Maximil…"]


def test_lines_that_end_close_together_share_their_letters() -> None:
    svg = draw_lines(["1", "2"], {"Ana": [0, 100], "Ben": [10, 99], "Cai": [5, 20]})

    assert sorted(ends(svg)) == ["B A", "C"]


def test_a_line_ends_where_its_last_value_is() -> None:
    svg = draw_lines(["1", "2", "3"], {"Ana": [0, 100, None], "Ben": [10, 20, 99], "Cai": [None, None, None]})

    assert sorted(ends(svg)) == ["A", "B"]


def test_a_single_line_has_neither_letter_nor_legend() -> None:
    svg = draw_lines(["2025", "2026"], {"Ana": [25, 27]}, around=[[20, 22], [30, 32]])

    assert ends(svg) == []
    assert "A Ana" not in texts(svg)


def test_of_many_labels_as_many_are_shown_as_there_is_room_for() -> None:
    few, many = ([str(number) for number in range(1, count + 1)] for count in (9, 60))

    shown = [set(texts(draw_lines(labels, {"Ana": [1] * len(labels)}))) & set(labels) for labels in (few, many)]

    assert shown[0] == set(few)
    assert 5 < len(shown[1]) < 30


def test_places_begin_with_the_first_on_top() -> None:
    def height_of_first(is_upside_down: bool) -> float:
        svg = draw_lines(["1", "2"], {"Ana": [1, 1], "Ben": [2, 2]}, is_upside_down=is_upside_down)
        found = re.search(r'<text[^>]*y="([\d.]+)"[^>]*>A</text>', svg)
        assert found
        return float(found[1])

    assert height_of_first(is_upside_down=True) < height_of_first(is_upside_down=False)


def test_a_name_is_escaped_and_a_picture_has_no_script() -> None:
    svg = draw_lines(["1"], {"Ana": [3], "<b>": [4]})

    assert "B <b>" in texts(svg)
    assert "<b>" not in svg and "<script" not in svg


@pytest.mark.parametrize(("lines", "height"), [(1, 302), (3, 302), (4, 324), (8, 346)])
def test_a_picture_has_room_for_its_legend(lines: int, height: int) -> None:
    assert height_of(lines) == height
    assert f'viewBox="0 0 400 {height}"' in draw_lines(["1"], {f"P{number}": [number] for number in range(lines)})


def test_a_strip_has_the_number_on_every_bar() -> None:
    svg = draw_strip(["9", "8", "7"], "Ana", [34, None, 0], 60)

    assert [text for text in texts(svg) if text in ("34", "0", "None")] == ["34", "0"]
