"""Entering the scores of a round: code shared by the pages for typed, tapped and photographed scores."""

from collections.abc import Callable
from typing import NamedTuple

from flask import abort, request
from flask_babel import gettext

from models.ledger.keys import Access
from models.ledger.tournaments import sits_elsewhere
from models.play.pen import Pen, SheetError
from models.play.scores import ScoreEntry, ScoreObjections, enter_scores
from models.sheets.confirmed import confirmed_rounds
from models.sheets.fold import read_left
from rules import Tile, tile, write_tiles
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import count_hand
from views.shared.keyring import name_here
from views.shared.rounds import OpenedRound


def may_enter(scored: OpenedRound) -> bool:
    """True if this phone may enter scores in the round. Only the referee may correct a confirmed round."""
    is_confirmed = scored.round.number in confirmed_rounds(scored.sheet)
    return scored.opened.access >= (Access.MANAGE if is_confirmed else Access.SCORE)


class ScoreRefusal(NamedTuple):
    """The reason why nothing was entered: a sentence that explains it, or questions to answer first."""

    refused: str = ""
    objections: ScoreObjections | None = None

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows this reason."""
        if self.objections and self.objections.clashes:
            return 409
        return 422 if self.objections or self.refused else 200

    @property
    def facts(self) -> dict[str, object]:
        """The template variables for the page that shows this reason."""
        return {"refused": self.refused, "objections": self.objections, "agreed": agreed()}


NOT_TRIED = ScoreRefusal()


def nameless(scored: OpenedRound) -> str:
    """The reason why this phone cannot enter scores yet; empty if it can.

    At a tournament table somebody else confirms the scores, so the person who entered them has to be known.
    """
    game, name = scored.opened.it, name_here(scored.opened.club)
    if game.tournament_id is None or scored.opened.access >= Access.MANAGE:
        return ""
    if not name:
        return gettext(
            "Tap the name of the person using this phone: at a tournament, somebody else confirms the scores you enter."
        )
    if sits_elsewhere(game, name):
        return gettext(
            "%(name)s plays at another table. Tap the name of the person using this phone at this table.", name=name
        )
    return ""


def write_with(pen: Pen, enter: Callable[[], ScoreObjections | None]) -> ScoreRefusal | None:
    """Enter scores with the pen, then release it. Returns None on success, or else the reason for the refusal."""
    try:
        with pen:
            objections = enter()
    except SheetError as error:
        return ScoreRefusal(str(error))
    return ScoreRefusal(objections=objections) if objections else None


def agreed() -> frozenset[str]:
    """The keys of the questions to which somebody has answered yes."""
    return frozenset(request.form.get("agreed", "").split("|")) - {""}


def require_seat(scored: OpenedRound, seat: int) -> None:
    """Abort with 404 unless the player in this seat plays in the round."""
    if seat not in scored.round.seats:
        abort(404)


def enter_tiles(
    scored: OpenedRound, pen: Pen, seat: int, left: tuple[Tile, ...], seen: int | None
) -> ScoreRefusal | None:
    """Enter the score of a hand with these tiles left. Returns None on success, or else the reason for the refusal.

    `seen` is the line that was in the cell when the form was made.
    """
    entry = ScoreEntry(HandLeft(count_hand(left, scored.sheet.book), tiles=left), write_tiles(left), seen or 0)
    return write_with(pen, lambda: enter_scores(pen, scored.round.number, {seat: entry}, agreed()))


def places_elsewhere(scored: OpenedRound, seat: int) -> dict[str, str]:
    """The tiles that this seat cannot hold, each with its place: on the table, in the middle or in another hand."""
    table, played = scored.table, scored.round
    lying = [domino for train in table.position.trains for domino in train.tiles] if table else []
    taken = {str(domino): gettext("on the table") for domino in lying}
    taken[str(tile(played.engine, played.engine))] = gettext("in the middle")
    for other, cell in played.cells.items():
        if other != seat:
            held = read_left(cell.text, cell.pips, cell.is_out).tiles
            taken |= {str(domino): scored.sheet.names[other] for domino in held}
    return taken
