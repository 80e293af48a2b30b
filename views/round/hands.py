"""A player's own hand, on the player's own phone: kept in this browser's session and nowhere else until it is released."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from forms.tables import HandForm
from models.ledger.hands import released_hands
from models.ledger.keys import Access
from models.play import records
from models.play.pen import SheetError
from models.sheets.round import Table
from rules import NotationError, Tile, read_tile, read_tiles, write_move, write_tiles
from rules.names import fold_name
from rules.referee.advice import advise
from rules.referee.in_words import instead_in_words, lies_on
from rules.scores.left_in_hand import check_hand, tiles_in_play
from rules.scores.scoring import tally
from views.round.kept import KeptRound, fetch_round, require_table, take_round
from views.shared.once import on_this_phone, once

pages = Blueprint("hands", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")
MOST_HANDS = 4


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as this phone keeps it: whose, the tiles dealt, and those drawn since in their order."""

    seat: int
    dealt: tuple[Tile, ...]
    drawn: tuple[Tile, ...]

    def now(self, table: Table) -> tuple[Tile, ...]:
        """The tiles still held: none that lies on the table."""
        return tuple(one for one in (*self.dealt, *self.drawn) if not one.bit & table.position.down)


def _name(kept: KeptRound) -> str:
    return f"{kept.opened.it.ref}-{kept.round.number}"


def _held(kept: KeptRound) -> Held | None:
    for name, seat, dealt, drawn in session.get("hands", []):
        if name == _name(kept) and seat in kept.table.seats:
            return Held(seat, read_tiles(dealt), read_tiles(drawn))
    return None


def _hold(kept: KeptRound, held: Held) -> None:
    """Keep the hand in this browser; of older rounds only the newest few."""
    others = [hand for hand in session.get("hands", []) if hand[0] != _name(kept)]
    mine = [_name(kept), held.seat, write_tiles(held.dealt), " ".join(map(str, held.drawn))]
    session.permanent = True
    session["hands"] = [*others, mine][-MOST_HANDS:]


@pages.get("/hand")
def hand(ref: str, number: int) -> ResponseReturnValue:
    """A player's own hand: what can be played, whether a draw is legal, and the best runs."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    held = _held(kept)
    return _show(kept, held, _form(kept, held))


@pages.post("/hand")
@on_this_phone
def hold(ref: str, number: int) -> ResponseReturnValue:
    """Tap a hand in, to keep it on this phone."""
    kept = require_table(fetch_round(ref, number, Access.SCORE))
    held = _held(kept)
    form = _form(kept, held)
    if not form.validate_on_submit():
        return _show(kept, held, form)
    try:
        _hold(kept, _read(form, kept))
    except NotationError as error:
        return _show(kept, held, form, str(error))
    return redirect(url_for("hands.hand", ref=ref, number=number), 303)


def _read(form: HandForm, kept: KeptRound) -> Held:
    """The hand that was tapped in. Raises NotationError for a tile that nobody can hold."""
    dealt = tuple(dict.fromkeys(read_tile(text) for text in form.tiles.data or ()))
    drawn = tuple(dict.fromkeys(one for one in read_tiles(form.drawn.data or "") if one not in dealt))
    begins, seat = kept.table.begins, form.seat.data
    check_hand((*dealt, *drawn), begins.book, begins.engine, kept.sheet.everybody[seat])
    return Held(seat, dealt, drawn)


def _form(kept: KeptRound, held: Held | None) -> HandForm:
    everybody = {seat: kept.sheet.everybody[seat] for seat in kept.table.seats}
    mine = next((seat for seat, name in everybody.items() if fold_name(name) == fold_name(kept.by)), None)
    drawn = " ".join(map(str, held.drawn)) if held else ""
    form = HandForm(data={"seat": held.seat if held else mine, "drawn": drawn})
    form.seat.choices = list(everybody.items())
    return form


def _show(kept: KeptRound, held: Held | None, form: HandForm, refused: str = "") -> ResponseReturnValue:
    begins = kept.table.begins
    page = render_template(
        "hands/hand.html",
        **kept.facts,
        **(_told(kept, held) if held else {}),
        form=form,
        refused=refused,
        held=held,
        tiles=tiles_in_play(begins.book, begins.engine),
        chosen=set(form.tiles.data or ()) if form.errors else {str(one) for one in held.dealt} if held else set(),
        lying=_lying(kept.table, held.dealt) if held else {},
    )
    return page, 422 if refused or form.errors else 200


def _told(kept: KeptRound, held: Held) -> dict[str, object]:
    """The facts of a hand: its tiles and pips now, what can be played from it, whether it is released."""
    table, position, now = kept.table, kept.table.position, held.now(kept.table)
    train = position.train(table.letter(held.seat))
    count = train.count if train else None
    advice = advise(position, table.letter(held.seat), now, held.drawn[-1] if held.drawn else None, table.names)
    moves = [write_move(move) for move in advice.moves] if advice else []
    return {
        "now": now,
        "pips": tally(now, position.book).pips,
        "is_odd": count is not None and count != len(now),
        "count": count,
        "advice": advice,
        "can_play": [(text, instead_in_words(position, text, table.names)) for text in moves],
        "is_released": held.seat in released_hands(kept.opened.it.id, kept.round.number),
    }


def _lying(table: Table, dealt: Sequence[Tile]) -> dict[str, str]:
    """The tiles of a hand that lie on the table already, and on which train."""
    position = table.position
    return {str(one): lies_on(position, one, table.names) for one in dealt if one.bit & position.down}


@pages.post("/hand/release")
@once
def release(ref: str, number: int) -> ResponseReturnValue:
    """Show a hand, as it was dealt, in the record and in the review of this round."""
    here, pen = take_round(ref, number)
    kept = require_table(here)
    held = _held(kept) or abort(404)
    try:
        with pen:
            records.release(pen, kept.round, kept.table, held.seat, held.dealt)
    except SheetError as error:
        return _show(kept, held, _form(kept, held), str(error))
    return redirect(url_for("hands.hand", ref=ref, number=number), 303)
