"""Learn which answer a question wants: `make learn`.

Trains two networks, each with one hidden layer, with numpy on the lines in proofs/look_up/asked. Features are
hashed into buckets. After a third of the training, the rows of the first layer are limited to three values,
so that the file stays small (straight-through estimation: Bengio et al. 2013; ternary weights: Li et al.
2016). Features and lanes are dropped at random, so that the look-up also works for people whose questions it
has not learned. Everything is seeded.
"""

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.look_up.asked_lines import AskedLine, learnt_from, titles
from rules.answers.counted import COUNTED_FILE, Counted, terms_of, together
from rules.answers.features import buckets_of
from rules.answers.learned import FILE, NOTHING

Matrix = NDArray[np.float32]
# Lines to learn from that were written, and are not in the files because a network knew their answers without them.
LEFT_OUT_AS_EASY = 2_100


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPlan:
    """The number of networks that vote, their size, and how they are trained."""

    members: int = 2
    buckets: int = 4096
    lanes: int = 80
    epochs: int = 120
    batch: int = 256
    rate: float = 0.01
    drop_features: float = 0.75
    drop_lanes: float = 0.2
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A trained network. The rows hold only -1, 0 and 1, and are multiplied by the scale."""

    answers: list[str]
    rows: Matrix
    scale: float
    lane_bases: Matrix
    columns: Matrix
    column_bases: Matrix

    def chances(self, questions: Matrix) -> Matrix:
        """The chance of each answer, a row for each question."""
        lanes = np.maximum(questions @ (self.rows * self.scale) + self.lane_bases, 0)
        return _softmax(lanes @ self.columns + self.column_bases)


def _softmax(weighed: NDArray[np.floating[Any]]) -> Matrix:
    parts = np.exp(weighed - weighed.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True), dtype=np.float32)


def matrix_of(texts: Sequence[str], buckets: int) -> Matrix:
    """The features of the questions: one row for each question, normalized to length one."""
    matrix = np.zeros((len(texts), buckets), np.float32)
    for row, text in zip(matrix, texts, strict=True):
        squares = 0
        for bucket, weight in buckets_of(text, buckets):
            row[bucket] += weight
            squares += weight * weight
        row /= np.sqrt(squares or 1)
    return matrix


def train(lines: Sequence[AskedLine], plan: NetworkPlan) -> Network:
    """Train networks on these lines, and return them as one. A line with several answers counts in part for each of them."""
    answers = sorted({answer for line in lines for answer in line.answers or (NOTHING,)})
    wanted = np.zeros((len(lines), len(answers)), np.float32)
    for row, line in zip(wanted, lines, strict=True):
        for answer in line.answers or (NOTHING,):
            row[answers.index(answer)] = 1 / max(len(line.answers), 1)
    questions = matrix_of([line.text for line in lines], plan.buckets)
    trained = [_Training(replace(plan, seed=plan.seed + member), len(answers)) for member in range(plan.members)]
    for training in trained:
        training.run(questions, wanted)
    return _together(answers, [training.weights for training in trained])


def _together(answers: list[str], members: Sequence[Mapping[str, Matrix]]) -> Network:
    """One network that averages its members: their lanes are put side by side and brought to one scale."""
    rounded = [_rounded(weights["rows"]) for weights in members]
    scale = rounded[0][1]
    larger = [own_scale / scale for _, own_scale in rounded]
    return Network(
        answers=answers,
        rows=np.hstack([signs for signs, _ in rounded]),
        scale=scale,
        lane_bases=np.hstack([weights["lane_bases"] / factor for weights, factor in zip(members, larger, strict=True)]),
        columns=np.vstack(
            [weights["columns"] * factor / len(members) for weights, factor in zip(members, larger, strict=True)]
        ),
        column_bases=np.mean([weights["column_bases"] for weights in members], axis=0, dtype=np.float32),
    )


def _rounded(rows: Matrix) -> tuple[Matrix, float]:
    """The signs of the rows, with 0 for small values, and the scale that restores their size."""
    size = np.abs(rows)
    is_kept = size > 0.7 * size.mean()
    return (np.sign(rows) * is_kept).astype(np.float32), float(size[is_kept].mean())


class _Training:
    """The weights during training, in steps of Adam (Kingma and Ba 2015)."""

    def __init__(self, plan: NetworkPlan, answers: int) -> None:
        self.plan, self.luck, self.taken = plan, np.random.default_rng(plan.seed), 0
        shapes = {"rows": (plan.buckets, plan.lanes), "columns": (plan.lanes, answers)}
        self.weights: dict[str, Matrix] = {
            name: self.luck.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()
        }
        self.weights["lane_bases"] = np.zeros(plan.lanes, np.float32)
        self.weights["column_bases"] = np.zeros(answers, np.float32)
        self.means = {name: np.zeros_like(matrix) for name, matrix in self.weights.items()}
        self.squares = {name: np.zeros_like(matrix) for name, matrix in self.weights.items()}

    def run(self, questions: Matrix, wanted: Matrix) -> None:
        """Learn from every question once in each epoch, with smaller and smaller steps."""
        plan = self.plan
        for epoch in range(plan.epochs):
            rate = plan.rate * (1 - epoch / plan.epochs) + 1e-4
            order = self.luck.permutation(len(questions))
            for at in range(0, len(questions), plan.batch):
                chosen = order[at : at + plan.batch]
                self._step(self._slopes(questions[chosen], wanted[chosen], epoch >= plan.epochs * 0.3), rate)

    def _kept(self, shape: tuple[int, ...], dropped: float) -> Matrix:
        """Ones with some zeros among them, scaled up so that the expected sum stays the same."""
        return ((self.luck.random(shape, dtype=np.float32) > dropped) / np.float32(1 - dropped)).astype(np.float32)

    def _slopes(self, questions: Matrix, wanted: Matrix, is_rounded: bool) -> dict[str, Matrix]:
        rows = self.weights["rows"]
        if is_rounded:
            signs, scale = _rounded(rows)
            rows = signs * np.float32(scale)
        heard = questions * self._kept(questions.shape, self.plan.drop_features)
        before = heard @ rows + self.weights["lane_bases"]
        kept = self._kept(before.shape, self.plan.drop_lanes) * (before > 0)
        lanes = before * kept
        error = (_softmax(lanes @ self.weights["columns"] + self.weights["column_bases"]) - wanted) / len(questions)
        back = (error @ self.weights["columns"].T) * kept
        return {
            "rows": heard.T @ back,
            "columns": lanes.T @ error,
            "lane_bases": back.sum(axis=0),
            "column_bases": error.sum(axis=0),
        }

    def _step(self, slopes: dict[str, Matrix], rate: float) -> None:
        self.taken += 1
        for name, slope in slopes.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            corrected = np.sqrt(square / (1 - 0.999**self.taken)) + 1e-8
            self.weights[name] -= (rate / (1 - 0.9**self.taken)) * mean / corrected


def likeliest(
    told: Sequence[AskedLine], questions: Sequence[AskedLine], plan: NetworkPlan
) -> Iterator[dict[str, float]]:
    """The chances of the answers to each question, best first, according to a look-up that has learned only from `told`."""
    network, counted = train(told, plan), count(told)
    rows = network.chances(matrix_of([line.text for line in questions], plan.buckets))
    for line, chances in zip(questions, rows, strict=True):
        by_answer = {answer: float(chance) for answer, chance in zip(network.answers, chances, strict=True)}
        chances_of_both = together(by_answer, counted.chances(line.text))
        yield dict(sorted(chances_of_both.items(), key=lambda chance: -chance[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The lowest chance at which an answer is given, and the lowest at which it is offered as a possible one."""

    sure: float
    perhaps: float = 0.12


