"""A tournament with its referee: confirmations, late arrivals, withdrawals, fewer rounds, ties (D12-9.1 to D12-9.3)."""

import random

import pytest

from models import writing
from models.ledger.players import Player
from models.ledger.tournaments import Tournament
from models.play.pen import SheetError
from models.play.players import PlayerError, merge_players
from models.play.scores import strike
from models.play.tournament_referee import (
    TournamentError,
    bring_back,
    come_late,
    decide_tie,
    draw_tables,
    play_fewer_games,
    seat_by_hand,
    seat_by_lot,
    set_clock,
    shorten_rounds,
    stop_clock,
    withdraw,
)
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_hall
from models.sheets.tournament_log import log_entries, passed_in_words, rests_in_words
from models.store.database import db
from rules.tournament.course import WaitsFor
from rules.tournament.plan import Format, Stake, TieBreak
from samples.cast import PEOPLE, TODAY
from samples.games import enter_pips
from samples.halls import begin, plan, play, seated
from samples.pens import pen_of, write_as_referee
from samples.tournaments import game_at, play_to_the_end
from tests.conftest import sure

pytestmark = pytest.mark.usefixtures("store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def places(tournament: Tournament) -> list[str]:
    hall = load_hall(tournament)
    return [hall.names[placing.player] for placing in hall.placings if placing.place]


ALL = tuple(range(12, -1, -1))


def test_d12_9_1_every_game_runs_from_12_12_to_0_0() -> None:
    with writing():
        tournament = begin(engines=ALL)
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "1")

    assert {load_sheet(game_at(tournament, number)).engines for number in (1, 2)} == {ALL}


def test_the_same_lot_seats_the_same_and_the_log_has_it() -> None:
    with writing():
        tournament = begin()
        first, again = (draw_tables(load_hall(tournament), 1, "77") for _ in range(2))
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "77")

    hall = load_hall(tournament)
    assert first == again
    assert [table.players for table in hall.course.stages[0]] == [players for _, players in first.tables]
    assert log_entries(hall)[0].text == "Game 1 is seated with draw code 77. Pairs who meet again: 0."


def test_a_stage_is_not_seated_twice() -> None:
    with writing():
        tournament = begin()
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "77")

        with pytest.raises(TournamentError, match="moved on since"):
            write_as_referee(tournament, "Rita", seat_by_lot, 1, "78")


@pytest.mark.parametrize(
    ("first", "said"), [("ABC", "exactly one table"), ("AABCD", "exactly one table"), ("ABCDZ", "“Zoe” is not")]
)
def test_by_hand_everybody_sits_once(first: str, said: str) -> None:
    called = {name[0]: name for name in (*PEOPLE, "Zoe")}
    with writing():
        tournament = begin()

        with pytest.raises(TournamentError, match=said):
            write_as_referee(
                tournament, "Rita", seat_by_hand, 1, "7", [[called[letter] for letter in first], PEOPLE[4:]]
            )


def test_what_the_referee_does_for_the_hall_is_not_struck_at_one_table() -> None:
    with writing():
        tournament = seated()
        write_as_referee(tournament, "Rita", shorten_rounds, (12, 0), False, "late")
        game = game_at(tournament, 1)

        with pytest.raises(SheetError, match="part of a tournament"), pen_of(game, "Rita", is_referee=True) as pen:
            strike(pen, 1)


def test_d12_9_3_rounds_begun_are_finished_at_every_table() -> None:
    with writing():
        tournament = seated(engines=ALL)
        play(tournament, 1, LOW, LOW, is_confirmed=False)
        play(tournament, 2, HIGH, is_confirmed=False)
        write_as_referee(tournament, "Rita", shorten_rounds, (12, 8, 4, 0), True, "The hall closes")

    assert [load_sheet(game_at(tournament, number)).engines for number in (1, 2)] == [(12, 11, 10, 0), (12, 11, 4, 0)]
    hall = load_hall(tournament)
    assert hall.engines == (12, 8, 4, 0)
    assert (log_entries(hall)[0].text, log_entries(hall)[0].reason) == (
        "Starting doubles from now on: 12-12, 8-8, 4-4 and 0-0. Rounds already started are played to the end.",
        "The hall closes",
    )


