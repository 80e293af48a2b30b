"""Rendered hands: the same seed gives the same picture, all tiles come from one set, and labels are in the right place."""

from collections import Counter

import pytest

from eyes.arrays import Floats
from proofs.eyes.eyes import EyesFigures, LabelledPhoto
from proofs.eyes.rendered.hands import CONDITIONS, RenderedHand, render_hand
from proofs.eyes.rendered.sets import SETS
from tests.eyes.conftest import UNLIKE, hand


def test_a_seed_is_one_picture() -> None:
    first, again, other_hand = (render_hand(seed, CONDITIONS["mixed"], 2) for seed in (5, 5, 6))

    assert (first.picture == again.picture).all()
    assert first.tiles == again.tiles
    assert (first.picture != other_hand.picture).any()


def tone_at(drawn: RenderedHand, place: Floats) -> int:
    column, row = (place * drawn.picture.shape[1::-1]).astype(int)
    return int(drawn.picture[row, column].max())


@pytest.mark.parametrize("condition", UNLIKE)
def test_labels_tell_what_lies_where(condition: str) -> None:
    drawn = hand(condition)

    assert len(SETS) == 8
    assert len(drawn.tiles) == len(drawn.corners) == len(set(drawn.tiles)) > 2
    assert all(0 <= low <= high <= drawn.highest for low, high in drawn.tiles)
    for corners in drawn.corners:
        assert (corners > 0).all()
        assert (corners < 1).all()
        # A tile's middle is its bar, which is darker than its body beside it.
        middle, end = corners.mean(0), corners[:2].mean(0)
        bar, body = (tone_at(drawn, place) for place in (middle, 0.83 * middle + 0.17 * end))
        assert bar < 0.7 * body


@pytest.mark.parametrize(
    ("found", "exact", "wrong", "silent"),
    [
        ([((9, 4), True), ((3, 0), True)], 2, 0, 0),
        ([((9, 4), True), ((3, 1), True)], 1, 1, 1),
        ([((9, 4), True), ((3, 1), False)], 1, 1, 0),
        ([((9, 4), True)], 1, 0, 1),
        ([((9, 4), False)], 1, 0, 0),
        ([((9, 4), True), ((9, 4), True), ((3, 0), True)], 2, 1, 1),
        ([], 0, 0, 2),
    ],
)
def test_the_measure_counts_an_error_without_a_mark_as_silent(
    found: list[tuple[tuple[int, int], bool]], exact: int, wrong: int, silent: int
) -> None:
    figures = EyesFigures()

    figures.count(LabelledPhoto("", b"", Counter([(9, 4), (3, 0)]), 12), found, 0.5)

    assert (figures.exact, figures.extra, figures.silent) == (exact, wrong, silent)
    assert (figures.photos, figures.tiles, figures.whole) == (1, 2, not wrong and exact == 2)
