"""Refusals for the referee of a tournament, and acts that change nothing."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from models import writing
from models.access.tokens import read_token, write_token
from models.ledger.keys import Access, Key
from models.play import tournament_referee as referee
from models.play.tournament_referee import TournamentError
from models.store.database import db
from rules.scores.left_in_hand import HandLeft
from rules.tournament.plan import Format, Plan, Stake, TieBreak
from samples.cast import PEOPLE
from samples.games import enter
from samples.halls import begin, plan, seated
from samples.tournaments import game_at, table_at
from tests.models.play.conftest import Cup, opened

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.parametrize("store", ["sqlite"], indirect=True)]


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
    with pytest.raises(TournamentError, match=why):
        opened(begin, how, names)


def test_a_new_key_for_a_table_takes_the_place_of_the_old_one_there_alone(cup: Cup) -> None:
    tables = [table_at(cup.tournament, number) for number in (1, 2)]
    keys = [db.session.scalars(select(Key).filter_by(game_id=table.game_id)).one() for table in tables]
    links = [write_token(key, "secret") for key in keys]
    with writing():
        renewed = referee.renew_table_key(cup.tournament, tables[0], "Rita")

    assert [read_token(link, "secret") for link in links] == [None, keys[1]]
    assert (renewed.access, renewed.game_id, renewed.revoked_at) == (Access.SCORE, tables[0].game_id, None)
    assert keys[0].revoked_by == "Rita"


def test_who_waited_for_the_next_game_and_went_home_can_come_back() -> None:
    cup = opened(seated, plan(Format.TOTAL, games=2))
    cup.rita(referee.come_late, "Ida", 0)
    cup.rita(referee.withdraw, 9, "")
    cup.rita(referee.come_late, "Ida", 0)

    assert 9 in cup.hall.course.players


def test_nobody_sits_down_at_a_table_of_the_final(cup: Cup) -> None:
    cup.play_first_game()
    cup.rita(referee.seat_by_lot, 2, "1")

    with pytest.raises(TournamentError, match="There are no more games to join"):
        cup.rita(referee.come_late, "Ida", 1)
    assert len(table_at(cup.tournament, 1).scores) == 2


def test_who_goes_home_after_the_last_score_leaves_the_sheet_as_it_is() -> None:
    cup = opened(seated, engines=(12,))
    with writing():
        enter(game_at(cup.tournament, 1), 1, {cup.sheet(1).columns[0].seat: HandLeft(0, is_out=True)})
    before = cup.sheet(1)
    cup.rita(referee.withdraw, 1, "The last bus")

    assert cup.sheet(1) == before
    assert 1 not in cup.hall.course.players


def test_a_final_by_hand_has_as_many_tables_as_it_needs(cup: Cup) -> None:
    cup.play_first_game()
    with pytest.raises(TournamentError, match="this many tables: 1"):
        cup.rita(referee.seat_by_hand, 2, "1", [["Ana"], ["Eli"]])

    cup.rita(referee.seat_by_hand, 2, "1", [["Eli", "Ana"]])

    (table,) = cup.hall.stage
    assert (table.stake, [score.player for score in table.scores]) == (Stake.FINAL, [5, 1])


def test_when_all_is_over_no_rounds_and_no_games_are_changed(cup: Cup) -> None:
    cup.play_first_game()
    cup.play_final()

    with pytest.raises(TournamentError, match="The tournament is over"):
        cup.rita(referee.shorten_rounds, (12,), False, "late")
    with pytest.raises(TournamentError, match="moved on since"):
        cup.rita(referee.play_fewer_games, 1, "late")


def test_who_is_left_alone_before_the_first_game_is_seated_nowhere() -> None:
    cup = opened(begin, names=["Ana", "Ben"])
    cup.rita(referee.withdraw, 1, "")

    with pytest.raises(TournamentError, match="cannot be divided into tables of 2 to 5"):
        cup.rita(referee.seat_by_lot, 1, "1")


def test_more_people_level_than_fit_at_a_table_cannot_play_for_it() -> None:
    cup = opened(begin, plan(Format.TOTAL), [f"P{number}" for number in range(1, 11)], engines=(12,))
    cup.rita(referee.seat_by_lot, 1, "1")
    for number in (1, 2):
        cup.play(number, [5] * 5)
    (tie,) = cup.hall.next_step.ties

    with pytest.raises(TournamentError, match="More than 8 players are tied"):
        cup.rita(referee.decide_tie, tie, TieBreak.PLAYOFF, "1", "")
    assert len(tie.players) == 10
