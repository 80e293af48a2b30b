"""Marker colors: no two players have the same one, two may swap, and players bring theirs to the next game."""

from datetime import date, timedelta

from models import db
from models.ledger.games import GameTerms
from models.ledger.players import find_or_add_player
from models.ledger.seats import Colour
from models.play.bin import throw_game
from models.play.changes import arrive
from models.play.colours import take_colours
from models.play.players import merge_players
from models.play.scores import strike
from models.play.start import start_game
from rules import RULE_BOOKS
from samples.pens import write
from tests.models.conftest import Table

LATER = date(2026, 3, 12)


def take(table: Table, **wanted: Colour | None) -> dict[int, int]:
    """Give players colors by name."""
    return write(table.game, "Ana", take_colours, {table.seats[name]: colour for name, colour in wanted.items()})


def colours(table: Table) -> dict[str, Colour]:
    """The colors that players have chosen, by name."""
    return {column.name: column.chosen for column in table.sheet.columns if column.chosen}


def next_game(table: Table, names: str) -> Table:
    """Another game in the same club."""
    terms = GameTerms(RULE_BOOKS["double-nine"], (9,))
    return Table(table.club, start_game(table.club, names.split(), terms, LATER, "Ana"), table.key)


def test_two_players_may_swap_their_colours_in_one_step_or_give_one_up(table: Table) -> None:
    take(table, Ana=Colour.RED, Ben=Colour.BLUE)

    assert take(table, Ana=Colour.BLUE, Ben=Colour.RED) == {}
    assert colours(table) == {"Ana": Colour.BLUE, "Ben": Colour.RED}

    take(table, Ana=None)

    assert colours(table) == {"Ben": Colour.RED}


def test_a_colour_that_somebody_has_is_not_taken_again_and_nothing_changes(table: Table) -> None:
    take(table, Ana=Colour.RED)

    assert take(table, Cai=Colour.PINK, Ben=Colour.RED) == {table.seats["Ben"]: table.seats["Ana"]}
    assert colours(table) == {"Ana": Colour.RED}


def test_of_two_who_want_one_colour_at_once_the_first_keeps_it(table: Table) -> None:
    assert take(table, Ben=Colour.SKY, Dee=Colour.SKY) == {table.seats["Dee"]: table.seats["Ben"]}


def test_players_bring_their_colours_to_the_next_game_and_the_first_of_two_gets_one(table: Table) -> None:
    take(table, Ana=Colour.RED, Ben=Colour.GREEN)
    take(next_game(table, "Cai Dee"), Cai=Colour.RED)

    assert colours(next_game(table, "Dee Cai Ana Ben")) == {"Cai": Colour.RED, "Ben": Colour.GREEN}


def test_a_latecomer_brings_a_colour_that_is_free(table: Table) -> None:
    take(table, Ana=Colour.RED, Dee=Colour.BLACK)
    other_table = next_game(table, "Ben Cai")
    write(other_table.game, "Ben", arrive, "Dee", None)
    take(other_table, Ben=Colour.RED)
    write(other_table.game, "Ben", arrive, "Ana", None)

    assert colours(other_table) == {"Ben": Colour.RED, "Dee": Colour.BLACK}


def test_the_colour_of_a_player_whose_arrival_was_struck_is_free(table: Table) -> None:
    take(table, Ana=Colour.RED)
    other_table = next_game(table, "Ben Cai")
    write(other_table.game, "Ben", arrive, "Ana", None)
    write(other_table.game, "Ben", strike, 1)

    assert take(other_table, Ben=Colour.RED) == {}
    assert colours(other_table) == {"Ben": Colour.RED}


def test_merged_players_keep_the_colours_of_their_games(table: Table) -> None:
    take(table, Ana=Colour.RED)
    other_table = next_game(table, "Anna Ben")
    take(other_table, Anna=Colour.PINK)
    merge_players(*(find_or_add_player(table.club.id, name) for name in ("Anna", "Ana")))
    db.session.commit()

    assert colours(table) == {"Ana": Colour.RED}
    assert colours(other_table) == {"Ana": Colour.PINK}


def test_a_game_from_an_old_file_or_in_the_bin_brings_no_colour(table: Table) -> None:
    take(table, Ana=Colour.RED)
    older, binned = next_game(table, "Ana Ben"), next_game(table, "Ana Ben")
    older.game.started_at = table.game.started_at - timedelta(days=365)
    take(older, Ana=Colour.PINK)
    take(binned, Ana=Colour.BLACK)
    throw_game(binned.game, "Ben")
    db.session.commit()

    assert colours(next_game(table, "Ana Cai")) == {"Ana": Colour.RED}


def test_everybody_has_a_colour_from_the_first_round_and_gives_it_to_whoever_chooses_it(table: Table) -> None:
    assert list(table.sheet.colours.values()) == [Colour.BLUE, Colour.RED, Colour.GREEN, Colour.PINK]

    take(table, Dee=Colour.RED)

    assert {table.sheet.names[seat]: colour for seat, colour in table.sheet.colours.items()} == {
        "Ana": Colour.BLUE,
        "Ben": Colour.GREEN,
        "Cai": Colour.PINK,
        "Dee": Colour.RED,
    }
