"""A kept round looked at again, move by move; each step has its own address."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, abort, render_template

from charts.table import draw_table
from models.log import move_line_in_words
from models.moves import Noted, released_hands
from models.table import Step, Table
from rules import Verdict, legal_moves, read_tiles, write_move
from rules.move import Lay
from rules.question import Effect
from rules.replaying import hands_after
from rules.telling import effects_in_words, instead_in_words, move_in_words, table_in_words
from views._kept import fetch_kept

pages = Blueprint("reviews", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table/review")

# What is worth a mark on the time line.
MARKS = {
    Effect.OPENS: "◆",
    Effect.CLOSES: "◇",
    Effect.MARKER_ON: "▲",
    Effect.MARKER_OFF: "△",
    Effect.OUT: "★",
    Effect.ROUND_ENDS: "■",
}


class Mark(NamedTuple):
    """A step on the time line: its number, its move, and the signs of what happened in it."""

    number: int
    words: str
    signs: str
    is_refused: bool
    struck: Sequence[tuple[Noted, str]]


@pages.get("")
@pages.get("/<int(max=9999):at>")
def step(ref, number, at=0):
    """The table after so many moves, with the referee's ruling on the last of them."""
    kept, table = fetch_kept(ref, number)
    if at > len(table.steps):
        abort(404)
    shown = table.steps[at - 1] if at else None
    position = shown.position if shown else table.begins
    return render_template(
        "reviews/step.html",
        **kept.facts,
        at=at,
        last=len(table.steps),
        step=shown,
        words=move_in_words(shown.move, table.names) if shown else "",
        does=effects_in_words(shown.ruling, table.names) if shown else [],
        missed=_missed(table, at),
        otherwise=_otherwise(kept.opened.it.id, number, table, at),
        picture=draw_table(position, table.names, " ".join(table_in_words(position, table.names))),
        marks=_marks(table),
        verdicts=Verdict,
    )


def _marks(table: Table) -> list[Mark]:
    """The whole round as a line; what was struck stands before the step that followed it."""
    struck = [line for line in table.lines if line.number in table.struck and line.strikes is None]
    marks, shown = [], 0
    for number, one in enumerate(table.steps, 1):
        before = [line for line in struck if shown < line.number < one.line.number]
        shown = max(shown, one.line.number)
        signs = "".join(MARKS[effect] for effect, _ in one.effects if effect in MARKS)
        told = [(line, move_line_in_words(line, table.names)) for line in before]
        marks.append(Mark(number, move_in_words(one.move, table.names), signs, _is_refused(one), told))
    return marks


def _is_refused(step: Step) -> bool:
    return step.ruling.verdict is Verdict.ILLEGAL


def _missed(table: Table, at: int) -> list[str]:
    """The players who forgot to tap in this step and were not caught afterwards."""
    if not at:
        return []
    step = table.steps[at - 1]
    train = step.position.train(step.move.seat)
    if not isinstance(step.move, Lay) or train is None or not train.is_untapped:
        return []
    caught = any(write_move(later.move).startswith(f"{step.move.seat} caught") for later in table.steps[at:])
    return [] if caught else [table.names[step.move.seat]]


def _otherwise(game_id: int, number: int, table: Table, at: int) -> list[str]:
    """What else could be played in this step, where its player has released the hand and every tile of it is known."""
    if not at:
        return []
    step = table.steps[at - 1]
    released = {table.letter(seat): read_tiles(hand.tiles) for seat, hand in released_hands(game_id, number).items()}
    played = [one.move for one in table.steps[: at - 1] if one.position is not one.ruling.question.position]
    hand = hands_after(released, played, table.begins).get(step.move.seat)
    before = step.ruling.question.position
    if hand is None or before.turn != step.move.seat:
        return []
    played = write_move(
        replace(step.move, is_overruled=False, **({"tap": False} if isinstance(step.move, Lay) else {}))
    )
    others = [write_move(move) for move in legal_moves(before, hand)]
    return [instead_in_words(before, text, table.names) for text in others if text != played]
