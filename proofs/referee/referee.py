"""The referee's speed, compared with python-chess and, with `--old FOLDER`, with an older checkout."""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from proofs.referee.times import RefereeJobs, RefereeTimes
from rules import RULE_BOOKS, Tile, ask, full_set, legal_moves, tile, write_move, write_position, write_tiles
from rules.answers.topics import known_questions
from rules.table.deal import most_players
from rules.table.move import Move, Pass
from rules.table.position import SEATS
from rules.table.record import Record, write_record
from samples.rounds import lay_out, make, play

HERE = Path(__file__).parents[2]
RUNS = 5
TURNS, HANDS, MOVES = 1000, 1000, 300
# The last moves of the long round, before which players pass once the boneyard is empty.
LAST_MOVES = 60
TILES_IN_HAND = 16
IMPORT_MOST = 0.060
ASK_MOST = 0.008


class Promise(NamedTuple):
    """A job in `RefereeTimes`, the reference job it is compared with, and the most time it may take relative to that job."""

    name: str
    job: str
    beside: str
    most: float


PROMISES = [
    Promise("legal moves", "legal", "push", 0.9),
    Promise("judged to its verdict", "verdict", "push", 0.45),
    Promise("text, judged, applied", "text", "ply", 1.0),
    Promise("best runs of 16 tiles, p95", "runs", "push", 20),
    Promise("a round of 300 moves, checked", "record", "push", 700),
]
BESIDE = {"push": "validate and push", "ply": "reading a ply"}


def main() -> int:
    """Print the time of each job and its ratio to the reference's. Fail if a job is slower than promised."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="the folder of an older checkout")
    old = parser.parse_args().old
    jobs = json.dumps(draw_jobs())
    folders = [HERE, *([old] if old else [])]
    runs: list[list[RefereeTimes]] = [[] for _ in folders]
    for _ in range(RUNS):
        for folder, times in zip(folders, runs, strict=True):
            times.append(_times_in(folder, jobs))
    is_kept = True
    for promise in PROMISES:
        seconds, ratio, *older = [figure for times in runs for figure in _medians(promise, times)]
        is_kept &= ratio <= promise.most
        beside = f"{ratio:.2f} of python-chess's {BESIDE[promise.beside]}, at most {promise.most}"
        if ratio > promise.most:
            beside += f", missed by {seconds * (1 - promise.most / ratio) * 1e6:.1f} µs"
        print(f"{promise.name:30} {seconds * 1e6:7.1f} µs   {beside}" + (f"; {older[1]:.2f} before" if older else ""))
    ask_time, import_time = ask_seconds(), import_seconds()
    print(f"{'a question looked up, p95':30} {ask_time * 1e6:7.1f} µs   at most {ASK_MOST * 1e6:.0f} µs")
    print(f"{'import rules':30} {import_time * 1e3:7.1f} ms   at most {IMPORT_MOST * 1e3:.0f} ms")
    return 0 if is_kept and ask_time <= ASK_MOST and import_time <= IMPORT_MOST else 1


def _times_in(folder: Path, jobs: str) -> RefereeTimes:
    """The times of a checkout's referee, measured in a separate process."""
    command = [sys.executable, "-P", str(Path(__file__).with_name("times.py"))]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    process = subprocess.run(command, input=jobs, env=environment, text=True, check=True, stdout=subprocess.PIPE)  # noqa: S603 (our own words)
    return cast(RefereeTimes, json.loads(process.stdout))


def _medians(promise: Promise, runs: list[RefereeTimes]) -> tuple[float, float]:
    """The time of a job in seconds, and its ratio to the reference in the same run: the medians of several runs."""
    times = [cast(dict[str, float], run) for run in runs]
    ratios = [seconds[promise.job] / seconds[promise.beside] for seconds in times]
    return statistics.median(seconds[promise.job] for seconds in times), statistics.median(ratios)


def draw_jobs() -> RefereeJobs:
    """Turns from random rounds of all rule sets, hands of 16 double-twelve tiles, and a long record."""
    luck = random.Random(1)  # noqa: S311 (rounds for show)
    turns = [turn for _ in range(20) for turn in _some_turns(luck)]
    hands = [
        (write_tiles(tuple(luck.sample(tiles, TILES_IN_HAND))), engine) for engine, tiles in _engines_and_tiles(luck)
    ]
    return RefereeJobs(turns=luck.sample(turns, TURNS), hands=hands, record=_long_record(luck))


def _some_turns(luck: random.Random) -> Iterator[tuple[str, str, str]]:
    """Every turn of a round of each rule set, with two players or more."""
    for book in RULE_BOOKS.values():
        table = lay_out(book, luck.randint(2, most_players(book)), luck)
        for position, move in play(table, luck):
            yield write_position(position), write_tiles(tuple(table.hands[move.seat])), write_move(move)


def _engines_and_tiles(luck: random.Random) -> Iterator[tuple[int, list[Tile]]]:
    """An engine drawn at random for each hand, and the double-twelve tiles that are left."""
    for _ in range(HANDS):
        engine = luck.randint(0, 12)
        yield engine, [domino for domino in full_set(12) if domino != tile(engine, engine)]


def _long_record(luck: random.Random) -> str:
    """A record of eight players, without hands. Once the boneyard is empty, they pass for a while."""
    book = next(book for book in RULE_BOOKS.values() if book.for_tournaments)
    while True:
        table, moves = lay_out(book, len(SEATS), luck), list[Move]()
        begins = table.position
        while table.position.turn and len(moves) < MOVES:
            seat = table.position.turn
            passes = table.position.boneyard == 0 and len(moves) < MOVES - LAST_MOVES
            moves.append(Pass(seat) if passes else luck.choice(legal_moves(table.position, table.hands[seat])))
            make(table, moves[-1])
        if len(moves) == MOVES:
            return write_record(
                Record(
                    book=book,
                    engine=begins.engine,
                    first=begins.first,
                    seats={seat: seat for seat in SEATS},
                    start=begins,
                    moves=tuple(moves),
                )
            )


def import_seconds() -> float:
    """The seconds that `import rules` adds to the interpreter's startup time: the median of several runs."""

    # Compile it once, as in an installed package.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(words: str) -> float:
        def run() -> float:
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", words], check=True, env=environment)  # noqa: S603 (our own words)
            return time.perf_counter() - begun

        return statistics.median(run() for _ in range(11))

    return start("import rules") - start("pass")


def ask_seconds() -> float:
    """The time to look up a new question with a misspelled word: the 95th percentile, in seconds."""
    luck, times = random.Random(1), []  # noqa: S311 (questions for show)
    words = [word for question in known_questions().values() for word in question.asks.lower().split()]
    ask("warm", next(iter(RULE_BOOKS)))
    for _ in range(500):
        question_words = luck.choices(words, k=9)
        question_words[0] = "".join(luck.sample(question_words[0], len(question_words[0])))
        begun = time.perf_counter()
        ask(" ".join(question_words), next(iter(RULE_BOOKS)))
        times.append(time.perf_counter() - begun)
    return statistics.quantiles(times, n=20)[18]


if __name__ == "__main__":
    sys.exit(main())
