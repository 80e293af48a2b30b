"""A hand scored by a photo of its tiles: the reader proposes, a person confirms, and the tiles are entered."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import PhotoTilesForm
from models.ledger.keys import Access
from models.play.pen import Pen, SheetError
from models.play.scores import enter_scores
from views.game.scored_round import (
    NOT_TRIED,
    ScoredRound,
    ScoreRefusal,
    agreed,
    entry_of_tiles,
    fetch_scored,
    places_elsewhere,
    require_seat,
    take_scored,
)
from views.shared.darkroom import Queued
from views.shared.keyring import fetch_game
from views.shared.once import on_this_phone, once
from views.shared.photos import (
    Asked,
    PhotoRefusedError,
    Proposal,
    adds_a_tile,
    forget_photo,
    look_at,
    proposals,
    proposed,
    require_photos,
    show_asking,
    show_photo_page,
    show_picture,
    show_reading,
    take_photo,
    takes_photo,
    unanswered,
)

pages = Blueprint("photos", __name__, url_prefix="/games/<ref>/rounds/<int:number>/photo/<int:seat>")


@pages.get("")
def photo(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """The button that takes a photo of the tiles left in one hand."""
    scored = _fetch(ref, number, seat)
    return show_photo_page(_facts(scored, seat))


@pages.post("")
@takes_photo
@on_this_phone
def take(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """Take a photo in, or say why not. It is read meanwhile, and nothing is written."""
    scored = _fetch(ref, number, seat)
    try:
        token = take_photo(scored.sheet.book)
    except PhotoRefusedError as error:
        return show_photo_page(_facts(scored, seat), str(error))
    return redirect(url_for("photos.tiles", ref=ref, number=number, seat=seat, token=token), 303)


@pages.get("/<token>")
def tiles(ref: str, number: int, seat: int, token: str) -> ResponseReturnValue:
    """The tiles of a photo, to put right and confirm. Until it is read, the page asks again."""
    scored = _fetch(ref, number, seat)
    try:
        found = look_at(token, scored.sheet.book)
    except PhotoRefusedError as error:
        return show_photo_page(_facts(scored, seat), str(error))
    if isinstance(found, Queued):
        return show_reading(_facts(scored, seat), found)
    cell = scored.round.cells.get(seat)
    form = PhotoTilesForm(data={"tiles": proposed(found), "seen": cell.line if cell else 0})
    return _show(scored, seat, form, Asked(_proposals(form, scored, seat), scored.sheet.book, token))


@pages.post("/<token>")
@once
def enter(ref: str, number: int, seat: int, token: str) -> ResponseReturnValue:
    """Enter the confirmed tiles, or show what is to be answered first."""
    scored, pen = take_scored(fetch_game(ref, Access.SCORE), number)
    require_seat(scored, seat)
    require_photos(scored.sheet.book)
    form = PhotoTilesForm()
    is_more = adds_a_tile(form)
    asked = Asked(_proposals(form, scored, seat), scored.sheet.book, token)
    why = NOT_TRIED if is_more else _enter(scored, pen, seat, form, asked.tiles)
    if why is None:
        forget_photo(token, scored.sheet.book)
        return redirect(url_for("scores.round", ref=ref, number=number), 303)
    if why.objections and any(doubt.is_impossible for doubt in why.objections.doubts):
        form.ask_again()
    return _show(scored, seat, form, asked, why)


@pages.get("/<token>/picture")
def picture(ref: str, number: int, seat: int, token: str) -> ResponseReturnValue:
    """The photo itself, for the page that asks about it."""
    return show_picture(token, _fetch(ref, number, seat).sheet.book)


def _fetch(ref: str, number: int, seat: int) -> ScoredRound:
    """The round. Aborts with 404 unless this phone may enter the score of this seat, and photos are offered."""
    scored = fetch_scored(fetch_game(ref, Access.SCORE), number)
    require_seat(scored, seat)
    require_photos(scored.sheet.book)
    return scored if scored.may_enter else abort(404)


def _enter(
    scored: ScoredRound, pen: Pen, seat: int, form: PhotoTilesForm, tiles: Sequence[Proposal]
) -> ScoreRefusal | None:
    """Enter the confirmed tiles of a hand. None if that is done, or else why it was not."""
    if refused := scored.nameless or unanswered(form, tiles):
        return ScoreRefusal(refused)
    entry = entry_of_tiles(form.counted, scored, form.seen.data or 0)
    try:
        with pen:
            objections = enter_scores(pen, scored.round.number, {seat: entry}, agreed())
    except SheetError as error:
        return ScoreRefusal(str(error))
    return ScoreRefusal(objections=objections) if objections else None


def _proposals(form: PhotoTilesForm, scored: ScoredRound, seat: int) -> list[Proposal]:
    """Every tile of the form with its doubts. A tile on the table or in another hand is one."""
    return proposals(form, places_elsewhere(scored, seat), scored.sheet.book)


def _facts(scored: ScoredRound, seat: int) -> dict[str, object]:
    """The facts of every page about a photo of this hand."""
    number = scored.round.number
    return scored.facts | {
        "seat": seat,
        "title": gettext("Tiles left: %(name)s", name=scored.sheet.names[seat]),
        "back": url_for("scores.round", ref=scored.opened.it.ref, number=number),
        "back_to": gettext("Back to the scores"),
        "by_hand": url_for("tiles.tiles", ref=scored.opened.it.ref, number=number, seat=seat),
    }


def _show(
    scored: ScoredRound, seat: int, form: PhotoTilesForm, asked: Asked, why: ScoreRefusal = NOT_TRIED
) -> ResponseReturnValue:
    return show_asking(_facts(scored, seat) | why.facts, form, asked, why.status)
