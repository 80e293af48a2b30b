"""Numbers, tiles and moves as typed on phones: read as they were meant, asked about, or refused, and never taken for 0."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, NotationError, read_move, read_position, write_move
from rules.scores.left_in_hand import read_left
from rules.typed import UnsureNumberError, plain_signs, read_number, read_sum

NINE = RULE_BOOKS["double-nine"]


@pytest.mark.parametrize(
    ("parts", "texts"),
    [
        ((34,), ["34", "٣٤", "۳۴", "३४", "３４", "34\u200b", "\u206834\u2069"]),
        ((12, 11, 7), ["12+11+7", "12 11 7", "12,11,7", "12, 11, 7", "12, 11 , 7", "12;11;7", " 12 + 11+7 "]),
        ((12, 11), ["12, 11", "12\u00a0+\u00a011", "12＋11", "12، 11"]),
        ((12,), ["12.0", "12,00"]),
        ((12, 7), ["12.0+7"]),
        ((0,), ["0"]),
        ((7,), ["007"]),
        ((5,), ["+5"]),
    ],
)
def test_a_number_or_a_sum_is_read_as_it_was_meant(parts: tuple[int, ...], texts: list[str]) -> None:
    assert {text: read_sum(text) for text in texts} == dict.fromkeys(texts, parts)
    assert {text: read_number(text) for text in texts} == dict.fromkeys(texts, sum(parts))


@pytest.mark.parametrize("text", ["10,5", "10.5", "12,11", "0.5", "3٫5", "12+10,5", "10,5 7"])
def test_a_single_comma_or_point_between_digits_is_asked_about(text: str) -> None:
    with pytest.raises(UnsureNumberError, match="and a half") as raised:
        read_sum(text)

    assert raised.value.parts == tuple(int(digits) for digits in re.split(r"\D", text))


@pytest.mark.parametrize("text", ["1,024", "1.024", "1 024", "1'024", "1’024", "1\u202f024", "1,000,000", "12+1,024"])
def test_thousands_are_refused_with_what_was_meant(text: str) -> None:
    with pytest.raises(UnsureNumberError, match=r"looks like 10\d\d"):
        read_sum(text)


NO_NUMBERS = "x + , ½ ² – ? 12+ 1.5.7 12345 1e3 1_0 0x1F 12, abc 10½ ten 12/11 Ⅻ"


@pytest.mark.parametrize("text", [*NO_NUMBERS.split(), "", " ", "1" * 200, "\x00"])
def test_what_is_no_number_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match=r"12\+11\+7"):
        read_sum(text)


def test_tiles_count_what_is_on_them() -> None:
    counted = {"9-7 6-6": 28, "9–7, 6–6": 28, "9—7": 16, "９－７": 16, "6 - 6": 12, "0-0": 0}

    assert {text: read_left(text, NINE).pips for text in counted} == counted


def test_out_is_a_word() -> None:
    assert [text for text in ("out", "Out", " OUT ") if not read_left(text, NINE).is_out] == []


@pytest.mark.parametrize("text", ["-10", "−10", "--", "—", "10-", "9-7-6"])
def test_a_dash_is_neither_a_score_nor_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        read_left(text, NINE)


@pytest.mark.parametrize(
    ("move", "typed"),
    [
        ("B --", ["B —", "B –", "B−−"]),
        ("B -- !", ["B —!"]),
        ("A 9-4@A", ["A 9–4@A", "A 9−4@A", "A 9‑4@A", "A 9 – 4@A"]),
        ("A 9-4@M", ["a ９-４@m"]),
        ("B +9-4", ["B +9—4"]),
    ],
)
def test_a_move_is_read_with_the_dashes_that_phones_make(move: str, typed: list[str]) -> None:
    assert {text: write_move(read_move(text)) for text in typed} == dict.fromkeys(typed, move)


def test_a_position_is_read_with_long_dashes() -> None:
    assert read_position("double-nine 9 A:9–7/B/M A2 12").trains[0].path == (9, 7)


@given(st.lists(st.integers(0, 999), min_size=1, max_size=8), st.sampled_from(["+", " + ", ", ", ";"]))
def test_any_sum_is_read_whatever_its_digits_and_signs(parts: list[int], sign: str) -> None:
    written = sign.join(map(str, parts))

    assert read_sum(written) == tuple(parts)
    assert read_sum(written.translate({48 + digit: 0x0660 + digit for digit in range(10)})) == tuple(parts)


@given(st.text(max_size=20))
def test_plain_signs_are_plain_already(text: str) -> None:
    assert plain_signs(plain_signs(text)) == plain_signs(text)


@given(st.text(alphabet="0123456789,.+; '-−٣４", max_size=9))
def test_a_field_a_sum_and_a_table_read_the_same_number(text: str) -> None:
    try:
        parts = read_sum(text)
    except NotationError:
        return
    assert sum(parts) == read_number(text) == read_left(text, NINE).pips
