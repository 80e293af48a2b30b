"""Enter the table by hand, as it stands in the middle of a round."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from forms.tables import PositionForm, position_form
from models.ledger.keys import Access
from models.play.moves import lay_table
from models.play.pen import SheetError
from rules import NotationError, read_position
from rules.referee.turn import out_already
from rules.table.check import tiles_missing
from rules.table.layout import Layout, LayoutError, grow_train, lay_out, turn_of
from rules.table.notation import write_path
from rules.table.position import MEXICAN, SEATS, Position, Train
from views.shared.once import once
from views.shared.rounds import OpenedRound, fetch_round, take_round

pages = Blueprint("positions", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.get("/by-hand")
def by_hand(ref: str, number: int) -> ResponseReturnValue:
    """The form for typing or tapping the trains as they are now."""
    opened_round = fetch_round(ref, number, Access.SCORE)
    return _show(opened_round, _form(opened_round))


@pages.post("/by-hand")
@once
def put_in(ref: str, number: int) -> ResponseReturnValue:
    """Enter the table, or add one tapped number to the form. Errors about a train appear beside it."""
    opened_round, pen = take_round(ref, number)
    form = _form(opened_round)
    if tapped := request.form.get("add"):
        _grow(form, tapped, opened_round.round.engine)
    elif form.validate_on_submit():
        try:
            position = _position(opened_round, form)
            missing = tiles_missing(position)
            if missing and not form.is_short.data:
                return _ask_about_missing(opened_round, form, missing)
            with pen:
                lay_table(pen, opened_round.round, position)
            return redirect(url_for("tables.table", ref=ref, number=number), 303)
        except LayoutError as error:
            for letter, why in error.trains.items():
                path = form.train(letter).path
                path.errors = [*path.errors, why]
        except (NotationError, SheetError) as error:
            return _show(opened_round, form, str(error))
    return _show(opened_round, form)


def _names(opened_round: OpenedRound) -> dict[str, str]:
    """The names of this round's players by seat letter."""
    return {
        letter: opened_round.sheet.names[seat] for letter, seat in zip(SEATS, opened_round.round.seats, strict=False)
    }


def _form(opened_round: OpenedRound) -> PositionForm:
    """The form, prefilled with the round's table if there is one."""
    names = _names(opened_round)
    form = position_form(f"{''.join(names)}{MEXICAN}")(
        data=_standing(opened_round.table.position) if opened_round.table else None
    )
    form.turn.choices = form.first.choices = list(names.items())
    return form


def _standing(position: Position) -> dict[str, object]:
    return {
        f"train_{train.name}": {"path": write_path(train.path), "marker": train.has_marker, "count": train.count}
        for train in position.trains
    } | {
        "turn": position.turn,
        "first": position.first,
        "is_first_turn": position.number == 1,
        "boneyard": position.boneyard,
    }


def _grow(form: PositionForm, tapped: str, engine: int) -> None:
    """Add a tapped number to the end of a train: `A 7` adds 7 to train A. Does nothing if the train cannot be read."""
    letter, _, pips = tapped.partition(" ")
    if f"train_{letter}" not in form or not pips.isdecimal() or len(pips) > 2:
        return
    path = form.train(letter).path
    with suppress(NotationError):
        path.data = grow_train(path.data or "", engine, int(pips))


def _position(opened_round: OpenedRound, form: PositionForm) -> Position:
    """The position that was pasted or entered. Raises NotationError, or LayoutError for impossible trains."""
    if form.text.data:
        return read_position(form.text.data)
    names, before = _names(opened_round), opened_round.table.position if opened_round.table else None
    layout = Layout(
        book=opened_round.sheet.book,
        engine=opened_round.round.engine,
        trains=[_train(form, letter) for letter in (*names, MEXICAN)],
        first=form.first.data,
        turn=turn_of(form.turn.data, form.is_first_turn.data, before),
        boneyard=form.boneyard.data,
    )
    position = lay_out(layout, names)
    if out := out_already(position):
        raise NotationError(
            gettext("%(name)s has no tiles left: the round is over. You can enter the scores.", name=names[out])
        )
    return position


def _train(form: PositionForm, letter: str) -> tuple[Train, str]:
    part = form.train(letter)
    train = Train(letter) if letter == MEXICAN else Train(letter, has_marker=part.marker.data, count=part.count.data)
    return train, part.path.data or ""


def _ask_about_missing(opened_round: OpenedRound, form: PositionForm, missing: int) -> ResponseReturnValue:
    """The page that asks whether a number is wrong, because everything has been counted and some tiles are missing."""
    question = ngettext(
        "One tile is missing: it is not on a train, in a hand or in the boneyard. Is a number wrong?",
        "%(num)s tiles are missing: they are not on a train, in a hand or in the boneyard. Is a number wrong?",
        missing,
    )
    return _show(opened_round, form, question, is_short=True)


def _show(
    opened_round: OpenedRound, form: PositionForm, refused: str = "", *, is_short: bool = False
) -> ResponseReturnValue:
    page = render_template(
        "positions/by_hand.html",
        **opened_round.facts,
        form=form,
        refused=refused,
        is_short=is_short,
        names=_names(opened_round),
        mexican=MEXICAN,
    )
    return page, 422 if refused or form.errors else 200
