"""Finding a round with its table, if somebody keeps it."""

from dataclasses import dataclass

from flask import abort, request

from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.play.pen import Pen, take_pen
from models.sheets.fold import load_sheet
from models.sheets.round import Table, load_table
from models.sheets.sheet import Round, Sheet
from views.shared.keyring import ask_name, fetch_game, name_here


@dataclass(frozen=True, slots=True)
class Kept:
    """A round of a game with its table, None where nobody keeps it, and the name of the person at this phone.

    Where something is sent it has the pen of the game.
    """

    opened: Opened[Game]
    sheet: Sheet
    round: Round
    table: Table | None
    by: str
    pen: Pen | None = None

    @property
    def may_score(self) -> bool:
        """This phone may enter something."""
        return self.opened.access >= Access.SCORE

    @property
    def facts(self) -> dict[str, object]:
        """What every page about this round is given."""
        return {
            "opened": self.opened,
            "game": self.opened.it,
            "sheet": self.sheet,
            "round": self.round,
            "table": self.table,
            "may_score": self.may_score,
            "me": self.by,
        }


def fetch_round(ref: str, number: int, needs: Access = Access.VIEW, is_page: bool = True) -> Kept:
    """The round, or 404. For a page the pen is taken where something is sent, and whoever may enter something is asked
    once who they are; not so for a part of a page that a script fetches, or where one only looks.
    """
    opened = fetch_game(ref, needs)
    by = ask_name(opened) if is_page and opened.access >= Access.SCORE else name_here(opened.club)
    pen = take_pen(opened, by) if is_page and request.method == "POST" else None
    sheet = pen.sheet if pen else load_sheet(opened.it)
    round = sheet.round(number)
    if round is None:
        abort(404)
    return Kept(opened, sheet, round, load_table(opened.it, sheet, number), by, pen)


def fetch_kept(ref: str, number: int, needs: Access = Access.VIEW, is_page: bool = True) -> tuple[Kept, Table]:
    """The round and its table, or 404 where nobody keeps it; `is_page` as for `fetch_round`."""
    kept = fetch_round(ref, number, needs, is_page)
    if kept.table is None:
        abort(404)
    return kept, kept.table
