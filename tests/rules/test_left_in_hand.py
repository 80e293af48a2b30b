"""Entries at the end of a round: read leniently, and checked against the tiles of a set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, NotationError, RuleBook, full_set, read_rules, read_tiles, tile
from rules.scores.left_in_hand import HandLeft, check_hand, doubts, tiles_in_play
from rules.scores.scoring import count_hand

NINE, SIX, TWELVE = (RULE_BOOKS[f"double-{size}"] for size in ("nine", "six", "twelve"))
NAMES = {1: "Ana", 2: "Ben", 3: "Cai", 4: "Dee"}
FIFTY = read_rules("double-nine[double-blank=50]")
OUT, NOTHING, MANY, EIGHTEENS = HandLeft(0, is_out=True), HandLeft(0), HandLeft(100), HandLeft(36, parts=(18, 18))


def tiles(text: str) -> HandLeft:
    """The entry for a hand with these tiles."""
    return HandLeft(count_hand(read_tiles(text), NINE), tiles=read_tiles(text))


def about(book: RuleBook, engine: int | None = None, /, **left: HandLeft) -> list[str]:
    """All doubts about these players' entries, by default in the first round: key, seat, `!` if impossible, text."""
    in_the_middle = book.options.highest if engine is None else engine
    seats = {name: seat for seat, name in NAMES.items()}
    every = doubts(book, in_the_middle, {seats[name]: hand for name, hand in left.items()}, NAMES)
    return [f"{doubt.key} {doubt.seat}{'!' if doubt.is_impossible else '?'} {doubt.text}" for doubt in every]


def test_every_tile_but_the_engine_can_be_in_a_hand() -> None:
    in_play = tiles_in_play(SIX, 6)

    assert (len(in_play), in_play[0], in_play[-1]) == (27, tile(6, 5), tile(0, 0))
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
    ("book", "left", "doubt"),
    [
        (NINE, {"Ana": HandLeft(5, is_out=True)}, "out-with-pips:1:5 1! Ana went out and cannot have 5 pips left."),
        (NINE, {"Ana": NOTHING}, "zero-not-out:1 1? Ana has 0 pips but did not go out. Is the 0-0 the only"),
        (FIFTY, {"Ana": NOTHING}, "blank-counts:1 1! Ana has 0 pips but did not go out. Even the 0-0 counts 50"),
        (NINE, {"Ana": HandLeft(478)}, "more-than-the-set:1:478 1! 478 pips is more than there are in the whole set"),
        (NINE, {"Ana": EIGHTEENS}, "more-than-the-tiles:1:36 1? Ana: 2 tiles can have at most 33 pips, not 36. Is"),
        (SIX, {"Ana": MANY}, "more-than-the-deal:1:100 1? 100 pips for Ana? The 5 tiles dealt can have at most 49"),
        (NINE, {"Ana": tiles("9-9")}, "tile-not-in-play:1:9-9 1! Ana cannot have the 9-9 left: it is in the middle"),
        (NINE, {"Ana": tiles("9-7"), "Ben": tiles("9-7 1-0")}, "tile-twice:9-7 2! The 9-7 was counted twice: Ana and"),
        (SIX, {"Ana": MANY, "Ben": MANY}, "together-more-than-the-set:200 None! All the hands together come to 200"),
        (NINE, {"Ana": NOTHING, "Ben": NOTHING}, "blank-twice:[1, 2] 2! Ana and Ben have 0 pips without going"),
        (NINE, {"Ana": OUT, "Ben": OUT}, "several-out:[1, 2] None? Ana and Ben went out in the same round. That can"),
        (TWELVE, {"Ana": OUT, "Ben": OUT}, "only-one-out:[1, 2] 2! Ana and Ben cannot have gone out in the same"),
        (NINE, dict.fromkeys(NAMES.values(), HandLeft(4)), "nobody-out: None? Nobody went out. Was the round blocked?"),
    ],
    ids=lambda value: value.partition(":")[0] if isinstance(value, str) else "",
)
def test_what_cannot_be_is_impossible_and_what_seldom_is_gets_a_question(
    book: RuleBook, left: dict[str, HandLeft], doubt: str
) -> None:
    assert [told for told in about(book, **left) if told.startswith(doubt)]


def test_where_the_blank_is_the_engine_nobody_has_it_left() -> None:
    (doubt, *_) = about(NINE, 0, Ana=NOTHING)

    assert doubt.startswith("blank-is-engine:1 1! Ana has 0 pips but did not go out. The 0-0 is in the")


def test_the_most_that_can_be_dealt_is_no_question_and_one_pip_more_is() -> None:
    assert [pips for pips in (49, 50) if about(SIX, Ana=HandLeft(pips))] == [50]


def test_subtotals_that_cannot_be_tiles_are_taken_as_numbers() -> None:
    assert about(NINE, Ana=HandLeft(80, parts=(40, 40))) == []


def test_the_whole_set_less_the_engine_is_the_most_that_can_be_left() -> None:
    assert not [told for told in about(NINE, Ana=HandLeft(477)) if told.startswith("more-than-the-set")]


@given(st.integers(2, 8), st.data())
def test_hands_that_can_be_dealt_are_never_called_impossible(players: int, data: st.DataObject) -> None:
    book = data.draw(st.sampled_from([NINE, TWELVE]))
    names = {seat: f"Player {seat}" for seat in range(players)}
    rest = [domino for domino in full_set(book.options.highest) if domino != tile(5, 5)]
    left_over = data.draw(st.lists(st.sampled_from(rest), unique=True, min_size=players, max_size=40))
    hands = {seat: tuple(left_over[seat::players]) for seat in names}
    left = {seat: HandLeft(count_hand(hand, book), tiles=hand) for seat, hand in hands.items()}

    assert not [doubt for doubt in doubts(book, 5, left, names) if doubt.is_impossible]
