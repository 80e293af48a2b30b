"""The words that people used for each answer, counted: a second opinion beside the networks, which know concepts and letters.

This is naive Bayes over words and pairs of neighbours (Manning, Raghavan and Schütze 2008, chapter 13). The lines themselves are
counted at the first question, so nothing more has to be shipped.
"""

from array import array
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from math import exp, log, sqrt
from sys import byteorder

from rules.answers.asked_lines import NOTHING, AskedLine, learnt_from, titles
from rules.answers.features import stems_of

# The count of a word that nobody has used for an answer, and this opinion's share beside that of the networks.
_UNSEEN = 0.05
_SHARE = 0.35
# A word that was used for so many answers has a row with a weight for every answer, because rows are added faster than numbers.
_COMMON = 16
# A weight in a row: its bytes, and its smallest part.
_BYTES, _FINE = 4, 2**-18


# A word, or two that stand together.
Term = str | tuple[str, str]


class Counted:
    """Counts of words and pairs, by answer. `lines` are the ones that are counted."""

    def __init__(self, lines: Iterable[AskedLine]) -> None:
        used: dict[Term, dict[str, int]] = {}
        sums: dict[str, int] = {}
        for line in lines:
            terms = _terms(line.text)
            for answer in line.answers or (NOTHING,):
                sums[answer] = sums.get(answer, 0) + len(terms)
                for term in terms:
                    counts = used.setdefault(term, {})
                    counts[answer] = counts.get(answer, 0) + 1
        unseen = _UNSEEN * len(used)
        self._answers = tuple(sums)
        self._sizes = [log(count + unseen) for count in sums.values()]
        places = {answer: place for place, answer in enumerate(sums)}
        self._rare: dict[Term, Mapping[int, float]] = {}
        self._common: dict[Term, int] = {}
        for term, counts in used.items():
            if len(counts) < _COMMON:
                self._rare[term] = {places[answer]: log(count / _UNSEEN + 1) for answer, count in counts.items()}
            else:
                self._common[term] = _row(log(counts.get(answer, 0) / _UNSEEN + 1) for answer in sums)

    def chances(self, text: str) -> Mapping[str, float]:
        """The chance of each answer to be the one that a question wants."""
        terms = _terms(text)
        rare = [weights for term in terms if (weights := self._rare.get(term))]
        common = [row for term in terms if (row := self._common.get(term))]
        known, added = len(rare) + len(common), array("I", sum(common).to_bytes(len(self._sizes) * _BYTES, byteorder))
        scores = [one * _FINE - known * size for one, size in zip(added, self._sizes, strict=True)]
        for weights in rare:
            for place, weight in weights.items():
                scores[place] += weight
        most, spread = max(scores), sqrt(known or 1)
        parts = [exp((score - most) / spread) for score in scores]
        whole = sum(parts)
        return {answer: part / whole for answer, part in zip(self._answers, parts, strict=True)}


def _row(weights: Iterable[float]) -> int:
    """Weights as one big number, which is added to another at once. A question has too few terms for a sum to spill over."""
    return int.from_bytes(array("I", [round(weight / _FINE) for weight in weights]).tobytes(), byteorder)


def _terms(text: str) -> set[Term]:
    words = stems_of(text)
    return {*words, *pairwise(("^", *words, "$"))}


@cache
def counted() -> Counted:
    """The counts of everything that the shipped look-up has learnt from."""
    return Counted([*learnt_from(), *titles()])


def together(heard: Mapping[str, float], by_words: Mapping[str, float]) -> dict[str, float]:
    """The chances by both opinions. They add up to one."""
    said = by_words.get
    return {answer: (1 - _SHARE) * chance + _SHARE * said(answer, 0) for answer, chance in heard.items()}
