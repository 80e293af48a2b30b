"""A tournament with its referee: late arrivals, withdrawals, fewer rounds, ties (D12-9.1 to D12-9.3), and what is refused."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from models import writing
from models.access.tokens import read_token, write_token
from models.ledger.keys import Access, Key
from models.ledger.players import Player
from models.play import tournament_referee as referee
from models.play.pen import SheetError
from models.play.players import PlayerError, merge_players
from models.play.scores import strike
from models.play.tournament_referee import TournamentError
from models.sheets.tournament_log import log_entries, passed_in_words, rests_in_words
from models.store.database import db
from rules.scores.left_in_hand import HandLeft
from rules.tournament.course import WaitsFor
from rules.tournament.plan import Format, Plan, Stake, TieBreak
from samples.cast import PEOPLE, TODAY
from samples.games import enter, enter_pips
from samples.halls import begin, plan, seated
from samples.pens import pen_of
from samples.tournaments import game_at, play_to_the_end, table_at
from tests.conftest import sure
from tests.models.play.conftest import HIGH, LOW, Cup, opened

pytestmark = pytest.mark.usefixtures("store")

Verb = Callable[..., object]
ALL = tuple(range(12, -1, -1))


def test_d12_9_1_every_game_runs_from_12_12_to_0_0() -> None:
    cup = opened(begin, engines=ALL)
    cup.rita(referee.seat_by_lot, 1, "1")

    assert {cup.sheet(number).engines for number in (1, 2)} == {ALL}


def test_the_same_lot_seats_the_same_and_the_log_has_it() -> None:
    cup = opened(begin)
    first, again = (referee.draw_tables(cup.hall, 1, "77") for _ in range(2))
    cup.rita(referee.seat_by_lot, 1, "77")

    assert first == again
    assert [table.players for table in cup.hall.course.stages[0]] == [players for _, players in first.tables]
    assert log_entries(cup.hall)[0].text == "Game 1 is seated with draw code 77. Pairs who meet again: 0."


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("Ana Ben Cai", "exactly one table"),
        ("Ana Ana Ben Cai Dee", "exactly one table"),
        ("Ana Ben Cai Dee Zoe", "“Zoe” is not"),
    ],
)
def test_by_hand_everybody_sits_once(first: str, said: str) -> None:
    cup = opened(begin)

    with pytest.raises(TournamentError, match=said):
        cup.rita(referee.seat_by_hand, 1, "7", [first.split(), PEOPLE[4:]])


def test_what_the_referee_does_for_the_hall_is_not_struck_at_one_table(cup: Cup) -> None:
    cup.rita(referee.shorten_rounds, (12, 0), False, "late")
    game = game_at(cup.tournament, 1)

    with pytest.raises(SheetError, match="part of a tournament"), pen_of(game, "Rita", is_referee=True) as pen:
        strike(pen, 1)


def test_d12_9_3_rounds_begun_are_finished_at_every_table() -> None:
    cup = opened(seated, engines=ALL)
    cup.play(1, LOW, LOW, is_confirmed=False)
    cup.play(2, HIGH, is_confirmed=False)
    cup.rita(referee.shorten_rounds, (12, 8, 4, 0), True, "The hall closes")

    assert [cup.sheet(number).engines for number in (1, 2)] == [(12, 11, 10, 0), (12, 11, 4, 0)]
    assert cup.hall.engines == (12, 8, 4, 0)
    assert log_entries(cup.hall)[0][2:] == (
        "Starting doubles from now on: 12-12, 8-8, 4-4 and 0-0. Rounds already started are played to the end.",
        "The hall closes",
    )


def test_d12_9_3_where_no_round_is_begun_the_first_double_is_replaced_too() -> None:
    cup = opened(seated, engines=ALL)
    cup.rita(referee.shorten_rounds, (8, 4, 0), False, "The hall closes")

    assert cup.sheet(1).engines == (8, 4, 0)


def test_a_table_that_is_over_stays_over(cup: Cup) -> None:
    cup.play(1, LOW, LOW, LOW)
    cup.rita(referee.shorten_rounds, ALL, True, "by mistake")

    assert cup.sheet(1).engines == (12, 6, 0)
    assert len(cup.sheet(2).engines) == 13


def test_a_correction_that_changes_who_won_is_said_in_the_playoff(cup: Cup) -> None:
    cup.play_first_game()
    game = game_at(cup.tournament, 1)
    cup.rita(referee.seat_by_lot, 2, "1")
    assert passed_in_words(cup.hall) == ""

    with writing():
        enter_pips(game, 1, [90, 91, 0, 92], by="Rita", is_referee=True)

    assert passed_in_words(cup.hall).startswith(
        "A correction changed an earlier table: going by the scores, Cai should be in this playoff."
    )


def test_somebody_comes_late_and_sits_down_level_with_the_highest(cup: Cup) -> None:
    cup.play(1, LOW, is_confirmed=False)
    cup.rita(referee.come_late, "Ida", 1)

    assert {score.player: score.total for score in sure(cup.hall.seated.get(9)).scores}[9] == 30


def test_the_next_game_has_the_shortened_rounds_and_whoever_waited_for_it() -> None:
    cup = opened(seated, plan(Format.TOTAL, games=2))
    cup.rita(referee.come_late, "Ida", 0)
    cup.rita(referee.shorten_rounds, (12,), False, "late")
    cup.play(1, LOW)
    cup.play(2, HIGH)
    cup.rita(referee.seat_by_lot, 2, "1")

    assert cup.sheet(1).engines == (12,)
    assert sorted(len(table.players) for table in cup.hall.course.stages[1]) == [4, 5]


@pytest.mark.parametrize(
    ("verb", "given", "why"),
    [
        (referee.come_late, ("ana", 1), "already in the tournament"),
        (referee.come_late, ("Ida", 0), "There are no more games to join"),
        (referee.come_late, ("Ida", 9), "There are no more games to join"),
        (referee.seat_by_lot, (1, "78"), "moved on since"),
        (referee.play_fewer_games, (1, "late"), "moved on since"),
    ],
)
def test_what_comes_too_late_or_twice_is_refused(cup: Cup, verb: Verb, given: tuple[Any, ...], why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        cup.rita(verb, *given)


def test_a_full_table_takes_nobody(cup: Cup) -> None:
    for name in ("Ida", "Jon", "Kit", "Lea"):
        cup.rita(referee.come_late, name, 1)

    with pytest.raises(TournamentError, match="already has 8 players"):
        cup.rita(referee.come_late, "Max", 1)


def test_who_was_taken_out_by_mistake_is_back_where_they_sat(cup: Cup) -> None:
    cup.play(1, LOW, LOW, LOW)
    cup.rita(referee.withdraw, 1, "")
    cup.rita(referee.come_late, "ana", 0)
    cup.play(2, HIGH, HIGH, HIGH)

    assert 1 in cup.hall.course.players
    assert cup.sheet(1).columns[0].left_in is None
    assert set(cup.places[:2]) == {"Ana", "Eli"}


@pytest.mark.parametrize("names", ["Ana Cai", "Ana Ben Cai"])
def test_when_only_one_is_left_the_table_stops(names: str) -> None:
    cup = opened(begin, names=names.split())
    cup.rita(referee.seat_by_lot, 1, "1")
    for number in range(1, len(names.split())):
        cup.rita(referee.withdraw, number, "")

    assert cup.hall.is_over
    assert cup.places == ["Cai"]


def test_fewer_games_are_a_decision_with_a_reason() -> None:
    cup = opened(seated, plan(Format.TOTAL, games=3))
    why = r"Type a number from 1 to 20\. Once the players are seated for a game, it cannot be dropped"
    with pytest.raises(TournamentError, match=why):
        cup.rita(referee.play_fewer_games, 0, "late")

    cup.rita(referee.play_fewer_games, 1, "The hall closes")

    # Ana and Eli are tied, each with nothing.
    assert cup.play_first_game().next_step.waits_for is WaitsFor.DECISION
    assert log_entries(cup.hall)[0][2:] == ("The number of games is now 1.", "The hall closes")


def test_who_goes_home_goes_nowhere_and_can_come_back(cup: Cup) -> None:
    cup.play(1, LOW, is_confirmed=False)
    cup.rita(referee.withdraw, 1, "The last bus")

    assert 1 not in cup.hall.course.players
    assert cup.sheet(1).columns[0].left_in == 2
    assert rests_in_words(cup.hall, cup.hall.placings[-1]) == "went home"
    assert log_entries(cup.hall)[0][1:] == ("Rita", "Ana leaves the tournament.", "The last bus")
    with pytest.raises(TournamentError, match="no longer in the tournament"):
        cup.rita(referee.withdraw, 1, "")

    cup.rita(referee.come_late, "Ana", 1)

    assert 1 in cup.hall.course.players


def test_who_was_sent_home_by_mistake_comes_back_as_if_nothing_had_been(cup: Cup) -> None:
    cup.play(1, LOW, is_confirmed=False)
    before = cup.sheet(1).columns
    cup.rita(referee.withdraw, 1, "")
    cup.rita(referee.bring_back, 1)

    assert 1 in cup.hall.course.players
    assert cup.sheet(1).columns == before


def test_who_missed_a_round_comes_back_late(cup: Cup) -> None:
    cup.rita(referee.withdraw, 1, "")
    cup.play(1, LOW[1:], is_confirmed=False)

    with pytest.raises(TournamentError, match="A round was played without"):
        cup.rita(referee.bring_back, 1)
    assert 1 not in cup.hall.course.players


def test_d12_9_2_from_the_tables_to_three_places(cup: Cup) -> None:
    step = cup.play_first_game().next_step
    assert (step.waits_for, step.stake) == (WaitsFor.SEATING, Stake.FINAL)

    hall = cup.play_final()

    assert {hall.names[player] for player in hall.course.stages[1][0].players} == {"Ana", "Eli"}
    assert hall.is_over
    assert sorted(cup.places[:2]) == ["Ana", "Eli"]
    assert cup.places[2] == "Ben"
    assert rests_in_words(hall, hall.placings[0]) == "final, 0 pips"
    assert rests_in_words(hall, hall.placings[2]) == "table 1, 30 pips"


def decide(cup: Cup, how: TieBreak, lot: str = "1") -> None:
    """Decide the only open tie."""
    (tie,) = cup.hall.next_step.ties
    cup.rita(referee.decide_tie, tie, how, lot, "as announced")


@pytest.fixture
def tied(cup: Cup) -> Cup:
    """Ana and Ben are tied at table 1: Ben went out twice, Ana once."""
    cup.play_first_game(LOW, [5, 0, 20, 30], [5, 0, 20, 30])
    return cup


def test_the_referee_ends_a_tie_by_rounds_won(tied: Cup) -> None:
    decide(tied, TieBreak.ROUNDS)

    assert tied.hall.next_step.stake is Stake.FINAL
    sentence = "Ana and Ben are tied at table 1. Decided by rounds won: Ben, then Ana."
    assert log_entries(tied.hall)[0][2:] == (sentence, "as announced")


def test_rounds_won_that_are_level_decide_nothing(cup: Cup) -> None:
    cup.play_first_game([0, 5, 20, 30], [5, 0, 20, 30], [5, 5, 0, 30])

    with pytest.raises(TournamentError, match="in the same number of rounds"):
        decide(cup, TieBreak.ROUNDS)


def test_the_referee_ends_a_tie_by_lot_which_can_be_repeated(tied: Cup) -> None:
    again = opened(seated)
    again.play_first_game(LOW, [5, 0, 20, 30], [5, 0, 20, 30])
    for cup in (tied, again):
        decide(cup, TieBreak.LOT, "4711")

    (order,) = {log_entries(cup.hall)[0].text for cup in (tied, again)}
    assert order.startswith("Ana and Ben are tied at table 1. Decided by a random draw with code 4711: ")


def test_the_referee_lets_them_play_for_it(tied: Cup) -> None:
    (tie,) = tied.hall.next_step.ties
    decide(tied, TieBreak.PLAYOFF)
    waiting = tied.hall
    hall = tied.play(3, [0, 9], [9, 0], [9, 0])

    assert waiting.next_step.waits_for is WaitsFor.TABLES
    assert [hall.names[player] for player in waiting.course.stages[0][2].players] == ["Ana", "Ben"]
    assert hall.next_step.stake is Stake.FINAL
    with pytest.raises(TournamentError, match="moved on since"):
        tied.rita(referee.decide_tie, tie, TieBreak.LOT, "1", "")


def test_the_clock_runs_and_is_taken_away(cup: Cup) -> None:
    cup.rita(referee.set_clock, 20, 5)
    running = sure(cup.hall.clock)
    cup.rita(referee.stop_clock)

    assert 1190 < running.seconds <= 1200
    assert (running.state, running._replace(warn=20).state) == ("on", "soon")
    assert cup.hall.clock is None


@pytest.mark.parametrize("format", list(Format))
def test_every_format_plays_to_its_end(format: Format) -> None:
    names = [f"P{number}" for number in range(1, 14)]
    cup = opened(begin, plan(format, games=1 if format is Format.WINNERS else 2), names, engines=(12,))
    with writing():
        hall = play_to_the_end(cup.tournament, Random(3), TODAY)

    assert [placing.place for placing in hall.placings][:3] == [1, 2, 3]
    assert len(hall.placings) == 13


def entrant(cup: Cup, number: int) -> Player:
    """The club's player who entered with this number."""
    return db.session.get_one(Player, cup.hall.entrants[number].player_id)


def test_two_who_played_one_tournament_are_two(cup: Cup) -> None:
    with pytest.raises(PlayerError):
        merge_players(entrant(cup, 1), entrant(cup, 5))


def test_a_merged_player_keeps_the_places(cup: Cup) -> None:
    cup.play(1, LOW)
    with writing():
        other_player = Player(club_id=cup.tournament.club_id, name="Anna", folded_name="anna")
        db.session.add(other_player)
        db.session.flush()
        merge_players(entrant(cup, 1), other_player)

    assert cup.places[0] == cup.hall.names[1] == "Anna"


def test_the_hall_is_read_again_when_a_name_changes(cup: Cup) -> None:
    with writing():
        entrant(cup, 1).name = "Anja"

    assert cup.hall.names[1] == "Anja"
    assert cup.sheet(1).columns[0].name == "Anja"


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
