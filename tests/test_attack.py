"""Random hostile requests break nothing, and no page shows their markers as tags."""

from pathlib import Path

import pytest

from proofs.attack.attack import MOST_REFUSED, attack, press
from proofs.attack.attacked import attacked
from proofs.attack.browsers import told

pytestmark = pytest.mark.heavy


def test_no_hostile_request_breaks_anything(tmp_path: Path) -> None:
    """No answer is a server error or holds a raw marker. Some markers are shown as text, which proves that they arrived."""
    with attacked(tmp_path) as world:
        counts = attack(world, 30, seed=1)

    assert told(counts.faults, 1) == "No faults."
    assert counts.shown
    assert counts.refused <= MOST_REFUSED


def test_who_makes_too_much_is_refused_that_alone(tmp_path: Path) -> None:
    with attacked(tmp_path) as world:
        counts, wrong = press(world, 40)

    assert told(counts.faults, 1) == "No faults."
    assert wrong == []


def test_the_app_that_is_attacked_is_well(tmp_path: Path) -> None:
    with attacked(tmp_path) as world:
        assert world.app.test_client().get("/health").status_code == 200
