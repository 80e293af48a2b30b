"""The second reader: a small neural network that looks at each half as a whole. It needs only numpy.

It has five layers of 3 by 3 convolutions and a fully connected layer with 13 outputs. The weights are in a file beside
this one; `eyes/half.md` explains how they were made.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from eyes.arrays import Floats, Picture

WEIGHTS = Path(__file__).with_name("half.npz")
STRIDES = (2, 1, 2, 1, 2)
_AT_ONCE = 32  # the number of halves read at once, to save memory


def probabilities(halves: Picture, weights: dict[str, Floats] | None = None) -> Floats:
    """The probability of each number from 0 to 12 on each half, with axes (halves, 13).

    The axes of `halves` are (halves, 48, 48, 3), with the channels in BGR order.
    """
    parts = [halves[at : at + _AT_ONCE] for at in range(0, len(halves), _AT_ONCE)]
    return np.concatenate([_forward(weights or load_weights(), part) for part in parts])


def _forward(weights: dict[str, Floats], halves: Picture) -> Floats:
    signal = scaled(halves)
    for layer, stride in enumerate(STRIDES):
        columns = spread(signal, stride)
        shape = columns.shape[:3]
        signal = columns.reshape(-1, columns.shape[-1]) @ weights[f"conv{layer}"] + weights[f"bias{layer}"]
        signal = np.maximum(signal, 0).reshape(*shape, -1)
    marks = signal.reshape(len(signal), -1) @ weights["all"] + weights["bias"]
    powers = np.exp(marks - marks.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


@cache
def load_weights() -> dict[str, Floats]:
    """The weights as float32: `conv0` to `conv4`, `all`, and the biases.

    The axes of `conv0` to `conv4` are (9 times the channels in, channels out).
    """
    with np.load(WEIGHTS, allow_pickle=False) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def scaled(halves: Picture) -> Floats:
    """Tones scaled to values around 0, as the network expects them."""
    return (halves.astype(np.float32) - np.float32(127.5)) / np.float32(64)


def spread(signal: Floats, stride: int) -> Floats:
    """The 3 by 3 neighborhoods of all places, side by side.

    The axes of `signal` are (pictures, rows, columns, channels). The result has 9 times as many channels.
    """
    padded = np.pad(signal, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = sliding_window_view(padded, (3, 3), axis=(1, 2))[:, ::stride, ::stride]
    return windows.transpose(0, 1, 2, 4, 5, 3).reshape(*windows.shape[:3], -1)
