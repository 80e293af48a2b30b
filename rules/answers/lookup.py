"""Search for answers about the rules: family words, typos and any word order are understood."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

from rules.answers.answer import Answer, answer
from rules.answers.topics import topics
from rules.books.book import RULE_BOOKS, RuleBook, read_rules
from rules.wording import spoken

LONGEST = 300
_MOST = 10
_CONSIDERED = 30
_WORD = re.compile(r"[a-z0-9]+(?:[-.][0-9]+[a-z]?)*")
_DOUBLE = re.compile(r"\b([0-9]{1,2})-\1\b")
_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "er", "s", "e")
_FIELDS = {"asks": 2.0, "also": 1.4, "heard": 1.2, "says": 0.5}
_PAIR = 0.6
_USUAL_LENGTH = 90
# A question weighs more than a custom, and a custom more than a clause.
_WEIGHT = {"question": 1.0, "custom": 0.62, "clause": 0.55}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A search result: a question with its answer, a clause, or a custom.

    `nearness` says how close the question is to the nearest known wording, from 0 to 1.
    """

    kind: str
    id: str
    title: str
    answer: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    of: Answer | None = None
    nearness: float = 0.0


class _Document(NamedTuple):
    found: Found
    weights: Mapping[str, float]
    length: float
    phrases: tuple[frozenset[str], ...]


class _Index(NamedTuple):
    """The search index of one rule set: how rare each word is, and which documents contain it."""

    rarity: Mapping[str, float]
    documents: tuple[_Document, ...]
    where: Mapping[str, tuple[int, ...]]


def ask(question: str, rules: RuleBook | str) -> list[Found]:
    """The answers that these rules give to a question, best first; an empty list if no word of it is known.

    Raises BookError for rules that do not exist.
    """
    book = read_rules(rules) if isinstance(rules, str) else rules
    index = _index(str(book), spoken())
    words = _words(_corrected(question[:LONGEST], spoken()))
    wanted = Counter(word for word in _with_pairs(words) if word in index.rarity)
    total = sum(index.rarity[word] for word in wanted)
    scores: dict[int, float] = defaultdict(float)
    for word in wanted:
        for place in index.where[word]:
            weight = index.documents[place].weights[word]
            scores[place] += index.rarity[word] * weight / (weight + index.documents[place].length)
    ranked = sorted(scores, key=lambda place: -_score(index, place, scores[place], wanted, total))[:_CONSIDERED]
    unknown = sum(word not in index.rarity for word in words) * log(1 + len(index.documents))
    near = {place: _closest(index, place, wanted, total + unknown) for place in ranked}
    ranked.sort(key=lambda place: -_score(index, place, scores[place], wanted, total) * (1 + 2 * near[place]))
    return [replace(index.documents[place].found, nearness=near[place]) for place in ranked[:_MOST]]


def _closest(index: _Index, place: int, wanted: Mapping[str, int], asked: float) -> float:
    """The similarity of a question of this weight to the nearest wording in a document, from 0 to 1."""
    nearest = 0.0
    for phrase in index.documents[place].phrases:
        same = sum(index.rarity[word] for word in phrase if word in wanted)
        whole = sum(index.rarity[word] for word in phrase)
        nearest = max(nearest, same / sqrt(asked * whole) if whole else 0)
    return nearest


def _score(index: _Index, place: int, score: float, wanted: Iterable[str], total: float) -> float:
    """The matched weight, scaled by the share of the question that matched and by the kind of answer."""
    document = index.documents[place]
    matched = sum(index.rarity[word] for word in wanted if word in document.weights)
    return score * sqrt(matched / total) * _WEIGHT[document.found.kind]


@lru_cache(maxsize=60)
def _index(rules: str, _language: str) -> _Index:
    documents = tuple(_documents(read_rules(rules)))
    counts = Counter(word for document in documents for word in document.weights)
    rarity = {word: log(1 + len(documents) / count) for word, count in counts.items()}
    where: dict[str, list[int]] = {}
    for place, document in enumerate(documents):
        for word in document.weights:
            where.setdefault(word, []).append(place)
    return _Index(rarity, documents, {word: tuple(places) for word, places in where.items()})


