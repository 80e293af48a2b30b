"""Two small networks that vote on the answer, trained on questions as people ask them.

Their file is made by `python -m proofs.look_up.learn`, which explains the method. Each feature falls into a bucket,
and each bucket has a row of lanes with the values -1, 0 or 1. The rows for a question are added up, and the lanes
above zero are weighted for each answer.
"""

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from operator import mul
from pathlib import Path
from zlib import decompress

from rules.answers.features import buckets_of

FILE = Path(__file__).with_name("learned.bin")
# The id that stands for any question that no answer covers.
NOTHING = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The networks, joined into one: lanes for each bucket, weights for each answer, and a base for each lane and each answer.

    `scale` and `weight_scale` turn the integers in the rows into weights. An answer is sure if its chance is at
    least `sure`, and counts as unknown if it is below `perhaps`. `of` is the digest of the training data.
    """

    of: str
    answers: Sequence[str]
    rows: Sequence[Sequence[int]]
    lane_bases: Sequence[float]
    weights: Sequence[Sequence[int]]
    answer_bases: Sequence[float]
    scale: float
    weight_scale: float
    sure: float
    perhaps: float

    def chances(self, text: str) -> dict[str, float]:
        """The probability that each answer is the one asked for. The probabilities add up to one."""
        lanes = self._lanes(text)
        scores = [
            base + self.weight_scale * sum(map(mul, lanes, weights))
            for base, weights in zip(self.answer_bases, self.weights, strict=True)
        ]
        return dict(zip(self.answers, shares(scores), strict=True))

    def _lanes(self, text: str) -> list[float]:
        """The lanes of a question, with those below zero set to zero."""
        buckets = buckets_of(text, len(self.rows))
        scale = self.scale / sqrt(sum(weight * weight for _, weight in buckets))
        rows = [self.rows[bucket] for bucket, weight in buckets for _ in range(weight)]
        sums = map(sum, zip(*rows, strict=True))
        return [max(0.0, total * scale + base) for total, base in zip(sums, self.lane_bases, strict=True)]


def shares(scores: Sequence[float], spread: float = 1) -> list[float]:
    """Scores as chances that add up to one; a wider spread brings them closer together."""
    most = max(scores)
    parts = [exp((score - most) / spread) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


@cache
def learned() -> Learned:
    """The joined networks that come with the app.

    Their file has a line of JSON, followed by compressed data: a byte for each lane of each bucket and for each
    weight of each answer.
    """
    head, _, packed = FILE.read_bytes().partition(b"\n")
    facts, content = json.loads(head), decompress(packed)
    lanes = len(facts["lane_bases"])
    rows = [array("b", content[at : at + lanes]) for at in range(0, len(content), lanes)]
    buckets = len(rows) - len(facts["answers"])
    return Learned(rows=rows[:buckets], weights=rows[buckets:], **facts)
