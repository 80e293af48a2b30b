"""The story of a night: who took the lead and kept it, the best round and the worst."""

from models.ledger.games import games_of_night
from models.ledger.nights import nights_of
from models.play.changes import stop
from models.sheets.fold import load_sheet
from models.sheets.night import NightGame, tell_night
from samples.pens import write
from tests.models.conftest import Table


def story(table: Table) -> list[str]:
    """The sentences about the table's only night."""
    night = nights_of(table.club.id, 1)[0]
    return tell_night(night, [NightGame(game, load_sheet(game), began) for game, began in games_of_night(night.id)])


def test_before_a_round_is_closed_there_is_no_story(table: Table) -> None:
    table.enter(1, Ana="out")

    assert story(table) == []


def test_a_night_that_goes_on_tells_its_rounds_and_no_winner(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="20", Dee="50")
    table.enter(2, Ana="12", Ben="out", Cai="1", Dee="2")

    assert story(table) == [
        "The best round was Ana’s: out in the 9-9 round, with 104 left in the other hands.",
        "The worst score was Dee’s 50 in the 9-9 round.",
    ]


def test_a_game_that_ended_tells_where_it_turned(table: Table) -> None:
    table.enter(1, Ana="out", Ben="10", Cai="20", Dee="50")
    table.enter(2, Ana="60", Ben="out", Cai="1", Dee="2")
    write(table.game, "Ana", stop)

    assert story(table)[0] == "Ben took the lead in the 8-8 round and kept it."


def test_whoever_led_all_the_way_is_told_so(table: Table) -> None:
    table.enter(1, Ana="out", Ben="10", Cai="20", Dee="50")
    write(table.game, "Ana", stop)

    assert story(table)[0] == "Ana led from the first round to the last."
