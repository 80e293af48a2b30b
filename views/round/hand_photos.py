"""A player's own hand by a photo of its tiles. The confirmed tiles are kept on this phone, as a hand that was tapped in."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import PhotoHandForm
from models.ledger.keys import Access
from rules import NotationError, full_set
from rules.scores.left_in_hand import check_hand
from views.round.hands import PhoneHand, find_hand, seat_here, store_hand, tiles_laid
from views.round.kept_round import KeptRound, fetch_round, require_table
from views.shared.darkroom import Queued
from views.shared.once import on_this_phone
from views.shared.photos import (
    Asked,
    PhotoRefusedError,
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

pages = Blueprint("hand_photos", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table/hand/photo")


@pages.get("")
def photo(ref: str, number: int) -> ResponseReturnValue:
    """The button that takes a photo of a player's own hand."""
    return show_photo_page(_facts(_fetch(ref, number)))


@pages.post("")
@takes_photo
@on_this_phone
def take(ref: str, number: int) -> ResponseReturnValue:
    """Take a photo in, or say why not. It is read meanwhile."""
    kept = _fetch(ref, number)
    try:
        token = take_photo(kept.sheet.book)
    except PhotoRefusedError as error:
        return show_photo_page(_facts(kept), str(error))
    return redirect(url_for("hand_photos.tiles", ref=ref, number=number, token=token), 303)


@pages.get("/<token>")
def tiles(ref: str, number: int, token: str) -> ResponseReturnValue:
    """The tiles of a photo, to put right and confirm. Until it is read, the page asks again."""
    kept = _fetch(ref, number)
    try:
        found = look_at(token, kept.sheet.book)
    except PhotoRefusedError as error:
        return show_photo_page(_facts(kept), str(error))
    if isinstance(found, Queued):
        return show_reading(_facts(kept), found)
    held = find_hand(kept)
    form = _form(kept, {"tiles": proposed(found), "seat": held.seat if held else seat_here(kept)})
    return show_asking(_facts(kept), form, _asked(kept, form, token), 200)


@pages.post("/<token>")
@on_this_phone
def hold(ref: str, number: int, token: str) -> ResponseReturnValue:
    """Store the confirmed tiles as the hand on this phone, or show what is to be answered first."""
    kept = _fetch(ref, number)
    form = _form(kept, {})
    is_more, asked = adds_a_tile(form), _asked(kept, form, token)
    refused = "" if is_more else unanswered(form, asked.tiles)
    if not refused and not is_more:
        try:
            store_hand(kept, _read(kept, form))
        except NotationError as error:
            refused = str(error)
        else:
            forget_photo(token, kept.sheet.book)
            return redirect(url_for("hands.hand", ref=ref, number=number), 303)
    return show_asking(_facts(kept) | {"refused": refused}, form, asked, 422 if refused else 200)


@pages.get("/<token>/picture")
def picture(ref: str, number: int, token: str) -> ResponseReturnValue:
    """The photo itself, for the page that asks about it."""
    return show_picture(token, _fetch(ref, number).sheet.book)


def _fetch(ref: str, number: int) -> KeptRound:
    """The kept round. Aborts with 404 unless this phone may enter something, and photos are offered."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    require_photos(kept.sheet.book)
    return kept


def _form(kept: KeptRound, data: dict[str, object]) -> PhotoHandForm:
    form = PhotoHandForm(data=data)
    form.seat.choices = [(seat, kept.sheet.everybody[seat]) for seat in kept.table.seats]
    return form


def _asked(kept: KeptRound, form: PhotoHandForm, token: str) -> Asked:
    """The page that asks. A tile that lies on the table is doubtful."""
    book = kept.sheet.book
    return Asked(proposals(form, tiles_laid(kept.table, full_set(book.options.highest)), book), book, token)


def _read(kept: KeptRound, form: PhotoHandForm) -> PhoneHand:
    """The hand with these tiles now. Tiles that it has laid stay its own. Raises NotationError for one that nobody can hold."""
    begins, seat, now = kept.table.begins, form.seat.data, set(form.counted)
    if len(now) < len(form.counted):
        raise NotationError(gettext("A set has every tile once. Remove the one that is here twice."))
    check_hand(now, begins.book, begins.engine, kept.sheet.everybody[seat])
    held = find_hand(kept)
    if held is None or held.seat != seat:
        return PhoneHand(seat, form.counted, ())
    drawn = tuple(one for one in held.drawn if one in now or one.bit & kept.table.position.down)
    laid = tuple(one for one in held.dealt if one not in now and one.bit & kept.table.position.down)
    return PhoneHand(seat, (*laid, *(one for one in form.counted if one not in drawn)), drawn)


def _facts(kept: KeptRound) -> dict[str, object]:
    """The facts of every page about a photo of this hand."""
    back = url_for("hands.hand", ref=kept.opened.it.ref, number=kept.round.number)
    title = gettext("My own hand")
    return kept.facts | {"title": title, "back": back, "back_to": gettext("Back to my hand"), "by_hand": back}
