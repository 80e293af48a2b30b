"""A kept round's table: look at it, and enter moves."""

from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from charts.table import draw_table
from forms.tables import BeginForm, MoveForm
from models import texts
from models.access.grants import last_move_of
from models.ledger.keys import Access
from models.ledger.moves import MoveMade, moves_of
from models.play.moves import MoveEntry, Overtaken, Refused, enter_move, judge_entry, lay_table, opening_position
from models.play.pen import SheetError
from models.sheets.acts import load_history
from models.sheets.log import move_line_in_words
from models.sheets.round import END, Spot, Table, struck_table
from rules import DealError, NotationError, Verdict, read_move, read_position, write_move, write_position
from rules.referee.in_words import (
    instead_in_words,
    lies_on,
    move_in_words,
    over_in_words,
    turn_in_words,
    waiting_in_words,
)
from rules.referee.question import Question, Reason
from rules.referee.turn import is_tap_due
from rules.table.deal import comes_from_a_hand, tiles_each
from rules.table.move import Lay, Move
from rules.table.position import SEATS, Position
from rules.wording import say
from views.round.kept import Kept, fetch_kept, fetch_round
from views.shared.keyring import key_refs
from views.shared.once import once, once_then
from views.shared.trains import actions, rows
from views.shared.undo import offer_undo