def test_a_table_that_is_over_stays_over() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        write_as_referee(tournament, "Rita", shorten_rounds, ALL, True, "by mistake")

    assert load_sheet(game_at(tournament, 1)).engines == (12, 6, 0)
    assert len(load_sheet(game_at(tournament, 2)).engines) == 13


def test_a_correction_that_changes_who_won_is_said_in_the_playoff() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)
        game = game_at(tournament, 1)
        write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")
        assert passed_in_words(load_hall(tournament)) == ""
        enter_pips(game, 1, [90, 91, 0, 92], by="Rita", is_referee=True)

    assert passed_in_words(load_hall(tournament)).startswith(
        "A correction changed an earlier table: going by the scores, Cai should be in this playoff."
    )


def test_the_next_games_have_the_shortened_rounds() -> None:
    with writing():
        tournament = seated(plan(Format.TOTAL, games=2))
        write_as_referee(tournament, "Rita", shorten_rounds, (12,), False, "late")
        play(tournament, 1, LOW)
        play(tournament, 2, HIGH)
        write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")

    assert load_sheet(game_at(tournament, 1)).engines == (12,)


def test_somebody_comes_late_and_sits_down_level_with_the_highest() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, is_confirmed=False)
        write_as_referee(tournament, "Rita", come_late, "Ida", 1)

    hall = load_hall(tournament)
    ida = next(number for number, name in hall.names.items() if name == "Ida")
    assert {score.player: score.total for score in sure(hall.seated.get(ida)).scores}[ida] == 30


def test_somebody_comes_late_and_waits_for_the_next_game() -> None:
    with writing():
        tournament = seated(plan(Format.TOTAL, games=2))
        write_as_referee(tournament, "Rita", come_late, "Ida", 0)
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)
        write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")

    hall = load_hall(tournament)
    assert sorted(len(table.players) for table in hall.course.stages[1]) == [4, 5]


@pytest.mark.parametrize(
    ("name", "table", "why"),
    [
        ("ana", 1, "already in the tournament"),
        ("Ida", 0, "There are no more games to join"),
        ("Ida", 9, "There are no more games to join"),
    ],
)
def test_who_cannot_come_late(name: str, table: int, why: str) -> None:
    with writing():
        tournament = seated()

        with pytest.raises(TournamentError, match=why):
            write_as_referee(tournament, "Rita", come_late, name, table)


def test_a_full_table_takes_nobody() -> None:
    with writing():
        tournament = seated()
        for name in ("Ida", "Jon", "Kit", "Lea"):
            write_as_referee(tournament, "Rita", come_late, name, 1)

        with pytest.raises(TournamentError, match="already has 8 players"):
            write_as_referee(tournament, "Rita", come_late, "Max", 1)


def test_who_was_taken_out_by_mistake_is_back_where_they_sat() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        write_as_referee(tournament, "Rita", withdraw, 1, "")
        write_as_referee(tournament, "Rita", come_late, "ana", 0)
        hall = play(tournament, 2, HIGH, HIGH, HIGH)

    assert 1 in hall.course.players
    assert load_sheet(game_at(tournament, 1)).columns[0].left_in is None
    assert set(places(tournament)[:2]) == {"Ana", "Eli"}


def test_when_two_of_three_go_home_the_table_stops() -> None:
    with writing():
        tournament = begin(names=["Ana", "Ben", "Cai"])
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "1")
        write_as_referee(tournament, "Rita", withdraw, 1, "")
        write_as_referee(tournament, "Rita", withdraw, 2, "")

    assert places(tournament) == ["Cai"]


