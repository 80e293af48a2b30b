"""Every benchmark once, at its smallest: it goes through to its figures, whatever they are."""

import subprocess
import sys

import pytest

from bench.checkout import HERE

SMALL = {
    "pages": ("bench", "--runs", "1", "--rounds", "1"),
    "league": ("bench.league", "--sqlite", "--phones", "6", "--tables", "2", "--seconds", "1"),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_goes_through(name: str) -> None:
    command = (sys.executable, "-m", *SMALL[name])
    ended = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)  # noqa: S603 (our own words)

    assert "Traceback" not in ended.stderr, ended.stderr
    assert "promise" in ended.stdout
