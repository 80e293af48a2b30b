"""The lines of a tracked round: strike a line or put it back. Moves are entered in `tables.py`."""

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.base import Form
from models.ledger.moves import RoundLine, moves_of
from models.ledger.waits import waits_of
from models.play.moves import put_table_back, strike_move
from models.play.pen import Pen
from models.sheets.log import move_line_in_words
from models.sheets.round import seats_at
from models.sheets.sheet import Round
from models.sheets.striking import struck_lines
from rules.table.position import SEATS
from views.shared.acts import carry_out
from views.shared.log_parts import part_of
from views.shared.once import once
from views.shared.rounds import OpenedRound, fetch_round, take_round

pages = Blueprint("moves", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.get("/moves")
def log(ref: str, number: int) -> ResponseReturnValue:
    """The lines of this round, newest first, a part at a time, with the referee's ruling on those that count."""
    return _show(fetch_round(ref, number))


def _show(opened_round: OpenedRound, refused: str = "") -> str:
    table, lines = opened_round.table, moves_of(opened_round.opened.it, opened_round.round.number)
    shown, earlier = part_of(lines, lambda line: line.number)
    steps = {step.line.number: step for step in table.steps} if table else {}
    return render_template(
        "moves/log.html",
        **opened_round.facts,
        refused=refused,
        lines=[(line, _in_words(opened_round, lines, line), steps.get(line.number)) for line in shown],
        earlier=earlier,
        struck=struck_lines(lines),
        waits=waits_of(opened_round.opened.it.id, opened_round.round.number),
        strikes={line.number for line in lines if line.strikes},
        newest_table=table.opened if table else 0,
        broken=table.failing[0].line.number if table and table.failing else None,
    )


def _in_words(opened_round: OpenedRound, lines: Sequence[RoundLine], line: RoundLine) -> str:
    names = (opened_round.sheet.everybody[seat] for seat in seats_at(lines, line.number))
    return move_line_in_words(line, dict(zip(SEATS, names, strict=False)))


@pages.post("/strike/<int:line>")
@once
def strike(ref: str, number: int, line: int) -> ResponseReturnValue:
    """Strike one line, or put it back by striking the line that struck it. Then show the table."""
    return _carry_out(ref, number, lambda pen, played: strike_move(pen, played, line))


@pages.post("/put-back")
@once
def put_back(ref: str, number: int) -> ResponseReturnValue:
    """Put back the newest struck table, with everything that lay on it."""
    return _carry_out(ref, number, put_table_back)


def _carry_out(ref: str, number: int, act: Callable[[Pen, Round], None]) -> ResponseReturnValue:
    opened_round, pen = take_round(ref, number)

    def verb() -> None:
        with pen:
            act(pen, opened_round.round)

    return carry_out(Form(), verb, url_for("tables.table", ref=ref, number=number), partial(_show, opened_round))
