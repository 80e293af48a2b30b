"""Open a round, with its table if its moves are entered: for viewing, or with the game's pen for writing."""

from dataclasses import dataclass
from typing import Any

from flask import abort

from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.seats import Colour
from models.play.pen import Pen, take_pen
from models.sheets.fold import load_sheet
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Round, Sheet
from views.shared.keyring import fetch_game, holder_here, name_to_sign
from views.shared.outbox import wait_of_phone


@dataclass(frozen=True, slots=True)
class OpenedRound:
    """A round of a game, and its table. The table is None if only scores are entered."""

    opened: Opened[Game]
    sheet: Sheet
    round: Round
    table: RoundTable | None

    @property
    def may_score(self) -> bool:
        """True if this phone may make entries."""
        return self.opened.access >= Access.SCORE

    @property
    def facts(self) -> dict[str, Any]:
        """The template variables that every page about this round needs."""
        return {
            "opened": self.opened,
            "game": self.opened.it,
            "sheet": self.sheet,
            "round": self.round,
            "table": self.table,
            "may_score": self.may_score,
            "holder": holder_here(self.opened),
        }


@dataclass(frozen=True, slots=True)
class KeptRound(OpenedRound):
    """A round whose moves are entered, not only its scores."""

    table: RoundTable

    @property
    def names(self) -> dict[int, str]:
        """The players at the table, by seat."""
        return {seat: self.sheet.everybody[seat] for seat in self.table.seats}

    @property
    def colours(self) -> dict[str, Colour]:
        """The colors of the players' markers, by seat letter."""
        return self.table.by_letter(self.sheet.colours)


def fetch_round(ref: str, number: int, needs: Access = Access.VIEW) -> OpenedRound:
    """The round, opened without a pen. Aborts with 404 if there is none."""
    opened = fetch_game(ref, needs)
    return _open_round(opened, load_sheet(opened.it), number)


def take_round(ref: str, number: int) -> tuple[OpenedRound, Pen]:
    """The round with the pen of its game. Aborts with 404 if there is none."""
    opened = fetch_game(ref, Access.SCORE)
    pen = take_pen(opened, name_to_sign(opened), wait=wait_of_phone())
    return _open_round(opened, pen.sheet, number), pen


def require_table(opened_round: OpenedRound) -> KeptRound:
    """The round as a tracked round. Aborts with 404 if its moves are not entered."""
    return opened_round if isinstance(opened_round, KeptRound) else abort(404)


def _open_round(opened: Opened[Game], sheet: Sheet, number: int) -> OpenedRound:
    round = sheet.round(number) or abort(404)
    table = load_table(opened.it, sheet, number)
    return KeptRound(opened, sheet, round, table) if table else OpenedRound(opened, sheet, round, None)
