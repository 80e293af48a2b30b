"""One claim has one standing wherever it is made: in an answer, an option, a clause, and the referee's ruling."""

import csv
from pathlib import Path

import pytest

from rules import RULE_BOOKS, RuleBook
from rules.answers.answer import Answer, answer
from rules.answers.topics import KnownQuestion, known_questions
from rules.books.customs import Basis, weakest
from rules.wording import say

BOOKS = list(RULE_BOOKS.values())
ANSWERS = [(entry, book) for entry in known_questions().values() for book in BOOKS]
NAMES = [f"{entry.id}-{book.prefix}" for entry, book in ANSWERS]


# The standings of each option in each rule book, sentence by sentence; - if the option cannot come up.
with (Path(__file__).parent / "standings.tsv").open(encoding="utf-8") as _file:
    WRITTEN = list(csv.DictReader(_file, delimiter="\t"))
# A hundred questions of the table with the standing, clauses, customs and the heart of the answer that each rule book gives.
with (Path(__file__).parent / "questions.tsv").open(encoding="utf-8") as _file:
    ASKED = [(row, key) for row in csv.DictReader(_file, delimiter="\t") for key in row["rules"].split()]


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_option_rests_on_what_the_rule_book_says(book: RuleBook) -> None:
    customs = {
        option: "-" if custom.is_moot else " ".join(basis.standing for _, basis in custom.sentences)
        for option, custom in book.customs.items()
    }

    assert customs == {row["option"]: row[book.key] for row in WRITTEN}


@pytest.mark.parametrize(("row", "key"), ASKED, ids=[f"{row['number']}-{row['id']}-{key}" for row, key in ASKED])
def test_a_question_of_the_table_is_answered_by_what_the_rule_book_says(row: dict[str, str], key: str) -> None:
    given = answer(known_questions()[row["id"]], RULE_BOOKS[key])

    assert given.standing == row["standing"]
    assert list(given.clauses) == [id for id in row["clauses"].split() if id in RULE_BOOKS[key].clauses]
    assert list(given.customs) == [option for option in row["customs"].split() if option != "-"]
    assert row["gist"] in given.answer


def test_all_hundred_questions_are_answered_by_every_rule_book() -> None:
    numbers = {(int(row["number"]), key) for row, key in ASKED}

    assert numbers == {(number, key) for number in range(1, 101) for key in RULE_BOOKS}


def standings_of(option: str, book: RuleBook) -> set[Basis]:
    """The standings of an option's sentences; empty if the option cannot come up."""
    custom = book.customs[option]
    return set() if custom.is_moot else {basis.standing for _, basis in custom.sentences}


def ruled(given: Answer, book: RuleBook) -> Basis:
    """The standing of the ruling on an answer's example."""
    return given.example.ruling(book).standing if given.example else Basis.STATED


@pytest.mark.parametrize(("entry", "book"), ANSWERS, ids=NAMES)
def test_no_answer_claims_more_than_the_referee_does_of_its_example(entry: KnownQuestion, book: RuleBook) -> None:
    given = answer(entry, book)

    assert weakest(given.standing, ruled(given, book)) is given.standing


@pytest.mark.parametrize(("entry", "book"), ANSWERS, ids=NAMES)
def test_an_answer_cites_a_custom_where_the_option_page_has_one_and_says_so(
    entry: KnownQuestion, book: RuleBook
) -> None:
    given = answer(entry, book)

    assert [option for option in given.customs if Basis.CUSTOM not in standings_of(option, book)] == []
    if given.customs:
        assert given.standing is Basis.CUSTOM
    variant = next(one for one in entry.variants if one.is_for(book))
    assert bool(given.mark) is (given.standing is Basis.CUSTOM and not variant.is_told)
    assert given.answer.endswith(given.mark or given.says)
    assert given.mark.startswith("By custom") or not given.mark


def is_custom_as_a_whole(entry: KnownQuestion, book: RuleBook) -> bool:
    """True if nothing that an answer says is in the rules: no clause, or no option that a clause decides."""
    given = answer(entry, book)
    decided = [standings_of(rest.rstrip("+"), book) for rest in entry.rests]
    by_clauses = entry.silent is not None or any(Basis.STATED in standings for standings in decided)
    return not given.clauses or book.prefix in (entry.silent or ()) or not by_clauses


@pytest.mark.parametrize(("entry", "book"), ANSWERS, ids=NAMES)
def test_an_answer_that_is_custom_in_part_names_the_part(entry: KnownQuestion, book: RuleBook) -> None:
    given = answer(entry, book)

    if given.mark and not is_custom_as_a_whole(entry, book):
        assert given.mark != say("answer.custom")


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_referee_cites_a_custom_where_the_option_page_has_one(book: RuleBook) -> None:
    wrong = {
        entry: custom
        for entry, ground in book.rulings.items()
        for custom in ground.customs
        if Basis.CUSTOM not in standings_of(custom, book) and entry != "drawn-kept"
    }

    assert wrong == {}


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_whatever_is_only_implied_stands_under_a_clause_that_implies_it(book: RuleBook) -> None:
    """Options, their second sentences, answers and rulings cite a clause whose page says what it implies."""
    options = {
        (option, sentence): basis.clauses
        for option, custom in book.customs.items()
        for sentence, basis in custom.sentences
        if basis.standing is Basis.IMPLIED
    }
    rulings = {entry: ground.clauses for entry, ground in book.rulings.items() if ground.is_implied}
    answers = {
        entry.id: answer(entry, book).clauses
        for entry in known_questions().values()
        if answer(entry, book).standing is Basis.IMPLIED
    }

    cited = options | rulings | answers
    assert [name for name, ids in cited.items() if not any(book.clauses[id].implies for id in ids)] == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_ruling_that_an_option_alone_decides_rests_on_what_the_option_rests_on(book: RuleBook) -> None:
    """The refusals and duties that are the very sentence of an option have its standing."""
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
        found = Basis.CUSTOM if ground.customs else implied
        if found is not custom.standing and not custom.is_moot:
            differing[entry] = (found, custom.standing)
    assert differing == {}


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_option_is_cited_by_a_ruling_or_an_answer(book: RuleBook) -> None:
    """The referee reads some options, which test_grounds holds; answers use the others."""
    rests = {rest.rstrip("+") for entry in known_questions().values() for rest in entry.rests}
    rulings = {custom for ground in book.rulings.values() for custom in ground.customs}

    assert sorted(book.customs.keys() - rests - rulings) == []
