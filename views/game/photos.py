"""Scoring a hand from a photo: the reader proposes the tiles, a person confirms them, and they are entered."""

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import PhotoTilesForm
from models.ledger.keys import Access
from models.play.pen import Pen
from views.game.scored_round import (
    NOT_TRIED,
    ScoreRefusal,
    enter_tiles,
    may_enter,
    nameless,
    places_elsewhere,
    require_seat,
)
from views.shared.once import once
from views.shared.photos import (
    Photographed,
    add_photo_pages,
    adds_a_tile,
    require_photos,
    show_asking,
    unanswered,
)
from views.shared.rounds import OpenedRound, fetch_round, take_round

pages = Blueprint("photos", __name__, url_prefix="/games/<ref>/rounds/<int:number>/photo/<int:seat>")


def _fetch(ref: str, number: int, seat: int) -> Photographed:
    """The tiles left at a seat. Aborts with 404 unless photos are offered and this phone may enter the score."""
    scored = fetch_round(ref, number, Access.SCORE)
    if not may_enter(scored):
        abort(404)
    cell = scored.round.cells.get(seat)
    return _photographed(scored, seat, {"seen": cell.line if cell else 0})


add_photo_pages(pages, _fetch)


@pages.post("/tiles")
@once
def enter(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """Enter the confirmed tiles, or show the questions to answer first."""
    scored, pen = take_round(ref, number)
    hand = _photographed(scored, seat, {})
    why = NOT_TRIED if adds_a_tile(hand.form) else _enter(scored, pen, seat, hand)
    if why is None:
        return redirect(url_for("scores.round", ref=ref, number=number), 303)
    if why.objections and any(doubt.is_impossible for doubt in why.objections.doubts):
        hand.form.ask_again()
    return show_asking(hand, why.status, **why.facts)


def _photographed(scored: OpenedRound, seat: int, data: dict[str, object]) -> Photographed:
    """The tiles left at a seat. A tile that is also on the table or in another hand is marked as doubtful."""
    require_seat(scored, seat)
    require_photos(scored.sheet.book)
    ref, number = scored.opened.it.ref, scored.round.number
    return Photographed(
        of=scored,
        form=PhotoTilesForm(data=data),
        taken=places_elsewhere(scored, seat),
        title=gettext("Tiles left: %(name)s", name=scored.sheet.names[seat]),
        back=url_for("scores.round", ref=ref, number=number),
        back_to=gettext("Back to the scores"),
        by_hand=url_for("tiles.tiles", ref=ref, number=number, seat=seat),
    )


def _enter(scored: OpenedRound, pen: Pen, seat: int, hand: Photographed) -> ScoreRefusal | None:
    """Enter the confirmed tiles of a hand. Returns None on success, or else the reason for the refusal."""
    if refused := nameless(scored) or unanswered(hand):
        return ScoreRefusal(refused)
    return enter_tiles(scored, pen, seat, hand.form.counted, hand.form.seen.data)
