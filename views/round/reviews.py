"""Review a tracked round, move by move. Each step has its own address."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from charts.table_from_above import draw_table
from models.ledger.hands import released_hands
from models.ledger.moves import RoundLine
from models.sheets.log import move_line_in_words
from models.sheets.round import RoundTable, Step, fold_table
from rules import Verdict, legal_moves, read_tiles, write_move
from rules.referee.in_words import effects_in_words, instead_in_words, move_in_words, table_in_words
from rules.referee.missed import missed_between, missed_in
from rules.referee.question import Effect
from rules.referee.replay import hands_after
from rules.table.move import bare
from rules.table.position import Train
from views.shared.rounds import KeptRound, fetch_round, require_table
from views.shared.trains import TrainRow, train_rows

pages = Blueprint("reviews", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table/review")

# The effects that get a symbol on the timeline.
MARKS = {
    Effect.OPENS: "◆",
    Effect.CLOSES: "◇",
    Effect.MARKER_ON: "▲",
    Effect.MARKER_OFF: "△",
    Effect.OUT: "★",
    Effect.ROUND_ENDS: "■",
}


# The number of moves listed before and after the step on the page.
WINDOW = 10


class TimelineMark(NamedTuple):
    """A step on the timeline: its number, and a symbol for each thing that happened."""

    number: int
    signs: str
    is_refused: bool


class NearbyStep(NamedTuple):
    """A step near the one on the page: its mark, its move in words, and the lines struck before it.

    An entry without a mark has the lines struck after the last step.
    """

    mark: TimelineMark | None
    words: str
    struck: Sequence[tuple[RoundLine, str]]


@pages.get("")
@pages.get("/<int(max=9999):at>")
def step(ref: str, number: int, at: int = 0) -> ResponseReturnValue:
    """The table after this many moves, with the referee's ruling on the last one."""
    kept = require_table(fetch_round(ref, number))
    table = kept.table
    if at > len(table.steps):
        abort(404)
    step = table.steps[at - 1] if at else None
    position = step.position if step else table.begins
    marks = [_mark(number, made) for number, made in enumerate(table.steps, 1)]
    return render_template(
        "reviews/step.html",
        **kept.facts,
        step=step,
        words=move_in_words(step.move, table.names) if step else "",
        does=effects_in_words(step.ruling, table.names) if step else [],
        row=_changed_row(step, table) if step else None,
        colours=kept.colours,
        picture=draw_table(position, table.names, " ".join(table_in_words(position, table.names)), kept.colours),
        at=at,
        last=len(table.steps),
        missed=_missed(kept, at),
        others=_others(kept, at),
        marks=[mark for mark in marks if mark.signs or mark.is_refused],
        near=_near(table, marks, at),
    )


def _changed_row(step: Step, table: RoundTable) -> TrainRow | None:
    """The train whose tiles, marker or open double the move changed, or else the player's own train."""
    pairs = list(zip(step.ruling.question.position.trains, step.position.trains, strict=True))
    changed = [now for before, now in pairs if now.path != before.path]
    changed += [now for before, now in pairs if _state(now) != _state(before)]
    name = changed[0].name if changed else step.move.seat
    rows = train_rows(step.position, table.names, with_keys=False)
    return next((row for row in rows if row.train.name == name), None)


def _state(train: Train) -> tuple[bool, bool]:
    return train.has_marker, train.has_open_double


def _mark(number: int, step: Step) -> TimelineMark:
    signs = "".join([MARKS[effect] for effect, _ in step.effects if effect in MARKS])
    return TimelineMark(number, signs, step.ruling.verdict is Verdict.ILLEGAL)


def _near(table: RoundTable, marks: Sequence[TimelineMark], at: int) -> list[NearbyStep]:
    """The steps around the one on the page. Struck lines come before the step that followed them."""
    struck = [line for line in table.lines if line.number in table.struck and line.strikes is None]
    first = max(0, at - 1 - WINDOW)
    shown = max((step.line.number for step in table.steps[:first]), default=0)
    nearby = []
    for mark, step in list(zip(marks, table.steps, strict=True))[first : at + WINDOW]:
        nearby.append(
            NearbyStep(mark, move_in_words(step.move, table.names), _said(table, struck, shown, step.line.number))
        )
        shown = max(shown, step.line.number)
    if at + WINDOW >= len(table.steps):
        nearby.append(NearbyStep(None, "", _said(table, struck, shown, table.revision)))
    return nearby


def _said(table: RoundTable, struck: Sequence[RoundLine], after: int, before: int) -> list[tuple[RoundLine, str]]:
    return [(line, move_line_in_words(line, table.names)) for line in struck if after < line.number < before]


def _missed(kept: KeptRound, at: int) -> list[str]:
    """The duties that the players missed in this step or, at step 0, before the table was entered by hand."""
    table = kept.table
    if at:
        step = table.steps[at - 1]
        later = (following.move for following in table.steps[at:])
        return missed_in(step.move, step.ruling, step.position, later, table.names)
    before = [line for line in table.lines if line.number < table.opened]
    earlier = fold_table(before, kept.sheet.book, kept.sheet.everybody)
    if earlier is None or earlier.seats != table.seats:
        return []
    return missed_between(earlier.position, table.begins, table.names)


def _others(kept: KeptRound, at: int) -> list[str]:
    """The other legal moves at this step. Empty unless the player has released the hand and all its tiles are known."""
    if not at:
        return []
    table, step = kept.table, kept.table.steps[at - 1]
    hands = released_hands(kept.opened.it.id, kept.round.number)
    released = {table.letter(seat): read_tiles(hand.tiles) for seat, hand in hands.items()}
    played = [
        earlier.move for earlier in table.steps[: at - 1] if earlier.position is not earlier.ruling.question.position
    ]
    hand = hands_after(released, played, table.begins).get(step.move.seat)
    before = step.ruling.question.position
    if hand is None or before.turn != step.move.seat:
        return []
    alternatives = [move for move in legal_moves(before, hand) if move != bare(step.move)]
    return [instead_in_words(write_move(move), table.names) for move in alternatives]
