"""A span of time to look back on: the days in it, and how an address names a month."""

from datetime import date

import pytest

from models.results.spans import Span, read_month


@pytest.mark.parametrize(
    ("span", "days"),
    [
        (Span((2026, 3), (2026, 3)), (date(2026, 3, 1), date(2026, 3, 31))),
        (Span((2023, 11), (2024, 2)), (date(2023, 11, 1), date(2024, 2, 29))),
        (Span(None, (2025, 12)), (date(1, 1, 1), date(2025, 12, 31))),
        (Span((2025, 6), None), (date(2025, 6, 1), date(9998, 12, 31))),
    ],
)
def test_a_time_is_whole_months(span: Span, days: tuple[date, date]) -> None:
    assert span.days == days


def test_only_a_time_without_ends_is_all_time() -> None:
    assert [span.is_open for span in (Span(), Span((2025, 6)), Span(None, (2025, 6)))] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("2026-03", (2026, 3)),
        ("2026-3", (2026, 3)),
        ("0001-12", (1, 12)),
        ("9998-01", (9998, 1)),
        ("9999-01", None),
        ("0000-01", None),
        ("2026-13", None),
        ("2026-00", None),
        ("2026", None),
        ("２０２６-03", None),
        ("", None),
        (None, None),
    ],
)
def test_a_month_is_read_as_an_address_says_it(text: str | None, month: tuple[int, int] | None) -> None:
    assert read_month(text) == month
