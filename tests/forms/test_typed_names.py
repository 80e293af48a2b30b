"""Names as forms accept them: without invisible marks, and with everything that can be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms.base import check_name_text
from rules.names import typed_name

MARKS = [
    *"\u200b\u200e\u200f\u2060\u00ad\ufeff\u061c\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u034f\u180e\u2800\u3164\u200c\u200d\ufe0f\ufe0e"
]


@pytest.mark.parametrize("mark", MARKS, ids=[f"{ord(mark):04x}" for mark in MARKS])
def test_marks_that_nobody_sees_make_no_second_player(mark: str) -> None:
    assert typed_name(f"{mark}A{mark}na{mark}") == "Ana"
    assert typed_name(f"Ана{mark}") == "Ана"


@pytest.mark.parametrize(
    "name",
    ["👩‍👩‍👧", "❤️ Ana", "می‌خواهم", "क्‍ष", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Zoë", "O’Brien", "אנה", "أنا", "👍🏽", "1️⃣", "ශ්‍රී", "李小龍", "Jean-Luc", "★"],
)  # fmt: skip
def test_a_name_keeps_what_can_be_seen(name: str) -> None:
    assert typed_name(name) == unicodedata.normalize("NFC", name)


@given(st.text(max_size=30))
def test_a_name_that_was_taken_is_taken_again_as_it_is(name: str) -> None:
    assert typed_name(typed_name(name)) == typed_name(name)


@pytest.mark.parametrize("name", ["Ana\u202e", "\u202dAna"])
def test_a_sign_that_turns_the_page_around_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="reverses the letters"):
        check_name_text(typed_name(name))


def test_a_text_with_more_marks_than_any_name_is_refused_as_it_is() -> None:
    text = "a" + "\u0301" * 14_500 + "\u0323" * 14_500

    assert typed_name(text) == text
    with pytest.raises(ValueError, match="At most 40"):
        check_name_text(text)