def _documents(book: RuleBook) -> Iterable[_Document]:
    for topic in topics():
        for question in topic.questions:
            given = answer(question, book)
            found = Found(
                kind="question",
                id=question.id,
                title=question.asks,
                answer=given.answer,
                clauses=given.clauses,
                customs=given.customs,
                of=given,
            )
            phrases = (question.asks, *question.heard)
            yield _document(found, phrases, asks=question.asks, also=question.also, says=given.says)
    for clause in book.clauses.values():
        found = Found(
            kind="clause", id=clause.id, title=clause.id, answer=clause.text, clauses=(clause.id,), customs=()
        )
        yield _document(found, (clause.text, clause.id), asks=f"{clause.id} {clause.text}", says=clause.implies)
    for option, custom in book.customs.items():
        if not custom.is_moot:
            title = custom.title
            found = Found(
                kind="custom", id=option, title=title, answer=custom.text, clauses=custom.clauses, customs=(option,)
            )
            yield _document(found, asks=f"{title} {option}", says=custom.text)


def _document(found: Found, phrases: Iterable[str] = (), **fields: str) -> _Document:
    """The searchable words of one answer. A word weighs most in the question itself, and less in a longer text.

    `phrases` are whole wordings of the question.
    """
    heard = tuple(frozenset(_with_pairs(_words(phrase))) for phrase in phrases)
    said = [(_FIELDS[field], frozenset(_with_pairs(_words(text)))) for field, text in fields.items()]
    said.append((_FIELDS["heard"], frozenset().union(*heard)))
    weights: dict[str, float] = {}
    for weight, words in said:
        for word in words:
            weights[word] = weights.get(word, 0) + weight * (_PAIR if " " in word else 1)
    return _Document(found, weights, 0.6 + len(weights) / _USUAL_LENGTH, heard)


def _with_pairs(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, then every pair of neighbours: `own double` says more than the two words apart."""
    return (*words, *(f"{one} {other}" for one, other in pairwise(words)))


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[re.Pattern[str], Mapping[str, str], frozenset[str]]:
    """A pattern that finds family words, the word that each stands for, and the words to ignore."""
    import tomllib

    said = tomllib.loads(Path(__file__).with_name("topics").joinpath("words.toml").read_text(encoding="utf-8"))
    stands_for = {other: group[0] for group in said["same"] for other in group[1:]}
    longest_first = sorted(stands_for, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})s?\b"), stands_for, frozenset(said["quiet"])


@lru_cache(maxsize=2000)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text in the form for comparison: family words replaced, endings cut off, quiet words left out."""
    family, stands_for, quiet = _vocabulary()
    plain = family.sub(lambda found: stands_for[found[1]], _plain(text))
    return tuple(_stem(word) for word in _WORD.findall(plain) if word not in quiet)


def _plain(text: str) -> str:
    """The text in lower case without apostrophes; `6-6` becomes `double`, and `0-0` becomes `double blank`."""
    plain = text.lower().replace("’", "").replace("'", "")
    return _DOUBLE.sub(lambda found: "double blank" if found[1] == "0" else "double", plain)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3:
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and ending != "s" else stem
    return word


@lru_cache(maxsize=8)
def _spellings(_language: str) -> Mapping[str, tuple[int, int]]:
    """Every known word, with its count in the texts and its letters as bits."""
    written = [*_vocabulary()[1], *_vocabulary()[1].values(), *_vocabulary()[2]]
    for question in (question for topic in topics() for question in topic.questions):
        written += [question.asks, question.also, *(variant.says for variant in question.variants)]
    for book in RULE_BOOKS.values():
        written += [clause.text for clause in book.clauses.values()]
        written += [custom.text for custom in book.customs.values()]
    counts = Counter(word for text in written for word in _WORD.findall(_plain(text)))
    return {word: (count, _letters(word)) for word, count in counts.items()}


def _letters(word: str) -> int:
    bits = 0
    for letter in word:
        bits |= 1 << ord(letter)
    return bits


def _corrected(text: str, language: str) -> str:
    return " ".join(_spelt(word, language) for word in _WORD.findall(_plain(text)))


@lru_cache(maxsize=5000)
def _spelt(word: str, language: str) -> str:
    """The word itself if it is known or nothing is near; or else the most usual word within one or two typing slips."""
    known = _spellings(language)
    if word in known or len(word) < 4 or word[0].isdigit():
        return word
    slips = 1 if len(word) < 8 else 2
    letters = _letters(word)
    alike = (other for other, (_, theirs) in known.items() if (letters ^ theirs).bit_count() <= 2 * slips)
    near = [other for other in alike if abs(len(other) - len(word)) <= slips and _is_near(word, other, slips)]
    near = [other for other in near if other[0] == word[0] or len(word) > 5 or sorted(other) == sorted(word)]
    return max(near, key=lambda other: (other[0] == word[0], known[other][0]), default=word)


def _is_near(one: str, other: str, slips: int) -> bool:
    """True if at most `slips` letters are wrong, missing, extra or swapped with a neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        older, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
        if min(row) > slips:
            return False
    return row[-1] <= slips
