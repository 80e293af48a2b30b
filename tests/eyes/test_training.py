"""The network: its weights are the documented ones, and the training that makes them works."""

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

from eyes.network import WEIGHTS, probabilities, scaled
from proofs.eyes import training as training
from proofs.eyes.rendered.halves import draw_half


def test_the_weights_are_those_that_the_text_beside_them_tells_of() -> None:
    hashes = re.findall(r"\b[0-9a-f]{64}\b", WEIGHTS.with_suffix(".md").read_text())

    assert hashes == [hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()]
    assert WEIGHTS.stat().st_size < 300_000


def test_the_network_reads_halves_that_it_has_never_seen() -> None:
    halves, pips = training.draw_halves(130, seed=99)

    assert np.mean(probabilities(halves).argmax(1) == pips) > 0.93


def test_halves_are_the_same_every_time_and_differ_by_seed() -> None:
    first, again, other_half = (draw_half(np.random.default_rng(seed), 7) for seed in (1, 1, 2))

    assert (first == again).all()
    assert (first != other_half).any()


@pytest.mark.parametrize("name", ["conv0", "conv2", "bias3", "conv4", "all", "bias"])
def test_the_slopes_are_those_of_the_loss(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_DROPPED", 0.0)
    rng = np.random.default_rng(0)
    halves, pips = training.draw_halves(8, seed=0)
    weights = training.first_weights(rng)

    def loss() -> float:
        return training.slopes_of(weights, scaled(halves), pips, rng)[0]

    slope = training.slopes_of(weights, scaled(halves), pips, rng)[1][name]
    steepest = np.unravel_index(np.abs(slope).argmax(), slope.shape)
    weights[name][steepest] += 1e-3
    above = loss()
    weights[name][steepest] -= 2e-3

    assert (above - loss()) / 2e-3 == pytest.approx(slope[steepest], rel=0.05)


def test_a_small_training_learns_and_writes_the_same_bytes_every_time(tmp_path: Path) -> None:
    halves, pips = training.draw_halves(128, seed=0)
    learner = training.Learner(total=12)

    losses = [learner.learn(halves, pips) for _ in range(6)]
    for name in ("one", "other"):
        training.write_weights(tmp_path / name, learner.weights)

    assert losses[-1] < 0.9 * losses[0]
    assert probabilities(halves, learner.weights).sum(1) == pytest.approx(1, abs=1e-5)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    with np.load(tmp_path / "one") as kept:
        assert {name: kept[name].shape for name in kept.files} == {n: w.shape for n, w in learner.weights.items()}
