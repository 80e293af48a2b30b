"""The referee decides which doubles start the rounds, and how many rounds there are (D12-9.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.schedule import shorten

ALL = tuple(range(12, -1, -1))


@pytest.mark.parametrize(
    ("begun", "wanted", "then"),
    [
        (0, (6, 3, 0), (6, 3, 0)),
        (2, (12, 9, 6, 3, 0), (12, 11, 6, 3, 0)),
        (3, (12, 9, 6, 3, 0), (12, 11, 10, 3, 0)),
        (3, (12, 0), (12, 11, 10)),
        (3, (12, 9, 6, 11, 0), (12, 11, 10, 9, 0)),
        (13, (12, 0), ALL),
    ],
)
def test_rounds_begun_are_finished_and_then_the_list_goes_on(
    begun: int, wanted: tuple[int, ...], then: tuple[int, ...]
) -> None:
    assert shorten(ALL, begun, wanted) == then


doubles = st.lists(st.integers(0, 12), min_size=1, max_size=13, unique=True)


@given(doubles, doubles, st.integers(0, 13))
def test_no_double_starts_two_rounds_and_all_tables_play_as_many(
    engines: list[int], wanted: list[int], begun: int
) -> None:
    begun = min(begun, len(engines))

    after = shorten(engines, begun, wanted)

    assert after[:begun] == tuple(engines[:begun])
    assert len(set(after)) == len(after) == max(begun, len(wanted))
