"""Every line of a kept round: strike one, put one back, put another in its place."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.ledger.keys import Access
from models.ledger.moves import RoundLine, moves_of
from models.play.moves import put_table_back, strike_move
from models.play.pen import SheetError
from models.sheets.log import move_line_in_words
from models.sheets.round import seats_at
from models.sheets.striking import struck_lines
from rules.table.position import SEATS
from views.round.kept import Kept, fetch_round
from views.shared.once import once

pages = Blueprint("moves", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


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
        lines=[(line, _in_words(kept, lines, line), steps.get(line.number)) for line in lines[::-1]],
        struck=struck_lines(lines),
        strikes={line.number for line in lines if line.strikes},
        newest_table=table.opened if table else 0,
        broken=table.failing[0].line.number if table and table.failing else 0,
    )
    return page, 422 if refused else 200


def _in_words(kept: Kept, lines: Sequence[RoundLine], line: RoundLine) -> str:
    names = (kept.sheet.everybody[seat] for seat in seats_at(lines, line.number))
    return move_line_in_words(line, dict(zip(SEATS, names, strict=False)))


@pages.post("/strike/<int:line>")
@once
def strike(ref, number, line):
    """Strike one line, or put it back by striking its strike; then look at the table as it now lies."""
    kept = fetch_round(ref, number, Access.SCORE)
    try:
        with kept.pen as pen:
            strike_move(pen, kept.round, line)
    except SheetError as error:
        return _show(kept, str(error))
    return redirect(url_for("tables.table", ref=ref, number=number), 303)


@pages.post("/put-back")
@once
def put_back(ref, number):
    """Put back the table that was struck last, with what lay on it."""
    kept = fetch_round(ref, number, Access.SCORE)
    try:
        with kept.pen as pen:
            put_table_back(pen, kept.round)
    except SheetError as error:
        return _show(kept, str(error))
    return redirect(url_for("tables.table", ref=ref, number=number), 303)
