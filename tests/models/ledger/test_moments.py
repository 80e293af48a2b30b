"""The moments of a game's lines: each is later than the one before, even if the clock is set back."""

from datetime import timedelta

import pytest

from models.ledger.lines import lines_of
from models.play.changes import penalise
from models.store.columns import now
from samples.pens import write
from tests.models.conftest import Table, make_table


def test_each_entry_is_later_than_the_one_before_in_its_game_although_the_clock_is_put_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(table.game, "Ben", penalise, table.seats["Ana"], 5, "Slow")
    other_table, earlier = make_table(), now() - timedelta(hours=1)
    monkeypatch.setattr("models.ledger.moments.now", lambda: earlier)

    for each in (table, other_table):
        write(each.game, "Ben", penalise, each.seats["Ana"], 5, "Slow again")

    first, second = (line.at for line in lines_of(table.game))
    assert second == first + timedelta(microseconds=1)
    assert [line.at for line in lines_of(other_table.game)] == [earlier]
