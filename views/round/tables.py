"""A kept round's table: look at it, and enter moves."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from charts.table import draw_table
from forms.tables import BeginForm, MoveForm
from models.access.grants import last_move_of
from models.ledger.moves import moves_of
from models.play.moves import MoveEntry, Overtaken, Refused, enter_move, lay_table, opening_position
from models.play.pen import SheetError
from models.sheets.acts import load_history
from models.sheets.log import move_line_in_words
from models.sheets.round import END, Spot, Table, struck_table
from rules import DealError, NotationError, Verdict, write_move, write_position
from rules.referee.in_words import instead_in_words, move_in_words, over_in_words, turn_in_words, waiting_in_words
from rules.referee.turn import is_tap_due
from rules.table.deal import comes_from_a_hand, tiles_each
from rules.table.move import Lay, Move
from rules.table.notation import read_move_of
from rules.table.position import Position
from rules.wording import say, spoken
from views.round.kept import KeptRound, RoundHere, fetch_round, glance_at, take_round
from views.shared.keyring import key_refs
from views.shared.once import once, once_then
from views.shared.trains import actions, rows
from views.shared.undo import offer_undo

pages = Blueprint("tables", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.get("")
def table(ref: str, number: int) -> ResponseReturnValue:
    """The table as it lies; where nobody keeps it yet, the form to begin."""
    here = fetch_round(ref, number)
    if not isinstance(here, KeptRound):
        return _offer(here)
    return render_template("tables/table.html", **_shown(here, _spot(here.table)))


def part(ref: str, number: int) -> ResponseReturnValue:
    """The part of the page that changes, for a script that has just entered something."""
    here = glance_at(ref, number)
    return (
        render_template("tables/_table.html", **_shown(here)) if isinstance(here, KeptRound) else redirect(_home(here))
    )


@pages.get("/live")
def live(ref: str, number: int) -> ResponseReturnValue:
    """The part that changes. Without a new line since `seen` the answer is 204, after one query."""
    newest = last_move_of(ref, number, key_refs())
    if newest is None:
        abort(404)
    if request.args.get("seen") == str(newest):
        return "", 204
    here = glance_at(ref, number)
    if not isinstance(here, KeptRound):
        return "", 200, {"HX-Redirect": url_for("games.sheet", ref=ref)}
    if here.table.is_over and here.may_score and not here.round.is_closed:
        return "", 200, {"HX-Redirect": url_for("scores.round", ref=ref, number=number)}
    return render_template("tables/_table.html", **_shown(here))


@pages.post("")
@once_then(part)
def enter(ref: str, number: int) -> ResponseReturnValue:
    """Enter the move that was tapped or typed, or show why not."""
    here, pen = take_round(ref, number)
    if not isinstance(here, KeptRound):
        return _offer(here, refused=gettext("Nobody keeps the table of this round."))
    form, spot = MoveForm(), _spot(here.table)
    if not form.validate_on_submit():
        return _again(
            here, spot, {"refused": " ".join(str(error) for errors in form.errors.values() for error in errors)}
        )
    try:
        move = _read(form, here.table.at(spot).turn)
        with pen:
            answer = enter_move(pen, here.round, here.table, MoveEntry(move, form.seen.data or 0, spot))
    except (NotationError, SheetError) as error:
        return _again(here, spot, {"refused": str(error), "typed": form.text.data})
    if answer is not None:
        status = 409 if isinstance(answer, Overtaken) else 422
        return _again(here, spot, {"asked": _asked(here.table, move, answer), "typed": form.text.data}, status)
    return redirect(_onward(here, spot, pen.table(number)), 303)


@pages.post("/begin")
@once
def begin(ref: str, number: int) -> ResponseReturnValue:
    """Keep this round from its first move on."""
    here, pen = take_round(ref, number)
    if here.table is not None:
        return redirect(_home(here), 303)
    form = _begin_form(here)
    if not form.validate_on_submit():
        return _offer(here, form)
    try:
        position = opening_position(here.sheet, here.round, form.first.data, form.dealt.data)
        with pen:
            lay_table(pen, here.round, position)
    except (DealError, SheetError) as error:
        return _offer(here, form, str(error))
    return redirect(_home(here), 303)


def _home(here: RoundHere) -> str:
    return url_for("tables.table", ref=here.opened.it.ref, number=here.round.number)


def _onward(here: RoundHere, spot: Spot, table: Table | None) -> str:
    """The address of the next page: the scores if this move has ended the round, or else the table."""
    if table and table.is_over and spot == END and not here.round.is_closed:
        return url_for("scores.round", ref=here.opened.it.ref, number=here.round.number)
    return _home(here)


def _spot(table: Table) -> Spot:
    """Where the address says that a move goes: behind a line, or in the place of one. 404 where there is no such line."""
    is_instead = "change" in request.args
    text = request.args.get("change" if is_instead else "after", "")
    if not text and not is_instead:
        return END
    if not text.isdecimal() or len(text) > 6 or not table.opened <= int(text) <= table.revision:
        abort(404)
    if is_instead and not table.line(int(text)).move:
        abort(404)
    return Spot(int(text), is_instead)


def _read(form: MoveForm, seat: str) -> Move:
    """The move that was sent, of this seat where it names none. Raises NotationError."""
    text = form.move.data or form.text.data
    if not text:
        raise NotationError(gettext("Type a move, such as 9-4@M."))
    move = read_move_of(seat, text)
    return replace(move, tap=True) if form.tap.data and isinstance(move, Lay) else move


def _shown(here: KeptRound, spot: Spot = END) -> dict[str, object]:
    """The facts of the table's part."""
    table = here.table
    changed = table.line(spot.line) if spot.is_instead and spot.line else None
    return {
        **here.facts,
        **_told(table.at(spot), tuple(table.names.items()), here.may_score, spoken()),
        "spot": spot,
        "changed": move_line_in_words(changed, table.names) if changed else "",
        "position": table.at(spot),
        "last": _last(table),
        "failing": [(step, move_in_words(step.move, table.names)) for step in table.failing],
        "undoing": offer_undo(here.opened.it, here.sheet, here.round.number) if here.may_score else None,
        "asked": None,
        "refused": "",
        "typed": changed.move if changed else "",
    }


