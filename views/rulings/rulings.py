"""Rulings: search, read an answer, ask about a position.

A page whose address names the rules is the same for everybody, so any browser may cache it.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.wrappers import Response as Werkzeug

from charts.table_from_above import draw_table
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
    write_move,
    write_position,
)
from rules.answers.answer import Answer, NamedFacts, answer, answer_for
from rules.answers.lesson import lesson
from rules.answers.lookup import LONGEST, Found, Sureness
from rules.answers.named import find_tile, is_compared
from rules.answers.topics import KnownQuestion, known_questions, topics
from rules.books.customs import Basis
from rules.names import tidy_name
from rules.referee.in_words import effects_in_words, instead_in_words, table_in_words, turn_in_words
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.table.layout import read_opening
from rules.table.move import Move
from rules.table.notation import read_hand
from rules.table.position import SEATS, Position
from views.rulings.public import asked_book, books_beside, cacheable, cast, name_of, read_book
from views.shared.in_play import rules_in_play
from views.shared.outbox import no_store
from views.shared.trains import actions, train_rows

pages = Blueprint("rulings", __name__)

LETTERS = {letter: letter for letter in SEATS}
MOST_INSTEAD = 30
# The numbers of players that a question may name.
PLAYERS = range(1, 100)
# An address may name the rules of at most this many other games in play, each in at most this many letters.
MOST_ALSO, MOST_TEXT = 5, 1000

T = TypeVar("T")


@pages.get("/rulings")
def search() -> ResponseReturnValue:
    """The search field and the topics. For a question, also its answer or its possible meanings.

    If the address names no rules, a phone in a game is redirected to an address with the full rules of that game.
    """
    question = request.args.get("q", "")[:LONGEST].strip()
    if "rules" not in request.args:
        return no_store(make_response(_by_rules_in_play(question) or _searched(question)))
    return cacheable(_searched(question))


def _by_rules_in_play(question: str) -> Werkzeug | None:
    """A redirect to the rules of the game in play, with those of any other games in its address. None if no game is on."""
    playing = rules_in_play()
    if not playing:
        return None
    now, *beside = playing
    also = [f"{rules.book} {rules.name}".strip() for rules in beside]
    return redirect(
        url_for("rulings.search", rules=now.book, named=now.name or None, also=also, q=question or None), 303
    )


def _searched(question: str) -> str:
    book = asked_book()
    results = ask(question, book) if question else []
    return render_template(
        "rulings/search.html",
        book=book,
        named=name_of(book),
        also=_also(),
        books=books_beside(book),
        question=question,
        found=results,
        sureness=results[0].sureness if results else Sureness.UNKNOWN,
        elsewhere=_elsewhere(results[0]) if results and is_compared(question) else {},
        address_of=_address_of,
        topics=topics(),
    )


def _elsewhere(first: Found) -> dict[str, Answer]:
    """The answers of other rule sets to a search result's question, if they differ from the answer found."""
    return _differing(known_questions()[first.id], first.book) if first.kind == "question" else {}


def _also() -> list[tuple[RuleBook, str]]:
    """The rule books of other games in play, as the address lists them, each with the name that its group gave it."""
    parts = [text[:MOST_TEXT].partition(" ") for text in request.args.getlist("also")[:MOST_ALSO]]
    return [(read_book(rules), tidy_name(name)) for rules, _, name in parts]


@pages.get("/keep")
def to_keep() -> Response:
    """The addresses of pages that a phone stores to read offline: these rules, all their answers, and the lesson."""
    book = asked_book()
    pages = ("rulings.search", "rulebooks.rulebook", "learn.contents", "learn.on_paper")
    return jsonify(
        [
            *(url_for(page, rules=book) for page in pages),
            *(url_for("learn.step", id=step.id, rules=book) for step in lesson(book, cast())),
            *(url_for("rulings.ruling", id=id, rules=book) for id in known_questions()),
        ]
    )


def _address_of(result: Found) -> str:
    """The address of a search result: the page of an answer, or a line on the page of the rules."""
    if result.kind == "question":
        named = request.args.get("named") if result.book.house_rules else None
        return url_for("rulings.ruling", id=result.id, rules=result.book, named=named, **result.named._asdict())
    return url_for("rulebooks.rulebook", rules=result.book, _anchor=result.id)


@pages.get("/rulings/<id>")
def ruling(id: str) -> Response:
    """An answer: yes or no, a sentence, its clauses, a table with the referee's ruling, and where rule sets differ."""
    question, book = known_questions().get(id), asked_book()
    if question is None:
        abort(404)
    players = request.args.get("players", type=int)
    tile, round = find_tile(request.args.get("tile", "")), request.args.get("round", type=int)
    given = answer_for(question, book, NamedFacts(players if players in PLAYERS else None, tile, round))
    published = [answer(question, rules) for rules in RULE_BOOKS.values()]
    page = render_template(
        "rulings/answer.html",
        book=book,
        named=name_of(book),
        books=books_beside(book),
        question=question,
        given=given,
        shown=_shown(given, book),
        onward=_onward(question, book),
        differing=_differing(question, book),
        agreement=_agreement([given, *published]),
    )
    return cacheable(page)


