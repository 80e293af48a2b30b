"""The bundled font: its letters, and the width of words in it."""

import pytest

from charts.lettering import FONT_FILES, drawable, fit, width_of, wrap


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ana", "Ana"),
        ("Łukasz", "Łukasz"),
        ("Ζωή", "Ζωή"),
        ("Щербак", "Щербак"),
        ("Nguyễn", "Nguyễn"),
        ("🚂Tom", "Tom"),
        ("Ana 李", "Ana"),
        ("李雷", ""),
        ("عمر", ""),
        ("🚂 - 🚂", ""),
        ("O’Hara-Ünlü 2", "O’Hara-Ünlü 2"),
    ],
)
def test_letters_that_the_font_lacks_are_left_out(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_a_wide_letter_is_wider_and_a_size_scales() -> None:
    assert width_of("W", 10) > width_of("i", 10) > 0
    assert width_of("Ana", 20) == pytest.approx(2 * width_of("Ana", 10))
    assert width_of("Ana", 20, is_bold=True) > width_of("Ana", 20)


def test_every_digit_is_as_wide_as_the_others() -> None:
    assert len({width_of(digit, 10, is_bold=True) for digit in "0123456789"}) == 1


def test_a_text_is_made_smaller_until_it_fits_and_cut_only_at_the_least_size() -> None:
    assert fit("Ana", 500, 60) == ("Ana", 60)

    words, size = fit("W" * 40, 500, 60)
    assert words == "W" * 40
    assert width_of(words, size, is_bold=True) == pytest.approx(500)

    words, size = fit("W" * 40, 500, 60, least=30)
    assert size == 30
    assert words.endswith("W…")
    assert width_of(words, size, is_bold=True) <= 500


def test_a_sentence_breaks_between_its_words() -> None:
    lines = wrap("The lowest total yet over ten rounds with these rules.", 300, 30)

    assert len(lines) > 1
    assert " ".join(lines) == "The lowest total yet over ten rounds with these rules."
    assert all(width_of(line, 30) <= 300 for line in lines)


def test_the_fonts_have_the_same_letters() -> None:
    assert len(FONT_FILES) == 2
    assert all(width_of(letter, 10) and width_of(letter, 10, is_bold=True) for letter in "aZ0őΩЖ–…’·+")
