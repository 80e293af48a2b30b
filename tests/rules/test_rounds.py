"""Invariants of whole rounds with real hands, for all rule sets, any number of players and random house rules."""

import random
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import RULE_BOOKS, Record, full_set, judge, legal_moves, replay
from rules.referee.ruling import Verdict
from rules.table.move import Done, Draw, Lay, Move, Pass
from rules.table.notation import read_position, write_position
from rules.table.position import MEXICAN, Position
from rules.table.record import read_record, write_record
from samples.rounds import MOST_MOVES, RandomRound, any_round, lay_out, play
from tests.conftest import some, sure

SLOW = settings(max_examples=some(60), suppress_health_check=[HealthCheck.too_slow])
TableAndLuck = tuple[RandomRound, random.Random]
TABLES = st.builds(
    lambda seed, changes: (any_round(random.Random(seed), changes), random.Random(seed)),
    st.integers(0, 10**9),
    st.integers(0, 5),
)


def every_move(position: Position) -> list[Move]:
    """Every tile on every train, and every other move, for the seat whose turn it is."""
    seat, tiles = position.turn, full_set(position.book.options.highest)
    ends = [(tile.high, tile.low) for tile in tiles]
    lays = [Lay(seat=seat, chain=chain, train=train.name) for chain in ends for train in position.trains]
    return [*lays, Draw(seat), Pass(seat), Done(seat)]


@given(TABLES)
@SLOW
def test_tiles_are_conserved_and_at_most_one_double_is_open_a_train(given: TableAndLuck) -> None:
    table, luck = given
    whole = sorted(full_set(table.position.book.options.highest))
    for _ in play(table, luck):
        assert sorted(table.tiles) == whole
        assert len(table.boneyard) == table.position.boneyard
        assert [train.count for train in table.position.seats] == [len(hand) for hand in table.hands.values()]
        assert read_position(write_position(table.position)) == table.position


@given(TABLES, st.integers(0, 60))
@SLOW
def test_the_legal_moves_are_exactly_what_the_referee_allows(given: TableAndLuck, at: int) -> None:
    table, luck = given
    for position, _ in islice(play(table, luck), at, at + 1):
        hand = tuple(table.hands[position.turn])
        allowed = {move for move in every_move(position) if judge(position, move, hand).verdict is Verdict.LEGAL}
        assert set(legal_moves(position, hand)) == allowed


@given(TABLES, st.integers(0, 60))
@SLOW
def test_what_is_hidden_never_contradicts_what_is_shown(given: TableAndLuck, at: int) -> None:
    table, luck = given
    for position, _ in islice(play(table, luck), at, at + 1):
        hand = tuple(table.hands[position.turn])
        for move in every_move(position):
            hidden, shown = judge(position, move).verdict, judge(position, move, hand).verdict
            assert shown is not Verdict.DEPENDS
            if hidden is Verdict.ILLEGAL:
                assert shown is Verdict.ILLEGAL
            if hidden is Verdict.LEGAL and (not isinstance(move, Lay) or set(move.tiles) <= set(hand)):
                assert shown is Verdict.LEGAL


@given(TABLES)
@SLOW
def test_a_covering_tile_is_never_a_double(given: TableAndLuck) -> None:
    table, luck = given
    for position, move in play(table, luck):
        if isinstance(move, Lay) and sure(position.train(move.train)).has_open_double:
            assert not move.tiles[0].is_double


@given(st.integers(0, 10**9), st.integers(2, 8))
@SLOW
def test_d12_5_1_at_most_one_double_is_open(seed: int, players: int) -> None:
    luck = random.Random(seed)
    table = lay_out(RULE_BOOKS["double-twelve"], players, luck)
    for position, _ in play(table, luck):
        assert sum(train.has_open_double for train in position.trains) <= 1


@given(TABLES)
@SLOW
def test_replaying_what_was_played_gives_the_same_position(given: TableAndLuck) -> None:
    table, luck = given
    start, hands = table.position, {seat: tuple(sorted(hand, reverse=True)) for seat, hand in table.hands.items()}
    moves = tuple(move for _, move in play(table, luck))
    names = {seat: f"Player {seat}" for seat in hands}
    scores = {seat: sum(tile.pips for tile in hand) for seat, hand in table.hands.items()}
    record = Record(
        book=start.book,
        engine=start.engine,
        first=start.first,
        seats=names,
        moves=moves,
        start=start,
        hands=hands,
        scores=scores,
    )

    played = replay(read_record(write_record(record)))

    assert played.failure is None
    assert played.position == table.position
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_rounds_end(part: int) -> None:
    for seed in range(part * 1000, part * 1000 + some(100)):
        luck = random.Random(seed)
        table = any_round(luck, changes=seed % 2 * 3)
        moves = sum(1 for _ in play(table, luck))

        assert moves < MOST_MOVES
        somebody_is_out = any(not hand for hand in table.hands.values())
        assert somebody_is_out or not table.boneyard
        assert table.position.trains[-1].name == MEXICAN
