"""Hands followed move by move: a hand is known as long as every tile it gains is shown."""

from rules import Tile, read_move, read_position, read_tiles, replay
from rules.referee.replay import hands_after
from rules.table.record import read_record

BEGINS = read_position("double-nine 9 A/B/C/M A1 20")
HAND = read_tiles("9-7 7-4 1-0")


def test_a_hand_is_known_as_long_as_its_tiles_are() -> None:
    known: dict[tuple[str, ...], tuple[Tile, ...] | None] = {
        (): HAND,
        ("A 9-7-4@A", "A done"): read_tiles("1-0"),
        ("A +8-2",): read_tiles("9-7 7-4 1-0 8-2"),
        ("A +",): None,
        ("B 9-5@B", "B +"): HAND,
        ("A --",): HAND,
    }

    assert {moves: hands_after({"A": HAND}, map(read_move, moves), BEGINS).get("A") for moves in known} == known


FINISHED = """
rules = "double-nine"
engine = 9
first = "A"
seats = { A = "Ana", B = "Ben" }
start = "double-nine 9 A(2):9-7/B(1):9-4/M:9-2 B5 0"
hands = { A = "5-4 3-3", B = "4-0" }
moves = ["B 4-0@B"]
"""


def test_a_score_that_contradicts_a_known_hand_is_remarked() -> None:
    remarks = {
        "{ A = 15, B = 0 }": (),
        "{ A = 14, B = 0 }": ("Ana has 5-4 and 3-3, which is 15, not 14.",),
        "{ A = 15, B = 4 }": ("Ben has no tiles left, so the score is 0, not 4.",),
        "{}": (),
    }

    assert {scores: replay(read_record(f"{FINISHED}scores = {scores}")).remarks for scores in remarks} == remarks


def test_nothing_is_remarked_of_a_hand_that_nobody_knows() -> None:
    hidden = FINISHED.replace('A = "5-4 3-3", ', "")

    assert replay(read_record(f"{hidden}scores = {{ A = 14 }}")).remarks == ()
