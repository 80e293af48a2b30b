"""The table put in by hand as it lies, in the middle of a round."""

from itertools import pairwise

from flask import Blueprint, redirect, render_template, request, url_for

from forms.base import Form
from forms.tables import set_form
from models import texts
from models.ledger.keys import Access
from models.play.moves import lay_table
from models.play.pen import SheetError
from rules import NotationError, read_position, tile, write_position
from rules.referee.turn import out_already
from rules.table.notation import read_train
from rules.table.position import MEXICAN, SEATS, Position
from rules.tile import Tile
from rules.wording import say
from views.round.kept import Kept, fetch_round
from views.shared.once import once

pages = Blueprint("positions", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.route("/by-hand", methods=["GET", "POST"])
@once
def by_hand(ref, number):
    """Type or tap the trains as they lie; what cannot be is said at the train where it is."""
    kept = fetch_round(ref, number, Access.SCORE)
    letters = SEATS[: len(kept.round.here)]
    names = dict(zip(letters, (kept.sheet.names[seat] for seat in kept.round.here), strict=True))
    form = _form(kept, names)
    refused = ""
    if request.form.get("add"):
        _add_a_tile(form, request.form["add"], kept.round.engine)
    elif form.validate_on_submit():
        try:
            position = _read(kept, form, names)
            if position is not None:
                with kept.pen as pen:
                    lay_table(pen, kept.round, position)
                return redirect(url_for("tables.table", ref=ref, number=number), 303)
        except (NotationError, SheetError) as error:
            refused = str(error)
    page = render_template(
        "positions/by_hand.html", **kept.facts, form=form, refused=refused, names=names, mexican=MEXICAN
    )
    return page, 422 if refused or _has_errors(form) else 200


def _form(kept: Kept, names: dict[str, str]) -> Form:
    """The form, filled at first with the table as it is kept."""
    form = set_form(f"{''.join(names)}{MEXICAN}")(data=_standing(kept.table.position) if kept.table else None)
    for field in (form.turn, form.first):
        field.choices = list(names.items())
    return form


def _standing(position: Position) -> dict[str, object]:
    standing: dict[str, object] = {
        f"train_{train.name}": {
            "path": "-".join(map(str, train.path)),
            "marker": train.has_marker,
            "count": train.count,
        }
        for train in position.trains
    }
    return standing | {
        "turn": position.turn,
        "first": position.first,
        "is_first_turn": position.number == 1,
        "boneyard": position.boneyard,
    }


def _add_a_tile(form: Form, text: str, engine: int) -> None:
    """One number more at the end of a train, as it was tapped."""
    letter, _, pips = text.partition(" ")
    field = form[f"train_{letter}"].form.path if f"train_{letter}" in form else None
    if field is not None and pips.isdecimal() and len(pips) < 3:
        try:
            path = read_train(field.data or "", engine) or (engine,)
        except NotationError:
            return
        outer = () if len(path) == 1 and int(pips) == engine and not field.data else (int(pips),)
        field.data = "-".join(map(str, (*path, *outer)))


def _read(kept: Kept, form: Form, names: dict[str, str]) -> Position | None:
    """The position that was put in; None where a train has an error beside it. Raises NotationError."""
    engine, book = kept.round.engine, kept.sheet.book
    if form.text.data:
        return _same_round(read_position(form.text.data), kept)
    trains, where = [], {tile(engine, engine): say("train.middle")}
    for letter in (*names, MEXICAN):
        part = form[f"train_{letter}"].form
        try:
            path = read_train(part.path.data or "", engine)
            _check_tiles(path, book.options.highest, where, _train_name(letter, names))
        except NotationError as error:
            part.path.errors = [*part.path.errors, str(error)]
            continue
        opened = "^" if letter == form.first.data != SEATS[0] else ""
        count = f"({part.count.data})" if part.count.data is not None and letter != MEXICAN else ""
        marker = "*" if part.marker.data and letter != MEXICAN else ""
        trains.append(f"{letter}{opened}{count}{marker}{':' if path else ''}{'-'.join(map(str, path))}")
    if _has_errors(form):
        return None
    turn = _turn(kept, form)
    boneyard = "?" if form.boneyard.data is None else form.boneyard.data
    position = read_position(f"{book} {engine} {'/'.join(trains)} {turn} {boneyard}")
    out = out_already(position)
    if out:
        raise NotationError(texts.say("table.out-already", name=names[out]))
    return position


def _train_name(letter: str, names: dict[str, str]) -> str:
    return say("ruling.mexican-train") if letter == MEXICAN else say("ruling.train", name=names[letter])


def _turn(kept: Kept, form: Form) -> str:
    """Whose turn it is; what is owed or drawn in it stays, if it is the turn that it was."""
    before = kept.table.position if kept.table else None
    number = 1 if form.is_first_turn.data else 2
    if before is None or before.turn != form.turn.data or (before.number == 1) != (number == 1):
        return f"{form.turn.data}{number}"
    return write_position(before).split()[3]


def _same_round(position: Position, kept: Kept) -> Position:
    same = (str(kept.sheet.book), kept.round.engine, len(kept.round.here))
    if (str(position.book), position.engine, len(position.seats)) != same:
        engine = tile(position.engine, position.engine)
        raise NotationError(texts.say("table.other-round", rules=position.book, engine=engine))
    return position


def _check_tiles(path: tuple[int, ...], highest: int, where: dict[Tile, str], name: str) -> None:
    """Every tile exists and lies only once. Raises NotationError that says where it lies already."""
    for inner, outer in pairwise(path):
        one = tile(inner, outer)
        if one.high > highest:
            raise NotationError(say("reason.tile-not-in-set", tile=one))
        if one in where:
            raise NotationError(texts.say("table.lies-twice", tile=one, where=where[one]))
        where[one] = texts.say("table.on", train=name)


def _has_errors(form: Form) -> bool:
    parts = [field.form for field in form if hasattr(field, "form")]
    return bool(form.errors) or any(part.path.errors for part in parts)