def test_fewer_games_are_a_decision_with_a_reason() -> None:
    with writing():
        tournament = seated(plan(Format.TOTAL, games=3))
        with pytest.raises(
            TournamentError,
            match=r"Type a number from 1 to 20\. Once the players are seated for a game, it cannot be dropped",
        ):
            write_as_referee(tournament, "Rita", play_fewer_games, 0, "late")
        write_as_referee(tournament, "Rita", play_fewer_games, 1, "The hall closes")
        play(tournament, 1, LOW, LOW, LOW)
        hall = play(tournament, 2, HIGH, HIGH, HIGH)

    # Ana and Eli are tied, each with nothing.
    assert hall.next_step.waits_for is WaitsFor.DECISION
    assert log_entries(hall)[0][2:] == ("The number of games is now 1.", "The hall closes")


def test_who_goes_home_goes_nowhere() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, is_confirmed=False)
        write_as_referee(tournament, "Rita", withdraw, 1, "The last bus")

    hall = load_hall(tournament)
    assert 1 not in hall.course.players
    assert load_sheet(game_at(tournament, 1)).columns[0].left_in == 2
    assert rests_in_words(hall, hall.placings[-1]) == "went home"
    assert log_entries(hall)[0][1:] == ("Rita", "Ana leaves the tournament.", "The last bus")
    with writing(), pytest.raises(TournamentError, match="no longer in the tournament"):
        write_as_referee(tournament, "Rita", withdraw, 1, "")


def test_who_went_home_can_come_back() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, is_confirmed=False)
        write_as_referee(tournament, "Rita", withdraw, 4, "")
        write_as_referee(tournament, "Rita", come_late, "Dee", 1)

    assert 4 in load_hall(tournament).course.players


def test_who_was_sent_home_by_mistake_comes_back_as_if_nothing_had_been() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, is_confirmed=False)
        before = load_sheet(game_at(tournament, 1)).columns
        write_as_referee(tournament, "Rita", withdraw, 1, "")
        write_as_referee(tournament, "Rita", bring_back, 1)

    assert 1 in load_hall(tournament).course.players
    assert load_sheet(game_at(tournament, 1)).columns == before


def test_who_missed_a_round_comes_back_late() -> None:
    with writing():
        tournament = seated()
        write_as_referee(tournament, "Rita", withdraw, 1, "")
        play(tournament, 1, LOW[1:], is_confirmed=False)
    with writing(), pytest.raises(TournamentError, match="A round was played without"):
        write_as_referee(tournament, "Rita", bring_back, 1)

    assert 1 not in load_hall(tournament).course.players


def test_a_pair_of_which_one_goes_home_is_over() -> None:
    with writing():
        tournament = begin(names=["Ana", "Ben"])
        write_as_referee(tournament, "Rita", seat_by_lot, 1, "1")
        write_as_referee(tournament, "Rita", withdraw, 1, "")

    assert load_hall(tournament).is_over
    assert places(tournament) == ["Ben"]


def test_d12_9_2_from_the_tables_to_three_places() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        hall = play(tournament, 2, HIGH, HIGH, HIGH)
        assert (hall.next_step.waits_for, hall.next_step.stake) == (WaitsFor.SEATING, Stake.FINAL)
        write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")
        final = {load_hall(tournament).names[player] for player in load_hall(tournament).course.stages[1][0].players}
        hall = play(tournament, 1, [0, 5], [0, 5], [0, 5])

    assert final == {"Ana", "Eli"}
    assert hall.is_over
    assert sorted(places(tournament)[:2]) == ["Ana", "Eli"]
    assert places(tournament)[2] == "Ben"
    assert rests_in_words(hall, hall.placings[0]) == "final, 0 pips"
    assert rests_in_words(hall, hall.placings[2]) == "table 1, 30 pips"


def tied() -> Tournament:
    """Ana and Ben are tied at table 1: Ben went out twice, Ana once."""
    tournament = seated()
    play(tournament, 1, [0, 10, 20, 30], [5, 0, 20, 30], [5, 0, 20, 30])
    play(tournament, 2, HIGH, HIGH, HIGH)
    return tournament


