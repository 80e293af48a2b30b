"""Common questions: the referee rules on every example as its answer claims, in every rule set and with house rules."""

import re

import pytest
from hypothesis import given, settings

from rules import RULE_BOOKS, RuleBook
from rules.answers.answer import Answer, answer
from rules.answers.topics import KnownQuestion, known_questions, topics
from rules.books.customs import Basis
from rules.referee.ruling import Ruling
from tests.conftest import some
from tests.rules.houses import house_books

BOOKS = list(RULE_BOOKS.values())
QUESTIONS = list(known_questions().values())


def check(entry: KnownQuestion, book: RuleBook) -> None:
    """Assert that the referee says and does what the answer to this question claims."""
    given = answer(entry, book)
    if given.example:
        ruling = given.example.ruling(book)
        assert ruling.verdict == given.example.gives, (entry.id, str(book), ruling.explanation)
        assert not given.example.effect or given.example.effect in ruling.effects, (entry.id, str(book), ruling.effects)
        assert not given.example.without or given.example.without not in ruling.effects, (entry.id, str(book))


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_referee_rules_as_the_answer_claims(book: RuleBook) -> None:
    for entry in QUESTIONS:
        check(entry, book)


@settings(max_examples=some(150))
@given(house_books(3))
def test_with_house_rules_too(house: RuleBook) -> None:
    for entry in QUESTIONS:
        check(entry, house)


def test_there_are_enough_questions_and_each_is_asked_once() -> None:
    every = [entry.id for topic in topics() for entry in topic.questions]

    assert len(set(every)) == len(every) >= 150
    assert [topic.questions[0].topic for topic in topics()] == [
        "setup", "first-turn", "playing", "doubles", "markers", "going-out", "scoring", "tournament", "meanings", "about", "app",
    ]  # fmt: skip


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_clause_and_every_custom_is_cited(book: RuleBook) -> None:
    answers = [answer(entry, book) for entry in QUESTIONS]
    rulings = [answer.example.ruling(book) for answer in answers if answer.example]
    sources: list[Answer | Ruling] = [*answers, *rulings]
    clauses = {id for source in sources for id in source.clauses}
    customs = {option for source in sources for option in source.customs}
    came_up = {option: custom.source for option, custom in book.customs.items() if not custom.is_moot}

    assert sorted(book.clauses.keys() - clauses) == []
    assert [id for id, source in came_up.items() if source.standing is Basis.CUSTOM and id not in customs] == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_answer_is_whole(book: RuleBook) -> None:
    for entry in QUESTIONS:
        given = answer(entry, book)
        assert re.fullmatch(r"[^{]*[.?]", given.says), entry.id
        assert set(given.clauses) <= book.clauses.keys(), entry.id
        assert given.verdict in ("yes", "no", "depends", "so"), entry.id


def test_every_clause_that_a_question_names_exists() -> None:
    clauses = {id for book in BOOKS for id in book.clauses}

    assert sorted({id for entry in QUESTIONS for id in entry.clauses} - clauses) == []


def test_what_the_rules_leave_open_is_said_and_what_others_play() -> None:
    given = answer(known_questions()["tie"], RULE_BOOKS["double-nine"])

    assert given.answer == "You share the win. By custom; the rules do not say."
    assert given.standing is Basis.CUSTOM
    assert given.elsewhere == (
        "If the totals are tied, the win goes to the player who won the most rounds, then to the one who had the lowest single round.",
    )


def test_what_a_group_has_changed_is_said() -> None:
    house = RULE_BOOKS["double-nine"].with_house_rules({"out-on-double": "must-cover"})

    given = answer(known_questions()["last-tile-is-a-double"], house)

    assert (given.verdict, given.mark) == ("no", "")
    assert given.changed == ("If your last tile is a double, you still have to cover it, so you draw.",)


# Words at which a fragment begins, and what says nothing alone: that the book is silent, a yes, a word for a noun.
FRAGMENTS = re.compile("(and|but|or|so|then|because|unless|until|only|once|as|with|after|also) ", re.IGNORECASE)
NOT_ALONE = re.compile(
    "the rules do not say|(yes|no)[ ,.:]|(it|its|they|them|their|he|she|this|that|these|those|both|neither|such) ", re.I
)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_first_sentence_of_every_answer_stands_alone(book: RuleBook) -> None:
    first = [re.split(r"(?<=[.:?!]) ", answer(entry, book).says)[0] for entry in QUESTIONS]

    assert [sentence for sentence in first if NOT_ALONE.match(sentence) or len(sentence.split()) < 4] == []
    assert [sentence for sentence in first if FRAGMENTS.match(sentence) and "," not in sentence] == []


# States on which a ruling can hang, and their other side.
STATES = {"first turn": "second turn on", "boneyard is empty": "tiles in the boneyard"}


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_first_two_sentences_name_every_state_that_the_answer_hangs_on(book: RuleBook) -> None:
    for entry in QUESTIONS:
        sentences = re.split(r"(?<=[.?!)]) (?=[A-Z])", answer(entry, book).says)
        first_two, rest = " ".join(sentences[:2]), " ".join(sentences[2:])
        for state, other in STATES.items():
            assert state not in rest or state in first_two or other in first_two, entry.id