@lru_cache(maxsize=200)
def _told(
    position: Position, called: tuple[tuple[str, str], ...], may_score: bool, _language: str
) -> dict[str, object]:
    """The words and the picture of a table, worked out once in each language for all phones that look at it."""
    names = dict(called)
    return {
        "notation": write_position(position),
        "rows": rows(position, names, may_score),
        "actions": actions(position) if may_score else [],
        "tap_is_due": is_tap_due(position),
        "turn": turn_in_words(position, names),
        "over": "" if position.turn else over_in_words(position, names),
        "waiting": waiting_in_words(position, names),
        "picture": draw_table(position, names, say("train.from-above")),
    }


def _last(table: Table) -> dict[str, object] | None:
    """The newest move, in words, and what it rests on where hands are hidden."""
    if not table.steps:
        return None
    step = max(table.steps, key=lambda one: one.line.number)
    depends = step.ruling.explanation if step.ruling.verdict is Verdict.DEPENDS else ""
    return {"line": step.line, "words": move_in_words(step.move, table.names), "depends": depends}


def _again(here: KeptRound, spot: Spot, said: Mapping[str, object], status: int = 422) -> Response:
    """The table with what has to be said about a move that was not entered."""
    facts = _shown(here, spot) | {name: words for name, words in said.items() if words}
    is_script = "HX-Request" in request.headers
    response = make_response(render_template("tables/_table.html" if is_script else "tables/table.html", **facts))
    response.status_code = status
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#live"
    return response


def _asked(table: Table, move: Move, answer: Refused | Overtaken) -> dict[str, object]:
    """A move that was not entered, what came in before it, and why it is refused, if it is."""
    since = answer.lines if isinstance(answer, Overtaken) else ()
    refused = answer.refused if isinstance(answer, Overtaken) else answer
    return {
        "text": write_move(move),
        "words": move_in_words(move, table.names),
        "since": [(line, move_line_in_words(line, table.names)) for line in since],
        "is_same": isinstance(answer, Overtaken) and answer.is_same,
        "refusal": _refusal(refused, table.names) if refused else None,
    }


def _refusal(refused: Refused, names: Mapping[str, str]) -> dict[str, object]:
    """The reasons for a refusal, and the ways to go on."""
    ruling, position = refused.ruling, refused.ruling.question.position
    return {
        "ruling": ruling,
        "book": position.book,
        "instead": [instead_in_words(position, text, names) for text in ruling.instead],
        "agree": write_move(replace(ruling.move, is_overruled=True)) if refused.can_be_agreed else "",
        "suspect": refused.suspect,
    }


def _offer(here: RoundHere, form: BeginForm | None = None, refused: str = "") -> ResponseReturnValue:
    """Nobody keeps this round yet: begin it, if it can be kept."""
    if not here.may_score:
        abort(404)
    form = form or _begin_form(here)
    page = render_template(
        "tables/begin.html",
        **here.facts,
        form=form,
        refused=refused,
        put_back=_put_back(here),
        undoing=offer_undo(here.opened.it, here.sheet, here.round.number),
        each=tiles_each(here.sheet.book, len(here.round.here)),
        from_hand=comes_from_a_hand(here.sheet.book),
    )
    return page, 422 if form.errors or refused else 200


def _put_back(here: RoundHere) -> bool:
    """A table that was struck is offered again by itself, where Undo or Redo do not offer it."""
    entry = struck_table(moves_of(here.opened.it.id, here.round.number))
    history = load_history(here.opened.it, here.sheet)
    offered = [*history.done[-1:], *(one.taken_back_by for one in history.undone[-1:])]
    return entry is not None and (here.round.number, entry) not in [(act.round, act.entry) for act in offered]


def _begin_form(here: RoundHere) -> BeginForm:
    form = BeginForm()
    form.first.choices = [(seat, here.sheet.names[seat]) for seat in here.round.here]
    return form
