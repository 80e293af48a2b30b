"""Every line of a kept round: strike one, put one back, put another in its place."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from models.keeping import strike_move, undo_moves
from models.keys import Access
from models.moves import MoveKind, Noted, moves_of
from models.scorekeeping import SheetError
from models.struck import struck_lines
from models.table import Table
from rules import Verdict, read_move
from rules.telling import move_in_words
from views._kept import Kept, fetch_round
from views._once import once

pages = Blueprint("moves", __name__, url_prefix="/games/<ref>/rounds/<int:number>/table")


@pages.get("/moves")
def log(ref, number):
    """Every line that was entered in this round, newest first, with what the referee says of those that stand."""
    return _show(fetch_round(ref, number))


def _show(kept: Kept, refused: str = "") -> ResponseReturnValue:
    table, lines = kept.table, moves_of(kept.opened.it.id, kept.round.number)
    steps = {step.line.number: step for step in table.steps} if table else {}
    page = render_template(
        "moves/log.html",
        **kept.facts,
        refused=refused,
        lines=[
            (line, line_in_words(table, line, steps.get(line.number)), steps.get(line.number)) for line in lines[::-1]
        ],
        struck=struck_lines(lines),
        strikes={line.number for line in lines if line.strikes},
        newest_table=table.opened.number if table else 0,
        verdicts=Verdict,
    )
    return page, 422 if refused else 200


def line_in_words(table: Table | None, line: Noted, step=None) -> str:
    """What a line says, in words."""
    if line.kind is MoveKind.STRIKE:
        return gettext("Line %(number)s struck", number=line.strikes)
    if line.kind is MoveKind.TABLE or table is None:
        return gettext("The table as it lay: %(text)s", text=line.text) if line.kind is MoveKind.TABLE else line.text
    position = step.ruling.question.position if step else table.position
    return move_in_words(position, read_move(line.text), table.names)


@pages.post("/strike/<int:line>")
@once
def strike(ref, number, line):
    """Strike one line, or put it back by striking its strike."""
    return _carry_out(ref, number, lambda *facts: strike_move(*facts[:3], line, facts[3]), "log")


@pages.post("/undo/<int:entry>")
@once
def undo(ref, number, entry):
    """Strike what was entered together last, or take that back."""
    return _carry_out(ref, number, lambda *facts: undo_moves(*facts[:3], entry, facts[3]), "table")


def _carry_out(ref: str, number: int, act: Callable[..., None], back: str) -> ResponseReturnValue:
    kept = fetch_round(ref, number, Access.SCORE)
    try:
        act(kept.opened.it, kept.sheet, kept.round, kept.by)
    except SheetError as error:
        return _show(kept, str(error))
    return redirect(url_for("moves.log" if back == "log" else "tables.table", ref=ref, number=number), 303)
