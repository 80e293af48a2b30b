"""Word counts for each answer: a second opinion alongside the networks, which go by concepts and letters.

This is naive Bayes over words and pairs of adjacent words (Manning, Raghavan and Schütze 2008, chapter 13).
`python -m proofs.look_up.learn` does the counting and writes the file.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import log, sqrt
from pathlib import Path

from rules.answers.features import stems_of
from rules.answers.learned import NOTHING, shares

COUNTED_FILE = Path(__file__).with_name("counted.tsv.gz")
# The count assumed for a word that nobody has used for an answer.
_UNSEEN = 0.05
# The weight of the word counts relative to the networks, the chance given to an answer that either of them rules out,
# and the factor that sharpens the combined result.
_SHARE, _RULED_OUT, _SHARPNESS = 0.4, 0.001, 1.6


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of words and pairs used for each answer, and how often each word or pair was used for it.

    `uses` has a string for each word or pair, such as `3:1 17:12`: used once for answer 3 and twelve times for answer
    17.
    """

    sizes: Mapping[str, int]
    uses: Mapping[str, str]

    def chances(self, text: str) -> Mapping[str, float]:
        """The probability that each answer is the one asked for."""
        uses = [self.uses[term] for term in sorted(terms_of(text)) if term in self.uses]
        unseen = _UNSEEN * len(self.uses)
        scores = [-len(uses) * log(size + unseen) for size in self.sizes.values()]
        for place, times in (use.split(":") for use in " ".join(uses).split()):
            scores[int(place)] += log(int(times) / _UNSEEN + 1)
        return dict(zip(self.sizes, shares(scores, sqrt(len(uses) or 1)), strict=True))


def terms_of(text: str) -> set[str]:
    """The words of a text without their endings, and each pair of adjacent words."""
    words = stems_of(text)
    return {*words, *map(" ".join, pairwise(("^", *words, "$")))}


@cache
def counted() -> Counted:
    """The counts that ship with the app."""
    head, *lines = gzip.decompress(COUNTED_FILE.read_bytes()).decode().splitlines()
    sizes = (size.split(":") for size in head.split())
    return Counted({answer: int(size) for answer, size in sizes}, dict(line.split("\t", 1) for line in lines))


def together(heard: Mapping[str, float], by_words: Mapping[str, float]) -> dict[str, float]:
    """The chances from the networks and from the word counts, combined in a product of experts (Hinton 2002).

    The results add up to one. The chance that a question is about something else is taken from the networks if
    theirs is higher, since words that were never counted say nothing about that.
    """
    by_words = {**by_words, NOTHING: max(by_words.get(NOTHING, 0), heard.get(NOTHING, 0))}
    scores = [
        (1 - _SHARE) * log(chance + _RULED_OUT) + _SHARE * log(by_words.get(answer, 0) + _RULED_OUT)
        for answer, chance in heard.items()
    ]
    return dict(zip(heard, shares(scores, 1 / _SHARPNESS), strict=True))
