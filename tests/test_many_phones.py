"""Ten phones on bad Wi-Fi enter moves at one table, while a worker and then the whole server are killed."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from proofs.attack.kills import TappingPhone, begin, find_wrong, kept_lines, kill_worker, restart
from proofs.server import Server

PHONES = 10
# `make phones` runs for a minute; the other runs take a few seconds.
SECONDS = float(os.environ.get("PHONES_SECONDS", 4))


def play_on(phones: Sequence[TappingPhone], seconds: float) -> None:
    """Let the phones play for so long, and on a slow machine longer, until each has entered another move on average."""
    entered, until = sum(phone.acknowledged for phone in phones), time.monotonic() + 60
    time.sleep(seconds)
    while sum(phone.acknowledged for phone in phones) < entered + len(phones):
        assert time.monotonic() < until, "Nobody enters anything."
        time.sleep(0.1)


@contextmanager
def playing(server: Server, count: int, dealt: int | None = None) -> Iterator[list[TappingPhone]]:
    """Phones that play until the block ends. Afterwards every acknowledged move must be there once, in one order."""
    link, table, game_id = begin(server, dealt)
    over = threading.Event()
    phones = [TappingPhone(server, link, table, f"Phone {number}", over) for number in range(count)]
    for phone in phones:
        phone.start()
    try:
        yield phones
    finally:
        over.set()
        for phone in phones:
            phone.join()
    assert find_wrong(phones, kept_lines(server, game_id)) == []


def test_a_round_that_is_over_is_taken_back_and_played_on(server: Server) -> None:
    with playing(server, 3, dealt=2) as phones:
        play_on(phones, seconds=2)


def test_every_acknowledged_move_is_there_once_in_one_order(server: Server) -> None:
    with playing(server, PHONES) as phones:
        for kill in (kill_worker, restart):
            play_on(phones, SECONDS / 3)
            kill(server)
        play_on(phones, SECONDS / 3)
