"""Play any number of whole rounds at random by the rules: `python -m proofs.simulate 100000`."""

import random
import sys
import time

from samples.rounds import MOST_MOVES, any_round, play


def main(rounds: int) -> None:
    """Play this many rounds, half of them with house rules, and print how they ended."""
    endings = {"out": 0, "blocked": 0}
    most, begun = 0, time.perf_counter()
    for seed in range(rounds):
        luck = random.Random(seed)  # noqa: S311 (rounds for show)
        table = any_round(luck, changes=seed % 2 * 3)
        moves = 0
        for moves, _ in enumerate(play(table, luck), 1):
            if moves > MOST_MOVES:
                raise AssertionError(f"round {seed} does not end")
        endings["blocked" if all(table.hands.values()) else "out"] += 1
        most = max(most, moves)
    seconds = time.perf_counter() - begun
    print(
        f"{rounds} rounds ended: {endings['out']} out, {endings['blocked']} blocked; {most} moves at most; {seconds:.0f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
