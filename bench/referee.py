"""The referee's speed, beside python-chess on the same machine in the same run."""

import io
import os
import random
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable

import chess
import chess.pgn

from rules import RULE_BOOKS, after, ask, full_set, judge, legal_moves, read_move, read_position, read_tiles, tile
from rules.answers.topics import known_questions
from rules.referee.runs import best_runs

TABLE = "double-twelve 12 A(15):12-7-3/B(12):12-4-8/C(14)*:12-5/D(13):12-9-1/M:12-3-6 A4 20"
HAND = "12-6 11-3 10-8 9-9 8-7 7-6 6-5 5-4 4-3 3-2 2-1 1-0 11-11 10-2 9-3"
MOVE = "A 11-3@A"
OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *"
IMPORT_MOST = 0.060
RUN_MOST = 0.001
ASK_MOST = 0.005


def seconds(job: Callable[[], object], times: int) -> float:
    """The seconds of one run of a job, the best of several series."""
    return min(timeit.repeat(job, number=times, repeat=7)) / times


def validate_and_push() -> float:
    """Python-chess: check a move and make it."""
    moves = [chess.Move.from_uci(move) for move in OPENING.split()]

    def play() -> None:
        board = chess.Board()
        for move in moves:
            if board.is_legal(move):
                board.push(move)

    return (seconds(play, 300) - seconds(chess.Board, 300)) / len(moves)


def read_a_ply() -> float:
    """Python-chess: read a ply of a game from text."""
    return seconds(lambda: chess.pgn.read_game(io.StringIO(GAME)), 200) / 20


def import_seconds() -> float:
    """The seconds that `import rules` adds to a starting interpreter, as the median of several."""

    # Compile it once, as in an installed package.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(words: str) -> float:
        def run() -> float:
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", words], check=True, env=environment)  # noqa: S603 (our own words)
            return time.perf_counter() - begun

        return statistics.median(run() for _ in range(11))

    return start("import rules") - start("pass")


def run_seconds() -> float:
    """The longest and the heaviest run of a random double-twelve hand of 16 tiles: the 95th percentile in seconds."""
    luck, took = random.Random(1), []  # noqa: S311 (hands for show)
    tiles = [one for one in full_set(12) if one != tile(12, 12)]
    for _ in range(2000):
        hand = luck.sample(tiles, 16)
        begun = time.perf_counter()
        best_runs(hand, 12)
        took.append(time.perf_counter() - begun)
    return statistics.quantiles(took, n=20)[18]


def ask_seconds() -> float:
    """A new question, with some words misspelt: the 95th percentile in seconds."""
    luck, took = random.Random(1), []  # noqa: S311 (questions for show)
    words = [word for question in known_questions().values() for word in question.asks.lower().split()]
    ask("warm", next(iter(RULE_BOOKS)))
    for _ in range(500):
        asked = luck.choices(words, k=9)
        asked[0] = "".join(luck.sample(asked[0], len(asked[0])))
        begun = time.perf_counter()
        ask(" ".join(asked), next(iter(RULE_BOOKS)))
        took.append(time.perf_counter() - begun)
    return statistics.quantiles(took, n=20)[18]


def main() -> int:
    """Print each job beside its reference. Fail if a job is slower than promised."""
    table, hand, move = read_position(TABLE), read_tiles(HAND), read_move(MOVE)
    push, ply = validate_and_push(), read_a_ply()

    def from_text() -> None:
        read = read_move(MOVE)
        if judge(table, read).verdict == "legal":
            after(table, read)

    jobs = [
        ("legal moves, 15 tiles, 5 trains", lambda: legal_moves(table, hand), push, "validate and push", 3),
        ("judge to its verdict", lambda: judge(table, move, hand).verdict, push, "validate and push", 4),
        ("text, judged, applied", from_text, ply, "reading a ply", 3),
    ]
    kept = True
    for name, job, reference, beside, most in jobs:
        took = seconds(job, 2000)
        kept &= took <= most * reference
        ratio = f"{took / reference:.2f} of python-chess's {beside}"
        print(f"{name:34} {took * 1e6:7.1f} µs   {ratio} ({reference * 1e6:.1f} µs), at most {most}")
    runs = run_seconds()
    kept &= runs <= RUN_MOST
    print(f"{'best runs of 16 tiles, p95':34} {runs * 1e6:7.1f} µs   at most {RUN_MOST * 1e6:.0f} µs")
    asked = ask_seconds()
    kept &= asked <= ASK_MOST
    print(f"{'a question looked up, p95':34} {asked * 1e6:7.1f} µs   at most {ASK_MOST * 1e6:.0f} µs")
    imported = import_seconds()
    kept &= imported <= IMPORT_MOST
    print(f"{'import rules':34} {imported * 1e3:7.1f} ms   at most {IMPORT_MOST * 1e3:.0f} ms")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
