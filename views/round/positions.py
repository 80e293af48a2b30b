"""The table put in by hand as it lies, in the middle of a round."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.tables import SetForm, set_form
from models.ledger.keys import Access
from models.play.moves import lay_table
from models.play.pen import SheetError
from rules import NotationError, read_position
from rules.referee.turn import out_already
from rules.table.layout import Layout, LayoutError, PutTrain, grow_train, lay_out, turn_of
from rules.table.notation import write_path
from rules.table.position import MEXICAN, SEATS, Position
from views.round.kept import RoundHere, fetch_round, take_round
from views.shared.once import once

pages = Blueprint("positions", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.get("/by-hand")
def by_hand(ref: str, number: int) -> ResponseReturnValue:
    """Type or tap the trains as they lie."""
    here = fetch_round(ref, number, Access.SCORE)
    return _show(here, _form(here))


@pages.post("/by-hand")
@once
def put_in(ref: str, number: int) -> ResponseReturnValue:
    """Put the table in, or one tapped number more into its form; what cannot be is said at the train where it is."""
    here, pen = take_round(ref, number)
    form = _form(here)
    if tapped := request.form.get("add"):
        _grow(form, tapped, here.round.engine)
    elif form.validate_on_submit():
        try:
            with pen:
                lay_table(pen, here.round, _position(here, form))
            return redirect(url_for("tables.table", ref=ref, number=number), 303)
        except LayoutError as error:
            _say_at_trains(form, error)
        except (NotationError, SheetError) as error:
            return _show(here, form, str(error))
    return _show(here, form)


def _names(here: RoundHere) -> dict[str, str]:
    """The names of this round's players by the letters of their seats."""
    return {letter: here.sheet.names[seat] for letter, seat in zip(SEATS, here.round.here, strict=False)}


def _form(here: RoundHere) -> SetForm:
    """The form, filled at first with the table as it is kept."""
    names = _names(here)
    form = set_form(f"{''.join(names)}{MEXICAN}")(data=_standing(here.table.position) if here.table else None)
    form.turn.choices = form.first.choices = list(names.items())
    return form


def _standing(position: Position) -> dict[str, object]:
    trains: dict[str, object] = {
        f"train_{train.name}": {"path": write_path(train.path), "marker": train.has_marker, "count": train.count}
        for train in position.trains
    }
    return trains | {
        "turn": position.turn,
        "first": position.first,
        "is_first_turn": position.number == 1,
        "boneyard": position.boneyard,
    }


def _grow(form: SetForm, tapped: str, engine: int) -> None:
    """One number more at the end of a train that can be read, as it was tapped: `A 7`."""
    letter, _, pips = tapped.partition(" ")
    if f"train_{letter}" not in form or not pips.isdecimal() or len(pips) > 2:
        return
    path = form.train(letter).path
    with suppress(NotationError):
        path.data = grow_train(path.data or "", engine, int(pips))


def _position(here: RoundHere, form: SetForm) -> Position:
    """The position that was pasted or put in. Raises NotationError, for trains that cannot lie so LayoutError."""
    if form.text.data:
        return read_position(form.text.data)
    names, before = _names(here), here.table.position if here.table else None
    layout = Layout(
        book=here.sheet.book,
        engine=here.round.engine,
        trains=[_put_train(form, letter) for letter in (*names, MEXICAN)],
        first=form.first.data,
        turn=turn_of(form.turn.data, form.is_first_turn.data, before),
        boneyard=form.boneyard.data,
    )
    position = lay_out(layout, names)
    if out := out_already(position):
        name = names[out]
        raise NotationError(
            gettext("%(name)s holds no tile: the round is over, and its scores can be entered.", name=name)
        )
    return position


def _put_train(form: SetForm, letter: str) -> PutTrain:
    part = form.train(letter)
    if letter == MEXICAN:
        return PutTrain(letter, part.path.data or "")
    return PutTrain(letter, part.path.data or "", part.marker.data, part.count.data)


def _say_at_trains(form: SetForm, error: LayoutError) -> None:
    """Each train has what is wrong with it beside it."""
    for letter, why in error.trains.items():
        path = form.train(letter).path
        path.errors = [*path.errors, why]


def _show(here: RoundHere, form: SetForm, refused: str = "") -> ResponseReturnValue:
    page = render_template(
        "positions/by_hand.html", **here.facts, form=form, refused=refused, names=_names(here), mexican=MEXICAN
    )
    return page, 422 if refused or form.errors else 200
