"""Phones enter moves in a tracked round while the server is killed.

Every acknowledged move must survive, exactly once and in order.
"""

import argparse
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from commands.serve import WORKERS
from models import db, writing
from models.access.tokens import write_token
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.moves import MOST_LINES, RoundLine, moves_of
from models.play.start import create_club_with_keys
from proofs.page import first
from proofs.phone import Somebody
from proofs.postgres import find_postgres, run_postgres
from proofs.server import Server, app_of
from rules import RULE_BOOKS
from samples import games, kept_rounds
from samples.cast import KEEPER, PEOPLE, TODAY

PHONES = 6
# The average pause of a phone between two moves: a hundred kills stay well under the most moves of a round.
PAUSE = 0.2
LONGEST_START = 2.0
REPLACED_SECONDS = 10.0
MOST_TRIES = 100
# The form that takes back the last move, not the one that takes away the table itself.
_UNDO = re.compile(
    r'action="([^"]+/undo)">.*?name="newest" value="([^"]*)">'
    r'<input type="hidden" name="table" value="(\d+)"><button><span>Undo: <small>(?!the table)',
    re.DOTALL,
)


class TappingPhone(Somebody):
    """A player who taps moves on the page, some of them twice, until told to stop, and undoes any move that ends the round."""

    def __init__(
        self, server: Server, link: str, table: str, name: str, over: threading.Event, pause: float = 0
    ) -> None:
        super().__init__(server, name)
        self.table, self.over, self.pause = table, over, pause
        self.answers: Counter[int] = Counter()
        self.ask("GET", link)
        self.say_name(table.partition("/rounds")[0])

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.broken.append((0, repr(error)))

    def _play(self) -> None:
        while not self.over.wait(self.luck.uniform(0.5, 1.5) * self.pause):
            status, _, page = self.ask("GET", self.table)
            if status == 200:
                status, page = self._tap(page)
                self.answers[status] += 1
                self.acknowledged += status == 303
            if status not in (303, 409, 422, 503):
                self.broken.append((status, page[:200]))

    def _tap(self, page: str) -> tuple[int, str]:
        """Enter a move that the page offers, or undo the last entry. Returns the answer's status and page."""
        moves = re.findall(r'name="move" value="([^"]+)"', page)
        undo = _UNDO.search(page)
        if moves and (undo is None or self.luck.random() < 0.9):
            # Mostly moves that are seldom refused: on the player's own train or the Mexican one, or no tile at all.
            likely_moves = [move for move in moves if move.partition("@")[2] in ("", "M", move[0])]
            move = self.luck.choice(likely_moves if likely_moves and self.luck.random() < 0.8 else moves)
            seen = first(r'name="seen" value="(\d+)"', page, 1)
            status, _, page = self.post(self.table, page, move=move, seen=seen)
        elif undo:
            status, _, page = self.post(undo[1], page, newest=undo[2], table=undo[3])
        else:
            raise RuntimeError("the page offers no move, and nothing to take back")
        return status, page

    def post(self, path: str, page: str, **fields: str) -> tuple[int, str, str]:
        """Send a form, and repeat it while the server answers 503, so that the outcome is known."""
        for _ in range(MOST_TRIES):
            answer = super().post(path, page, **fields)
            if answer[0] != 503:
                break
            self.answers[503] += 1
            time.sleep(0.1)
        return answer


def begin(server: Server, dealt: int | None = None) -> tuple[str, str, int]:
    """Start a game of eight with a kept first round.

    Returns the link that opens it, the table's address, and the game's id.

    `dealt` is the number of tiles for each player, by default the rule set's own.
    """
    app = app_of(server)
    with app.app_context():
        with writing():
            club, key = create_club_with_keys("Many phones", {Access.MANAGE: "all"}, KEEPER)
            game = games.begin(club, PEOPLE, RULE_BOOKS["double-twelve"], TODAY)
            kept_rounds.begin(game, 1, dealt)
            kept_game = f"/k/{write_token(key, str(app.secret_key))}", f"/games/{game.ref}/rounds/1/table", game.id
        db.engine.dispose()
    return kept_game


def kept_lines(server: Server, game_id: int) -> Sequence[RoundLine]:
    """Every line of the game's first round, from the database."""
    with app_of(server).app_context():
        lines = moves_of(db.session.get_one(Game, game_id), 1)
        db.session.remove()
        db.engine.dispose()
    return lines


def find_wrong(phones: Sequence[TappingPhone], lines: Sequence[RoundLine]) -> list[str]:
    """A description of each entry that was lost, duplicated, out of order or answered wrongly. Empty if all is well."""
    wrong = [f"{phone.called}: {status} {page!r}" for phone in phones for status, page in phone.broken]
    if [line.number for line in lines] != list(range(1, len(lines) + 1)):
        wrong.append(f"The lines are not numbered from 1 to {len(lines)}.")
    for phone in phones:
        kept = len({line.entry for line in lines if line.by == phone.called})
        if kept != phone.acknowledged:
            wrong.append(f"{phone.called}: {phone.acknowledged} acknowledged, {kept} kept")
    return wrong


