"""Whole tournaments of every format (D12-9.1 to D12-9.3), played with random totals."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from rules.books.options import Playoff
from rules.tournament.course import NextStep, WaitsFor, by_rounds_won, next_step, seat_next
from rules.tournament.plan import Course, Format, StageTable, Stake, TableScore, make_plan, scores_of
from rules.tournament.ranking import PLACES, OpenTie, Placing, passed_over, placings
from tests.conftest import some, sure
from tests.rules.courses import FIVE, course, drawn, finished, three_places, with_table

FORMATS = [(format, Playoff.ONE_TABLE) for format in Format]
FORMATS += [(Format.WINNERS, Playoff.IN_PAIRS), (Format.WINNERS, Playoff.PAIRS_TO_TWO)]


class DrawnHall:
    """A tournament that plays itself: random totals, ties decided in every allowed way, and players who come and go."""

    def __init__(self, format: Format, playoff: Playoff, seed: int) -> None:
        self.luck = Random(f"{format} {playoff} {seed}")
        plan = make_plan(format, self.luck.randint(2, 5), self.luck.randint(4, 8), self.luck.randint(1, 2), playoff)
        self.course = Course(plan=plan, players=tuple(range(1, self.luck.randint(4, 120) + 1)))
        self.newest = len(self.course.players)

    def table(self, number: int, stake: Stake, players: tuple[int, ...], ends_tie_of: int = 0) -> StageTable:
        """A finished table with random scores, out of a narrow range, so that there are ties."""
        totals = {player: self.luck.randint(20, 20 + 3 * len(players)) for player in players}
        ranks = {player: 1 + sum(other < total for other in totals.values()) for player, total in totals.items()}
        scores = [TableScore(player, totals[player], ranks[player], self.luck.randint(0, 13)) for player in players]
        return finished(number, *scores, stake=stake, ends_tie_of=ends_tie_of)

    def play(self) -> None:
        """Seat the next stage, check its tables, and play them."""
        drawn = seat_next(self.course, self.luck.randrange)
        sizes = [len(players) for _, players in drawn.tables]
        if drawn.tables[0][0] in (Stake.GAME, Stake.PLAYOFF):
            assert max(sizes) - min(sizes) <= 1
        assert 2 <= min(sizes) <= max(sizes) <= 8
        if drawn.tables[0][0] is Stake.GAME:
            assert sorted(player for _, players in drawn.tables for player in players) == sorted(self.course.players)
        stage = tuple(self.table(at, stake, players) for at, (stake, players) in enumerate(drawn.tables, 1))
        free = {} if drawn.free is None else {len(self.course.stages) + 1: drawn.free}
        self.course = replace(self.course, stages=(*self.course.stages, stage), free={**self.course.free, **free})

    def decide(self, ties: tuple[OpenTie, ...]) -> None:
        """Decide every tie by lot, by rounds won, or at an extra table."""
        for tie in ties:
            how = self.luck.choice(("lot", "rounds", "playoff"))
            if how == "playoff" and len(tie.players) <= 8:
                number = len(self.course.stages[-1]) + 1
                self.course = with_table(self.course, self.table(number, Stake.TIE, tie.players, tie.table))
                continue
            order = by_rounds_won(self.course, tie)
            if how == "lot" or len(order) == 1:
                order = tuple((player,) for player in self.luck.sample(tie.players, len(tie.players)))
            key, made = (tie.stage, tie.table), self.course.decisions
            self.course = replace(self.course, decisions={**made, key: (*made.get(key, ()), order)})

    def come_and_go(self) -> None:
        """Between two games, a player may go home and another may arrive."""
        players = self.course.players
        if len(players) > 6 and self.luck.random() < 0.3:
            players = tuple(player for player in players if player != self.luck.choice(players))
        if self.luck.random() < 0.3:
            self.newest += 1
            players += (self.newest,)
        self.course = replace(self.course, players=players)

    def go_home_in_the_playoff(self) -> None:
        """Sometimes send home a player who has just played, either a winner or a loser."""
        stage, players = self.course.stages[-1], self.course.players
        if self.course.plan.format is Format.WINNERS and len(players) > 8 and self.luck.random() < 0.3:
            gone = self.luck.choice(stage[0].players)
            if stage[0].stake is not Stake.FINAL:
                self.course = replace(self.course, players=tuple(player for player in players if player != gone))

    def run(self) -> Course:
        """The tournament played until it is over."""
        for _ in range(200):
            step = next_step(self.course)
            if step.waits_for is WaitsFor.NOTHING:
                return self.course
            if step.waits_for is WaitsFor.DECISION:
                self.decide(step.ties)
            elif step.waits_for is WaitsFor.SEATING:
                if self.course.stages and step.stake is Stake.GAME:
                    self.come_and_go()
                self.play()
                self.go_home_in_the_playoff()
        raise AssertionError("the tournament does not end")


@pytest.mark.parametrize(("format", "playoff"), FORMATS)
def test_tournaments_end_with_places_that_their_scores_bear_out(format: Format, playoff: Playoff) -> None:
    for seed in range(some(50)):
        course = DrawnHall(format, playoff, seed).run()
        standings = [placing for placing in placings(course) if placing.place]

        assert len(course.games) == course.plan.games
        assert sorted(placing.player for placing in standings) == sorted(course.players)
        ranks = [sure(placing.place) for placing in standings]
        assert ranks[:PLACES] == [1, 2, 3]
        assert ranks == sorted(ranks)
        check_games(course)
        (check_playoff if format is Format.WINNERS else check_scores)(course, standings)


def check_games(course: Course) -> None:
    """Assert that no remaining player missed a game after their first, and that nobody played twice in one stage."""
    for stage in course.stages:
        players = [player for table in stage if table.stake is not Stake.TIE for player in table.players]
        assert len(players) == len(set(players))
    for player in course.players:
        played = [any(player in table.players for table in stage) for stage in course.games]
        # Players who came late play every game from then on.
        assert all(played[played.index(True) :])
    for before, after in pairwise(course.stages):
        if after[0].stake in (Stake.PLAYOFF, Stake.FINAL):
            # The playoff is open only to players who were at a table or free just before.
            playoff_players = {player for table in before for player in table.players} | set(course.free.values())
            assert {player for table in after for player in table.players} <= playoff_players


def check_scores(course: Course, standings: list[Placing]) -> None:
    """Assert that nobody is placed ahead of a player with a better score, unless the referee or a playoff said so."""
    has_points = course.plan.format is Format.TABLE_POINTS
    for placing, next_placing in pairwise(standings):
        score, next_score = ((-each.points if has_points else 0, each.pips) for each in (placing, next_placing))
        assert score <= next_score
        assert sure(placing.place) < sure(next_placing.place) or score == next_score


def check_playoff(course: Course, standings: list[Placing]) -> None:
    """Assert that the players in the final are placed by their totals there."""
    last = course.stages[-1]
    final = next((table for table in last if table.stake is Stake.FINAL), last[0])
    totals = {score.player: score.total for score in final.scores}
    placed = [placing for placing in standings if placing.player in totals]
    assert {placing.place for placing in placed} <= set(range(1, len(totals) + 1))
    assert all(totals[placing.player] <= totals[other.player] for placing, other in pairwise(placed))
    if course.plan.playoff is Playoff.IN_PAIRS and final.stake is Stake.FINAL:
        check_pairs(course, final, standings)


def check_pairs(course: Course, final: StageTable, standings: list[Placing]) -> None:
    """Assert that pairs play until two or three are left, and that third place follows D12-9.2 and its custom."""
    before, last = course.stages[-2], course.stages[-1]
    assert all(len(table.players) == 2 for stage in course.stages for table in stage if table.stake is Stake.PLAYOFF)
    assert len(final.players) in (2, 3)
    third = [table for table in last if table.stake is Stake.THIRD]
    if before[0].stake is Stake.PLAYOFF and len(final.players) == 2:
        beaten = {player for table in before for player in table.players} - set(final.players)
        # One of the two may have gone home.
        assert {player for table in third for player in table.players} <= beaten
    else:
        assert third == []
    if before[0].stake is Stake.GAME and len(final.players) == 2:
        totals = {score.player: score.total for table in before if table.stake is Stake.GAME for score in table.scores}
        other_totals = [totals[player] for player in course.players if player not in final.players]
        assert totals[standings[2].player] == min(other_totals)


def test_one_table_alone_has_all_places() -> None:
    alone = course(Format.WINNERS, [{1: 30, 2: 20, 3: 10}])

    assert next_step(alone).waits_for is WaitsFor.NOTHING
    assert three_places(alone) == [3, 2, 1]


def test_a_tie_for_a_tables_win_is_the_referees() -> None:
    tied = course(Format.WINNERS, [{1: 20, 2: 20, 3: 60}, {4: 50, 5: 55, 6: 55}])

    assert next_step(tied) == NextStep(WaitsFor.DECISION, (OpenTie(1, 1, (1, 2), True),))
    assert drawn(replace(tied, decisions={(1, 1): (((2,), (1,)),)})) == [(Stake.FINAL, {2, 4, 1})]


def test_a_tie_in_the_final_is_for_its_place() -> None:
    tied = course(Format.WINNERS, FIVE, [(Stake.FINAL, {11: 10, 21: 30, 31: 30, 41: 50, 51: 50})])

    assert next_step(tied).ties == (OpenTie(2, 1, (21, 31), False),)


def test_a_playoff_for_a_tie_ends_it() -> None:
    tied = course(Format.WINNERS, [{1: 20, 2: 20, 3: 60}, {4: 50, 5: 55, 6: 55}])
    table = finished(3, TableScore(1, 70, 2), TableScore(2, 60, 1), stake=Stake.TIE, ends_tie_of=1)

    ended = with_table(tied, table)

    assert next_step(with_table(tied, replace(table, is_done=False))).waits_for is WaitsFor.TABLES
    assert next_step(ended).waits_for is WaitsFor.SEATING
    assert drawn(ended) == [(Stake.FINAL, {2, 4, 1})]


def test_who_leaves_goes_nowhere_and_the_next_of_the_table_goes_on() -> None:
    left = course(Format.WINNERS, FIVE, players=tuple(player for table in FIVE for player in table if player != 31))

    assert drawn(left) == [(Stake.FINAL, {11, 21, 32, 41, 51})]
    assert placings(left)[-1][:2] == (31, None)


def test_table_points_are_for_places_and_shared_places_have_both_the_points() -> None:
    given = course(Format.TABLE_POINTS, [{1: 9, 2: 9, 3: 10, 4: 11, 5: 12}])

    assert {placing.player: placing.points for placing in placings(given)} == {1: 5, 2: 5, 3: 2, 4: 1, 5: 0}


def test_level_points_are_told_apart_by_pips() -> None:
    two_tables = course(Format.TABLE_POINTS, [{1: 9, 2: 20}, {3: 8, 4: 30}], games=2)

    assert [(placing.player, placing.place) for placing in placings(two_tables)] == [(3, 1), (1, 2), (2, 3), (4, 4)]


def test_a_missed_game_counts_as_its_highest_total() -> None:
    late = course(Format.TOTAL, [{1: 9, 2: 20}, {3: 8, 4: 30}], players=(1, 2, 3, 4, 5), games=2)

    missed = [(placing.player, placing.pips, placing.place) for placing in placings(late)[-2:]]
    assert missed == [(4, 30, 4), (5, 30, None)]


THREE = [{10 * at + seat: 20 * seat + at for seat in range(1, 6)} for at in range(1, 4)]


def test_nobody_misses_a_game_after_going_home() -> None:
    given = course(Format.TOTAL, [{1: 10, 2: 40, 3: 20}], [{1: 10, 3: 29}], players=(1, 3), games=2)

    assert [(placing.player, placing.pips) for placing in placings(given)] == [(1, 20), (3, 49), (2, 40)]


def test_a_place_rests_on_a_decision_only_while_players_are_level() -> None:
    def decided(total: int) -> list[int]:
        given = replace(course(Format.TOTAL, [{1: 10, 2: total, 3: 20}]), decisions={(1, 0): (((2,), (1,)),)})
        return [placing.player for placing in placings(given) if placing.is_decided]

    assert (decided(10), decided(12)) == ([2, 1], [])


def test_the_lowest_of_every_table_change_to_the_next() -> None:
    seated = drawn(course(Format.MOVE_ON, THREE, games=2))

    assert [players for _, players in seated] == [{12, 13, 14, 15, 31}, {22, 23, 24, 25, 11}, {32, 33, 34, 35, 21}]


def test_who_came_late_sits_where_somebody_is_missing() -> None:
    players = (*(player for table in THREE for player in table if player != 13), 99)

    seated = drawn(course(Format.MOVE_ON, THREE, games=2, players=players))

    assert [players for _, players in seated] == [{12, 14, 15, 31, 99}, {22, 23, 24, 25, 11}, {32, 33, 34, 35, 21}]


def test_the_best_sit_together_where_tables_go_by_standing() -> None:
    seated = drawn(course(Format.TABLE_POINTS, FIVE, games=2))

    assert seated[0][1] == {11, 21, 31, 41, 51}


@pytest.mark.parametrize("players", [24, 25, 33, 35, 37, 60, 120])
def test_five_games_in_which_nobody_has_to_meet_anybody_again(players: int) -> None:
    luck = Random(players)
    played: list[list[dict[int, int]]] = []
    for _ in range(5):
        given = course(Format.TOTAL, *played, players=tuple(range(1, players + 1)), games=5)
        seated = seat_next(given, luck.randrange)
        assert seated.repeats == 0
        played.append([dict.fromkeys(table, 10) for _, table in seated.tables])


def test_nothing_is_placed_before_anything_is_played() -> None:
    waiting = course(Format.TOTAL, players=(1, 2, 3, 4), games=2)

    assert {placing.place for placing in placings(waiting)} == {None}
    assert next_step(waiting).waits_for is WaitsFor.SEATING


def test_who_would_have_won_after_a_correction_is_passed_over_but_nobody_for_a_finalist_who_goes_home() -> None:
    tables = [{1: 20, 2: 30, 3: 40}, {4: 50, 5: 60, 6: 70}, {7: 80, 8: 90, 9: 95}]
    final = course(Format.WINNERS, tables, [(Stake.FINAL, {1: 9, 4: 8, 7: 7})])
    corrected = course(Format.WINNERS, [{1: 20, 2: 10, 3: 40}, *tables[1:]], [(Stake.FINAL, {1: 9, 4: 8, 7: 7})])

    assert passed_over(final) == ()
    assert passed_over(replace(final, players=final.players[1:])) == ()
    assert passed_over(corrected) == (2,)


def test_the_best_other_player_of_a_final_is_passed_over_too() -> None:
    def passed_over_if_the_best_other_has(total: int) -> tuple[int, ...]:
        tables = [{1: 20, 2: total, 3: 40}, {4: 25, 5: 35, 6: 70}]
        return passed_over(course(Format.WINNERS, tables, [(Stake.FINAL, {1: 9, 4: 8, 2: 7})]))

    assert [passed_over_if_the_best_other_has(total) for total in (30, 35, 45)] == [(), (), (5,)]


def test_a_tie_is_not_decided_before_its_table_is_over() -> None:
    tied = course(Format.WINNERS, [{1: 20, 2: 20, 3: 60}, {4: 50, 5: 55, 6: 56}])
    table = StageTable(number=3, stake=Stake.TIE, scores=(TableScore(1), TableScore(2)), ends_tie_of=1)

    assert not any(placing.is_decided for placing in placings(with_table(tied, table)))


@pytest.mark.parametrize("format", [Format.TOTAL, Format.WINNERS])
def test_somebody_who_goes_on_at_a_table_with_a_lower_number_is_scored_there(format: Format) -> None:
    left = finished(2, TableScore(5, 0), TableScore(6, 12, 1))
    given = with_table(course(format, [{1: 10, 5: 50}], players=(1, 5, 6)), left)

    last = placings(given)[-1]
    assert (last.player, last.pips) == (5, 50)


def test_rounds_won_at_both_tables_of_one_game_count() -> None:
    first = finished(1, TableScore(1, 40, None, 1), TableScore(2, 9, 1))
    second = finished(2, TableScore(1, 20, 2, 1), TableScore(3, 5, 1, 1))

    assert scores_of((first, second))[1] == scores_of((second, first))[1] == TableScore(1, 20, 2, 2)
