"""Answers to questions that people ask about the rules in their own words, and how sure each answer is."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import chain, islice
from math import log, sqrt
from operator import itemgetter

from rules.answers.answer import Answer, NamedFacts, answer_for
from rules.answers.counted import counted, together
from rules.answers.features import words_of
from rules.answers.learned import NOTHING, learned
from rules.answers.named import book_for, count_people, find_round, find_tile, is_turned, without_rules
from rules.answers.topics import known_questions
from rules.books.book import RuleBook, read_rules
from rules.wording import spoken

LONGEST = 300
_MOST = 10
# The most answers to give. Clauses and customs come after them.
_MOST_ANSWERS = 6
# At or above the first chance, a question is about something that no answer covers; at or above the second, it may be.
_ABOUT_NOTHING, _MAYBE_NOTHING = 0.5, 0.06
_CLAUSE = re.compile(r"\b(D\d+-\d+(?:\.\d+)?[a-z]?)\b", re.IGNORECASE)


class Sureness(StrEnum):
    """How sure a result is: it is the answer, it may be what was meant, or it is only the nearest match."""

    SURE = "sure"
    PERHAPS = "perhaps"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A search result: a question with its answer, a clause, or a custom.

    `answer` does not start with yes or no, because the question may have been asked the other way around. `book` has
    the rules that the answer is based on: those of the table, or of the set that the question names. `named` holds the
    other facts that the question names.
    """

    kind: str
    id: str
    title: str
    answer: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    sureness: Sureness
    book: RuleBook
    of: Answer | None = None
    named: NamedFacts = field(default_factory=NamedFacts)


def ask(question: str, rules: RuleBook | str) -> list[Found]:
    """The answers to a question under these rules, best first and at most ten; none if the question has no words.

    If the first is neither certain nor a plausible match, every answer is marked as unknown. Raises BookError for rules
    that do not exist.
    """
    text = question[:LONGEST]
    table = read_rules(rules) if isinstance(rules, str) else rules
    named_book = book_for(text, table)
    book = named_book or table
    if not (words := words_of(text)):
        return []
    named = [
        _text(book, id, Sureness.SURE)
        for id in dict.fromkeys(map(str.upper, _CLAUSE.findall(text)))
        if id in book.clauses
    ]
    answers = list(_answers(text, book, is_known_set=named_book is not None))
    is_known = bool(named) or any(result.sureness is not Sureness.UNKNOWN for result in answers)
    nearest = Sureness.PERHAPS if is_known else Sureness.UNKNOWN
    beside = (result for result in _beside(words, book, nearest) if result.id not in {clause.id for clause in named})
    return list(islice([*named, *answers, *beside], _MOST))


def _answers(text: str, book: RuleBook, *, is_known_set: bool) -> Iterator[Found]:
    """The likeliest answers. Only the first can be certain; all are unknown if the question is probably about something else.

    No answer is certain if the question may be about something else, if it reverses or limits the known question, or if
    it names a set that no book covers (except for the answer about such sets). Questions about using the app cannot
    be reversed.
    """
    network, named = learned(), NamedFacts(count_people(text), find_tile(text), find_round(text))
    chances = _chances(text)
    for place, id in enumerate(islice((id for id in chances if id != NOTHING), _MOST_ANSWERS)):
        given = answer_for(known_questions()[id], book, named)
        is_unknown = chances[NOTHING] >= _ABOUT_NOTHING or chances[id] < network.perhaps
        is_foreign = (not is_known_set and id != "bigger-set") or chances[NOTHING] >= _MAYBE_NOTHING
        is_other_side = given.topic != "app" and is_turned(text, given.title, given.says)
        is_sure = place == 0 and chances[id] >= network.sure and not is_foreign and not is_other_side
        sureness = Sureness.UNKNOWN if is_unknown else Sureness.SURE if is_sure else Sureness.PERHAPS
        yield Found(
            kind="question",
            id=id,
            title=given.title,
            answer=given.answer,
            clauses=given.clauses,
            customs=given.customs,
            sureness=sureness,
            book=book,
            of=given,
            named=named,
        )


def _chances(text: str) -> dict[str, float]:
    """The chance of each answer, best first.

    If the question names a rule set, the name may or may not matter, so the chances with and without it are averaged.
    """
    ways = {text.lower(), without_rules(text)}
    heard = [together(learned().chances(way), counted().chances(way)) for way in ways]
    mean = heard[0] if len(heard) == 1 else {id: sum(chances[id] for chances in heard) / len(heard) for id in heard[0]}
    return dict(sorted(mean.items(), key=itemgetter(1), reverse=True))


def _text(book: RuleBook, id: str, sureness: Sureness) -> Found:
    """A clause or a custom as a search result."""
    custom = book.customs.get(id)
    return Found(
        kind="custom" if custom else "clause",
        id=id,
        title=custom.title if custom else id,
        answer=custom.text if custom else book.clauses[id].text,
        clauses=custom.source.clauses if custom else (id,),
        customs=(id,) if custom else (),
        sureness=sureness,
        book=book,
    )


def _beside(words: frozenset[str], book: RuleBook, sureness: Sureness) -> Iterator[Found]:
    """The clauses and customs closest in wording to the question, best first."""
    texts = _texts(book, spoken())
    texts_with = Counter(chain.from_iterable(texts.values()))
    rarity = {word: log(1 + len(texts) / texts_with[word]) for word in words & texts_with.keys()}
    # Sorted, so that the sums are the same in every process.
    near = {
        id: sum(rarity[word] for word in sorted(words & of_text)) / sqrt(len(of_text))
        for id, of_text in texts.items()
        if words & of_text
    }
    for id in sorted(near, key=near.__getitem__, reverse=True)[:_MOST]:
        yield _text(book, id, sureness)


# Cached: this takes two of the four milliseconds of a search.
@lru_cache(maxsize=60)
def _texts(book: RuleBook, _language: str) -> Mapping[str, frozenset[str]]:
    """The words of each clause, and of each custom that can come up."""
    texts = {id: f"{id} {clause.text} {clause.implies}" for id, clause in book.clauses.items()}
    customs = {id: custom for id, custom in book.customs.items() if not custom.is_moot}
    texts |= {id: f"{custom.title} {id} {custom.text}" for id, custom in customs.items()}
    return {id: words_of(text) for id, text in texts.items()}