def workers_of(server: Server) -> list[int]:
    """The worker processes of a running server, oldest first."""
    workers, parent = [], server.pid
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            is_helper = b"resource_tracker" in path.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z" and not is_helper:
            workers.append((int(fields[19]), int(path.parent.name)))
    return [pid for _, pid in sorted(workers)]


def kill_worker(server: Server) -> float:
    """Wait until all workers are up, then kill the oldest, so that two kills in a row never hit the same one.

    Returns how many seconds it waited. Raises RuntimeError after more than ten, or if the server has ended.
    """
    begun = time.monotonic()
    while len(workers := workers_of(server)) < WORKERS:
        if server.process is None or server.process.poll() is not None or time.monotonic() - begun > REPLACED_SECONDS:
            raise RuntimeError(f"A worker was not replaced.\n{(server.folder / 'log').read_text()}")
        time.sleep(0.05)
    os.kill(workers[0], signal.SIGKILL)
    return time.monotonic() - begun


def restart(server: Server) -> float:
    """Kill the whole server and start it again. Returns the seconds from the start to the first answer."""
    server.stop(signal.SIGKILL)
    begun = time.monotonic()
    server.start()
    return time.monotonic() - begun


def plan_kills(kills: int, luck: random.Random) -> list[bool]:
    """For each kill, True if it hits the whole server. Half of them do, and at most two in a row hit a single worker.

    A third in a row would hit the same worker twice within a few seconds, which the server takes for a crash loop.
    """
    whole = kills // 2
    slots = luck.sample(range(2 * (whole + 1)), kills - whole)
    gaps = Counter(slot // 2 for slot in slots)
    return [is_whole for gap in range(whole + 1) for is_whole in [False] * gaps[gap] + [True]][:-1]


def kill_often(server: Server, plan: Sequence[bool], seconds_apart: float) -> list[float]:
    """Kill as planned. Returns how many seconds each start took."""
    starts = []
    for number, is_whole in enumerate(plan, 1):
        time.sleep(seconds_apart)
        if is_whole:
            starts.append(restart(server))
        else:
            kill_worker(server)
        if number % 10 == 0:
            print(f"{number} of {len(plan)} kills", flush=True)
    time.sleep(seconds_apart)
    return starts


def _run(server: Server, kills: int, seconds_apart: float, seed: int) -> bool:
    """Let the phones play while the server is killed. True if every promise is kept."""
    plan = plan_kills(kills, random.Random(seed))  # noqa: S311 (which kill is next)
    link, table, game_id = begin(server)
    over = threading.Event()
    phones = [TappingPhone(server, link, table, f"Phone {number}", over, PAUSE) for number in range(PHONES)]
    for phone in phones:
        phone.start()
    try:
        starts = kill_often(server, plan, seconds_apart)
    finally:
        over.set()
        for phone in phones:
            phone.join()
    return _print(plan, starts, phones, kept_lines(server, game_id))


def _print(
    plan: Sequence[bool], starts: Sequence[float], phones: Sequence[TappingPhone], lines: Sequence[RoundLine]
) -> bool:
    wrong, answers = find_wrong(phones, lines), sum((phone.answers for phone in phones), Counter())
    print(
        f"{len(plan)} kills: {plan.count(False)} of one worker, {plan.count(True)} of everything. {PHONES} phones, "
        f"answers to what they entered: {dict(sorted(answers.items()))}. Acknowledged: "
        f"{sum(phone.acknowledged for phone in phones)}; lines kept: {len(lines)}, at most {MOST_LINES}"
    )
    if starts:
        print(
            f"From the start to the first answer: median {statistics.median(starts):.2f} s, longest {max(starts):.2f} s, "
            f"at most {LONGEST_START}"
        )
    if max(starts, default=0) > LONGEST_START:
        wrong.append(f"A start took {max(starts):.2f} s")
    print("\n".join(wrong or ["Every promise is kept."]))
    return not wrong


@contextmanager
def _database(name: str, folder: Path) -> Iterator[str]:
    if name == "sqlite":
        yield f"sqlite:///{folder}/roundhouse.db"
        return
    programs = find_postgres()
    if programs is None:
        sys.exit("PostgreSQL is not on this machine.")
    (folder / "postgres").mkdir()
    with run_postgres(programs, folder / "postgres") as address:
        yield address


def main() -> None:
    """Kill the server many times while six phones use it. Fail if an entry is lost or a start is slow."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seconds-apart", type=float, default=2.5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _database(options.database, Path(folder)) as address:
        server = Server(Path(folder), address)
        server.start()
        try:
            is_kept = _run(server, options.kills, options.seconds_apart, options.seed)
        finally:
            server.stop()
    sys.exit(0 if is_kept else 1)


if __name__ == "__main__":
    main()
