"""The table from above: each train with the tiles near its end, the number to match, and its owner."""

import re
from xml.etree import ElementTree

from charts.table_from_above import draw_table
from rules import read_position

NAMES = {"A": "Ana", "B": "Ben & Co", "C": "Maximiliana"}


def test_a_player_who_took_a_colour_has_that_marker_beside_the_name() -> None:
    svg = draw_table(read_position("double-nine 9 A/B/M A1 12"), NAMES, "", {"B": "sky"})

    assert svg.count('class="marker') == 1
    assert re.search(r'Ben &amp; Co</text><path class="marker sky" fill-rule="evenodd" d="[^"]+"', svg)


def rays(notation: str) -> list[ElementTree.Element]:
    """The parts of a picture, one for each train, clockwise, with the Mexican train last."""
    svg = draw_table(read_position(f"double-nine 9 {notation} 12"), NAMES, "The <table>")
    return ElementTree.fromstring(svg).findall("g")  # noqa: S314 (we drew it)


def words(ray: ElementTree.Element) -> list[str]:
    """The labels of a train, without its pips."""
    return [str(element.text) for element in ray.iter("text") if not (element.get("class") or "").startswith("p")]


def pips(ray: ElementTree.Element) -> list[str]:
    """The numbers along a train, ending with the one to match."""
    return [str(element.text) for element in ray.iter("text") if re.fullmatch(r"p\d+", element.get("class") or "")]


def test_a_train_has_its_tiles_outward_and_the_number_to_match() -> None:
    ana, ben, mexican = rays("A:9-7-3/B/M:9-1 B2")

    assert pips(ana) == ["9", "7", "7", "3", "3"]
    assert pips(ben) == ["9"]
    assert pips(mexican) == ["9", "1", "1"]


def test_of_a_long_train_the_tiles_near_its_end_are_shown_and_the_others_counted() -> None:
    ana = rays("A:9-0-1-2-3-4-5-6-7/B/M B2")[0]

    assert len(ana.findall("rect")) == 6
    assert words(ana)[0] == "+2"
    assert pips(ana)[0] == "1"


def test_whose_turn_it_is_which_train_is_open_and_where_a_double_is_shows() -> None:
    marked = rays("A*:9-7/B(3):9-4-4/C/M C2")

    assert [ray.get("class") for ray in marked] == ["marked", "opened", "turn", "marked"]
    assert words(marked[0]) == ["Ana", "open to all"]
    assert words(marked[1]) == ["Ben & Co", "3 in hand", "open double"]
    assert [len(ray.findall("path")) for ray in marked] == [1, 0, 0, 0]


def test_a_long_name_is_set_closer_and_a_seat_without_one_is_its_letter() -> None:
    assert [words(ray)[0] for ray in rays("A/B/C/D/M A1")] == ["Ana", "Ben & Co", "Maximiliana", "D", "Mexican"]
    assert words(draw_named("Maximiliane Anna"))[0] == "Maximiliane Anna"
    assert draw_named("Maximiliane Anna").find("text[@textLength]") is not None


def draw_named(name: str) -> ElementTree.Element:
    """The drawing of the train of a player with this name."""
    svg = draw_table(read_position("double-nine 9 A/B/M A1 12"), {"A": name}, "")
    return ElementTree.fromstring(svg).findall("g")[0]  # noqa: S314 (we drew it)


def test_the_picture_says_its_title_and_holds_every_train() -> None:
    svg = draw_table(read_position("double-nine 9 A:9-7-3-1-5-2-8/B/C/D/E/F/G/H/M A2 12"), NAMES, "The <table>")
    picture = ElementTree.fromstring(svg)  # noqa: S314 (we drew it)
    left, top, width, height = map(float, str(picture.get("viewBox")).split())

    assert picture.get("aria-label") == "The <table>"
    assert len(picture.findall("g")) == 9
    for element in picture.iter("text"):
        assert left <= float(str(element.get("x"))) <= left + width
        assert top <= float(str(element.get("y"))) <= top + height
