"""A tournament of eight players, as the tests of play have it."""

from tests.models.play.conftest import cup  # noqa: F401 (pytest finds it here)
