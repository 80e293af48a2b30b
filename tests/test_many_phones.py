"""Ten phones that enter moves at one table at once, over bad Wi-Fi, while the server is killed in the middle."""

import os
import re
import signal
import time
from datetime import date

import pytest

from bench.phone import Somebody
from bench.server import Server
from models import db, writing
from models.keeping import lay_table, opening_position
from models.keys import Access, write_token
from models.moves import Noted, moves_of
from models.scorekeeping import read_sheet
from models.starting import found_with_keys, start_game
from rules import RULE_BOOKS
from tests.crowd import app_of, serve

PHONES = 10
# A minute by `make phones`; a few seconds with the other tests.
SECONDS = float(os.environ.get("PHONES_SECONDS", "6"))


class Phone(Somebody):
    """Somebody who taps what the page offers, now and then twice, and takes back what ended the round."""

    def __init__(self, server: Server, link: str, table: str, name: str) -> None:
        super().__init__(server, name)
        self.table = table
        self.until = time.monotonic() + SECONDS
        self.ask("GET", link)
        self.say_name(table.partition("/rounds")[0])

    def run(self) -> None:
        while time.monotonic() < self.until:
            status, _, page = self.ask("GET", self.table)
            moves = re.findall(r'name="move" value="([^"]+)"', page)
            undo = re.search(r'action="([^"]+/undo/\d+)"', page)[1]
            if moves and self.luck.random() < 0.9:
                seen = re.search(r'name="seen" value="(\d+)"', page)[1]
                status, _, page = self.post(self.table, page, move=self.luck.choice(moves), seen=seen)
            else:
                status, _, page = self.post(undo, page)
            self.acknowledged += status == 303
            if status not in (303, 409, 422):
                self.broken.append((status, page[:200]))


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request, tmp_path):
    yield from serve(request, tmp_path)


def _begin(server: Server) -> tuple[str, str, int]:
    """A game of eight whose first round is kept: the link that opens it, its table's address, its number."""
    app = app_of(server)
    with app.app_context():
        with writing():
            club, key = found_with_keys("Many phones", {Access.MANAGE: "all"}, "Ana")
            book = RULE_BOOKS["double-twelve"]
            game = start_game(club, list("ABCDEFGH"), book, book.options.engines, date(2026, 3, 5), "Ana")
            sheet = read_sheet(game)
            round = sheet.rounds[0]
            lay_table(game, sheet, round, opening_position(sheet, round, round.here[0], None), "Ana")
            found = f"/k/{write_token(key, str(app.secret_key))}", f"/games/{game.ref}/rounds/1/table", game.id
        db.engine.dispose()
    return found


def _lines(server: Server, game_id: int) -> list[Noted]:
    with app_of(server).app_context():
        lines = moves_of(game_id, 1)
        db.session.remove()
        db.engine.dispose()
    return lines


def test_every_acknowledged_move_is_there_once_in_one_order(server):
    link, table, game_id = _begin(server)
    phones = [Phone(server, link, table, f"Phone {number}") for number in range(PHONES)]

    for phone in phones:
        phone.start()
    time.sleep(SECONDS / 2)
    server.stop(signal.SIGKILL)
    server.start()
    for phone in phones:
        phone.join()

    lines = _lines(server, game_id)
    entered = {phone.called: len({line.entry for line in lines if line.by == phone.called}) for phone in phones}
    assert [phone.broken for phone in phones if phone.broken] == []
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert entered == {phone.called: phone.acknowledged for phone in phones}
    assert sum(entered.values()) > SECONDS
