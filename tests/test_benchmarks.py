"""The benchmarks run at their smallest size and produce their figures, whatever they are."""

import json
import subprocess
import sys

import pytest

from models.files.club_reader import FROM_A_PAGE, read_club
from proofs.checkout import HERE
from proofs.files.files import SIZES
from samples.club_files import KINDS

pytestmark = pytest.mark.heavy


def test_the_evening_of_a_league_goes_through() -> None:
    words = ["proofs.league.league", "--sqlite", "--phones", "6", "--tables", "2", "--seconds", "1"]
    ended = subprocess.run([sys.executable, "-m", *words], cwd=HERE, capture_output=True, text=True, check=False)  # noqa: S603 (our own words)

    assert "Traceback" not in ended.stderr, ended.stderr
    assert "rounds acknowledged" in ended.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_that_are_measured_may_come_by_a_page(kind: str) -> None:
    for size in SIZES.values():
        assert read_club(json.dumps(KINDS[kind](size)), FROM_A_PAGE)
