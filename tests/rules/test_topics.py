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
    for entry in known_questions().values():
        check(entry, book)


@settings(max_examples=some(150))
@given(house_books(3))
def test_with_house_rules_too(house: RuleBook) -> None:
    for entry in known_questions().values():
        check(entry, house)


def test_there_are_enough_questions_and_each_is_asked_once() -> None:
    every = [entry.id for topic in topics() for entry in topic.questions]

    assert len(every) >= 150
    assert len(set(every)) == len(every)
    assert [topic.questions[0].topic for topic in topics()] == [
        "setup", "first-turn", "playing", "doubles", "markers", "going-out", "scoring", "tournament", "meanings", "about", "app",
    ]  # fmt: skip


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_clause_and_every_custom_is_cited(book: RuleBook) -> None:
    answers = [answer(entry, book) for entry in known_questions().values()]
    rulings = [answer.example.ruling(book) for answer in answers if answer.example]
    sources: list[Answer | Ruling] = [*answers, *rulings]
    clauses = {id for source in sources for id in source.clauses}
    customs = {option for source in sources for option in source.customs}
    silent = {
        option
        for option, custom in book.customs.items()
        if custom.source.standing is Basis.CUSTOM and not custom.is_moot
    }

    assert sorted(book.clauses.keys() - clauses) == []
    assert sorted(silent - customs) == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_every_answer_is_whole(book: RuleBook) -> None:
    for entry in known_questions().values():
        given = answer(entry, book)
        assert given.says.endswith((".", "?")), entry.id
        assert "{" not in given.says, entry.id
        assert all(id in book.clauses for id in given.clauses), entry.id
        assert given.verdict in ("yes", "no", "depends", "so"), entry.id


def test_every_clause_that_a_question_names_exists() -> None:
    clauses = {id for book in BOOKS for id in book.clauses}

    assert sorted({id for entry in known_questions().values() for id in entry.clauses} - clauses) == []


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


# Words at which a fragment begins, and words that stand for a noun.
SILENCE = ("The rules do not say", "It depends", "That cannot come up")
FRAGMENTS = re.compile("(and|but|or|so|then|because|unless|until|only|once|as|with|after|also) ", re.IGNORECASE)
PRONOUNS = re.compile("(it|its|they|them|their|he|she|this|that|these|those|both|neither|such) ", re.IGNORECASE)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_first_sentence_of_every_answer_stands_alone(book: RuleBook) -> None:
    first = {entry.id: re.split(r"(?<=[.:?!]) ", answer(entry, book).says)[0] for entry in known_questions().values()}

    assert [sentence for sentence in first.values() if sentence.startswith(SILENCE)] == []
    assert [sentence for sentence in first.values() if re.match("(yes|no)[ ,.:]", sentence, re.IGNORECASE)] == []
    assert [sentence for sentence in first.values() if len(sentence.split()) < 4] == []
    assert [sentence for sentence in first.values() if FRAGMENTS.match(sentence) and "," not in sentence] == []
    assert [sentence for sentence in first.values() if PRONOUNS.match(sentence)] == []


# States on which a ruling can hang, and their other side.
STATES = {"first turn": "second turn on", "boneyard is empty": "tiles in the boneyard"}


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_first_two_sentences_name_every_state_that_the_answer_hangs_on(book: RuleBook) -> None:
    for entry in known_questions().values():
        sentences = re.split(r"(?<=[.?!)]) (?=[A-Z])", answer(entry, book).says)
        first_two, rest = " ".join(sentences[:2]), " ".join(sentences[2:])
        late = [
            state
            for state, other in STATES.items()
            if state in rest and state not in first_two and other not in first_two
        ]
        assert late == [], entry.id
