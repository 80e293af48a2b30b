"""The cost of club files as big and awkward as a page accepts, and how long others wait meanwhile.

`python -m proofs.files.files` sends every kind as a stranger without a key (a megabyte) and as a manager of a club (four).
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from proofs.page import first
from proofs.phone import Somebody
from proofs.server import Server
from samples.club_files import KINDS

SIZES = {"stranger": 1024 * 1024 - 2000, "manager": 4 * 1024 * 1024 - 2000}
# The limits: processor seconds, megabytes of memory, seconds that others wait, megabytes of SQLite's log.
MOST_CPU, MOST_MEMORY, MOST_WAIT, MOST_LOG = {"stranger": 2.0, "manager": 6.0}, 100, 1.0, 8


class Cost(NamedTuple):
    """The cost of a file: processor seconds, megabytes of memory and of SQLite's log, and the others' longest wait."""

    cpu: float
    memory: float
    waited: float
    log: float


def main() -> None:
    """Send every kind of file to a server and print the costs. Fail if a file costs more than promised."""
    is_kept = True
    os.environ |= {"ROUNDHOUSE_FILES_AN_HOUR": "1000", "ROUNDHOUSE_CLUBS_AN_HOUR": "1000"}
    print(f"{'':38} {'CPU s':>7} {'MB more':>8} {'waited s':>9} {'log MB':>7}")
    for name, make in KINDS.items():
        for who, size in SIZES.items():
            cost = _measure(json.dumps(make(size)), who == "manager")
            fits = (
                cost.cpu <= MOST_CPU[who],
                cost.memory <= MOST_MEMORY,
                cost.waited <= MOST_WAIT,
                cost.log <= MOST_LOG,
            )
            is_kept &= all(fits)
            title = f"{name}, from a {who}"
            print(
                f"{title:38} {cost.cpu:7.2f} {cost.memory:8.0f} {cost.waited:9.2f} {cost.log:7.1f}{'' if all(fits) else '  !'}"
            )
    print("\nEvery promise is kept." if is_kept else "\nA promise is broken.")
    sys.exit(0 if is_kept else 1)


def _measure(text: str, is_manager: bool) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            keeper = BusyScorekeeper(server)
            keeper.start()
            workers = _workers(server)
            cpu_before, memory = _cpu(workers), [_memory(pid) for pid in workers]
            _send(server, text, is_manager)
            cpu = _cpu(workers) - cpu_before - keeper.cost()
            growth = max(_memory(pid) - memory_before for pid, memory_before in zip(workers, memory, strict=True))
            keeper.over.set()
            keeper.join()
            return Cost(cpu, growth, keeper.waited, keeper.log)
        finally:
            server.stop()


class BusyScorekeeper(Somebody):
    """A phone that enters a score ten times a second, and records its longest wait and the largest size of SQLite's log."""

    def __init__(self, server: Server) -> None:
        super().__init__(server, "Scorekeeper")
        self.over, self.waited, self.log, self.each = threading.Event(), 0.0, 0.0, 0.0
        page = self.ask("GET", "/start")[2]
        self.game = self.post("/start", page, **{"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"})[1]
        self.say_name(self.game)
        workers = _workers(server)
        cpu = _cpu(workers)
        for number in range(10):
            self.enter(number)
        self.each, self.entered, self.waited = (_cpu(workers) - cpu) / 10, 0, 0.0

    def cost(self) -> float:
        """The processor seconds that this phone's own entries took."""
        return self.each * self.entered

    def enter(self, number: int) -> None:
        address = f"{self.game}/rounds/1"
        page = self.ask("GET", address)[2]
        name = first(r'name="(hand_\d+)-seen"', page, 1)
        seen = first(rf'name="{name}-seen" value="(\d+)"', page, 1)
        fields = {f"{name}-left": str(number % 80 + 1), f"{name}-seen": seen}
        begun = time.perf_counter()
        status, _, page = self.post(address, page, **fields)
        if status != 303:
            raise RuntimeError(f"{status}: {page[:500]}")
        self.waited = max(self.waited, time.perf_counter() - begun)
        self.log = max(self.log, (self.server.folder / "roundhouse.db-wal").stat().st_size / 1024**2)

    def run(self) -> None:
        self.entered = 0
        while not self.over.wait(0.1):
            self.enter(self.entered)
            self.entered += 1


def _send(server: Server, text: str, is_manager: bool) -> None:
    """Send a file, and confirm its preview."""
    sender = Somebody(server, "Sender")
    address = "/import"
    if is_manager:
        page = sender.ask("GET", "/start")[2]
        sender.post("/start", page, **{"players-0": "P0", "players-1": "P1", "rules": "double-nine"})
        address = first(r"/clubs/\w+", sender.ask("GET", "/")[2]) + "/import"
    preview = sender.send_file(address, text)
    status, _, page = sender.post(preview, sender.ask("GET", preview)[2])
    if status != 303:
        raise RuntimeError(f"{status}: {page[-1500:]}")


def _workers(server: Server) -> list[int]:
    process = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=True)  # noqa: S603, S607 (our own words)
    return [int(pid) for pid in process.stdout.split()]


def _cpu(pids: list[int]) -> float:
    """The processor seconds that these processes have taken."""
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in pids]
    return sum(int(tick) for pair in ticks for tick in pair) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    """The peak memory of a process, in megabytes."""
    return int(first(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), 1)) / 1024


if __name__ == "__main__":
    main()
