"""The proof of the outbox: on random evenings with a bad network, nothing is lost, duplicated or silently overwritten.

`python -m proofs.outage.outage --schedules 200 --seed N` plays the evenings with the seeds N, N + 1, and so
on. With `--plain`, the phone finds the app at an address without HTTPS. No service worker caches pages there,
so nobody reloads without a network.
"""

import argparse
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Playwright, sync_playwright

from proofs.chromium import find_chromium
from proofs.outage.evening import MOST_STEPS, Evening
from proofs.outage.kitchen import Kitchen
from proofs.outage.phone import PLAIN_HOST, KitchenPhone


@dataclass(kw_only=True)
class OutageCounts:
    """The sums over all schedules: entries and their fates, errors by kind, and how often each thing happened."""

    schedules: int = 0
    entries: int = 0
    kept: int = 0
    asked: int = 0
    thrown: int = 0
    wrongs: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, evening: Evening) -> None:
        """Add a finished evening."""
        entries = evening.paper.entries
        self.schedules += 1
        self.entries += len(entries)
        self.kept += evening.kept()
        self.asked += sum(entry.is_asked for entry in entries)
        self.thrown += sum(entry.fate == "thrown" for entry in entries)
        self.happened += evening.happened

    def told(self) -> str:
        """Everything on one line."""
        wrongs = ", ".join(
            f"{kind} {self.wrongs[kind]}" for kind in ("lost", "doubled", "overwritten", "disordered", "silent")
        )
        happened = ", ".join(f"{event} {times}" for event, times in sorted(self.happened.items()))
        return (
            f"{self.schedules} schedules, {self.entries} entries, kept {self.kept}, asked {self.asked}, "
            f"thrown away {self.thrown}, {wrongs}. Happened: {happened}"
        )


def run_schedule(
    kitchen: Kitchen, playwright: Playwright, seed: int, is_plain: bool, most_steps: int = MOST_STEPS
) -> tuple[Evening, list[str]]:
    """Play the evening of a seed. Returns it, and descriptions of everything that went wrong."""
    kitchen.wait_for_server()
    kitchen.wire.mend()
    kitchen.wire.disarm()
    faults_before = Counter(kitchen.wire.happened)
    host = PLAIN_HOST if is_plain else "127.0.0.1"
    folder = Path(tempfile.mkdtemp(prefix="kitchen-phone-"))
    phone = KitchenPhone(playwright, _browser(), folder, f"http://{host}:{kitchen.wire.port}")
    evening = Evening(kitchen, phone, Random(seed), is_plain)  # noqa: S311 (what happens next)
    try:
        wrongs = evening.play(most_steps).wrongs
    except Exception:
        wrongs = [f"broken: {traceback.format_exc()}"]
    finally:
        phone.throw_away()
    evening.happened += Counter(
        {f"wire {fault}": times for fault, times in (kitchen.wire.happened - faults_before).items()}
    )
    return evening, wrongs


def _browser() -> str:
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is not on this machine.")
    return chromium


def run(schedules: int, seed: int, is_plain: bool, is_told: bool = False) -> OutageCounts:
    """Play many evenings. If one goes wrong, its log is printed with its seed."""
    counts, is_over = OutageCounts(), threading.Event()
    # Whoever ends this early gets the figures so far.
    signal.signal(signal.SIGTERM, lambda *_: is_over.set())
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        kitchen = Kitchen(Path(folder))
        try:
            for number in range(seed, seed + schedules):
                if is_over.is_set():
                    break
                begun = time.monotonic()
                evening, wrongs = run_schedule(kitchen, playwright, number, is_plain)
                counts.add(evening)
                counts.wrongs.update(wrong.partition(":")[0] for wrong in wrongs)
                if wrongs or is_told:
                    print(
                        f"Seed {number}{' plain' if is_plain else ''}:", *wrongs, *evening.log, sep="\n  ", flush=True
                    )
                print(
                    f"seed {number}: {time.monotonic() - begun:.1f} s, {len(evening.paper.entries)} entries", flush=True
                )
        finally:
            kitchen.close()
    return counts


def main() -> None:
    """Play evenings with a bad network. Fail if anything was lost, duplicated, overwritten or sent out of order."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--schedules", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--plain", action="store_true", help="no secure context: no worker, no reload without a network"
    )
    parser.add_argument("--log", action="store_true", help="print what happened in every schedule")
    options = parser.parse_args()
    counts = run(options.schedules, options.seed, options.plain, options.log)
    print(f"{'Plain HTTP' if options.plain else 'With the worker'}: {counts.told()}")
    sys.exit(1 if counts.wrongs else 0)


if __name__ == "__main__":
    main()
