"""A player's own hand, on the player's own phone: kept in this browser's session and nowhere else until it is released."""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from forms.tables import HandForm
from models.ledger.hands import released_hands
from models.ledger.keys import Access
from models.play import records
from models.play.pen import SheetError
from models.sheets.round import Table
from rules import Tile, full_set, read_tile, read_tiles, tile, write_move, write_tiles
from rules.names import fold_name
from rules.referee.advice import advise
from rules.referee.in_words import instead_in_words, lies_on
from rules.scores.scoring import tally
from rules.wording import say
from views.round.kept import Kept, fetch_kept
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
        """What is still held: no tile that lies on the table."""
        return tuple(one for one in (*self.dealt, *self.drawn) if not one.bit & table.position.down)


def _name(kept: Kept) -> str:
    return f"{kept.opened.it.ref}-{kept.round.number}"


def _held(kept: Kept, table: Table) -> Held | None:
    for name, seat, dealt, drawn in session.get("hands", []):
        if name == _name(kept) and seat in table.seats:
            return Held(seat, read_tiles(dealt), read_tiles(drawn))
    return None


def _keep(kept: Kept, held: Held) -> None:
    """Keep the hand in this browser; of older rounds only the newest few."""
    others = [hand for hand in session.get("hands", []) if hand[0] != _name(kept)]
    mine = [_name(kept), held.seat, write_tiles(held.dealt), " ".join(map(str, held.drawn))]
    session.permanent = True
    session["hands"] = [*others, mine][-MOST_HANDS:]


@pages.route("/hand", methods=["GET", "POST"])
@on_this_phone
def hand(ref, number):
    """One's own hand: tap it in, then see what can be played, whether a draw is legal, and the best runs."""
    kept, table = fetch_kept(ref, number, Access.SCORE)
    held = _held(kept, table)
    form = _form(kept, table, held)
    if form.validate_on_submit():
        dealt = tuple(dict.fromkeys(read_tile(text) for text in form.tiles.data or ()))
        drawn = tuple(dict.fromkeys(one for one in read_tiles(form.drawn.data or "") if one not in dealt))
        strange = [one for one in (*dealt, *drawn) if one not in _in_play(table)]
        if strange:
            refused = say("doubt.tile-not-in-play", name=kept.sheet.everybody[form.seat.data], tile=strange[0])
            return _show(kept, table, held, form, refused)
        _keep(kept, Held(form.seat.data, dealt, drawn))
        return redirect(url_for("hands.hand", ref=ref, number=number), 303)
    return _show(kept, table, held, form)


def _in_play(table: Table) -> list[Tile]:
    """Every tile that can be in a hand: all but the engine, the highest first."""
    engine = tile(table.begins.engine, table.begins.engine)
    return [one for one in reversed(full_set(table.begins.book.options.highest)) if one != engine]


def _form(kept: Kept, table: Table, held: Held | None) -> HandForm:
    mine = next((seat for seat in table.seats if fold_name(kept.sheet.everybody[seat]) == fold_name(kept.by)), None)
    drawn = " ".join(map(str, held.drawn)) if held else ""
    form = HandForm(data={"seat": held.seat if held else mine, "drawn": drawn})
    form.seat.choices = [(seat, kept.sheet.everybody[seat]) for seat in table.seats]
    return form


def _show(kept: Kept, table: Table, held: Held | None, form: HandForm, refused: str = "") -> ResponseReturnValue:
    position = table.position
    now = held.now(table) if held else ()
    letter = table.letter(held.seat) if held else ""
    count = position.train(letter).count if letter else None
    advice = advise(position, letter, now, held.drawn[-1] if held.drawn else None, table.names) if held else None
    page = render_template(
        "hands/hand.html",
        **kept.facts,
        form=form,
        refused=refused,
        held=held,
        now=now,
        letter=letter,
        pips=tally(now, position.book).pips,
        is_odd=count is not None and count != len(now),
        count=count,
        advice=advice,
        can_play=[
            (write_move(move), instead_in_words(position, write_move(move), table.names)) for move in advice.moves
        ]
        if advice
        else [],
        is_released=bool(held) and held.seat in released_hands(kept.opened.it.id, kept.round.number),
        tiles=_in_play(table),
        chosen=set(form.tiles.data or ()) if form.errors else {str(one) for one in held.dealt} if held else set(),
        lying={str(one): lies_on(position, one, table.names) for one in held.dealt if one.bit & position.down}
        if held
        else {},
    )
    return page, 422 if refused or form.errors else 200


@pages.post("/hand/release")
@once
def release(ref, number):
    """Show one's hand, as it was dealt, in the record and in the review of this round."""
    kept, table = fetch_kept(ref, number, Access.SCORE)
    held = _held(kept, table)
    if held is None:
        abort(404)
    try:
        with kept.pen as pen:
            records.release(pen, kept.round, table, held.seat, held.dealt)
    except SheetError as error:
        return _show(kept, table, held, _form(kept, table, held), str(error))
    return redirect(url_for("hands.hand", ref=ref, number=number), 303)
