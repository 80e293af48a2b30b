"""The words that people used for each answer, counted: a second opinion beside the networks, which know concepts and letters.

This is naive Bayes over words and pairs of neighbours (Manning, Raghavan and Schütze 2008, chapter 13). The lines themselves are
counted at the first question, so nothing more has to be shipped.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from math import exp, log, sqrt

from rules.answers.asked_lines import NOTHING, AskedLine, learnt_from, titles
from rules.answers.features import stems_of

# The count of a word that nobody has used for an answer, and this opinion's share beside that of the networks.
_UNSEEN = 0.05
_SHARE = 0.35


class Counted:
    """Counts of words and pairs, by answer. `lines` are the ones that are counted."""

    def __init__(self, lines: Iterable[AskedLine]) -> None:
        used: dict[str | tuple[str, str], dict[str, int]] = {}
        sums: dict[str, int] = {}
        for line in lines:
            terms = _terms(line.text)
            for answer in line.answers or (NOTHING,):
                sums[answer] = sums.get(answer, 0) + len(terms)
                for term in terms:
                    counts = used.setdefault(term, {})
                    counts[answer] = counts.get(answer, 0) + 1
        unseen = _UNSEEN * len(used)
        self._weights = {
            term: {answer: log(count / _UNSEEN + 1) for answer, count in counts.items()}
            for term, counts in used.items()
        }
        self._sizes = {answer: log(count + unseen) for answer, count in sums.items()}

    def chances(self, text: str) -> Mapping[str, float]:
        """The chance of each answer to be the one that a question wants."""
        known = [weights for term in _terms(text) if (weights := self._weights.get(term))]
        scores = {answer: -len(known) * size for answer, size in self._sizes.items()}
        for weights in known:
            for answer, weight in weights.items():
                scores[answer] += weight
        most, spread = max(scores.values()), sqrt(len(known) or 1)
        parts = {answer: exp((score - most) / spread) for answer, score in scores.items()}
        whole = sum(parts.values())
        return {answer: part / whole for answer, part in parts.items()}


def _terms(text: str) -> set[str | tuple[str, str]]:
    words = stems_of(text)
    return {*words, *pairwise(("^", *words, "$"))}


@cache
def counted() -> Counted:
    """The counts of everything that the shipped look-up has learnt from."""
    return Counted([*learnt_from(), *titles()])


def together(heard: Mapping[str, float], by_words: Mapping[str, float]) -> dict[str, float]:
    """The chances by both opinions. They add up to one."""
    return {answer: (1 - _SHARE) * chance + _SHARE * by_words.get(answer, 0) for answer, chance in heard.items()}
