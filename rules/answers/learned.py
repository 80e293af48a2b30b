"""Everything that was learnt from the ways in which people ask: two small networks that vote for each answer.

`python -m bench.learn` makes the file and explains how. Each feature falls into a bucket, which has a row of lanes: -1, 0 or 1. The
rows of a question are added up; lanes above zero are weighed for each answer.
"""

import json
from array import array
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from operator import mul
from pathlib import Path
from zlib import decompress

from rules.answers.features import buckets_of

FILE = Path(__file__).with_name("learned.bin")
# Lanes are added in one big number, with sixteen bits for each.
_LANE_BYTES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The network: a row of lanes per bucket, a base per lane, and per answer a column of weights and a base.

    A row is one number that holds its lanes, each raised by one. `scale` and `column_scale` turn whole numbers into weights. An
    answer with a chance of at least `sure` is given; with less than `perhaps` nothing is known.
    """

    answers: tuple[str, ...]
    rows: tuple[int, ...]
    lane_bases: tuple[float, ...]
    columns: tuple[tuple[int, ...], ...]
    column_bases: tuple[float, ...]
    scale: float
    column_scale: float
    sure: float
    perhaps: float

    def chances(self, text: str) -> dict[str, float]:
        """The chance of each answer to be the one that a question wants, the best first. They add up to one."""
        lanes = self._lanes(text)
        weighed = [
            base + self.column_scale * sum(map(mul, lanes, column))
            for base, column in zip(self.column_bases, self.columns, strict=True)
        ]
        most = max(weighed)
        parts = [exp(one - most) for one in weighed]
        whole = sum(parts)
        found = {answer: part / whole for answer, part in zip(self.answers, parts, strict=True)}
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def _lanes(self, text: str) -> list[float]:
        added, raised, squares = 0, 0, 0
        for bucket, weight in buckets_of(text, len(self.rows)):
            added += self.rows[bucket] * weight
            raised += weight
            squares += weight * weight
        sums = array("H", added.to_bytes(len(self.lane_bases) * _LANE_BYTES, "little"))
        scale = self.scale / sqrt(squares or 1)
        return [max(0.0, (one - raised) * scale + base) for one, base in zip(sums, self.lane_bases, strict=True)]


@cache
def learned() -> Learned:
    """The network that is shipped."""
    return read_learned(FILE.read_bytes())


def read_learned(data: bytes) -> Learned:
    """A network from its file: a line of JSON, then two bits for each lane of each row, and a byte for each weight."""
    head, _, packed = data.partition(b"\n")
    facts, content = json.loads(head), decompress(packed)
    lanes, answers = len(facts["lane_bases"]), len(facts["answers"])
    in_a_row = lanes // 4
    table = [b"".join((byte >> 2 * at & 3).to_bytes(_LANE_BYTES, "little") for at in range(4)) for byte in range(256)]
    end = facts["buckets"] * in_a_row
    rows = (
        int.from_bytes(b"".join([table[byte] for byte in content[at : at + in_a_row]]), "little")
        for at in range(0, end, in_a_row)
    )
    weights = array("b", content[end:])
    return Learned(
        answers=tuple(facts["answers"]),
        rows=tuple(rows),
        lane_bases=tuple(facts["lane_bases"]),
        columns=tuple(tuple(weights[at : at + lanes]) for at in range(0, lanes * answers, lanes)),
        column_bases=tuple(facts["column_bases"]),
        scale=facts["scale"],
        column_scale=facts["column_scale"],
        sure=facts["sure"],
        perhaps=facts["perhaps"],
    )
