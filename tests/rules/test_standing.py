"""A claim has the same standing wherever it is made: in an answer, an option, a clause or the referee's ruling."""

import pytest

from rules import RULE_BOOKS, RuleBook
from rules.answers.answer import Answer, answer
from rules.answers.topics import KnownQuestion, known_questions
from rules.books.customs import Basis, weakest
from rules.wording import say
from tests.rules.tables import rows

BOOKS = list(RULE_BOOKS.values())
QUESTIONS = list(known_questions().values())
each_book = pytest.mark.parametrize("book", BOOKS, ids=str)

# The standings of each option in each rule book, sentence by sentence; - if the option cannot come up.
WRITTEN = rows("standings.tsv")
# A hundred questions of the table with the standing, clauses, customs and the heart of the answer that each rule book gives.
ASKED = rows("questions.tsv")


@each_book
def test_every_option_rests_on_what_the_rule_book_says(book: RuleBook) -> None:
    customs = {
        option: "-" if custom.is_moot else " ".join(basis.standing for _, basis in custom.sentences)
        for option, custom in book.customs.items()
    }

    assert customs == {row["option"]: row[book.key] for row in WRITTEN}


@each_book
def test_the_hundred_questions_of_the_table_are_answered_by_what_the_rule_book_says(book: RuleBook) -> None:
    asked = [row for row in ASKED if book.key in row["rules"].split()]
    for row in asked:
        given = answer(known_questions()[row["id"]], book)
        assert given.standing == row["standing"], row
        assert list(given.clauses) == [id for id in row["clauses"].split() if id in book.clauses], row
        assert list(given.customs) == [option for option in row["customs"].split() if option != "-"], row
        assert row["gist"] in given.answer, row

    assert {int(row["number"]) for row in asked} == set(range(1, 101))


def standings_of(option: str, book: RuleBook) -> set[Basis]:
    """The standings of an option's sentences; empty if the option cannot come up."""
    custom = book.customs[option]
    return set() if custom.is_moot else {basis.standing for _, basis in custom.sentences}


def ruled(given: Answer, book: RuleBook) -> Basis:
    """The standing of the ruling on an answer's example; stated if the answer has no example."""
    return given.example.ruling(book).standing if given.example else Basis.STATED


@each_book
def test_no_answer_claims_more_than_the_referee_does_of_its_example(book: RuleBook) -> None:
    answers = [answer(entry, book) for entry in QUESTIONS]

    assert [given.id for given in answers if weakest(given.standing, ruled(given, book)) is not given.standing] == []


@each_book
def test_an_answer_cites_a_custom_where_the_option_page_has_one_and_says_so(book: RuleBook) -> None:
    for entry in QUESTIONS:
        given = answer(entry, book)
        variant = next(variant for variant in entry.variants if variant.is_for(book))
        assert [option for option in given.customs if Basis.CUSTOM not in standings_of(option, book)] == [], entry.id
        assert given.standing is Basis.CUSTOM or not given.customs, entry.id
        assert bool(given.mark) is (given.standing is Basis.CUSTOM and not variant.is_told), entry.id
        assert given.answer.endswith(given.mark or given.says), entry.id
        assert given.mark.startswith(("By custom; ", "Also by custom; ")) or not given.mark, entry.id


def is_custom_as_a_whole(entry: KnownQuestion, book: RuleBook) -> bool:
    """True if nothing that an answer says is in the rules.

    The answer cites no clause, or the book is silent, or no clause decides the options that the answer rests on.
    """
    given = answer(entry, book)
    decided = [standings_of(rest.rstrip("+-"), book) for rest in entry.rests]
    by_clauses = entry.silent is not None or any(Basis.STATED in standings for standings in decided)
    return not given.clauses or book.prefix in (entry.silent or ()) or not by_clauses


@each_book
def test_an_answer_that_is_custom_in_part_names_the_part(book: RuleBook) -> None:
    in_part = {entry.id: answer(entry, book) for entry in QUESTIONS if not is_custom_as_a_whole(entry, book)}

    assert in_part
    assert [id for id, given in in_part.items() if say("answer.silence") in given.mark] == []


@each_book
def test_the_referee_cites_a_custom_where_the_option_page_has_one(book: RuleBook) -> None:
    customs = {custom for entry, ground in book.rulings.items() if entry != "drawn-kept" for custom in ground.customs}

    assert [custom for custom in customs if Basis.CUSTOM not in standings_of(custom, book)] == []


@each_book
def test_whatever_is_only_implied_stands_under_a_clause_that_implies_it(book: RuleBook) -> None:
    """Options, their second sentences, answers and rulings cite a clause whose page says what it implies."""
    options = {
        (option, sentence): basis.clauses
        for option, custom in book.customs.items()
        for sentence, basis in custom.sentences
        if basis.standing is Basis.IMPLIED
    }
    rulings = {entry: ground.clauses for entry, ground in book.rulings.items() if ground.is_implied}
    answers = [answer(entry, book) for entry in QUESTIONS]
    implied = {given.id: given.clauses for given in answers if given.standing is Basis.IMPLIED}

    cited = options | rulings | implied
    assert [name for name, ids in cited.items() if not any(book.clauses[id].implies for id in ids)] == []


@each_book
def test_a_ruling_that_an_option_alone_decides_rests_on_what_the_option_rests_on(book: RuleBook) -> None:
    """A refusal or duty that says exactly what an option says has the standing of that option."""
    same = {
        "own-train-only": "first-turn-trains",
        "mexican-not-yet": "mexican-opens",
        "extra-starts-mexican": "extra-starts-mexican",
        "double-first": "freeze",
        "double-as-extra": "double-as-extra",
        "cover-own-double": "extra-tile-on",
        "lay.cover.closed": "cover-closed-train",
        "can-play": "must-play",
        "drawn-must-play": "drawn-tile",
        "one-draw": "draws",
        "no-first-turn-draw": "first-turn-draw",
        "marker-off": "marker-off",
        "out.double": "out-on-double",
        "out.first": "out-on-first-turn",
        "run-double": "first-turn-double",
        "blocked": "blocked",
        "pass-empty": "empty-boneyard",
        "dead-double": "dead-double",
    }

    differing = {}
    for entry, option in same.items():
        ground, custom = book.rulings[entry], book.customs[option]
        implied = Basis.IMPLIED if ground.is_implied else Basis.STATED
        basis = Basis.CUSTOM if ground.customs else implied
        if basis is not custom.source.standing and not custom.is_moot:
            differing[entry] = (basis, custom.source.standing)
    assert differing == {}


@each_book
def test_every_option_is_cited_by_a_ruling_or_an_answer(book: RuleBook) -> None:
    """The referee reads some options, which test_grounds covers; answers use the others."""
    rests = {rest.rstrip("+-") for entry in QUESTIONS for rest in entry.rests}
    rulings = {custom for ground in book.rulings.values() for custom in ground.customs}

    assert sorted(book.customs.keys() - rests - rulings) == []
