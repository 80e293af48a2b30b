"""Entries at the end of a round: read leniently, and checked against the tiles of a set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, NotationError, RuleBook, full_set, read_rules, read_tiles, tile
from rules.scores.left_in_hand import HandLeft, check_hand, doubts, tiles_in_play
from rules.scores.scoring import count_hand

NINE, SIX, TWELVE = (RULE_BOOKS[f"double-{size}"] for size in ("nine", "six", "twelve"))
NAMES = {1: "Ana", 2: "Ben", 3: "Cai", 4: "Dee"}
OUT = HandLeft(0, is_out=True)


def tiles(text: str) -> HandLeft:
    """The entry for a hand with these tiles."""
    return HandLeft(count_hand(read_tiles(text), NINE), tiles=read_tiles(text))


def about(book: RuleBook, engine: int = 9, **left: HandLeft) -> list[str]:
    """The codes of all doubts about the entries given for these players."""
    seats = {name: seat for seat, name in NAMES.items()}
    return [doubt.code for doubt in doubts(book, engine, {seats[name]: hand for name, hand in left.items()}, NAMES)]


def test_every_tile_but_the_engine_can_be_in_a_hand() -> None:
    in_play = tiles_in_play(SIX, 6)

    assert len(in_play) == 27
    assert (in_play[0], in_play[-1]) == (tile(6, 5), tile(0, 0))
    check_hand(in_play, SIX, 6, "Ana")


@pytest.mark.parametrize("held", ["6-6", "7-1"])
def test_nobody_holds_the_engine_or_a_tile_of_another_set(held: str) -> None:
    with pytest.raises(NotationError, match=f"Ana cannot have the {held} left"):
        check_hand(read_tiles(f"5-4 {held}"), SIX, 6, "Ana")


def test_an_ordinary_round_raises_no_question() -> None:
    assert about(NINE, Ana=OUT, Ben=HandLeft(34), Cai=HandLeft(30, parts=(12, 11, 7)), Dee=tiles("9-7 4-1")) == []


def test_a_missing_score_raises_no_question() -> None:
    assert about(NINE, Ben=HandLeft(34)) == []


@pytest.mark.parametrize(
    ("book", "engine", "left", "code"),
    [
        (NINE, 9, {"Ana": HandLeft(5, is_out=True)}, "out-with-pips"),
        (NINE, 9, {"Ana": HandLeft(0)}, "zero-not-out"),
        (NINE, 0, {"Ana": HandLeft(0)}, "blank-is-engine"),
        (read_rules("double-nine[double-blank=50]"), 9, {"Ana": HandLeft(0)}, "blank-counts"),
        (NINE, 9, {"Ana": HandLeft(478)}, "more-than-the-set"),
        (NINE, 9, {"Ana": HandLeft(36, parts=(18, 18))}, "more-than-the-tiles"),
        (SIX, 6, {"Ana": HandLeft(60)}, "more-than-the-deal"),
        (NINE, 9, {"Ana": tiles("9-9")}, "tile-not-in-play"),
        (NINE, 9, {"Ana": tiles("9-7"), "Ben": tiles("9-7 1-0")}, "tile-twice"),
        (SIX, 6, {"Ana": HandLeft(100), "Ben": HandLeft(100)}, "together-more-than-the-set"),
        (NINE, 9, {"Ana": HandLeft(0), "Ben": HandLeft(0)}, "blank-twice"),
        (NINE, 9, {"Ana": OUT, "Ben": OUT}, "several-out"),
        (TWELVE, 12, {"Ana": OUT, "Ben": OUT}, "only-one-out"),
        (NINE, 9, {"Ana": HandLeft(4), "Ben": HandLeft(5), "Cai": HandLeft(6), "Dee": HandLeft(7)}, "nobody-out"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_or_seldom_is_gets_a_question(
    book: RuleBook, engine: int, left: dict[str, HandLeft], code: str
) -> None:
    assert code in about(book, engine, **left)


@pytest.mark.parametrize(
    ("book", "left"),
    [
        (NINE, {"Ana": HandLeft(0), "Ben": HandLeft(0)}),
        (NINE, {"Ana": tiles("9-9")}),
        (NINE, {"Ana": tiles("9-7"), "Ben": tiles("9-7 1-0")}),
        (SIX, {"Ana": HandLeft(100), "Ben": HandLeft(100)}),
        (TWELVE, {"Ana": OUT, "Ben": OUT}),
    ],
    ids=["blank-twice", "tile-not-in-play", "tile-twice", "together-more-than-the-set", "only-one-out"],
)
def test_what_no_set_and_no_rule_allows_is_impossible_and_no_mere_question(
    book: RuleBook, left: dict[str, HandLeft]
) -> None:
    seats = {name: seat for seat, name in NAMES.items()}
    hand_doubts = doubts(book, book.options.highest, {seats[name]: hand for name, hand in left.items()}, NAMES)

    assert any(doubt.is_impossible for doubt in hand_doubts)


def test_subtotals_that_cannot_be_tiles_are_taken_as_numbers() -> None:
    assert about(NINE, Ana=HandLeft(80, parts=(40, 40))) == []


def test_the_whole_set_less_the_engine_is_the_most_that_can_be_left() -> None:
    assert "more-than-the-set" not in about(NINE, Ana=HandLeft(477))


@given(st.integers(2, 8), st.data())
def test_hands_that_can_be_dealt_are_never_called_impossible(players: int, data: st.DataObject) -> None:
    book = data.draw(st.sampled_from([NINE, TWELVE]))
    names = {seat: f"Player {seat}" for seat in range(players)}
    rest = [domino for domino in full_set(book.options.highest) if domino != tile(5, 5)]
    left_over = data.draw(st.lists(st.sampled_from(rest), unique=True, min_size=players, max_size=40))
    hands = {seat: tuple(left_over[seat::players]) for seat in names}
    left = {seat: HandLeft(count_hand(hand, book), tiles=hand) for seat, hand in hands.items()}

    assert not [doubt for doubt in doubts(book, 5, left, names) if doubt.is_impossible]