def find_thresholds(
    lines: Sequence[AskedLine], plan: NetworkPlan, folds: int = 4, most_wrong: float = 0.0275
) -> Thresholds:
    """The thresholds at which few questions get a wrong answer. Each line is judged by a look-up that has not learned it.

    To stay small, the files leave out lines that an earlier look-up was sure of. Those lines are included in the
    number of questions here.
    """
    judged: list[tuple[float, bool]] = []
    for fold in range(folds):
        learnt_lines = [line for at, line in enumerate(lines) if at % folds != fold] + titles()
        held_back = [line for at, line in enumerate(lines) if at % folds == fold]
        for line, chances in zip(held_back, likeliest(learnt_lines, held_back, plan), strict=True):
            best = next(iter(chances))
            if best != NOTHING:
                judged.append((chances[best], best in line.answers))
    allowed, wrong, sure = most_wrong * (len(lines) + LEFT_OUT_AS_EASY), 0, 1.0
    for chance, is_right in sorted(judged, reverse=True):
        wrong += not is_right
        if wrong > allowed:
            break
        sure = chance
    return Thresholds(sure=round(sure, 3))


def write_learned(network: Network, thresholds: Thresholds, of: str) -> bytes:
    """The contents of a network's file. `of` is the digest of its training data."""
    column_scale = float(np.abs(network.columns).max()) / 127
    columns = np.round(network.columns.T / column_scale).astype(np.int8)
    facts = {
        "of": of,
        "answers": network.answers,
        "lane_bases": [round(float(base), 4) for base in network.lane_bases],
        "answer_bases": [round(float(base), 4) for base in network.column_bases],
        "scale": network.scale,
        "weight_scale": column_scale,
        "sure": thresholds.sure,
        "perhaps": thresholds.perhaps,
    }
    return (
        json.dumps(facts, separators=(",", ":")).encode()
        + b"\n"
        + zlib.compress(network.rows.astype(np.int8).tobytes() + columns.tobytes(), 9)
    )


