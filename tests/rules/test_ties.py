"""The order of the players at a tournament table (D12-9.2)."""

from rules.tournament.plan import Format, TableScore
from rules.tournament.ties import table_order
from tests.rules.courses import course, finished


def test_a_player_who_left_the_table_comes_after_all_who_stayed() -> None:
    table = finished(1, TableScore(1, 40, 2), TableScore(2, 5, None), TableScore(3, 10, 1))

    assert table_order(course(Format.WINNERS, [], players=(1, 2, 3)), 1, table) == ((3,), (1,), (2,))
