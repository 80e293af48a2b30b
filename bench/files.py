"""The cost of club files that are as big and as awkward as a page takes them, and how long others wait meanwhile.

`python -m bench.files`; every kind is sent by somebody without a key (a megabyte) and by one who manages a club (four).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bench.phone import Somebody
from bench.server import Server
from models.files.club_reader import FROM_A_PAGE

Facts = dict[str, Any]

AT = "2026-01-01T00:00:00+00:00"
REF_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
SIZES = {"stranger": 1024 * 1024 - 2000, "manager": 4 * 1024 * 1024 - 2000}
# Seconds of processor, megabytes of memory, seconds that somebody else waits, megabytes of SQLite's log.
MOST_CPU, MOST_MEMORY, MOST_WAIT, MOST_LOG = {"stranger": 2.0, "manager": 6.0}, 100, 1.0, 8


def _ref(number: int) -> str:
    ref = ""
    for _ in range(10):
        ref += REF_LETTERS[number % len(REF_LETTERS)]
        number //= len(REF_LETTERS)
    return ref


def _file(players: int, nights: list[Facts], **more: list[Facts]) -> Facts:
    club = {"ref": "abcdefghij", "name": "Big", "founded_at": AT}
    named = [{"ref": _ref(10**9 + one), "name": f"P{one}", "joined_at": AT} for one in range(players)]
    return {"roundhouse": 2, "club": club, "players": named, "house_rules": [], "nights": nights, **more}


def _night(number: int, *games: Facts, notes: int = 0, apart: int = 1) -> Facts:
    day = date(1900, 1, 1) + timedelta(days=number * apart)
    told = [{"text": f"note {one}", "by": "A", "at": AT} for one in range(notes)]
    return {"ref": _ref(2 * 10**9 + number), "date": str(day), "started_at": AT, "notes": told, "games": list(games)}


def _game(number: int, seats: int, rounds: int, kept: tuple[Facts, ...] = ()) -> Facts:
    """A game of double nine; whoever sits first goes out in every round."""
    lines = [
        {"by": "A", "at": AT, "kind": "score", "round": round, "seat": seat, "pips": 5 * (seat > 1)}
        | ({"out": True, "text": "0"} if seat == 1 else {"text": "5"})
        for round in range(1, rounds + 1)
        for seat in range(1, seats + 1)
    ]
    begun = {"ref": _ref(3 * 10**9 + number), "rules": "double-nine", "engines": list(range(9, 9 - rounds, -1))}
    seated = [{"player": f"P{seat}", "place": seat + 1} for seat in range(seats)]
    return begun | {
        "started_at": AT,
        "started_by": "A",
        "seats": seated,
        "lines": lines,
        "kept": list(kept),
        "hands": [],
    }


def _kept(moves: int, chain: bool = False) -> Facts:
    table = {"kind": "table", "text": "double-nine 9 A/B/C/D/M A1 10", "seats": [1, 2, 3, 4], "by": "A", "at": AT}
    pairs = [(high, low) for high in range(9) for low in range(high)]
    played = [
        {
            "kind": "move",
            "text": "{2} {0}-{1}@{2}".format(*pairs[one % len(pairs)], "ABCD"[one % 4]),
            "by": "A",
            "at": AT,
        }
        for one in range(moves)
    ]
    for number, move in enumerate(played[1:], 3):
        if chain:
            move["after"] = number - 1
    return {"round": 1, "lines": [table, *played]}


def _nights(size: int) -> Facts:
    """Ordinary nights of four, ten rounds each."""
    return _file(4, [_night(one, _game(one, 4, 10)) for one in range(size // 5200)])


def _months(size: int) -> Facts:
    """As many nights as may be, each in another month, with a short game."""
    most = min(FROM_A_PAGE.nights, size // 1100)
    return _file(4, [_night(one, _game(one, 2, 1), apart=31) for one in range(most)])


def _players(size: int) -> Facts:
    """As many pairs of players as may be, eight at every table."""
    games = [_game(one, 8, 5) for one in range(min(size // 6000, FROM_A_PAGE.pairs // 28 // 3))]
    for number, game in enumerate(games):
        game["seats"] = [
            {"player": f"P{(number * 8 + seat) % FROM_A_PAGE.players}", "place": seat + 1} for seat in range(8)
        ]
    return _file(FROM_A_PAGE.players, [_night(one, game, apart=31) for one, game in enumerate(games)])


def _moves(size: int) -> Facts:
    """Kept rounds as long as may be."""
    return _file(4, [_night(0, *(_game(one, 4, 1, (_kept(2900),)) for one in range(size // 260_000)))])


def _chains(size: int) -> Facts:
    """Moves that each stand behind the one before."""
    return _file(4, [_night(0, *(_game(one, 4, 1, (_kept(2900, chain=True),)) for one in range(size // 300_000)))])


def _corrections(size: int) -> Facts:
    """Scores that were corrected thousands of times."""
    games = [_game(one, 4, 1) for one in range(size // 112 // FROM_A_PAGE.lines)]
    for game in games:
        game["lines"] = [game["lines"][1 + one % 3] for one in range(FROM_A_PAGE.lines)]
    return _file(4, [_night(0, *games)])


def _notes(size: int) -> Facts:
    return _file(2, [_night(0, notes=size // 90)])


def _tournaments(size: int) -> Facts:
    """As many tournaments as may be, each with everybody in it."""
    people = [f"P{one}" for one in range(size // FROM_A_PAGE.tournaments // 14)][: FROM_A_PAGE.players]
    begun = {"night": _ref(2 * 10**9), "name": "Cup", "format": "winners", "games": 1, "largest": 4, "movers": 1}
    begun |= {"rules": "double-twelve", "engines": [12], "lot": "1", "started_at": AT, "started_by": "A"}
    cups = [
        {"ref": _ref(4 * 10**9 + one), **begun, "players": people, "tables": [], "lines": []}
        for one in range(FROM_A_PAGE.tournaments)
    ]
    return _file(max(len(people), 1), [_night(0)], tournaments=cups)


KINDS: dict[str, Callable[[int], Facts]] = {
    "ordinary nights": _nights,
    "a night a month": _months,
    "many players": _players,
    "long kept rounds": _moves,
    "chains of mended moves": _chains,
    "corrections": _corrections,
    "notes": _notes,
    "tournaments": _tournaments,
}


class Cost(NamedTuple):
    """The cost of a file: seconds of processor, megabytes more, the longest wait of somebody else, the log's megabytes."""

    cpu: float
    memory: float
    waited: float
    log: float


