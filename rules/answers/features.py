"""The features by which the look-up compares questions: words, concepts, pairs of concepts, and groups of letters.

A concept stands for all words that mean the same thing in a question about this game. `lexicon.tsv` has nine
thousand forms of three hundred concepts, including the usual mistakes of children, phones and dictation.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from zlib import crc32

_WORD = re.compile(r"\d+-\d+|[^\W\d_]+|\d+")
_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "er", "s", "e")
_LONGEST_FORM = 3
# Words and concepts weigh more than groups of letters, which are there for words that nobody has typed before.
_WORD_WEIGHT, _LETTERS_WEIGHT = 2, 1


def features_of(text: str) -> Iterator[tuple[str, int]]:
    """Each feature of a question with its weight, without repeats."""
    words = _WORD.findall(_plain(text))
    groups = [*_concepts_in_order(words)]
    concepts = sorted(_all_concepts(words))
    features = {f"s:{_number(word) or _stem(word)}" for word in words}
    features |= {f"c:{concept}" for concept in concepts}
    features |= {f"d:{a} {b}" for left, right in pairwise([("^",), *groups, ("$",)]) for a in left for b in right}
    features |= {f"p:{first}&{second}" for first, second in combinations(concepts, 2)}
    yield from ((feature, _WORD_WEIGHT) for feature in features)
    letters = {group for word in set(words) if not _number(word) for group in _letters(word)}
    yield from ((f"n:{group}", _LETTERS_WEIGHT) for group in letters)


def buckets_of(text: str, buckets: int) -> list[tuple[int, int]]:
    """The features of a text as numbers below `buckets`, with their weights. Two features may share a number."""
    return [(crc32(feature.encode()) % buckets, weight) for feature, weight in features_of(text)]


def stems_of(text: str) -> list[str]:
    """The words of a text without their endings, in order; a number or tile is replaced by its kind."""
    return [_number(word) or _stem(word) for word in _WORD.findall(_plain(text))]


def words_of(text: str) -> frozenset[str]:
    """The concepts and stems of a text, for comparing it with another text."""
    words = _WORD.findall(_plain(text))
    return frozenset(_all_concepts(words)) | frozenset(stems_of(text))


def _plain(text: str) -> str:
    return text.lower().replace("’", "").replace("'", "")


def _number(word: str) -> str:
    """The kind of number or tile that was typed, which says more than the number itself; empty for a word."""
    if not word[0].isdigit():
        return ""
    first, dash, second = word.partition("-")
    if dash:
        return "#double" if first == second else "#tile"
    return "#number" if len(first) > 1 else f"#{first}"


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3:
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and ending != "s" else stem
    return word


def _letters(word: str) -> Iterator[str]:
    """Every group of three or four adjacent letters in a word, with the start and end of the word marked."""
    framed = f"<{word}>"
    for size in (3, 4):
        yield from (framed[at : at + size] for at in range(max(1, len(framed) - size + 1)))


@cache
def _lexicon() -> Mapping[str, tuple[str, ...]]:
    """The concepts of each form in the lexicon."""
    lexicon: dict[str, tuple[str, ...]] = {}
    for line in Path(__file__).with_name("lexicon.tsv").read_text(encoding="utf-8").splitlines():
        concept, _, forms = line.partition("\t")
        for form in forms.split("|"):
            lexicon[form] = (*lexicon.get(form, ()), concept)
    return lexicon


def _concepts_in_order(words: list[str]) -> Iterable[tuple[str, ...]]:
    """The concepts of the longest form at each point, in order. Words without a concept are skipped."""
    lexicon, at = _lexicon(), 0
    while at < len(words):
        for size in range(min(_LONGEST_FORM, len(words) - at), 0, -1):
            if concepts := lexicon.get(" ".join(words[at : at + size])):
                yield concepts
                break
        else:
            size = 1
            if number := _number(words[at]):
                yield (number,)
        at += size


def _all_concepts(words: list[str]) -> set[str]:
    """The concepts of all forms, including forms inside a longer one."""
    lexicon = _lexicon()
    concepts = {number for word in words if (number := _number(word))}
    for size in range(1, _LONGEST_FORM + 1):
        for at in range(len(words) - size + 1):
            concepts.update(lexicon.get(" ".join(words[at : at + size]), ()))
    return concepts
