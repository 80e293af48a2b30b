"""Numbers, tiles and moves as typed on phones: read as they were meant, asked about, or refused, and never taken for 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, NotationError, read_move, read_position, write_move
from rules.scores.left_in_hand import read_left
from rules.typed import UnsureNumberError, plain_signs, read_number, read_sum

NINE = RULE_BOOKS["double-nine"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("34", (34,)),
        ("12+11+7", (12, 11, 7)),
        ("12 11 7", (12, 11, 7)),
        ("12,11,7", (12, 11, 7)),
        ("12, 11, 7", (12, 11, 7)),
        ("12, 11 , 7", (12, 11, 7)),
        ("12, 11", (12, 11)),
        ("12;11;7", (12, 11, 7)),
        ("12\u00a0+\u00a011", (12, 11)),
        (" 12 + 11+7 ", (12, 11, 7)),
        ("12＋11", (12, 11)),
        ("12، 11", (12, 11)),
        ("0", (0,)),
        ("007", (7,)),
        ("+5", (5,)),
        ("٣٤", (34,)),
        ("۳۴", (34,)),
        ("३४", (34,)),
        ("３４", (34,)),
        ("34\u200b", (34,)),
        ("\u206834\u2069", (34,)),
        ("12.0", (12,)),
        ("12,00", (12,)),
        ("12.0+7", (12, 7)),
    ],
)
def test_a_number_or_a_sum_is_read_as_it_was_meant(text: str, parts: tuple[int, ...]) -> None:
    assert read_sum(text) == parts
    assert read_number(text) == sum(parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("10,5", (10, 5)),
        ("10.5", (10, 5)),
        ("12,11", (12, 11)),
        ("0.5", (0, 5)),
        ("3٫5", (3, 5)),
        ("12+10,5", (12, 10, 5)),
        ("10,5 7", (10, 5, 7)),
    ],
)
def test_a_single_comma_or_point_between_digits_is_asked_about(text: str, parts: tuple[int, ...]) -> None:
    with pytest.raises(UnsureNumberError, match="and a half") as raised:
        read_sum(text)

    assert raised.value.parts == parts


@pytest.mark.parametrize("text", ["1,024", "1.024", "1 024", "1'024", "1’024", "1\u202f024", "1,000,000", "12+1,024"])
def test_thousands_are_refused_with_what_was_meant(text: str) -> None:
    with pytest.raises(UnsureNumberError, match=r"looks like 10\d\d"):
        read_sum(text)


@pytest.mark.parametrize(
    "text",
    [
        *"x+,½², –?",
        "12+",
        "",
        "1.5.7",
        "12345",
        "1" * 200,
        "1e3",
        "1_0",
        "0x1F",
        "\x00",
        "12,",
        "abc",
        "10½",
        "ten",
        "12/11",
        "Ⅻ",
    ],
)
def test_what_is_no_number_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match=r"12\+11\+7"):
        read_sum(text)


@pytest.mark.parametrize(
    ("text", "pips"), [("9-7 6-6", 28), ("9–7, 6–6", 28), ("9—7", 16), ("９－７", 16), ("6 - 6", 12), ("0-0", 0)]
)
def test_tiles_count_what_is_on_them(text: str, pips: int) -> None:
    assert read_left(text, NINE).pips == pips


@pytest.mark.parametrize("text", ["out", "Out", " OUT "])
def test_out_is_a_word(text: str) -> None:
    assert read_left(text, NINE).is_out


@pytest.mark.parametrize("text", ["-10", "−10", "--", "—", "10-", "9-7-6"])
def test_a_dash_is_neither_a_score_nor_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        read_left(text, NINE)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("B —", "B --"),
        ("B –", "B --"),
        ("B —!", "B -- !"),
        ("B−−", "B --"),
        ("A 9–4@A", "A 9-4@A"),
        ("A 9−4@A", "A 9-4@A"),
        ("A 9‑4@A", "A 9-4@A"),
        ("A 9 – 4@A", "A 9-4@A"),
        ("a ９-４@m", "A 9-4@M"),
        ("B +9—4", "B +9-4"),
    ],
)
def test_a_move_is_read_with_the_dashes_that_phones_make(typed: str, move: str) -> None:
    assert write_move(read_move(typed)) == move


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
