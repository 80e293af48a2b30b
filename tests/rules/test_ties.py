"""The order of the players at a tournament table (D12-9.2)."""

from dataclasses import replace

from rules.tournament.plan import Format, StageTable, TableScore
from rules.tournament.ties import table_order
from tests.rules.courses import course


def test_a_player_who_left_the_table_comes_after_all_who_stayed() -> None:
    scores = (TableScore(1, 40, 2), TableScore(2, 5, None), TableScore(3, 10, 1))
    stage = course(Format.WINNERS, [{1: 40, 2: 5, 3: 10}])
    table: StageTable = replace(stage.stages[0][0], scores=scores)

    assert table_order(stage, 1, table) == ((3,), (1,), (2,))
