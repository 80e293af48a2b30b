"""How long entries waited on a phone, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

from models.ledger.waits import SHEET, Wait, waits_by_round, waits_of, write_wait
from tests.models.conftest import Table, make_table

ENTERED = datetime(2026, 3, 5, 20, 14, 9, 250_000, tzinfo=UTC)
WAIT = Wait(ENTERED, ENTERED + timedelta(minutes=30))


def test_waits_are_read_as_they_were_written(table: Table) -> None:
    write_wait(table.game.id, SHEET, 4, WAIT)
    write_wait(table.game.id, 2, 7, WAIT)

    assert waits_of(table.game.id) == {4: WAIT}
    assert waits_by_round(table.game.id) == {SHEET: {4: WAIT}, 2: {7: WAIT}}
    assert waits_of(make_table().game.id) == {}


def test_a_wait_is_shown_only_if_both_clocks_agree_within_an_hour() -> None:
    assert WAIT.entered_by(WAIT.sent_at + timedelta(minutes=59)) == ENTERED
    assert WAIT.entered_by(WAIT.sent_at - timedelta(minutes=61)) is None
