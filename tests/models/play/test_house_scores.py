"""How families score: a bonus for going out, a points limit, and games that are kept but do not count."""

import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.files.schema import ClubFile
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms
from models.ledger.results import RESULTS
from models.play.changes import penalise, set_counts, stop
from models.play.pen import SheetError
from models.play.start import start_game
from rules import read_rules
from samples.games import enter_pips
from samples.pens import write
from tests.models.conftest import TONIGHT, Table, make_table


def table_by(rules: str, names: str = "Ana Ben Cai") -> Table:
    """A new game under these rules."""
    table, book = make_table(), read_rules(rules)
    game = start_game(table.club, names.split(), GameTerms(book, book.options.engines), TONIGHT, "Ana")
    return Table(table.club, game, table.key)


@pytest.fixture
def after_one(store: Flask) -> Table:
    """A double-nine game whose first round is closed."""
    table = table_by("double-nine")
    table.enter(1, Ana="out", Ben="34", Cai="5")
    return table


def counted(game: Game) -> int:
    """The number of results of a game."""
    return db.session.scalars(select(func.count()).select_from(RESULTS).where(RESULTS.c.game_id == game.id)).one()


def copy_of(club: Club) -> ClubFile:
    """The club as a file has it."""
    return read_club("".join(write_club(club)))


def test_going_out_takes_the_bonus_off_and_a_total_falls_below_zero(store: Flask) -> None:
    table = table_by("double-nine[out-bonus=10]")
    table.enter(1, Ana="out", Ben="34", Cai="5")
    table.enter(2, Ana="3", Ben="out", Cai="5")

    assert table.totals == {"Ana": -7, "Ben": 24, "Cai": 10}
    assert [cell.score for cell in table.sheet.rounds[0].cells.values()] == [-10, 34, 5]


def test_a_game_to_a_limit_ends_with_the_round_in_which_somebody_reaches_it(store: Flask) -> None:
    table = table_by("double-nine[limit=100]")
    table.enter(1, Ana="out", Ben="60", Cai="5")
    assert not table.sheet.is_over
    table.enter(2, Ana="out", Ben="40", Cai="5")

    assert (table.sheet.is_over, len(table.sheet.rounds)) == (True, 2)
    assert table.places == {"Ana": 1, "Cai": 2, "Ben": 3}
    assert counted(table.game) == 3

    table.undo()

    assert (table.sheet.is_over, len(table.sheet.rounds)) == (False, 10)


def test_a_limit_that_nobody_reaches_ends_nothing_early(store: Flask) -> None:
    table = table_by("double-six[limit=500]")
    for number in range(1, 8):
        table.enter(number, Ana="out", Ben="5", Cai="6")

    assert table.sheet.is_over and len(table.sheet.rounds) == 7


def test_a_bonus_by_hand_is_a_line_of_its_own_and_comes_back_in_a_file(after_one: Table) -> None:
    write(after_one.game, "Ana", penalise, after_one.seats["Ben"], -10, "Best hat")
    write(after_one.game, "Ana", penalise, after_one.seats["Cai"], 20, "Peeked")

    assert after_one.totals == {"Ana": 0, "Ben": 24, "Cai": 25}
    [_, game] = copy_of(after_one.club).nights[0].games
    assert [line.payload.kind for line in game.sheet][-2:] == ["bonus", "penalty"]


@pytest.mark.parametrize("counts", [True, False])
def test_a_stopped_game_counts_or_is_only_kept_and_that_can_be_changed(after_one: Table, counts: bool) -> None:
    write(after_one.game, "Ana", stop, counts)

    assert bool(counted(after_one.game)) is counts
    assert bool(copy_of(after_one.club).nights[0].games[1].kept_only) is not counts

    write(after_one.game, "Ana", set_counts, not counts)

    assert bool(counted(after_one.game)) is not counts


def test_a_game_that_is_played_on_counts_whatever_was_said_when_it_was_stopped(after_one: Table) -> None:
    write(after_one.game, "Ana", stop, False)

    assert after_one.undo() == ()

    assert after_one.game.counts
    with pytest.raises(SheetError, match="was not stopped"):
        write(after_one.game, "Ana", set_counts, False)


@pytest.mark.parametrize("was_there", [False, True])
def test_a_game_that_is_only_kept_counts_nowhere_after_its_file_came_in(after_one: Table, was_there: bool) -> None:
    before = copy_of(after_one.club)
    other_club = create_club_from_file(before)
    if was_there:
        import_club(before, other_club)
    # Writing a file lets go of its games.
    db.session.add(after_one.game)
    write(after_one.game, "Ana", stop, False)

    import_club(copy_of(after_one.club), other_club)

    assert db.session.scalar(select(func.count()).select_from(RESULTS).where(RESULTS.c.club_id == other_club.id)) == 0
    assert copy_of(other_club).nights[0].games[1].kept_only


def test_sixteen_play_with_a_set_of_eighteen(store: Flask) -> None:
    table = table_by("double-twelve[highest=18]", "A B C D E F G H I J K L M N O P")
    assert len(table.sheet.rounds) == 19
    enter_pips(table.game, 1, [0, *range(6, 21)])

    assert table.totals["P"] == 20
    assert table.places["A"] == 1
