"""The picture of a result: names of every kind are escaped and stay in their frames."""

import time
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from charts.lettering import drawable, width_of
from charts.markers import COLOURS
from charts.result import HEIGHT, WIDTH, ResultBoard, ResultRow, draw_names, draw_result, rows_shown
from views.shared.pictures import draw_png

ODD = ("李雷", "🚂Tom", "عمر", "Łukasz", "Ζωή", "🎩Tom", '<b>&"Bo', "Maximiliana-Alexandra von Hohenzollernnn")
TEXT = "{http://www.w3.org/2000/svg}text"


def board(names: tuple[str, ...], winners: int = 1, engine: int = 0) -> ResultBoard:
    drawn = draw_names(names, "Player")
    colours = list(COLOURS)
    rows = [
        ResultRow(colour=colours[at % 8], name=name, place=1 if at <= winners else at, total=99 + at, beside=f"+{at}")
        for at, name in enumerate(drawn, 1)
    ]
    return ResultBoard(
        occasion="21 November 2026 · Double nine",
        heading="The winner",
        sentences=("143 pips, 12 ahead of Ben", "The lowest total yet over 10 rounds with these rules."),
        length="10 rounds",
        last="the last with the 0-0",
        engine=engine,
        more="+ 3 more",
        rows=rows,
    )


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(TEXT))  # noqa: S314 (we drew it)


def words_on(svg: str) -> list[str]:
    return [str(element.text) for element in texts(svg)]


def test_names_without_letters_of_the_font_are_told_apart_by_their_seats() -> None:
    assert draw_names(ODD[:6], "Player") == ["Player 1", "Tom (2)", "Player 3", "Łukasz", "Ζωή", "Tom (6)"]


def test_a_typed_name_is_told_apart_from_one_that_stands_for_a_player_without_letters() -> None:
    assert len({*draw_names(("Player 3", "Tom (4)", "🚂", "Tom", "🚂Tom"), "Player")}) == 5


@pytest.mark.parametrize(("players", "rows"), [(2, 2), (12, 12), (16, 16), (17, 15), (40, 15)])
def test_so_many_players_have_rows(players: int, rows: int) -> None:
    assert rows_shown(players) == rows


def test_no_letter_is_drawn_that_the_font_lacks() -> None:
    words = words_on(draw_result(board(ODD)))

    assert len(words) > 3 * len(ODD)
    assert all(drawable(word) == word for word in words if any(letter.isalnum() for letter in word))


def test_what_players_typed_is_escaped() -> None:
    svg = draw_result(board(ODD))

    assert "<b>" not in svg
    assert '<b>&"Bo' in words_on(svg)


@pytest.mark.parametrize("names", [("Ana", "W" * 40), ("W" * 40, "Ana"), ("W W " * 10, "i" * 40), ODD, ("Ana",) * 14])
@pytest.mark.parametrize("winners", [1, 2, 8])
def test_every_word_lies_inside_the_picture(names: tuple[str, ...], winners: int) -> None:
    for element in texts(draw_result(board(names, winners))):
        size, x, y = (float(element.get(name, "")) for name in ("font-size", "x", "y"))
        wide = width_of(str(element.text), size, is_bold="font-weight" in element.attrib)
        left = x - wide * {"end": 1.0, "middle": 0.5}.get(element.get("text-anchor", ""), 0.0)
        assert left >= 40, element.text
        assert left + wide <= WIDTH - 40, element.text
        assert 30 < y < HEIGHT - 30, element.text


def test_so_many_players_that_they_do_not_fit_are_counted() -> None:
    words = words_on(draw_result(board(tuple(f"P{at}" for at in range(18)))))

    assert "+ 3 more" in words
    assert "P14" in words
    assert "P15" not in words


def test_no_sentence_is_cut_in_the_middle() -> None:
    long = "The lowest total yet over ten rounds with these rules since November 2024."

    words = words_on(draw_result(replace(board(("Ana", "Ben")), sentences=[long] * 3)))

    assert sum(word.endswith("2024.") for word in words) == sum(word.startswith("The lowest") for word in words)


@pytest.mark.parametrize("engine", range(19))
def test_every_tile_has_its_pips(engine: int) -> None:
    assert draw_result(board(("Ana", "Ben"), engine=engine)).count("<circle") == 2 * engine


def test_the_picture_is_a_small_png_of_the_size_that_messengers_show() -> None:
    begun = time.perf_counter()
    png = draw_png(draw_result(board(ODD)))

    assert png.startswith(b"\x89PNG")
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1200, 630)
    assert len(png) < 300_000
    assert time.perf_counter() - begun < 5
