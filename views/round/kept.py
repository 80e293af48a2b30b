"""Finding a round with its table, if somebody keeps it: to look at, or with the pen of its game to write in."""

from dataclasses import dataclass

from flask import abort

from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.play.pen import Pen, take_pen
from models.sheets.fold import load_sheet
from models.sheets.round import Table, load_table
from models.sheets.sheet import Round, Sheet
from views.shared.keyring import ask_name, fetch_game, name_here


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundHere:
    """A round of a game with its table, None where nobody keeps it, and the name of the person at this phone."""

    opened: Opened[Game]
    sheet: Sheet
    round: Round
    table: Table | None
    by: str

    @property
    def may_score(self) -> bool:
        """This phone may enter something."""
        return self.opened.access >= Access.SCORE

    @property
    def facts(self) -> dict[str, object]:
        """The facts that every page about this round is given."""
        return {
            "opened": self.opened,
            "game": self.opened.it,
            "sheet": self.sheet,
            "round": self.round,
            "table": self.table,
            "may_score": self.may_score,
            "me": self.by,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRound(RoundHere):
    """A round whose table somebody keeps."""

    table: Table


def fetch_round(ref: str, number: int, needs: Access = Access.VIEW) -> RoundHere:
    """The round to look at, or 404. Whoever may enter something is asked once who they are."""
    opened = fetch_game(ref, needs)
    by = ask_name(opened) if opened.access >= Access.SCORE else name_here(opened.club)
    return _look(opened, number, by)


def glance_at(ref: str, number: int) -> RoundHere:
    """The round, or 404, for a part of a page that a script fetches or for a look back: nobody is asked who they are."""
    opened = fetch_game(ref)
    return _look(opened, number, name_here(opened.club))


def take_round(ref: str, number: int) -> tuple[RoundHere, Pen]:
    """The round with the pen of its game, or 404; whoever has not said who they are is asked first."""
    opened = fetch_game(ref, Access.SCORE)
    pen = take_pen(opened, ask_name(opened))
    round = _require_round(pen.sheet, number)
    return _round_here(opened, pen.sheet, round, pen.table(number), pen.by), pen


def require_table(here: RoundHere) -> KeptRound:
    """The round as one that somebody keeps, or 404."""
    return here if isinstance(here, KeptRound) else abort(404)


def _look(opened: Opened[Game], number: int, by: str) -> RoundHere:
    sheet = load_sheet(opened.it)
    round = _require_round(sheet, number)
    return _round_here(opened, sheet, round, load_table(opened.it, sheet, number), by)


def _require_round(sheet: Sheet, number: int) -> Round:
    return sheet.round(number) or abort(404)


def _round_here(opened: Opened[Game], sheet: Sheet, round: Round, table: Table | None, by: str) -> RoundHere:
    if table is None:
        return RoundHere(opened=opened, sheet=sheet, round=round, table=None, by=by)
    return KeptRound(opened=opened, sheet=sheet, round=round, table=table, by=by)