def test_the_referee_ends_a_tie_by_rounds_won() -> None:
    with writing():
        tournament = tied()
        (tie,) = load_hall(tournament).next_step.ties
        write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.ROUNDS, "1", "as announced")

    hall = load_hall(tournament)
    assert hall.next_step.stake is Stake.FINAL
    sentence = "Ana and Ben are tied at table 1. Decided by rounds won: Ben, then Ana."
    assert log_entries(hall)[0][2:] == (sentence, "as announced")


def test_rounds_won_that_are_level_decide_nothing() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, [0, 5, 20, 30], [5, 0, 20, 30], [5, 5, 0, 30])
        play(tournament, 2, HIGH, HIGH, HIGH)
        (tie,) = load_hall(tournament).next_step.ties

        with pytest.raises(TournamentError, match="in the same number of rounds"):
            write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.ROUNDS, "1", "")


def test_the_referee_ends_a_tie_by_lot_which_can_be_repeated() -> None:
    orders = set()
    for _ in range(2):
        with writing():
            tournament = tied()
            (tie,) = load_hall(tournament).next_step.ties
            write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.LOT, "4711", "")
        orders.add(log_entries(load_hall(tournament))[0].text)

    (order,) = orders
    assert order.startswith("Ana and Ben are tied at table 1. Decided by a random draw with code 4711: ")


def test_the_referee_lets_them_play_for_it() -> None:
    with writing():
        tournament = tied()
        (tie,) = load_hall(tournament).next_step.ties
        write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.PLAYOFF, "1", "")
        waiting = load_hall(tournament)
        hall = play(tournament, 3, [0, 9], [9, 0], [9, 0])

    assert waiting.next_step.waits_for is WaitsFor.TABLES
    assert [hall.names[player] for player in waiting.course.stages[0][2].players] == ["Ana", "Ben"]
    assert hall.next_step.stake is Stake.FINAL
    with writing(), pytest.raises(TournamentError, match="moved on since"):
        write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.LOT, "1", "")


def test_the_clock_runs_and_is_taken_away() -> None:
    with writing():
        tournament = seated()
        write_as_referee(tournament, "Rita", set_clock, 20, 5)
        running = sure(load_hall(tournament).clock)
        write_as_referee(tournament, "Rita", stop_clock)

    assert 1190 < running.seconds <= 1200
    assert running.state == "on"
    assert running._replace(warn=20).state == "soon"
    assert load_hall(tournament).clock is None


@pytest.mark.parametrize("format", list(Format))
def test_every_format_plays_to_its_end(format: Format) -> None:
    names = [f"P{number}" for number in range(1, 14)]
    with writing():
        tournament = begin(plan(format, games=1 if format is Format.WINNERS else 2), names, engines=(12,))
        hall = play_to_the_end(tournament, random.Random(3), TODAY)

    assert [placing.place for placing in hall.placings][:3] == [1, 2, 3]
    assert len(hall.placings) == 13


def test_two_who_played_one_tournament_are_two() -> None:
    with writing():
        tournament = seated()
        ana, eli = (db.session.get_one(Player, load_hall(tournament).entrants[number].player_id) for number in (1, 5))

        with pytest.raises(PlayerError):
            merge_players(ana, eli)


def test_a_merged_player_keeps_the_places() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW)
        other_player = Player(club_id=tournament.club_id, name="Anna", folded_name="anna")
        db.session.add(other_player)
        db.session.flush()
        merge_players(db.session.get_one(Player, load_hall(tournament).entrants[1].player_id), other_player)

    assert load_hall(tournament).names[1] == "Anna"
    assert places(tournament)[0] == "Anna"


def test_the_hall_is_read_again_when_a_name_changes() -> None:
    with writing():
        tournament = seated()
        before = load_hall(tournament)
        db.session.get_one(Player, before.entrants[1].player_id).name = "Anja"

    assert load_hall(tournament).names[1] == "Anja"
    assert load_sheet(game_at(tournament, 1)).columns[0].name == "Anja"
