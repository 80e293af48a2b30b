"""Everything that was learnt from the ways in which people ask: two small networks that vote for each answer.

`python -m bench.learn` makes the file and explains how. Each feature falls into a bucket, which has a row of lanes: -1, 0 or 1. The
rows of a question are added up; lanes above zero are weighed for each answer.
"""

import json
from array import array
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from pathlib import Path
from sys import byteorder
from zlib import decompress

from rules.answers.features import buckets_of

FILE = Path(__file__).with_name("learned.bin")
# Rows are added as big numbers: sixteen bits for each lane, and behind them thirty-two for each answer.
_LANE_BYTES, _ANSWER_BYTES = 2, 4
# Weights are raised, so that no number is below zero, and lanes are cut to this part of one.
_RAISED, _FINE, _MOST_FINE = 128, 1 / 4096, 16383


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The network: a row of lanes for each bucket with a base for each lane, then a row of answers for each lane with their bases.

    A row is one big number: lanes raised by one, weights of answers by 128. `scale` and `weight_scale` turn whole numbers into
    weights. An answer with a chance of at least `sure` is given; with less than `perhaps` nothing is known.
    """

    answers: tuple[str, ...]
    rows: tuple[int, ...]
    lane_bases: tuple[float, ...]
    weights: tuple[int, ...]
    answer_bases: tuple[float, ...]
    scale: float
    weight_scale: float
    sure: float
    perhaps: float

    def chances(self, text: str) -> dict[str, float]:
        """The chance of each answer to be the one that a question wants. They add up to one."""
        added, raised = 0, 0
        for lane, weights in zip(self._lanes(text), self.weights, strict=True):
            if lane:
                added += lane * weights
                raised += lane * _RAISED
        sums = array("I", added.to_bytes(len(self.answers) * _ANSWER_BYTES, byteorder))
        scale = self.weight_scale * _FINE
        weighed = [base + scale * (one - raised) for base, one in zip(self.answer_bases, sums, strict=True)]
        most = max(weighed)
        parts = [exp(one - most) for one in weighed]
        whole = sum(parts)
        return {answer: part / whole for answer, part in zip(self.answers, parts, strict=True)}

    def _lanes(self, text: str) -> list[int]:
        """The lanes of a question, those below zero cut off, in whole numbers."""
        added, raised, squares = 0, 0, 0
        for bucket, weight in buckets_of(text, len(self.rows)):
            added += self.rows[bucket] * weight
            raised += weight
            squares += weight * weight
        sums = array("H", added.to_bytes(len(self.lane_bases) * _LANE_BYTES, byteorder))
        scale = self.scale / sqrt(squares or 1)
        lanes = ((one - raised) * scale + base for one, base in zip(sums, self.lane_bases, strict=True))
        return [min(int(lane / _FINE), _MOST_FINE) if lane > 0 else 0 for lane in lanes]


@cache
def learned() -> Learned:
    """The network that is shipped."""
    return read_learned(FILE.read_bytes())


def read_learned(data: bytes) -> Learned:
    """A network from its file: a line of JSON, then two bits for each lane of each row, and a byte for each weight."""
    head, _, packed = data.partition(b"\n")
    facts, content = json.loads(head), decompress(packed)
    lanes = len(facts["lane_bases"])
    in_a_row = lanes // 4
    table = [array("H", [byte >> 2 * at & 3 for at in range(4)]).tobytes() for byte in range(256)]
    end = facts["buckets"] * in_a_row
    rows = (
        int.from_bytes(b"".join([table[byte] for byte in content[at : at + in_a_row]]), byteorder)
        for at in range(0, end, in_a_row)
    )
    by_answer = array("b", content[end:])
    weights = (array("I", [one + _RAISED for one in by_answer[lane::lanes]]).tobytes() for lane in range(lanes))
    return Learned(
        answers=tuple(facts["answers"]),
        rows=tuple(rows),
        lane_bases=tuple(facts["lane_bases"]),
        weights=tuple(int.from_bytes(row, byteorder) for row in weights),
        answer_bases=tuple(facts["column_bases"]),
        scale=facts["scale"],
        weight_scale=facts["column_scale"],
        sure=facts["sure"],
        perhaps=facts["perhaps"],
    )
