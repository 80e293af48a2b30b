"""The order of a sheet's players."""

from models.play.changes import leave
from samples.pens import write
from tests.models.conftest import Table


def test_players_who_left_come_after_those_who_stayed_also_before_the_first_round_is_closed(table: Table) -> None:
    write(table.game, "Ben", leave, table.seats["Ana"])

    assert [column.name for column in table.sheet.ranked] == ["Ben", "Cai", "Dee", "Ana"]
