"""A player's own hand on that player's phone. Only this browser's session holds it until the player releases it."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from forms.tables import HandForm
from models.ledger.hands import released_hands
from models.ledger.keys import Access
from models.play import records
from models.play.pen import SheetError
from models.sheets.round import RoundTable
from rules import NotationError, Tile, read_tile, read_tiles, write_move, write_tiles
from rules.referee.advice import advise
from rules.referee.in_words import instead_in_words, lies_on
from rules.scores.left_in_hand import check_hand, tiles_in_play
from rules.scores.scoring import count_hand
from views.shared.keyring import seat_here
from views.shared.once import on_this_phone, once
from views.shared.photos import offers_photos, why_no_photos
from views.shared.rounds import KeptRound, fetch_round, require_table, take_round

pages = Blueprint("hands", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")
MOST_HANDS = 4


@dataclass(frozen=True, slots=True)
class PhoneHand:
    """A hand in this phone's session: its seat, the tiles dealt, and the tiles drawn since, in order."""

    seat: int
    dealt: tuple[Tile, ...]
    drawn: tuple[Tile, ...]


def _name(kept: KeptRound) -> str:
    return f"{kept.opened.it.ref}-{kept.round.number}"


def find_hand(kept: KeptRound) -> PhoneHand | None:
    """The hand of this round that this phone holds, or None."""
    for name, seat, dealt, drawn in session.get("hands", []):
        if name == _name(kept) and seat in kept.table.seats:
            return PhoneHand(seat, read_tiles(dealt), read_tiles(drawn))
    return None


def store_hand(kept: KeptRound, held: PhoneHand) -> None:
    """Store the hand in this browser, which keeps only the newest few."""
    hands = [hand for hand in session.get("hands", []) if hand[0] != _name(kept)]
    entry = [_name(kept), held.seat, write_tiles(held.dealt), " ".join(map(str, held.drawn))]
    session.permanent = True
    session["hands"] = [*hands, entry][-MOST_HANDS:]


@pages.get("/hand")
def hand(ref: str, number: int) -> ResponseReturnValue:
    """A player's own hand: the tiles that can be played, whether a draw is legal, and the best runs."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    held = find_hand(kept)
    return _show(kept, held, _form(kept, held))


@pages.post("/hand")
@on_this_phone
def hold(ref: str, number: int) -> ResponseReturnValue:
    """Enter a hand by tapping its tiles, and store it on this phone."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    held = find_hand(kept)
    form = _form(kept, held)
    if not form.validate_on_submit():
        return _show(kept, held, form)
    try:
        store_hand(kept, _read(form, kept))
    except NotationError as error:
        return _show(kept, held, form, str(error))
    return redirect(url_for("hands.hand", ref=ref, number=number), 303)


def _read(form: HandForm, kept: KeptRound) -> PhoneHand:
    """The hand that was tapped in. Raises NotationError for a tile that nobody can hold."""
    dealt = tuple(dict.fromkeys(read_tile(text) for text in form.tiles.data or ()))
    drawn = tuple(dict.fromkeys(tile for tile in read_tiles(form.drawn.data or "") if tile not in dealt))
    begins, seat = kept.table.begins, form.seat.data
    check_hand((*dealt, *drawn), begins.book, begins.engine, kept.names[seat])
    return PhoneHand(seat, dealt, drawn)


def _form(kept: KeptRound, held: PhoneHand | None) -> HandForm:
    seat = held.seat if held else seat_here(kept.opened.club, kept.names)
    form = HandForm(data={"seat": seat, "drawn": " ".join(map(str, held.drawn)) if held else ""})
    form.seat.choices = list(kept.names.items())
    return form


def _show(kept: KeptRound, held: PhoneHand | None, form: HandForm, refused: str = "") -> ResponseReturnValue:
    begins = kept.table.begins
    page = render_template(
        "hands/hand.html",
        **kept.facts,
        **(_told(kept, held) if held else {}),
        form=form,
        refused=refused,
        held=held,
        tiles=tiles_in_play(begins.book, begins.engine),
        chosen=set(form.tiles.data or ()) if form.errors else {str(tile) for tile in held.dealt} if held else set(),
        takes_photos=offers_photos(begins.book),
        why_no_photos=why_no_photos(begins.book),
        lying=tiles_laid(kept.table, held.dealt) if held else {},
    )
    return page, 422 if refused or form.errors else 200


def _told(kept: KeptRound, held: PhoneHand) -> dict[str, object]:
    """The template variables for a hand: its tiles and pips now, the moves it allows, and whether it has been released."""
    table, position = kept.table, kept.table.position
    now = tuple(tile for tile in (*held.dealt, *held.drawn) if not tile.bit & position.down)
    train = position.train(table.letter(held.seat))
    count = train.count if train else None
    advice = advise(position, table.letter(held.seat), now, held.drawn[-1] if held.drawn else None, table.names)
    moves = [write_move(move) for move in advice.moves] if advice else []
    return {
        "now": now,
        "pips": count_hand(now, position.book),
        "is_odd": count is not None and count != len(now),
        "count": count,
        "advice": advice,
        "can_play": [(text, instead_in_words(text, table.names)) for text in moves],
        "is_released": held.seat in released_hands(kept.opened.it.id, kept.round.number),
    }


def tiles_laid(table: RoundTable, dealt: Iterable[Tile]) -> dict[str, str]:
    """The given tiles that are already on the table, each with its train."""
    position = table.position
    return {str(tile): lies_on(position, tile, table.names) for tile in dealt if tile.bit & position.down}


@pages.post("/hand/release")
@once
def release(ref: str, number: int) -> ResponseReturnValue:
    """Release a hand: show it, as it was dealt, in the record and the review of this round."""
    opened_round, pen = take_round(ref, number)
    kept = require_table(opened_round)
    held = find_hand(kept) or abort(404)
    try:
        with pen:
            records.show_hand(pen, kept.round, kept.table, held.seat, held.dealt)
    except SheetError as error:
        return _show(kept, held, _form(kept, held), str(error))
    return redirect(url_for("hands.hand", ref=ref, number=number), 303)
