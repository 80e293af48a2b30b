"""The times of a referee: reads the jobs as JSON from standard input, and writes their times as JSON.

This module runs with the `rules` of any checkout, so that an older referee gets the same jobs.
"""

import io
import json
import statistics
import sys
import timeit
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import chess
import chess.pgn

import rules
from rules import after, judge, legal_moves, read_move, read_position, read_record, read_tiles, replay

if TYPE_CHECKING:
    from rules import Tile
    from rules.table.move import Move
    from rules.table.position import Position

# 0.5.0 had no rooms.
has_rooms = Path(rules.__file__).with_name("referee").is_dir()
best_runs = import_module("rules.referee.runs" if has_rooms else "rules.runs").best_runs

OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *"
SERIES = 15
# So few turns are measured at a time that another process seldom comes in between.
AT_A_TIME = 25

# A table, the hand of the seat to move, and the move that it made, read and as text.
PlayedTurn = tuple["Position", tuple["Tile", ...], "Move", str]


class RefereeJobs(TypedDict):
    """The jobs as text: tables, each with a hand and the move made there; hands with their engines; and a record."""

    turns: list[tuple[str, str, str]]
    hands: list[tuple[str, int]]
    record: str


class RefereeTimes(TypedDict):
    """Times in seconds.

    `push` and `ply` are python-chess's times, for checking and making a move and for reading a ply. The rest are
    the times of each job, for one turn, hand or record.
    """

    push: float
    ply: float
    legal: float
    verdict: float
    text: float
    runs: float
    record: float


def seconds(job: Callable[[], object], times: int) -> float:
    """The seconds that one run of a job takes, in the best of several series."""
    return min(timeit.repeat(job, number=times, repeat=SERIES)) / times


def seconds_of_each(job: Callable[[PlayedTurn], None], turns: Sequence[PlayedTurn]) -> float:
    """The mean seconds that a job takes for one turn.

    The turns are timed a few at a time, and the best of several series counts.
    """

    def few(at: int) -> float:
        turn_group = turns[at : at + AT_A_TIME]

        def run() -> None:
            for turn in turn_group:
                job(turn)

        return seconds(run, 1)

    return sum(few(at) for at in range(0, len(turns), AT_A_TIME)) / len(turns)


def validate_and_push() -> float:
    """The seconds that python-chess takes to check a move and make it."""
    moves = [chess.Move.from_uci(move) for move in OPENING.split()]

    def play() -> None:
        board = chess.Board()
        for move in moves:
            if board.is_legal(move):
                board.push(move)

    return (seconds(play, 10) - seconds(chess.Board, 10)) / len(moves)


def read_a_ply() -> float:
    """The seconds that python-chess takes to read a ply of a game from text."""
    return seconds(lambda: chess.pgn.read_game(io.StringIO(GAME)), 2) / 20


def run_seconds(hands: Sequence[tuple[str, int]]) -> float:
    """The time to find a hand's longest and heaviest runs: the p95 in seconds, from the best of three for each hand."""
    read = [(read_tiles(text), engine) for text, engine in hands]
    times = [min(timeit.repeat(partial(best_runs, hand, engine), number=1, repeat=3)) for hand, engine in read]
    return statistics.quantiles(times, n=20)[18]


def legal(turn: PlayedTurn) -> None:
    """List the legal moves."""
    position, hand, _, _ = turn
    legal_moves(position, hand)


def verdict(turn: PlayedTurn) -> None:
    """Judge the move that was made, including its verdict, which is computed on demand."""
    position, hand, move, _ = turn
    judge(position, move, hand).verdict  # noqa: B018 (only asking works it out)


def text(turn: PlayedTurn) -> None:
    """Read the move that was made, judge it and carry it out."""
    position, hand, _, written = turn
    move = read_move(written)
    if judge(position, move, hand).verdict == "legal":
        after(position, move)


def measure(jobs: RefereeJobs) -> RefereeTimes:
    """Measure all jobs, each turn on its own position."""
    turns = [(read_position(table), read_tiles(hand), read_move(move), move) for table, hand, move in jobs["turns"]]
    return RefereeTimes(
        push=validate_and_push(),
        ply=read_a_ply(),
        legal=seconds_of_each(legal, turns),
        verdict=seconds_of_each(verdict, turns),
        text=seconds_of_each(text, turns),
        runs=run_seconds(jobs["hands"]),
        record=seconds(lambda: replay(read_record(jobs["record"])), 1),
    )


if __name__ == "__main__":
    print(json.dumps(measure(json.load(sys.stdin))))
