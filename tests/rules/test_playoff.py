"""The playoff between the winners (D12-9.2): in pairs by default, at one table by house rule."""

from dataclasses import replace
from random import Random

import pytest

from rules.books.options import Playoff
from rules.tournament.course import NextStep, WaitsFor, next_step, seat_next
from rules.tournament.plan import Format, Stake, TableScore
from rules.tournament.ranking import OpenTie, placings
from tests.rules.courses import FIVE, course, drawn, finished, in_pairs, three_places, with_table


def test_d12_9_2_winners_meet_at_one_table() -> None:
    assert drawn(course(Format.WINNERS, FIVE)) == [(Stake.FINAL, {11, 21, 31, 41, 51})]


def test_d12_9_2_more_winners_than_a_table_seats_meet_in_stages() -> None:
    tables = [{10 * at + seat: 20 * seat for seat in range(1, 5)} for at in range(1, 12)]

    stage = [(stake, len(players)) for stake, players in drawn(course(Format.WINNERS, tables))]

    assert sorted(stage) == [(Stake.PLAYOFF, 5), (Stake.PLAYOFF, 6)]


def test_d12_9_2_the_best_other_player_joins_two_winners() -> None:
    tables = [{1: 20, 2: 40, 3: 60, 4: 80}, {5: 50, 6: 55, 7: 56, 8: 90}]

    assert drawn(course(Format.WINNERS, tables)) == [(Stake.FINAL, {1, 5, 2})]
    assert drawn(course(Format.WINNERS, tables, playoff=Playoff.PAIRS_TO_TWO)) == [(Stake.FINAL, {1, 5, 2})]


def test_d12_9_2_before_the_playoff_the_winners_of_all_tables_stand_before_the_others() -> None:
    tables = [{1: 50, 2: 60}, {3: 10, 4: 20}]

    assert [placing.player for placing in placings(course(Format.WINNERS, tables))] == [3, 1, 4, 2]


def test_where_all_other_winners_went_home_the_places_left_are_the_referees_where_they_are_level() -> None:
    tables = [{1: 20, 2: 40, 3: 56, 4: 56}, {5: 50, 6: 60}]

    step = next_step(course(Format.WINNERS, tables, playoff=Playoff.IN_PAIRS, players=(1, 2, 3, 4)))

    assert (step.waits_for, [tie.players for tie in step.ties]) == (WaitsFor.DECISION, [(3, 4)])


def test_players_who_sat_at_no_table_stand_behind_all_who_did() -> None:
    tables = [{1: 20, 2: 40}, {3: 50, 4: 60}]

    assert [placing.player for placing in placings(course(Format.WINNERS, tables, players=(9, 1, 2, 3, 4)))][-1] == 9


TWO = [{1: 20, 2: 57, 3: 60, 4: 80}, {5: 50, 6: 58, 7: 56, 8: 90}]


def test_d12_9_2_two_winners_play_the_final_and_the_best_of_all_others_is_third_without_a_game() -> None:
    assert drawn(in_pairs(TWO)) == [(Stake.FINAL, {1, 5})]
    over = in_pairs(TWO, [(Stake.FINAL, {1: 30, 5: 10})])

    assert next_step(over).waits_for is WaitsFor.NOTHING
    # The 56 of one table places before the 57 of the other.
    rests = {placing.player: placing.rests for placing in placings(over)[:4]}
    assert list(rests.items()) == [(5, Stake.FINAL), (1, Stake.FINAL), (7, Stake.GAME), (2, Stake.GAME)]


def test_a_place_from_a_later_table_rests_on_no_decision_at_an_earlier_one() -> None:
    tables = [{1: 20, 2: 20, 3: 60}, {5: 50, 6: 58, 7: 56}]
    drew = {(1, 1): (((2,), (1,)),)}

    over = replace(in_pairs(tables, [(Stake.FINAL, {2: 30, 5: 10})]), decisions=drew)

    places = [(placing.player, placing.is_decided) for placing in placings(over)[:3]]
    assert places == [(5, False), (2, False), (1, True)]


def test_two_who_are_level_for_third_without_a_game_are_the_referees() -> None:
    level = [{1: 20, 2: 56, 3: 60}, {5: 50, 6: 58, 7: 56}]
    over = in_pairs(level, [(Stake.FINAL, {1: 30, 5: 10})])

    by_lot = replace(over, decisions={(2, 0): (((7,), (2,)),)})
    by_a_game = with_table(over, finished(2, TableScore(2, 5, 1), TableScore(7, 9, 2), stake=Stake.TIE))

    assert next_step(over) == NextStep(WaitsFor.DECISION, (OpenTie(2, 0, (2, 7), False),))
    assert next_step(by_lot).waits_for is WaitsFor.NOTHING
    places = [(placing.player, placing.place, placing.is_decided) for placing in placings(by_lot)[2:4]]
    assert places == [(7, 3, True), (2, 4, True)]
    assert three_places(by_a_game) == [5, 1, 2]


