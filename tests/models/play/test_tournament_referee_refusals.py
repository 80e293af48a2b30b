"""Refusals for the referee of a tournament, and acts that change nothing."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from models import writing
from models.access.tokens import read_token, write_token
from models.ledger.keys import Access, Key
from models.ledger.tournaments import Tournament
from models.play.tournament_referee import (
    TournamentError,
    come_late,
    decide_tie,
    play_fewer_games,
    renew_table_key,
    seat_by_hand,
    seat_by_lot,
    shorten_rounds,
    withdraw,
)
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_hall
from models.store.database import db
from rules.scores.left_in_hand import HandLeft
from rules.tournament.plan import Format, Plan, Stake, TieBreak
from samples.cast import PEOPLE
from samples.games import enter
from samples.halls import begin, plan, play, seated
from samples.pens import write_as_referee
from samples.tournaments import game_at, table_at
from tests.conftest import sure

pytestmark = pytest.mark.usefixtures("sqlite_store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def at_the_final() -> Tournament:
    """Ana and Eli have won their tables, and sit down for the final."""
    tournament = seated()
    play(tournament, 1, LOW, LOW, LOW)
    play(tournament, 2, HIGH, HIGH, HIGH)
    write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")
    return tournament


@pytest.mark.parametrize(
    ("how", "names", "why"),
    [
        (replace(plan(), largest=9), PEOPLE, "With this set, a table can have 2 to 8 players"),
        (replace(plan(), largest=1), PEOPLE, "With this set, a table can have 2 to 8 players"),
        (plan(Format.TOTAL, games=0), PEOPLE, "1 to 20 games"),
        (plan(Format.TOTAL, games=100), PEOPLE, "1 to 20 games"),
        (plan(), PEOPLE[:1], "cannot be divided into tables of 2 to 5"),
        (replace(plan(Format.MOVE_ON, games=2), movers=4), PEOPLE, "not all 4 players at the smallest one"),
    ],
    ids=["too big a table", "too small a table", "no game", "too many games", "nobody to play with", "all move on"],
)
def test_a_tournament_that_cannot_be_played_is_not_begun(how: Plan, names: tuple[str, ...], why: str) -> None:
    with writing(), pytest.raises(TournamentError, match=why):
        begin(how, names)


def test_a_new_key_for_a_table_takes_the_place_of_the_old_one_there_alone() -> None:
    with writing():
        tournament = seated()
        first_key, other_key = (key_of(tournament, number) for number in (1, 2))
        links = [write_token(key, "secret") for key in (first_key, other_key)]
        renewed = renew_table_key(tournament, table_at(tournament, 1), "Rita")
        db.session.flush()

    assert [read_token(link, "secret") for link in links] == [None, other_key]
    assert (renewed.access, renewed.game_id, renewed.revoked_at) == (Access.SCORE, first_key.game_id, None)
    assert first_key.revoked_by == "Rita"


def key_of(tournament: Tournament, number: int) -> Key:
    """The key for keeping score at a table."""
    game_id = table_at(tournament, number).game_id
    return db.session.scalars(select(Key).filter_by(game_id=game_id)).one()


def test_who_waited_for_the_next_game_and_went_home_can_come_back() -> None:
    with writing():
        tournament = seated(plan(Format.TOTAL, games=2))
        write_as_referee(tournament, "Rita", come_late, "Ida", 0)
        write_as_referee(tournament, "Rita", withdraw, 9, "")
        write_as_referee(tournament, "Rita", come_late, "Ida", 0)

    assert 9 in load_hall(tournament).course.players


def test_nobody_sits_down_at_a_table_of_the_final() -> None:
    with writing():
        tournament = at_the_final()
        with pytest.raises(TournamentError, match="There are no more games to join"):
            write_as_referee(tournament, "Rita", come_late, "Ida", 1)

    assert len(sure(load_hall(tournament).stage[0]).scores) == 2


def test_who_goes_home_after_the_last_score_leaves_the_sheet_as_it_is() -> None:
    with writing():
        tournament = seated(engines=(12,))
        game = game_at(tournament, 1)
        ana = load_sheet(game).columns[0].seat
        enter(game, 1, {ana: HandLeft(0, is_out=True)})
        before = load_sheet(game)
        write_as_referee(tournament, "Rita", withdraw, 1, "The last bus")

    assert load_sheet(game) == before
    assert 1 not in load_hall(tournament).course.players


def test_a_final_by_hand_has_as_many_tables_as_it_needs() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)

        with pytest.raises(TournamentError, match="this many tables: 1"):
            write_as_referee(tournament, "Rita", seat_by_hand, 2, "1", [["Ana"], ["Eli"]])
        write_as_referee(tournament, "Rita", seat_by_hand, 2, "1", [["Eli", "Ana"]])

    (table,) = load_hall(tournament).stage
    assert (table.stake, [score.player for score in table.scores]) == (Stake.FINAL, [5, 1])


def test_when_all_is_over_no_rounds_and_no_games_are_changed() -> None:
    with writing():
        tournament = at_the_final()
        play(tournament, 1, [0, 5], [0, 5], [0, 5])

        with pytest.raises(TournamentError, match="The tournament is over"):
            write_as_referee(tournament, "Rita", shorten_rounds, (12,), False, "late")
        with pytest.raises(TournamentError, match="moved on since"):
            write_as_referee(tournament, "Rita", play_fewer_games, 1, "late")


def test_a_tournament_of_winners_has_no_number_of_games_to_change() -> None:
    with writing():
        tournament = seated()

        with pytest.raises(TournamentError, match="moved on since"):
            write_as_referee(tournament, "Rita", play_fewer_games, 1, "late")


def test_who_is_left_alone_before_the_first_game_is_seated_nowhere() -> None:
    with writing():
        tournament = begin(names=["Ana", "Ben"])
        write_as_referee(tournament, "Rita", withdraw, 1, "")

        with pytest.raises(TournamentError, match="cannot be divided into tables of 2 to 5"):
            write_as_referee(tournament, "Rita", seat_by_lot, 1, "1")


def test_more_people_level_than_fit_at_a_table_cannot_play_for_it() -> None:
    names = [f"P{number}" for number in range(1, 11)]
    with writing():
        tournament = begin(plan(Format.TOTAL), names, engines=(12,))
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "1")
        for number in (1, 2):
            play(tournament, number, [5] * 5)
        (tie,) = load_hall(tournament).next_step.ties

        with pytest.raises(TournamentError, match="More than 8 players are tied"):
            write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.PLAYOFF, "1", "")

    assert len(tie.players) == 10
