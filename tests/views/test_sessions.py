"""A phone's session lasts as long as it should, whatever the server's clock does meanwhile."""

import time

import pytest
from flask import Flask

from tests.views.conftest import begin

DAY = 24 * 3600


@pytest.mark.parametrize(("days", "status"), [(-40, 200), (-1, 200), (0, 200), (399, 200), (401, 404)])
def test_a_clock_that_is_put_back_locks_nobody_out(
    app: Flask, monkeypatch: pytest.MonkeyPatch, days: int, status: int
) -> None:
    ana = begin(app)
    sheet, now = ana.path, time.time()

    monkeypatch.setattr(time, "time", lambda: now + days * DAY)

    assert ana.client.get(sheet).status_code == status
