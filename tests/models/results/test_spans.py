"""A span of time to look back on: the days in it, and how an address names a month."""

from datetime import date

from models.results.spans import Span, read_month


def test_a_time_is_whole_months() -> None:
    assert Span((2026, 3), (2026, 3)).days == (date(2026, 3, 1), date(2026, 3, 31))
    assert Span((2023, 11), (2024, 2)).days == (date(2023, 11, 1), date(2024, 2, 29))
    assert Span(None, (2025, 12)).days == (date(1, 1, 1), date(2025, 12, 31))
    assert Span((2025, 6), None).days == (date(2025, 6, 1), date(9998, 12, 31))


def test_only_a_time_without_ends_is_all_time() -> None:
    assert [span.is_open for span in (Span(), Span((2025, 6)), Span(None, (2025, 6)))] == [True, False, False]


MONTHS = {"2026-03": (2026, 3), "2026-3": (2026, 3), "0001-12": (1, 12), "9998-01": (9998, 1)}
NO_MONTHS = ("9999-01", "0000-01", "2026-13", "2026-00", "2026", "２０２６-03", "", None)


def test_a_month_is_read_as_an_address_says_it() -> None:
    assert {text: read_month(text) for text in MONTHS} == MONTHS
    assert [text for text in NO_MONTHS if read_month(text)] == []