def main() -> None:
    """Send every kind of file to a server, print what each cost, and fail if one costs more than is promised."""
    kept = True
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
            kept &= all(fits)
            said = f"{name}, from a {who}"
            print(
                f"{said:38} {cost.cpu:7.2f} {cost.memory:8.0f} {cost.waited:9.2f} {cost.log:7.1f}{'' if all(fits) else '  !'}"
            )
    print("\nEvery promise is kept." if kept else "\nA promise is broken.")
    sys.exit(0 if kept else 1)


def _measure(text: str, is_manager: bool) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            keeper = Scorekeeper(server)
            keeper.start()
            workers = _workers(server)
            before, memory = _cpu(workers), [_memory(pid) for pid in workers]
            _send(server, text, is_manager)
            cpu = _cpu(workers) - before - keeper.cost()
            more = max(_memory(pid) - had for pid, had in zip(workers, memory, strict=True))
            keeper.over.set()
            keeper.join()
            return Cost(cpu, more, keeper.waited, keeper.log)
        finally:
            server.stop()


class Scorekeeper(Somebody):
    """Enters a score ten times a second, and notes the longest wait and the biggest log."""

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
        """The seconds of processor that its own entries took."""
        return self.each * self.entered

    def enter(self, number: int) -> None:
        address = f"{self.game}/rounds/1"
        page = self.ask("GET", address)[2]
        name, seen = re.search(r'name="(hand_\d+)-seen" value="(\d+)"', page).groups()
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
    """Send a file, and say yes to what it would bring."""
    sender = Somebody(server, "Sender")
    address = "/import"
    if is_manager:
        page = sender.ask("GET", "/start")[2]
        sender.post("/start", page, **{"players-0": "P0", "players-1": "P1", "rules": "double-nine"})
        address = re.search(r"/clubs/\w+", sender.ask("GET", "/")[2])[0] + "/import"
    preview = sender.send_file(address, text)
    status, _, page = sender.post(preview, sender.ask("GET", preview)[2])
    if status != 303:
        raise RuntimeError(f"{status}: {page[-1500:]}")


def _workers(server: Server) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=True)  # noqa: S603, S607 (our own words)
    return [int(pid) for pid in found.stdout.split()]


def _cpu(pids: list[int]) -> float:
    """The seconds of processor that these processes have taken."""
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in pids]
    return sum(int(one) for pair in ticks for one in pair) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    """The most memory that a process has had, in megabytes."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


if __name__ == "__main__":
    main()
