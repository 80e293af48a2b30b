"""The first lesson, in steps, at a table where newcomers make the moves themselves. The address records every tap."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup, escape

from charts.table_from_above import draw_table
from rules import NotationError, Ruling, read_move
from rules.answers.lesson import LEARNER, LessonStep, Stage, lesson, moves_of, opening, opening_customs, stage
from rules.referee.in_words import instead_in_words, move_in_words, train_in_words
from rules.referee.turn import is_tap_due
from rules.table.move import Lay, Move
from rules.table.notation import LONGEST, write_move
from rules.table.position import MEXICAN, Position
from rules.wording import Reader, say
from views.rulings.public import asked_book, books_beside, cacheable, cast
from views.shared.trains import TrainRow, train_rows

pages = Blueprint("learn", __name__)

# Moves that need no tile, as their buttons send them, and as notation.
DEEDS = {"draw": "+", "pass": "--", "done": "done"}


@pages.app_template_filter("with_bold")
def with_bold(text: str) -> Markup:
    """A sentence of the lesson as HTML: text between double asterisks is bold."""
    parts = [escape(part) for part in text.split("**")]
    return Markup("").join(Markup("<b>{}</b>").format(part) if at % 2 else part for at, part in enumerate(parts))


def _players() -> dict[str, str]:
    """The players' names by seat. The learner is the reader, so every sentence says `you`."""
    return cast() | {LEARNER: Reader(say("person.you"))}


@pages.get("/learn")
def contents() -> Response:
    """The words to know before the first step, the rule sets to choose from, and the steps."""
    book = asked_book()
    steps = lesson(book, _players())
    page = render_template(
        "learn/contents.html",
        book=book,
        books=books_beside(book),
        opening=opening(book),
        customs=opening_customs(book),
        steps=steps,
        picture=_picture(steps[1], steps[1].table),
    )
    return cacheable(page)


@pages.get("/learn/print")
def on_paper() -> Response:
    """All steps, for printing: each with its table and its sentences, and the answer below them."""
    book, names = asked_book(), _players()
    steps = [
        (step, _picture(step, step.table), [move_in_words(move, names) for move in moves_of(step)])
        for step in lesson(book, names)
    ]
    return cacheable(render_template("learn/paper.html", book=book, opening=opening(book), steps=steps))


@pages.get("/learn/<id>")
def step(id: str) -> Response:
    """A step: its sentence, the table, the hand to tap and, after a tap, the referee's answer."""
    book, names = asked_book(), _players()
    steps = lesson(book, names)
    number = next((at for at, candidate in enumerate(steps, 1) if candidate.id == id), 0) or abort(404)
    step, played = steps[number - 1], request.args.get("at", 0, type=int)
    if not 0 <= played <= len(step.plays):
        abort(404)
    tapped = _tapped(stage(step, played), names)
    page = render_template(
        "learn/step.html",
        book=book,
        step=step,
        steps=steps,
        number=number,
        played=played + tapped.leads_on,
        tapped=tapped,
        **_table(step, stage(step, played + tapped.leads_on), names),
    )
    return cacheable(page, 422 if tapped.trouble else 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """The answer to a tap: a ruling if it was a move, otherwise a sentence.

    `said` is the move in words. The ruling keeps only the referee's first reason, to suit newcomers. `leads_on`
    is true if the move advances the step.
    """

    tile: str = ""
    said: str = ""
    ruling: Ruling | None = None
    trouble: str = ""
    leads_on: bool = False


def _tapped(now: Stage, names: Mapping[str, str]) -> Tapped:
    """The referee's answer to the tap in the address."""
    on, held = (request.args.get(key, "")[:LONGEST] for key in ("on", "tile"))
    if not on:
        return Tapped(tile=held)
    if not held and on not in DEEDS:
        if now.wanted is None or isinstance(now.wanted, Lay):
            return Tapped(trouble=gettext("Tap one of your tiles first, then a train."))
        return Tapped(trouble=gettext("You do not need a train for this: tap the button below your tiles."))
    tap = " tap" if request.args.get("tap") and is_tap_due(now.position) else ""
    try:
        move = read_move(f"{LEARNER} {DEEDS.get(on) or f'{held}@{on}{tap}'}")
    except NotationError:
        return Tapped(trouble=gettext("That is not a move. Tap one of your tiles, then a train."))
    leads_on = now.is_wanted(move)
    ruling = now.ruling(now.wanted if leads_on and now.wanted else move, names)
    ruling = replace(ruling, findings=ruling.findings[:1])
    words = instead_in_words(write_move(move), names)
    return Tapped(tile="" if leads_on else held, said=words, ruling=ruling, leads_on=leads_on)


def _as_tap(move: Move) -> dict[str, str]:
    """The query parameters for the tap that makes a move."""
    if isinstance(move, Lay):
        return {"tile": str(move.tiles[0]), "on": move.train}
    return {"on": move.deed}


def _table(step: LessonStep, now: Stage, names: Mapping[str, str]) -> dict[str, object]:
    """The template variables for the table: as it is now, the latest moves of the others, and what can be tapped."""
    tries: dict[str, Any] = {"rules": str(step.table.book), "at": step.tries_at or None, **_as_tap(step.tries)}
    return {
        "names": names,
        "now": now,
        "told": [move_in_words(move, names) for move in now.replies],
        "rows": _rows(step, now, names),
        "picture": _picture(step, now.position),
        "deeds": _deeds(step, now),
        "is_tap_due": now.wanted is not None and is_tap_due(now.position),
        "try_out": url_for("learn.step", id=step.id, _anchor="now", **tries),
    }


def _rows(step: LessonStep, now: Stage, names: Mapping[str, str]) -> list[TrainRow]:
    """The trains on the table, without the Mexican train until a step has explained it."""
    rows = train_rows(now.position, names, with_keys=False)
    return [row for row in rows if step.has_mexican or row.train.name != MEXICAN]


def _deeds(step: LessonStep, now: Stage) -> list[str]:
    """The moves that need no tile and that the learner already knows."""
    if now.wanted is None:
        return []
    ends_run = any(move.deed == "done" for move in step.plays)
    return [*(["draw", "pass"] if step.has_boneyard else []), *(["done"] if ends_run else [])]


def _picture(step: LessonStep, position: Position) -> str:
    """The table from above, without the hands, and without the Mexican train until a step has explained it."""
    names, trains = _players(), position.trains if step.has_mexican else position.seats
    shown = position._replace(trains=tuple(train._replace(count=None) for train in trains), turn="")
    description = " ".join(train_in_words(train, position.end(train), names) for train in trains)
    return draw_table(shown, names | {LEARNER: gettext("You")}, description)
