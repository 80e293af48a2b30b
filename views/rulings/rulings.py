"""Rulings: look one up, read the answer, ask about a position. Nothing here is anybody's own: any browser may keep it."""

from collections.abc import Mapping
from itertools import islice

from flask import Blueprint, abort, render_template, request, url_for

from charts.table import draw_table
from rules import (
    RULE_BOOKS,
    NotationError,
    RuleBook,
    Tile,
    after,
    ask,
    legal_moves,
    read_move,
    read_position,
    read_tiles,
    write_move,
    write_position,
)
from rules.answers.lookup import LONGEST
from rules.answers.topics import Answer, answer, entries, topics
from rules.books.customs import Standing
from rules.referee.in_words import effects_in_words, instead_in_words, table_in_words, turn_in_words
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.table.deal import most_players
from rules.table.position import SEATS, Position
from rules.wording import say
from views.rulings.public import asked_book, books_beside, cast, kept_by_browsers
from views.shared.trains import actions, rows

pages = Blueprint("rulings", __name__)

# Below this, what is found is only the nearest there is.
SURE = 0.2
LETTERS = {letter: letter for letter in SEATS}


@pages.get("/rulings")
def search():
    """One search field and the topics; with a question, what answers it best."""
    book, question = asked_book(), request.args.get("q", "")[:LONGEST].strip()
    found = ask(question, book) if question else []
    page = render_template(
        "rulings/search.html",
        book=book,
        books=books_beside(book),
        question=question,
        found=found,
        is_sure=bool(found) and found[0].nearness >= SURE,
        topics=topics(),
    )
    return kept_by_browsers(page)


@pages.get("/rulings/<id>")
def ruling(id):
    """An answer: yes or no, a sentence, what it rests on, a table with the referee's ruling, and where rule sets differ."""
    entry, book = entries().get(id), asked_book()
    if entry is None:
        abort(404)
    given = answer(entry, book)
    others = {
        other.name: answer(entry, other) for other in RULE_BOOKS.values() if other.key != book.key or book.house_rules
    }
    page = render_template(
        "rulings/answer.html",
        book=book,
        books=books_beside(book),
        entry=entry,
        given=given,
        shown=_shown(given, book),
        differing={
            name: other for name, other in others.items() if other.says != given.says or other.verdict != given.verdict
        },
        agree=Standing.CUSTOM not in (given.standing, *(other.standing for other in others.values())),
        open=say(f"answer.{given.left}") if given.left else "",
    )
    return kept_by_browsers(page)


def _shown(given: Answer, book: RuleBook) -> dict[str, object] | None:
    """The example's table as a picture and in words, with what the referee says of it now."""
    example = given.example
    if example is None:
        return None
    names = cast()
    position, found = example.position(book), example.ruling(book, names)
    return {
        "picture": draw_table(position, names, " ".join(table_in_words(position, names))),
        "ruling": found,
        "move": example.move,
        "hand": example.hand,
        "address": url_for(
            "rulings.ask_about", position=write_position(position), move=example.move, hand=example.hand or None
        ),
    }


@pages.get("/rulings/ask")
def ask_about():
    """A position, a move and perhaps a hand, all in the address: the referee's ruling on them."""
    said = {key: request.args.get(key, "").strip() for key in ("position", "move", "hand")}
    page = {"said": said, "errors": {}, "books": RULE_BOOKS.values(), "names": LETTERS, "most": 8}
    try:
        page |= _ruled(said, page["errors"])
    except NotationError as error:
        page["errors"]["engine" if "players" in request.args else "position"] = str(error)
    return kept_by_browsers(render_template("rulings/ask.html", **page), 422 if page["errors"] else 200)


def _ruled(said: Mapping[str, str], errors: dict[str, str]) -> dict[str, object]:
    """What the page shows of a position, and of a move on it. Raises NotationError for the position."""
    position = read_position(said["position"]) if said["position"] else _opening()
    if position is None:
        if any(said.values()):
            raise NotationError(say("ask.no-table"))
        return {"position": None}
    hand = _try(errors, "hand", lambda: _read_hand(said["hand"], position))
    move = _try(errors, "move", lambda: read_move(said["move"]) if said["move"] else None)
    facts = {
        "position": position,
        "text": write_position(position),
        "book": position.book,
        "picture": draw_table(position, LETTERS, " ".join(table_in_words(position, LETTERS))),
        "turn": turn_in_words(position, LETTERS),
        "rows": rows(position, LETTERS, with_keys=True),
        "actions": actions(position),
        "ruling": None,
        "playable": _playable(position, hand),
    }
    if move is None or errors:
        return facts
    found = rule(Question(position, hand), move, LETTERS)
    return facts | {
        "ruling": found,
        "effects": effects_in_words(found, LETTERS),
        "instead": [instead_in_words(position, text, LETTERS) for text in islice(found.instead, 30)],
        "onward": write_position(after(position, move)),
    }


def _read_hand(text: str, position: Position) -> tuple[Tile, ...] | None:
    """The hand, if one is given: tiles of this set, none of which lies. Raises NotationError."""
    hand = read_tiles(text) if text else None
    for one in hand or ():
        if one.high > position.book.options.highest:
            raise NotationError(say("reason.tile-not-in-set", tile=one))
        if one.bit & position.down:
            raise NotationError(say("reason.tile-already-down", tile=one))
    return hand


def _playable(position: Position, hand: tuple[Tile, ...] | None) -> list[str]:
    """What may be done with this hand, in words; nothing where no hand is shown."""
    moves = legal_moves(position, hand) if hand is not None else []
    return [instead_in_words(position, write_move(move), LETTERS) for move in moves]


def _opening() -> Position | None:
    """A table before its first move, for so many players with this engine, if the address asks for one."""
    players, engine = request.args.get("players", ""), request.args.get("engine", "")
    if not players:
        return None
    book = asked_book()
    if not (players.isdecimal() and len(players) == 1 and 2 <= int(players) <= most_players(book)):
        raise NotationError(f"“{players[:10]}” players: two to {most_players(book)} can play with this set")
    trains = "/".join([*SEATS[: int(players)], "M"])
    return read_position(f"{book} {engine or max(book.options.engines)} {trains} A1 ?")


def _try(errors: dict[str, str], field: str, read):
    try:
        return read()
    except NotationError as error:
        errors[field] = str(error)
        return None
