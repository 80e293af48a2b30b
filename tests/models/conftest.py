"""Four people at a table, on SQLite and on PostgreSQL."""

from dataclasses import dataclass
from datetime import date

import pytest

from models import db
from models.clubs import Club
from models.games import Game
from models.keys import Access, Key
from models.scorekeeping import Asked, Entry, enter_scores, read_sheet
from models.sheet import Sheet
from models.starting import found_with_keys, start_game
from rules import RULE_BOOKS
from rules.left_in_hand import Left, read_pips

TONIGHT = date(2026, 3, 5)
LABELS = {Access.MANAGE: "first phone", Access.SCORE: "score", Access.VIEW: "view"}


@dataclass
class Table:
    """A game with what a test does to it most: enter a round, read the sheet."""

    club: Club
    game: Game
    key: Key

    @property
    def sheet(self) -> Sheet:
        return read_sheet(self.game)

    @property
    def seats(self) -> dict[str, int]:
        return {column.name: column.seat for column in self.sheet.columns}

    @property
    def totals(self) -> dict[str, int]:
        return {column.name: column.total for column in self.sheet.columns}

    @property
    def places(self) -> dict[str, int | None]:
        return {column.name: column.place for column in self.sheet.columns}

    def enter(
        self, number: int, by: str = "Ana", agreed: str = "", seen: int | None = None, **typed: str
    ) -> Asked | None:
        """Type scores by name; `out` is out. What stands there now counts as seen unless it is said."""
        seats, cells = self.seats, self.sheet.rounds[number - 1].cells
        entries = {}
        for name, text in typed.items():
            seat = seats[name]
            left = Left(0, is_out=True) if text == "out" else Left(sum(read_pips(text)), parts=read_pips(text))
            line = cells[seat].line if seat in cells else 0
            entries[seat] = Entry(left, "0" if text == "out" else text, line if seen is None else seen)
        return enter_scores(self.game, self.sheet, number, entries, by, frozenset({agreed}))


def make_table(rules: str = "double-nine", names: str = "Ana Ben Cai Dee") -> Table:
    club, key = found_with_keys("Ana’s table", LABELS, "Ana")
    book = RULE_BOOKS[rules]
    game = start_game(club, names.split(), book, book.options.engines, TONIGHT, "Ana")
    db.session.commit()
    return Table(club, game, key)


@pytest.fixture
def table(store) -> Table:
    """Ana, Ben, Cai and Dee, double nine, nothing entered."""
    return make_table()