def _onward(question: KnownQuestion, book: RuleBook) -> tuple[str, str] | None:
    """The address of the page that an answer links to, and the words of the link."""
    if question.leads:
        return url_for("in_app.lead", place=question.leads), gettext("Take me there")
    rules = url_for("rulebooks.rulebook", rules=book)
    return {
        "how-to-play": (url_for("learn.contents", rules=book), gettext("Start the lesson")),
        "house-rules": (f"{rules}#options", gettext("Everything you can change")),
        "whose-rules": (rules, gettext("The rules, clause by clause")),
        "differences": (url_for("rulebooks.compare"), gettext("Compare the rule sets")),
    }.get(question.id)


def _differing(question: KnownQuestion, book: RuleBook) -> dict[str, Answer]:
    """The published rule sets' answers that differ from this book's, keyed by the name of the rule set."""
    given = answer(question, book)
    published = {rules.name: answer(question, rules) for rules in RULE_BOOKS.values() if rules != book}
    return {
        name: entry for name, entry in published.items() if (entry.says, entry.verdict) != (given.says, given.verdict)
    }


def _agreement(answers: list[Answer]) -> str:
    """The reason why the rule sets agree: `said` if all state it, `silent` if none does, `custom` if a custom fills a gap."""
    customs = [given.standing is Basis.CUSTOM for given in answers]
    if all(customs) and not any(given.clauses for given in answers):
        return "silent"
    return "custom" if any(customs) else "said"


def _shown(given: Answer, book: RuleBook) -> dict[str, object] | None:
    """The example's table as a picture and in words, with the referee's ruling."""
    example = given.example
    if example is None:
        return None
    names = cast()
    position, ruling = example.position(book), example.ruling(book, names)
    return {
        "picture": draw_table(position, names, " ".join(table_in_words(position, names))),
        "ruling": ruling,
        "move": example.move,
        "hand": example.hand,
        "address": url_for(
            "rulings.ask_about", position=write_position(position), move=example.move, hand=example.hand or None
        ),
    }


@pages.get("/rulings/ask")
def ask_about() -> Response:
    """The referee's ruling on a position, a move and possibly a hand, all read from the address."""
    asked = {key: request.args.get(key, "").strip() for key in ("position", "move", "hand")}
    errors: dict[str, str] = {}
    facts = _facts(asked, errors)
    page = render_template(
        "rulings/ask.html",
        said=asked,
        errors=errors,
        books=RULE_BOOKS.values(),
        names=LETTERS,
        most=len(SEATS),
        **facts,
    )
    return cacheable(page, 422 if errors else 200)


def _facts(asked: Mapping[str, str], errors: dict[str, str]) -> dict[str, object]:
    """The template variables for a position and a move. For each unreadable field, puts a sentence into `errors`."""
    field = "engine" if "players" in request.args else "position"
    position = _read(errors, field, lambda: _position(asked))
    if position is None:
        return {}
    hand = _read(errors, "hand", lambda: read_hand(asked["hand"], position) if asked["hand"] else None)
    move = _read(errors, "move", lambda: read_move(asked["move"]) if asked["move"] else None)
    facts = _table(position, hand)
    return facts | _ruled(position, move, hand) if move is not None and not errors else facts


def _read(errors: dict[str, str], field: str, read: Callable[[], T]) -> T | None:
    try:
        return read()
    except NotationError as error:
        errors[field] = str(error)
        return None


def _position(asked: Mapping[str, str]) -> Position | None:
    """The position in the address, or the opening that it asks for; None if it has neither. Raises NotationError."""
    if asked["position"]:
        return read_position(asked["position"])
    if request.args.get("players"):
        return read_opening(asked_book(), request.args["players"], request.args.get("engine", ""))
    if any(asked.values()):
        raise NotationError(gettext("Lay out a table first: type it here, or use the form above."))
    return None


def _table(position: Position, hand: tuple[Tile, ...] | None) -> dict[str, object]:
    """The template variables for a table: the turn, what can be tapped and, with a hand, the legal moves from it."""
    moves = legal_moves(position, hand) if hand is not None else []
    return {
        "position": position,
        "text": write_position(position),
        "book": position.book,
        "picture": draw_table(position, LETTERS, " ".join(table_in_words(position, LETTERS))),
        "turn": turn_in_words(position, LETTERS),
        "rows": train_rows(position, LETTERS, with_keys=True),
        "actions": actions(position),
        "playable": [instead_in_words(write_move(move), LETTERS) for move in moves],
    }


def _ruled(position: Position, move: Move, hand: tuple[Tile, ...] | None) -> dict[str, object]:
    """The ruling on a move, the effects of the move, and the legal alternatives."""
    ruling = rule(Question(position, hand), move, LETTERS)
    return {
        "ruling": ruling,
        "effects": effects_in_words(ruling, LETTERS),
        "instead": [instead_in_words(text, LETTERS) for text in ruling.instead[:MOST_INSTEAD]],
        "onward": write_position(after(position, move)),
    }
