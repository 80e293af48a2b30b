"""A game as it was entered, and a copy of it that may have continued."""

from collections.abc import Mapping, Sequence

from models.files.club_reader import read_club
from models.files.games import EnteredGame, game_in_file, load_entered_game
from models.ledger.moves import RoundLine, moves_of
from tests.models.conftest import Table
from tests.models.files.conftest import text_of


def with_moves(kept: Mapping[int, Sequence[RoundLine]]) -> EnteredGame:
    """A game that has nothing but the moves of its tracked rounds."""
    return EnteredGame(seats=(), lines=(), kept=kept, hands=())


def test_a_game_goes_on_in_a_copy_that_has_all_its_moves_and_more(table: Table) -> None:
    table.keep()
    table.move("A 9-7@A")
    table.move("A done")
    moves = moves_of(table.game, 1)

    assert with_moves({1: moves[:2]}).goes_on_in(with_moves({1: moves}))
    assert with_moves({}).goes_on_in(with_moves({1: moves}))
    assert not with_moves({1: moves}).goes_on_in(with_moves({1: moves[:2]}))
    assert not with_moves({1: moves}).goes_on_in(with_moves({}))
    assert not with_moves({1: moves[1:]}).goes_on_in(with_moves({1: moves}))


def test_a_game_in_its_own_file_is_the_same_and_its_seats_are_numbered_from_1(played: Table) -> None:
    (night,) = read_club(text_of(played.club)).nights

    entered_game = load_entered_game(played.game)
    file_game = game_in_file(night.games[0], {seat.name.casefold(): seat.player_id for seat in entered_game.seats})

    assert entered_game.is_same(file_game)
    assert [(seat.id, seat.name) for seat in file_game.seats] == [(1, "Ana"), (2, "Ben"), (3, "Cai"), (4, "Dee")]
