"""Fewer rounds than planned, decided by the referee while the tables play (D12-9.3)."""

import pytest

from models import writing
from models.play.tournament_referee import shorten_rounds
from models.sheets.fold import load_sheet
from samples.halls import seated
from samples.pens import write_as_referee
from samples.tournaments import game_at

pytestmark = pytest.mark.usefixtures("store")


def test_d12_9_3_where_no_round_is_begun_the_first_double_is_replaced_too() -> None:
    with writing():
        tournament = seated(engines=tuple(range(12, -1, -1)))
        write_as_referee(tournament, "Rita", shorten_rounds, (8, 4, 0), False, "The hall closes")

    assert load_sheet(game_at(tournament, 1)).engines == (8, 4, 0)
