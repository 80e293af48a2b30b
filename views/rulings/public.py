"""Code shared by pages that are the same for everybody, so that any browser may cache them."""

from flask import Response, abort, make_response, request
from flask_babel import gettext

from rules import RULE_BOOKS, BookError, RuleBook, read_rules
from rules.names import tidy_name
from rules.table.notation import LONGEST

LONGEST_NAME = 60


def cast() -> dict[str, str]:
    """The names of the players in examples, by seat."""
    return {"A": gettext("Ana"), "B": gettext("Ben"), "C": gettext("Cai")}


def cacheable(page: str, status: int = 200) -> Response:
    """A page that is the same for everybody. Browsers may cache it and revalidate it by its digest."""
    response = make_response(page, status)
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.add_etag()
    response.make_conditional(request)
    return response


def read_book(text: str) -> RuleBook:
    """The rules that an address names. Aborts with 404 if there are no such rules."""
    try:
        return read_rules(text.lower()[:LONGEST])
    except BookError:
        abort(404)


def asked_book() -> RuleBook:
    """The rules that the address asks for, or else the first published rule set."""
    return read_book(request.args.get("rules", "") or next(iter(RULE_BOOKS)))


def name_of(book: RuleBook) -> str:
    """The name of these rules: the group's own name for them, if the address has it, or else their published name."""
    named = tidy_name(request.args.get("named", ""))[:LONGEST_NAME] if book.house_rules else ""
    return named or (gettext("%(rules)s, house rules", rules=book.name) if book.house_rules else book.name)


def books_beside(book: RuleBook) -> list[RuleBook]:
    """The rule sets that a page offers: the published ones, and the page's own if a group made it."""
    return [*([book] if book.house_rules else []), *RULE_BOOKS.values()]
