"""Two short evenings with a bad network, drawn at random. `make outage` plays hundreds of long ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from proofs.outage.kitchen import Kitchen
from proofs.outage.outage import run_schedule

SEED, STEPS = 3, 7


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[Kitchen]:
    kitchen = Kitchen(tmp_path)
    yield kitchen
    kitchen.close()


@pytest.mark.usefixtures("browser")
def test_nothing_is_lost_doubled_or_silently_overwritten(kitchen: Kitchen, playwright: Playwright) -> None:
    entries = 0
    for seed, is_plain in ((SEED, False), (SEED + 1, True)):
        evening, wrongs = run_schedule(kitchen, playwright, seed, is_plain, STEPS)
        entries += len(evening.paper.entries)
        assert wrongs == [], f"seed {seed}: {evening.log}"
    assert entries > 0
