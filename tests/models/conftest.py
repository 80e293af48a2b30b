"""A game of four players for the model tests, on SQLite and on PostgreSQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pytest
from flask import Flask

from models import db
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms
from models.ledger.keys import Access, Key
from models.ledger.moves import MoveMade, RoundLine
from models.play.moves import MoveClash, MoveEntry, MoveRefusal, enter_move, lay_table, opening_position, strike_move
from models.play.scores import ScoreEntry, ScoreObjections, enter_scores
from models.play.start import create_club_with_keys, start_game
from models.play.undo import redo, undo
from models.sheets.acts import Act, ActHistory, load_history
from models.sheets.fold import load_sheet
from models.sheets.round import RoundTable as Kept
from models.sheets.round import Spot, load_table
from models.sheets.sheet import Sheet
from rules import RULE_BOOKS, read_move
from rules.scores.left_in_hand import HandLeft
from rules.typed import read_sum
from samples.pens import pen_of, write

TONIGHT = date(2026, 3, 5)
LABELS = {Access.MANAGE: "first phone", Access.SCORE: "score", Access.VIEW: "view"}


@dataclass
class Table:
    """A game with methods for the most common steps of tests, such as entering a round and reading the sheet."""

    club: Club
    game: Game
    key: Key

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stands now."""
        return load_sheet(self.game)

    @property
    def seats(self) -> dict[str, int]:
        """The seats by player name."""
        return {column.name: column.seat for column in self.sheet.columns}

    @property
    def totals(self) -> dict[str, int]:
        """The totals by name."""
        return {column.name: column.total for column in self.sheet.columns}

    @property
    def places(self) -> dict[str, int | None]:
        """The places by name."""
        return {column.name: column.place for column in self.sheet.columns}

    def keep(self, first: str = "Ana", number: int = 1, dealt: int | None = None) -> None:
        """Set up a round's table, so that its moves can be entered."""
        round = self.sheet.rounds[number - 1]
        position = opening_position(self.sheet, round, self.seats[first], dealt)
        write(self.game, "Ana", lay_table, round, position)

    def kept(self, number: int = 1) -> Kept:
        """The current table of a round whose moves are entered."""
        table = load_table(self.game, self.sheet, number)
        assert table is not None
        return table

    @property
    def texts(self) -> list[str]:
        """The moves of the first round that are not struck."""
        return [text_of(step.line) for step in self.kept().steps]

    def move(
        self, text: str, by: str = "Ana", seen: int | None = None, after: int | None = None, change: int | None = None
    ) -> MoveRefusal | MoveClash | None:
        """Enter a move in the first round. Without `seen`, the newest line counts as seen."""
        table, sheet = self.kept(), self.sheet
        seen = table.revision if seen is None else seen
        spot = Spot(change or after, is_instead=change is not None)
        return write(self.game, by, enter_move, sheet.rounds[0], table, MoveEntry(read_move(text), seen, spot))

    def refused(self, text: str, change: int | None = None) -> MoveRefusal:
        """Try a move that should be refused. Returns the refusal."""
        refused = self.move(text, change=change)
        assert isinstance(refused, MoveRefusal)
        return refused

    def strike(self, number: int) -> None:
        """Strike a line of the first round."""
        write(self.game, "Ben", strike_move, self.sheet.rounds[0], number)

    def history(self, round: int = 0) -> ActHistory:
        """The acts on the sheet, or at the table of a round, as they stand now."""
        return load_history(self.game, self.sheet, round)

    def undo(self, round: int = 0, by: str = "Ben", seen: str | None = None, today: date = TONIGHT) -> Sequence[Act]:
        """Undo the newest act on the sheet or at a round's table. Without `seen`, that act counts as seen."""
        with pen_of(self.game, by, today) as pen:
            return undo(pen, self.history(round).newest if seen is None else seen, round)

    def redo(self, round: int = 0, by: str = "Ben", seen: str | None = None) -> Sequence[Act]:
        """Redo the act that was undone last."""
        return write(self.game, by, redo, self.history(round).newest if seen is None else seen, round)

    def enter(
        self, number: int, by: str = "Ana", agreed: str = "", seen: int | None = None, **typed: str
    ) -> ScoreObjections | None:
        """Type scores by player name, with `out` for a player who went out.

        Without `seen`, the current scores count as seen. `agreed` holds the keys of the doubts that were answered yes.
        """
        return self.enter_all(number, typed, by, agreed, seen)

    def enter_all(
        self, number: int, typed: dict[str, str], by: str = "Ana", agreed: str = "", seen: int | None = None
    ) -> ScoreObjections | None:
        """The same as `enter`, with the scores in a dict."""
        seats, cells = self.seats, self.sheet.rounds[number - 1].cells
        entries = {}
        for name, text in typed.items():
            seat = seats[name]
            left = HandLeft(0, is_out=True) if text == "out" else HandLeft(sum(read_sum(text)), parts=read_sum(text))
            line = cells[seat].line if seat in cells else 0
            entries[seat] = ScoreEntry(left, "0" if text == "out" else text, line if seen is None else seen)
        return write(self.game, by, enter_scores, number, entries, frozenset(agreed.split()))


def text_of(line: RoundLine) -> str:
    """The move that a line of a tracked round enters."""
    assert isinstance(line.payload, MoveMade)
    return line.payload.move


def make_table(rules: str = "double-nine", names: str = "Ana Ben Cai Dee") -> Table:
    """A saved game under these rules in a new club, with nothing entered yet."""
    club, key = create_club_with_keys("Ana’s table", LABELS, "Ana")
    book = RULE_BOOKS[rules]
    game = start_game(club, names.split(), GameTerms(book, book.options.engines), TONIGHT, "Ana")
    db.session.commit()
    return Table(club, game, key)


@pytest.fixture
def table(store: Flask) -> Table:
    """A double-nine game of Ana, Ben, Cai and Dee, with nothing entered yet."""
    return make_table()
