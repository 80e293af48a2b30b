"""Slow and silent connections are closed in time even if they come back, and nobody else waits for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.attack.siege import besieged, measure
from proofs.server import Server
from tests.conftest import serving

HALVES, DRIPS, SILENT = 60, 20, 60
# The seconds that a form may take to arrive here, and the latest second of its refusal.
FORM_SECONDS, LATEST = 2, 4
PROBES, SLOWEST = 20, 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(Server(tmp_path, ROUNDHOUSE_FORM_SECONDS=str(FORM_SECONDS))) as server:
        yield server


def test_slow_and_silent_connections_delay_no_page_and_are_sent_away(server: Server) -> None:
    with besieged(server.port, HALVES, DRIPS, SILENT) as fates:
        measured = measure(server.port, "/", LATEST)

    assert set(measured.statuses) == {200}
    assert len(measured.times) >= PROBES
    assert max(measured.times) < SLOWEST
    for kind in ("form", "chunked form", "drip"):
        assert fates[kind].answered.total() + fates[kind].cut >= 1, kind
        assert set(fates[kind].answered) <= {408}, kind
        assert FORM_SECONDS <= fates[kind].longest < LATEST, kind
    # A file may take longer, and so may a silent connection.
    assert [fates[kind].open for kind in ("file", "silent")] == [HALVES // 20, SILENT]
