"""The referee decides which doubles start the rounds, and how many rounds there are (D12-9.3)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.schedule import shorten

ALL = tuple(range(12, -1, -1))


def test_rounds_begun_are_finished_and_then_the_list_goes_on() -> None:
    goes_on = {
        (0, (6, 3, 0)): (6, 3, 0),
        (2, (12, 9, 6, 3, 0)): (12, 11, 6, 3, 0),
        (3, (12, 9, 6, 3, 0)): (12, 11, 10, 3, 0),
        (3, (12, 0)): (12, 11, 10),
        (3, (12, 9, 6, 11, 0)): (12, 11, 10, 9, 0),
        (13, (12, 0)): ALL,
    }

    assert {(begun, wanted): shorten(ALL, begun, wanted) for begun, wanted in goes_on} == goes_on


doubles = st.lists(st.integers(0, 12), min_size=1, max_size=13, unique=True)


@given(doubles, doubles, st.integers(0, 13))
def test_no_double_starts_two_rounds_and_all_tables_play_as_many(
    engines: list[int], wanted: list[int], begun: int
) -> None:
    begun = min(begun, len(engines))

    after = shorten(engines, begun, wanted)

    assert after[:begun] == tuple(engines[:begun])
    assert len(set(after)) == len(after) == max(begun, len(wanted))
