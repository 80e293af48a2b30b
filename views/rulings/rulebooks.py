"""The rule pages: a rule set clause by clause, and rule sets side by side."""

from flask import Blueprint, Response, render_template, request

from rules import RULE_BOOKS, RuleBook
from rules.answers.answer import Answer, also_played, answer
from rules.answers.topics import known_questions
from rules.books.customs import Custom
from views.rulings.public import cacheable, cast, read_book

pages = Blueprint("rulebooks", __name__)

MOST_EXAMPLES = 2


@pages.get("/rules")
@pages.get("/rules/compare")
def compare() -> Response:
    """Two or three rule sets side by side, option by option, with the differences marked."""
    named = [text for text in request.args.getlist("with") if text][:3]
    books = [read_book(text) for text in named] or list(RULE_BOOKS.values())
    # The rule sets to choose from: the published ones, and those on the page.
    every = list({str(book): book for book in (*RULE_BOOKS.values(), *books)}.values())
    page = render_template("rulebooks/compare.html", books=books, every=every, lines=_lines(books))
    return cacheable(page)


def _lines(books: list[RuleBook]) -> list[tuple[str, str, list[Custom], bool]]:
    """For each option: its id, its title, its value in each book, and whether the books differ."""
    lines = []
    for option, first in books[0].customs.items():
        customs = [book.customs[option] for book in books]
        differs = len({custom.text for custom in customs}) > 1
        lines.append((option, first.title, customs, differs))
    return lines


@pages.get("/rules/<path:rules>")
def rulebook(rules: str) -> Response:
    """Every clause of a rule set, with its standing and the examples that it decides; then the customs."""
    book = read_book(rules)
    examples = _examples(book)
    page = render_template(
        "rulebooks/rulebook.html",
        book=book,
        examples={id: answers[:MOST_EXAMPLES] for id, answers in examples.items()},
        elsewhere={option: also_played(book, option) for option in book.customs},
    )
    return cacheable(page)


def _examples(book: RuleBook) -> dict[str, list[tuple[Answer, str]]]:
    """For each clause, the answers that rest on it, with the ruling on their examples. Those with a ruling come first.

    A clause on which no answer rests gets the answers whose examples the referee decides by that clause.
    """
    resting: dict[str, list[tuple[Answer, str]]] = {}
    decided: dict[str, list[tuple[Answer, str]]] = {}
    for question in known_questions().values():
        given = answer(question, book)
        cited, ruling = _cited(given, book)
        for id in dict.fromkeys((*given.clauses, *cited)):
            sentence = ruling if id in cited else ""
            (resting if id in given.clauses else decided).setdefault(id, []).append((given, sentence))
    for answers in resting.values():
        answers.sort(key=lambda pair: not pair[1])
    return decided | resting


def _cited(given: Answer, book: RuleBook) -> tuple[tuple[str, ...], str]:
    """The clauses that decide an answer's example, and the ruling. Both are empty without an example."""
    if given.example is None:
        return (), ""
    ruling = given.example.ruling(book, cast())
    return ruling.clauses, f"{given.example.move}: {ruling.explanation}"
