"""The time spans that a page offers."""

from datetime import date, datetime, time

import pytest
from flask import Flask

from models.results.spans import Span
from views.club.spans import offered_spans


@pytest.mark.parametrize(
    ("today", "year_ago"),
    [(date(2026, 3, 5), "2025-04"), (date(2026, 12, 31), "2026-01"), (date(2026, 1, 1), "2025-02")],
)
def test_four_spans_are_offered(app: Flask, monkeypatch: pytest.MonkeyPatch, today: date, year_ago: str) -> None:
    monkeypatch.setattr("views.club.spans.now", lambda: datetime.combine(today, time(12)))
    with app.test_request_context():
        spans = offered_spans(Span((2025, 1), (2025, 12)))

    assert [(span.asked, span.is_chosen) for span in spans] == [
        ({}, False),
        ({"first": year_ago, "last": f"2026-{today.month:02}"}, False),
        ({"first": "2026-01", "last": "2026-12"}, False),
        ({"first": "2025-01", "last": "2025-12"}, True),
    ]
