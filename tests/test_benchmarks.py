"""Every benchmark once, at its smallest: it goes through to its figures, whatever they are."""

import subprocess
import sys

import pytest

from bench.checkout import HERE

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("bench --runs 1 --rounds 2", "promise"),
        ("bench.cost --games 3 --nights 3", "promise is kept"),
        ("bench.strangers --games 3 --seconds 1", "promise is"),
        ("bench.league --sqlite --phones 6 --tables 2 --seconds 1", "rounds acknowledged"),
    ],
)
def test_a_benchmark_goes_through(words: str, last: str) -> None:
    command = (sys.executable, "-m", *words.split())
    ended = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)  # noqa: S603 (our own words)

    assert "Traceback" not in ended.stderr, ended.stderr
    assert last in ended.stdout
