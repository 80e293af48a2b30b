"""A round whose scores are entered, shared by the pages for typed and tapped scores."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import abort, request
from flask_babel import gettext

from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.tournaments import find_tournament_table, sits_elsewhere
from models.play.pen import Pen, take_pen
from models.play.scores import ScoreEntry, ScoreObjections
from models.sheets.confirmed import confirmed_rounds
from models.sheets.fold import load_sheet, read_left
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Round, Sheet
from rules import Tile, tile, write_tiles
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import count_hand
from views.shared.keyring import holder_facts, name_here, name_to_sign
from views.shared.outbox import wait_of_phone


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round of a game that a key has opened, and its table. The table is None if nobody keeps it."""

    opened: Opened[Game]
    sheet: Sheet
    round: Round
    table: RoundTable | None

    @property
    def is_confirmed(self) -> bool:
        """True if a second player at a tournament's table has confirmed the scores."""
        return self.opened.it.tournament_id is not None and self.round.number in confirmed_rounds(self.sheet)

    @property
    def may_enter(self) -> bool:
        """True if this phone may enter scores here. Only the referee may correct a confirmed round."""
        is_confirmed = self.round.number in confirmed_rounds(self.sheet)
        return self.opened.access >= (Access.MANAGE if is_confirmed else Access.SCORE)

    @property
    def facts(self) -> dict[str, object]:
        """The facts that every page about these scores needs."""
        seated = find_tournament_table(self.opened.it)
        facts = {"opened": self.opened, "game": self.opened.it, "sheet": self.sheet, "round": self.round}
        return facts | {"seated": seated} | holder_facts(self.opened)

    @property
    def nameless(self) -> str:
        """The reason why this phone cannot enter scores yet; empty if it can.

        At a tournament's table somebody else confirms the scores, so it has to be known who entered them.
        """
        name = name_here(self.opened.club)
        if self.opened.it.tournament_id is None or self.opened.access >= Access.MANAGE:
            return ""
        if name and not sits_elsewhere(self.opened.it, name):
            return ""
        if name:
            return gettext("%(name)s plays at another table. Tap who is using this phone here.", name=name)
        return gettext("Tap who is using this phone: at a tournament somebody else confirms what you enter.")


class ScoreRefusal(NamedTuple):
    """The reason why nothing was entered: a sentence that refuses it, or questions to answer first."""

    refused: str = ""
    objections: ScoreObjections | None = None

    @property
    def status(self) -> int:
        """The HTTP status of the page that says so."""
        if self.objections and self.objections.clashes:
            return 409
        return 422 if self.objections or self.refused else 200

    @property
    def facts(self) -> dict[str, object]:
        """The facts for the page that says so."""
        return {"refused": self.refused, "objections": self.objections, "agreed": agreed()}


NOT_TRIED = ScoreRefusal()


def fetch_scored(opened: Opened[Game], number: int) -> ScoredRound:
    """The round to look at. Aborts with 404 if there is none."""
    sheet = load_sheet(opened.it)
    round = _require_round(sheet, number)
    return ScoredRound(opened, sheet, round, load_table(opened.it, sheet, number) if opened.has_moves else None)


def take_scored(opened: Opened[Game], number: int) -> tuple[ScoredRound, Pen]:
    """The round with the pen of its game. Aborts with 404 if there is none."""
    pen = take_pen(opened, name_to_sign(opened), wait=wait_of_phone())
    round = _require_round(pen.sheet, number)
    return ScoredRound(opened, pen.sheet, round, pen.table(number)), pen


def _require_round(sheet: Sheet, number: int) -> Round:
    return sheet.round(number) or abort(404)


def agreed() -> frozenset[str]:
    """The doubts that somebody answered with yes."""
    return frozenset(request.form.get("agreed", "").split("|")) - {""}


def require_seat(scored: ScoredRound, seat: int) -> None:
    """Abort with 404 unless somebody plays the round at this seat."""
    if seat not in scored.round.seats:
        abort(404)


def entry_of_tiles(left: tuple[Tile, ...], scored: ScoredRound, seen: int) -> ScoreEntry:
    """The score of a hand with these tiles left. `seen` is the line that was in the cell when the form was made."""
    return ScoreEntry(HandLeft(count_hand(left, scored.sheet.book).pips, tiles=left), write_tiles(left), seen)


def places_elsewhere(scored: ScoredRound, seat: int) -> dict[str, str]:
    """The tiles that cannot be in the hand of `seat`, each with its place: on the kept table, in the middle, in another hand."""
    table, played = scored.table, scored.round
    lying = [domino for train in table.position.trains for domino in train.tiles] if table else []
    taken = {str(domino): gettext("on the table") for domino in lying}
    taken[str(tile(played.engine, played.engine))] = gettext("in the middle")
    for other, cell in played.cells.items():
        if other != seat:
            held = read_left(cell.text, cell.pips, cell.is_out).tiles
            taken |= {str(domino): scored.sheet.names[other] for domino in held}
    return taken
