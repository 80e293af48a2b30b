"""A tournament before and after its tables are seated."""

import pytest

from tests.phone import Phone


def begin_hall(ana: Phone, club: str, **fields: str) -> str:
    """Start a tournament without seating any tables, and return its address."""
    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    ana.send_on(**({"name": "Cup", "rules": "double-twelve"} | fields))
    return ana.path


@pytest.fixture
def unseated(ana: Phone, club: str) -> str:
    """The address of a tournament of eight players who have not been seated yet."""
    return begin_hall(ana, club, players="A, B, C, D, E, F, G, H", largest="5")
