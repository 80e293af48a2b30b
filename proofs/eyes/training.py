"""Makes the network's weights from scratch: `python -m proofs.eyes.training FILE HALVES ROUNDS` (`make train-eyes`).

Draws HALVES halves, learns from all of them ROUNDS times, and writes the weights to FILE. Plain numpy: the
forward and backward passes of the network in `eyes.network`, and AdamW with a learning rate that rises for
the first tenth of the steps and then falls to zero.
"""

import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from eyes.arrays import Floats, Picture
from eyes.network import STRIDES, probabilities, scaled, spread
from eyes.patches import NET_SIDE
from proofs.eyes.rendered.halves import draw_half

_CHANNELS = (3, 24, 32, 48, 64, 64)
_FACES = 13
_BATCH = 64
_RATE, _DECAY = 2e-3, 1e-2
_DROPPED = 0.2
_SMOOTHING = 0.03
_KEPT_BACK = 2000  # halves that the network never learns from, to see how many it reads

Weights = dict[str, Floats]
Counts = npt.NDArray[np.int_]


def main(words: list[str]) -> None:
    path, count, rounds = Path(words[0]), int(words[1]), int(words[2])
    began = time.monotonic()
    halves, pips = draw_halves(count, seed=0)
    unseen, truth = draw_halves(_KEPT_BACK, seed=1)
    print(f"{count} halves drawn in {time.monotonic() - began:.0f} s", flush=True)
    learner = Learner(total=rounds * (count // _BATCH))
    for at in range(rounds):
        loss = learner.learn(halves, pips)
        exact = np.mean(np.argmax(probabilities(unseen, learner.weights), axis=1) == truth)
        print(f"round {at + 1}: loss {loss:.3f}, {exact:.2%} read, {time.monotonic() - began:.0f} s", flush=True)
        write_weights(path, learner.weights)


def draw_halves(count: int, seed: int) -> tuple[Picture, Counts]:
    """This many halves with 0 to 12 pips in turn, and their pips."""
    pips = np.arange(count) % _FACES
    halves = [draw_half(np.random.default_rng([seed, at]), int(number)) for at, number in enumerate(pips)]
    return np.stack(halves), pips


def write_weights(path: Path, weights: Weights) -> None:
    """Writes the weights in half precision. The same weights always give the same bytes."""
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **{name: value.astype(np.float16) for name, value in weights.items()})


def first_weights(rng: np.random.Generator) -> Weights:
    """Untrained weights, scaled so that signals keep their strength from layer to layer."""
    weights: Weights = {}
    for layer, (inputs, outputs) in enumerate(pairwise(_CHANNELS)):
        spread_of = np.sqrt(2 / (9 * inputs))
        weights[f"conv{layer}"] = (spread_of * rng.standard_normal((9 * inputs, outputs))).astype(np.float32)
        weights[f"bias{layer}"] = np.zeros(outputs, np.float32)
    side = NET_SIDE
    for stride in STRIDES:
        side = -(-side // stride)
    inputs = side * side * _CHANNELS[-1]
    weights["all"] = (np.sqrt(1 / inputs) * rng.standard_normal((inputs, _FACES))).astype(np.float32)
    weights["bias"] = np.zeros(_FACES, np.float32)
    return weights


@dataclass(kw_only=True)
class Learner:
    """A network in training, for `total` steps in all."""

    total: int
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    step: int = 0
    weights: Weights = field(init=False)
    means: Weights = field(init=False)
    squares: Weights = field(init=False)

    def __post_init__(self) -> None:
        self.weights = first_weights(self.rng)
        self.means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.squares = {name: np.zeros_like(value) for name, value in self.weights.items()}

    def learn(self, halves: Picture, pips: Counts) -> float:
        """Learns from every half once, in a new order, and returns the mean loss."""
        order, losses = self.rng.permutation(len(halves)), []
        for at in range(0, len(order) - _BATCH + 1, _BATCH):
            chosen = order[at : at + _BATCH]
            batch = halves[chosen]
            if self.rng.random() < 0.5:
                batch = batch[:, :, ::-1]
            loss, slopes = slopes_of(self.weights, scaled(batch), pips[chosen], self.rng)
            self._go(slopes)
            losses.append(loss)
        return float(np.mean(losses))

    def _go(self, slopes: Weights) -> None:
        """One step of AdamW."""
        self.step += 1
        part = self.step / self.total
        rate = _RATE * min(1.0, 10 * part) * (1 + np.cos(np.pi * part)) / 2
        first, second = 1 - 0.9**self.step, 1 - 0.999**self.step
        for name, slope in slopes.items():
            self.means[name] = 0.9 * self.means[name] + 0.1 * slope
            self.squares[name] = 0.999 * self.squares[name] + 0.001 * slope**2
            stride = self.means[name] / first / (np.sqrt(self.squares[name] / second) + 1e-8)
            decay = 0.0 if name.startswith("bias") else _DECAY
            change = rate * (stride + decay * self.weights[name])
            self.weights[name] = (self.weights[name] - change).astype(np.float32)


def slopes_of(weights: Weights, signal: Floats, pips: Counts, rng: np.random.Generator) -> tuple[float, Weights]:
    """The loss of a batch, and its slope for every weight."""
    kept: list[tuple[Floats, Floats]] = []
    for layer, stride in enumerate(STRIDES):
        columns = spread(signal, stride)
        sums = columns.reshape(-1, columns.shape[-1]) @ weights[f"conv{layer}"] + weights[f"bias{layer}"]
        signal = np.maximum(sums, 0).reshape(*columns.shape[:3], -1)
        kept.append((columns, signal))
    count = len(signal)
    flat = signal.reshape(count, -1)
    mask = (rng.random(flat.shape, np.float32) >= _DROPPED).astype(np.float32) / np.float32(1 - _DROPPED)
    marks = (flat * mask) @ weights["all"] + weights["bias"]
    powers = np.exp(marks - marks.max(1, keepdims=True))
    likely = powers / powers.sum(1, keepdims=True)
    wanted = np.full((count, _FACES), _SMOOTHING / _FACES, np.float32)
    wanted[np.arange(count), pips] += 1 - _SMOOTHING
    loss = float(-(wanted * np.log(likely + 1e-9)).sum(1).mean())

    back = (likely - wanted) / np.float32(count)
    slopes = {"all": (flat * mask).T @ back, "bias": back.sum(0)}
    slope = ((back @ weights["all"].T) * mask).reshape(signal.shape)
    for layer in reversed(range(len(STRIDES))):
        columns, signal = kept[layer]
        slope = (slope * (signal > 0)).reshape(-1, signal.shape[-1])
        slopes[f"conv{layer}"] = columns.reshape(len(slope), -1).T @ slope
        slopes[f"bias{layer}"] = slope.sum(0)
        if layer:
            inputs = kept[layer - 1][1]
            slope = gathered((slope @ weights[f"conv{layer}"].T).reshape(columns.shape), inputs.shape, STRIDES[layer])
    return loss, slopes


def gathered(columns: Floats, shape: tuple[int, ...], stride: int) -> Floats:
    """The backward pass of `spread`: the sum of the nine neighbors of every place, in this shape."""
    _, rows, width, channels = shape
    padded = np.zeros((shape[0], rows + 2, width + 2, channels), np.float32)
    nine = columns.reshape(*columns.shape[:3], 9, channels)
    for at in range(9):
        y, x = divmod(at, 3)
        padded[:, y : y + rows : stride, x : x + width : stride] += nine[:, :, :, at]
    return padded[:, 1:-1, 1:-1]


if __name__ == "__main__":
    main(sys.argv[1:])
