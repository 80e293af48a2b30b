"""A player's own hand, read from a photo of its tiles.

The confirmed tiles are stored on this phone, like those of a hand that was tapped in.
"""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import PhotoHandForm
from models.ledger.keys import Access
from rules import NotationError, Tile, full_set
from rules.scores.left_in_hand import check_hand
from views.round.hands import PhoneHand, find_hand, store_hand, tiles_laid
from views.shared.keyring import seat_here
from views.shared.once import on_this_phone
from views.shared.photos import (
    Photographed,
    add_photo_pages,
    adds_a_tile,
    require_photos,
    show_asking,
    unanswered,
)
from views.shared.rounds import KeptRound, fetch_round, require_table

pages = Blueprint("hand_photos", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table/hand/photo")


def _fetch(ref: str, number: int) -> Photographed:
    """A hand at the round's table. Aborts with 404 unless photos are offered and this phone may make entries."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    held = find_hand(kept)
    return _photographed(kept, {"seat": held.seat if held else seat_here(kept.opened.club, kept.names)})


add_photo_pages(pages, _fetch)


@pages.post("/tiles")
@on_this_phone
def hold(ref: str, number: int) -> ResponseReturnValue:
    """Store the confirmed tiles as the hand on this phone, or show the questions to answer first."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    hand, refused = _photographed(kept, {}), ""
    if not adds_a_tile(hand.form):
        try:
            refused = unanswered(hand)
            if not refused:
                store_hand(kept, _read(kept, hand.form["seat"].data, hand.form.counted))
                return redirect(url_for("hands.hand", ref=ref, number=number), 303)
        except NotationError as error:
            refused = str(error)
    return show_asking(hand, 422 if refused else 200, refused=refused)


def _photographed(kept: KeptRound, data: dict[str, object]) -> Photographed:
    """A hand at the round's table. A tile that is already on the table is marked as doubtful."""
    book = kept.sheet.book
    require_photos(book)
    form = PhotoHandForm(data=data)
    form.seat.choices = list(kept.names.items())
    back = url_for("hands.hand", ref=kept.opened.it.ref, number=kept.round.number)
    return Photographed(
        of=kept,
        form=form,
        taken=tiles_laid(kept.table, full_set(book.options.highest)),
        title=gettext("My own hand"),
        back=back,
        back_to=gettext("Back to my hand"),
        by_hand=back,
    )


def _read(kept: KeptRound, seat: int, tiles: tuple[Tile, ...]) -> PhoneHand:
    """The hand that holds these tiles now. Tiles already played from it still belong to it.

    Raises NotationError if one of the tiles cannot be in a hand, or appears twice.
    """
    begins, now = kept.table.begins, set(tiles)
    if len(now) < len(tiles):
        raise NotationError(gettext("A set has only one of each tile. One tile is listed twice: remove the extra one."))
    check_hand(now, begins.book, begins.engine, kept.names[seat])
    held = find_hand(kept)
    if held is None or held.seat != seat:
        return PhoneHand(seat, tiles, ())
    drawn = tuple(tile for tile in held.drawn if tile in now or tile.bit & kept.table.position.down)
    laid = tuple(tile for tile in held.dealt if tile not in now and tile.bit & kept.table.position.down)
    return PhoneHand(seat, (*laid, *(tile for tile in tiles if tile not in drawn)), drawn)
