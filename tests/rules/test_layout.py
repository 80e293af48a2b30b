"""A table entered by hand: trains as people write them, and every kind of train that is impossible."""

from dataclasses import replace
from typing import Any

import pytest

from rules import RULE_BOOKS, NotationError, read_position, tile, write_position
from rules.table.layout import Layout, LayoutError, grow_train, lay_out, turn_of
from rules.table.position import Train, Turn

NAMES = {"A": "Ana", "B": "Ben"}
TABLE = Layout(
    book=RULE_BOOKS["double-nine"],
    engine=9,
    trains=((Train("A", count=5), "9-7 3-7 3-3"), (Train("B", has_marker=True), "9-4"), (Train("M"), "9 1 6")),
    first="A",
    turn=Turn(seat="B", number=2),
    boneyard=12,
)


def put(**trains: str) -> Layout:
    """The table with these trains changed."""
    return replace(TABLE, trains=[(train, trains.get(train.name, path)) for train, path in TABLE.trains])


def test_a_table_is_laid_out_from_its_trains() -> None:
    assert write_position(lay_out(TABLE, NAMES)) == "double-nine 9 A(5):9-7-3-3/B*:9-4/M:9-1-6 B2 12"


@pytest.mark.parametrize(
    "text", ["double-nine 9 A(5):9-7-3-3/B^*:9-4/M:9-1-6 B2!+5-4 12", "double-six 6 A(3)/B/M A1 ?"]
)
def test_a_table_that_is_laid_out_is_the_one_that_is_read(text: str) -> None:
    position = read_position(text)
    trains = [(train._replace(path=()), "-".join(map(str, train.path))) for train in position.trains]
    given = {name: getattr(position, name) for name in ("book", "engine", "first", "boneyard")}

    assert lay_out(Layout(trains=trains, turn=position.whole_turn, **given), NAMES) == position


NO_TRAIN = "“nine” is not a train: write its pips, such as 9-7-3, or its tiles"


@pytest.mark.parametrize(
    ("trains", "wrong"),
    [
        ({"B": "9-3-7"}, {"B": "The 7-3 is already on Ana’s train."}),
        ({"M": "9-4"}, {"M": "The 9-4 is already on Ben’s train."}),
        ({"B": "9-1"}, {"M": "The 9-1 is already on Ben’s train."}),
        ({"B": "9-9"}, {"B": "The 9-9 is already in the middle."}),
        ({"B": "9-12"}, {"B": "This set has no 12-9."}),
        ({"B": "4-9"}, {"B": "a train starts at the engine, 9, not at 4"}),
        ({"A": "nine", "B": "9-5 4-1"}, {"A": NO_TRAIN, "B": "the 4-1 does not match the 5 before it"}),
    ],
)
def test_every_train_that_cannot_lie_so_is_named(trains: dict[str, str], wrong: dict[str, str]) -> None:
    with pytest.raises(LayoutError) as error:
        lay_out(put(**trains), NAMES)

    assert error.value.trains == wrong


def test_a_seat_without_a_name_is_called_by_its_letter() -> None:
    with pytest.raises(LayoutError, match="on B’s train"):
        lay_out(put(M="9-4"), {})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"boneyard": 56}, "boneyard “56” is not a number up to 55"),
        ({"boneyard": 55}, "67 tiles on the table, in hands and in the boneyard: the set has only 55"),
        ({"turn": Turn("B", 2, False, True, tile(9, 4))}, "turn “B2[+]9-4”: the 9-4 is already on the table"),
        ({"turn": Turn("B", 2, False, True, tile(12, 4))}, "turn “B2[+]12-4”: this set has no 12-4"),
    ],
)
def test_what_the_set_has_no_tiles_for_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(NotationError, match=why):
        lay_out(replace(TABLE, **changes), NAMES)


def test_what_is_owed_or_drawn_stays_in_the_same_turn_only() -> None:
    before = read_position("double-nine 9 A/B/M B3!+5-4 12")

    assert turn_of("B", False, before) == Turn("B", 3, True, True, tile(5, 4))
    assert turn_of("B", True, before) == Turn("B", 1)
    assert turn_of("A", False, before) == Turn("A", 2)
    assert turn_of("B", False, None) == Turn("B", 2)


def test_a_train_grows_by_a_number() -> None:
    grown = {("", 9): "9", ("", 4): "9-4", ("9", 9): "9-9", ("9-4", 2): "9-4-2", ("9-4 4-2", 2): "9-4-2-2"}

    assert {(text, pips): grow_train(text, 9, pips) for text, pips in grown} == grown


def test_a_train_that_cannot_be_read_does_not_grow() -> None:
    with pytest.raises(NotationError):
        grow_train("nine", 9, 4)