def count(lines: Iterable[AskedLine]) -> Counted:
    """The words in lines, and the pairs of words that were used more than once, counted by answer."""
    sizes: Counter[str] = Counter()
    uses: dict[str, Counter[str]] = {}
    for line in lines:
        terms = terms_of(line.text)
        for answer in line.answers or (NOTHING,):
            sizes[answer] += len(terms)
            for term in terms:
                uses.setdefault(term, Counter())[answer] += 1
    answers = sorted(sizes)
    return Counted(
        {answer: sizes[answer] for answer in answers},
        {
            term: " ".join(f"{answers.index(answer)}:{times}" for answer, times in sorted(counts.items()))
            for term, counts in sorted(uses.items())
            if " " not in term or counts.total() > 1
        },
    )


def write_counted(counted: Counted) -> bytes:
    """The file of counts: a line with the size of each answer, then a line for each word or pair."""
    head = " ".join(f"{answer}:{size}" for answer, size in counted.sizes.items())
    lines = (f"{term}\t{uses}" for term, uses in counted.uses.items())
    return gzip.compress("\n".join([head, *lines]).encode(), mtime=0)


def digest_of(lines: Sequence[AskedLine]) -> str:
    """A digest that changes if any line changes."""
    text = "\n".join(f"{' '.join(line.answers)}\t{line.text}" for line in lines)
    return sha256(text.encode()).hexdigest()[:16]


def main() -> None:
    """Learn from the lines, and write the look-up's files."""
    lines, plan = learnt_from(), NetworkPlan()
    thresholds = find_thresholds(lines, plan)
    data = write_learned(train([*lines, *titles()], plan), thresholds, digest_of([*lines, *titles()]))
    FILE.write_bytes(data)
    COUNTED_FILE.write_bytes(write_counted(count([*lines, *titles()])))
    print(f"{len(lines)} lines, sure from {thresholds.sure}: {len(data):,} bytes in {FILE}")


if __name__ == "__main__":
    main()