def test_d12_9_2_three_winners_play_one_game_for_all_three_places() -> None:
    assert drawn(in_pairs(FIVE[:3])) == [(Stake.FINAL, {11, 21, 31})]
    level = in_pairs(FIVE[:3], [(Stake.FINAL, {11: 30, 21: 10, 31: 30})])

    assert next_step(level).ties == (OpenTie(2, 1, (11, 31), False),)
    over = in_pairs(FIVE[:3], [(Stake.FINAL, {11: 30, 21: 10, 31: 20})])
    assert three_places(over) == [21, 31, 11]
    assert next_step(over).waits_for is WaitsFor.NOTHING


def test_d12_9_2_four_winners_play_in_pairs_and_the_two_beaten_play_for_third() -> None:
    assert [(stake, len(players)) for stake, players in drawn(in_pairs(FIVE[:4]))] == [(Stake.PLAYOFF, 2)] * 2
    before = [(Stake.PLAYOFF, {11: 9, 21: 8}), (Stake.PLAYOFF, {31: 7, 41: 6})]
    assert drawn(in_pairs(FIVE[:4], before)) == [(Stake.FINAL, {21, 41}), (Stake.THIRD, {11, 31})]

    over = in_pairs(FIVE[:4], before, [(Stake.FINAL, {21: 9, 41: 8}), (Stake.THIRD, {11: 1, 31: 2})])

    assert three_places(over) == [41, 21, 11]
    assert next_step(over).waits_for is WaitsFor.NOTHING


def test_d12_9_2_of_five_winners_the_best_is_free_and_three_are_left() -> None:
    first = drawn(in_pairs(FIVE))
    assert [len(players) for _, players in first] == [2, 2]
    assert first[0][1] | first[1][1] == {21, 31, 41, 51}
    before = [(Stake.PLAYOFF, {21: 9, 31: 8}), (Stake.PLAYOFF, {41: 7, 51: 6})]

    assert drawn(in_pairs(FIVE, before, free={2: 11})) == [(Stake.FINAL, {11, 31, 51})]


def test_d12_9_2_six_winners_play_three_pairs_and_then_one_game() -> None:
    six = [*FIVE, {61: 26, 62: 46}]
    assert [(stake, len(players)) for stake, players in drawn(in_pairs(six))] == [(Stake.PLAYOFF, 2)] * 3
    before = [(Stake.PLAYOFF, {loser: 9, winner: 8}) for loser, winner in ((11, 21), (31, 41), (51, 61))]

    assert drawn(in_pairs(six, before)) == [(Stake.FINAL, {21, 41, 61})]


def test_pairs_to_two_of_an_older_tournament_go_on_as_they_began() -> None:
    old = Playoff.PAIRS_TO_TWO
    (first, second) = drawn(course(Format.WINNERS, FIVE, playoff=old))

    assert first[1] | second[1] == {21, 31, 41, 51}
    pair = [(Stake.PLAYOFF, {11: 9, 21: 8})]
    assert [stake for stake, _ in drawn(course(Format.WINNERS, FIVE[:3], playoff=old))] == [Stake.PLAYOFF]
    assert drawn(course(Format.WINNERS, FIVE[:3], pair, free={2: 31}, playoff=old)) == [(Stake.FINAL, {21, 31})]


def test_who_is_beaten_and_goes_home_brings_nobody_into_the_playoff() -> None:
    four = in_pairs(FIVE[:4], [(Stake.PLAYOFF, {11: 9, 21: 8}), (Stake.PLAYOFF, {31: 7, 41: 6})])

    left = replace(four, players=tuple(player for player in four.players if player != 11))

    assert drawn(left) == [(Stake.FINAL, {21, 41})]


def test_a_game_that_ended_a_tie_is_not_counted_as_anybodys_last() -> None:
    tables = [{1: 50, 2: 50, 3: 60}, {4: 40, 5: 30, 6: 55}]
    ended = finished(3, TableScore(1, 9, 1), TableScore(2, 10, 2), stake=Stake.TIE, ends_tie_of=1)

    assert drawn(with_table(course(Format.WINNERS, tables), ended)) == [(Stake.FINAL, {1, 5, 4})]


@pytest.mark.parametrize(("winners", "stages"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3)])
def test_so_many_winners_meet_in_pairs_until_three_have_places(winners: int, stages: int) -> None:
    luck, tables = Random(1), [{10 * at + seat: 20 * seat + at for seat in range(1, 5)} for at in range(1, winners + 1)]
    given, played = in_pairs(tables), 0
    while next_step(given).waits_for is WaitsFor.SEATING:
        seated = seat_next(given, luck.randrange)
        (stage,) = in_pairs(
            [(stake, {player: player for player in players}) for stake, players in seated.tables]
        ).stages
        free = {} if seated.free is None else {len(given.stages) + 1: seated.free}
        given = replace(given, stages=(*given.stages, stage), free={**given.free, **free})
        played += 1

    assert played == stages
    assert [placing.place for placing in placings(given)[:3]] == [1, 2, 3]
    # The lower number wins every pair.
    assert three_places(given)[0] == 11
    assert len(set(given.free.values())) == len(given.free)