pages = Blueprint("tables", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


def part(ref: str, number: int) -> ResponseReturnValue:
    """The part of the page that changes, for a script that has just entered something."""
    kept = fetch_round(ref, number, is_page=False)
    return render_template("tables/_table.html", **_shown(kept)) if kept.table else redirect(_home(kept))


@pages.route("", methods=["GET", "POST"])
@once_then(part)
def table(ref, number):
    """The table as it lies; whoever keeps score enters moves on it."""
    kept = fetch_round(ref, number)
    if kept.table is None:
        return _offer(kept, refused=texts.say("table.not-kept") if request.method == "POST" else "")
    if request.method == "POST":
        return _enter(kept, kept.table)
    return render_template("tables/table.html", **_shown(kept, _spot(kept.table)))


def _home(kept: Kept) -> str:
    return url_for("tables.table", ref=kept.opened.it.ref, number=kept.round.number)


def _spot(table: Table) -> Spot:
    """Where the address says that a move goes: behind a line, or in the place of one. 404 where there is no such line."""
    is_instead = "change" in request.args
    text = request.args.get("change" if is_instead else "after", "")
    if not text and not is_instead:
        return END
    if not text.isdecimal() or len(text) > 6 or not table.opened <= int(text) <= table.revision:
        abort(404)
    if is_instead and not isinstance(table.line(int(text)).payload, MoveMade):
        abort(404)
    return Spot(int(text), is_instead)


def _shown(kept: Kept, spot: Spot = END) -> dict[str, object]:
    """What the table's part needs."""
    table = kept.table
    position = table.at(spot)
    told = _told(write_position(position), tuple(table.names.values()), kept.may_score)
    changed = table.line(spot.line) if spot.is_instead else None
    return (
        kept.facts
        | told
        | {
            "spot": spot,
            "changed": move_line_in_words(changed, table.names) if changed else "",
            "position": position,
            "last": _last(table),
            "failing": [(step, move_in_words(step.move, table.names)) for step in table.failing],
            "undoing": offer_undo(kept.opened.it, kept.sheet, kept.round.number) if kept.may_score else None,
            "asked": None,
            "refused": "",
            "typed": changed.payload.move if changed else "",
        }
    )


@lru_cache(maxsize=200)
def _told(notation: str, names: tuple[str, ...], may_score: bool) -> dict[str, object]:
    """What a page says of a table, worked out once for all phones that look at it."""
    position, called = read_position(notation), dict(zip(SEATS, names, strict=False))
    return {
        "notation": notation,
        "rows": rows(position, called, may_score),
        "actions": actions(position) if may_score else [],
        "tap_is_due": is_tap_due(position),
        "turn": turn_in_words(position, called),
        "over": "" if position.turn else over_in_words(position, called),
        "waiting": waiting_in_words(position, called),
        "picture": draw_table(position, called, say("train.from-above")),
    }


def _last(table: Table) -> dict[str, object] | None:
    """The newest move, in words, and what it rests on where hands are hidden."""
    if not table.steps:
        return None
    step = max(table.steps, key=lambda one: one.line.number)
    depends = step.ruling.explanation if step.ruling.verdict is Verdict.DEPENDS else ""
    return {"line": step.line, "words": move_in_words(step.move, table.names), "depends": depends}


def _offer(kept: Kept, form: BeginForm | None = None, refused: str = "") -> ResponseReturnValue:
    """Nobody keeps this round yet: begin it, if it can be kept."""
    if not kept.may_score:
        abort(404)
    form = form or _begin_form(kept)
    page = render_template(
        "tables/begin.html",
        **kept.facts,
        form=form,
        refused=refused,
        put_back=_put_back(kept),
        undoing=offer_undo(kept.opened.it, kept.sheet, kept.round.number),
        each=tiles_each(kept.sheet.book, len(kept.round.here)),
        from_hand=comes_from_a_hand(kept.sheet.book),
    )
    return page, 422 if form.errors or refused else 200


def _put_back(kept: Kept) -> bool:
    """A table that was struck is offered again by itself, where Undo or Redo do not offer it."""
    entry = struck_table(moves_of(kept.opened.it.id, kept.round.number))
    history = load_history(kept.opened.it, kept.sheet)
    offered = [*history.done[-1:], *(one.taken_back_by for one in history.undone[-1:])]
    return entry is not None and (kept.round.number, entry) not in [(act.round, act.entry) for act in offered]


def _begin_form(kept: Kept) -> BeginForm:
    form = BeginForm()
    form.first.choices = [(seat, kept.sheet.names[seat]) for seat in kept.round.here]
    return form


@pages.post("/begin")
@once
def begin(ref, number):
    """Keep this round from its first move on."""
    kept = fetch_round(ref, number, Access.SCORE)
    if kept.table is not None:
        return redirect(_home(kept), 303)
    form = _begin_form(kept)
    refused = ""
    if form.validate_on_submit():
        try:
            position = opening_position(kept.sheet, kept.round, form.first.data, form.dealt.data)
            with kept.pen as pen:
                lay_table(pen, kept.round, position)
            return redirect(_home(kept), 303)
        except (DealError, SheetError) as error:
            refused = str(error)
    return _offer(kept, form, refused)


@pages.get("/live")
def live(ref, number):
    """The part that changes. Without a new line since `seen` the answer is 204, after one query."""
    newest = last_move_of(ref, number, key_refs())
    if newest is None:
        abort(404)
    if request.args.get("seen") == str(newest):
        return "", 204
    kept = fetch_round(ref, number, is_page=False)
    if kept.table is None:
        return "", 200, {"HX-Redirect": url_for("games.sheet", ref=ref)}
    if kept.table.is_over and kept.may_score and not kept.round.is_closed:
        return "", 200, {"HX-Redirect": url_for("scores.round", ref=ref, number=number)}
    return render_template("tables/_table.html", **_shown(kept))


def _enter(kept: Kept, table: Table) -> ResponseReturnValue:
    """Enter the move that was tapped or typed, or show why not."""
    if not kept.may_score:
        abort(404)
    form, spot = MoveForm(), _spot(table)
    if not form.validate_on_submit():
        return _again(kept, spot, refused=" ".join(str(error) for errors in form.errors.values() for error in errors))
    try:
        move = _read(form, table.at(spot))
        with kept.pen as pen:
            asked = enter_move(pen, kept.round, table, MoveEntry(move, form.seen.data, spot))
    except (NotationError, SheetError) as error:
        return _again(kept, spot, refused=str(error), typed=form.text.data)
    if asked is not None:
        return _again(kept, spot, asked=asked, move=move, typed=form.text.data)
    kept, table = fetch_kept(kept.opened.it.ref, kept.round.number)
    if table.is_over and spot == END and not kept.round.is_closed:
        return redirect(url_for("scores.round", ref=kept.opened.it.ref, number=kept.round.number), 303)
    return redirect(_home(kept), 303)


def _read(form: MoveForm, position: Position) -> Move:
    """The move that was sent; who types may leave out whose turn it is. Raises NotationError."""
    text = form.move.data or form.text.data or ""
    if not text:
        raise NotationError(texts.say("table.no-move"))
    try:
        move = read_move(text)
    except NotationError:
        try:
            move = read_move(f"{position.turn} {text}")
        except NotationError:
            move = read_move(text)
    return replace(move, tap=True) if form.tap.data and isinstance(move, Lay) else move


def _again(kept: Kept, spot: Spot, asked=None, move: Move | None = None, **said: object) -> ResponseReturnValue:
    """The table with what has to be said about a move that was not entered."""
    facts = _shown(kept, spot) | {name: words for name, words in said.items() if words}
    if asked is not None:
        facts["asked"] = _asked(kept.table, asked, move, spot)
    is_script = "HX-Request" in request.headers
    response = make_response(render_template("tables/_table.html" if is_script else "tables/table.html", **facts))
    response.status_code = 409 if isinstance(asked, Overtaken) else 422
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#live"
    return response


def _asked(table: Table, asked: Refused | Overtaken, move: Move, spot: Spot) -> dict[str, object]:
    """Why a move was not entered, in words, and what can be done about it."""
    position = table.at(spot)
    facts = {"move": move, "text": write_move(move), "words": move_in_words(move, table.names), "since": []}
    if isinstance(asked, Overtaken):
        facts["since"] = [(line, move_line_in_words(line, table.names)) for line in asked.lines]
        facts["same"] = any(line.payload == MoveMade(write_move(move), line.after) for line in asked.lines)
        asked = judge_entry(Question(position), move, table)
        if asked is None or (move.is_overruled and asked.can_be_agreed):
            return facts
    ruling = asked.ruling
    return facts | {
        "ruling": ruling,
        "book": position.book,
        "instead": [instead_in_words(position, text, table.names) for text in ruling.instead],
        "agree": write_move(replace(move, is_overruled=True)) if asked.can_be_agreed else "",
        "wrong": _what_was_wrong(table, ruling.reasons, move, position),
    }


def _what_was_wrong(
    table: Table, reasons: tuple[Reason, ...], move: Move, position: Position
) -> tuple[str, int] | None:
    """The line that would have to be wrong for this move to be right, after the question whether it is."""
    if Reason.TILE_ALREADY_DOWN in reasons:
        asked_for = move.tiles if isinstance(move, Lay) else (move.drawn,)
        lies = next((one for one in asked_for if one and one.bit & position.down), None)
        if lies is None:
            return None
        for step in table.steps:
            if isinstance(step.move, Lay) and lies in step.move.tiles:
                return texts.say(
                    "table.lies-there", tile=lies, train=lies_on(position, lies, table.names)
                ), step.line.number
        return texts.say("table.lay-there", tile=lies), table.opened
    if Reason.NOT_YOUR_TURN in reasons and table.steps:
        return texts.say("table.move-missing"), table.steps[-1].line.number
    return None
