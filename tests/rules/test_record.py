"""Records: a round as TOML, read, written, and replayed up to a refused move."""

import pytest

from rules import NotationError, read_record, replay, write_position, write_record
from tests.conftest import sure

RECORD = """
rules = "double-nine"
engine = 9
first = "A"
seats = { A = "Ana", B = "Ben", C = "Cai" }
dealt = 10
hands = { C = "9-5 8-4 6-6 6-1 5-2 4-1 3-0 2-2 2-0 1-0" }
moves = ["A 9-7-3-3@A", "A done", "B --", "C 9-5@C", "C done", "A 8-3@A"]
"""


def changed(*pairs: tuple[str, str]) -> str:
    """The record with the first string of each pair replaced by the second."""
    text = RECORD
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_record_is_played_to_its_end() -> None:
    played = replay(read_record(RECORD))

    assert played.failure is None
    assert write_position(played.position) == "double-nine 9 A(6):9-7-3-3-8/B(10)*/C(9):9-5/M B2 24"


def test_a_record_is_written_as_it_is_read() -> None:
    record = read_record(RECORD)

    assert read_record(write_record(record)) == record


def test_names_of_any_kind_survive() -> None:
    record = read_record(changed(("Ana", 'An\\"a \\\\ \\u0007 محمد')))

    assert record.seats["A"] == 'An"a \\ \x07 محمد'
    assert read_record(write_record(record)) == record


def test_the_first_refused_move_stops_the_replay_with_its_ruling() -> None:
    played = replay(read_record(changed(('"A 8-3@A"', '"A 8-4@A", "B +"'))))

    failure = sure(played.failure)
    assert (failure.index, failure.ruling.reasons) == (5, ("no-match",))
    assert write_position(played.position).endswith("A2 24")


def test_a_known_hand_is_held_to_what_it_holds() -> None:
    failure = sure(replay(read_record(changed(("C 9-5@C", "C 9-6@C")))).failure)

    assert (failure.index, failure.ruling.reasons) == (3, ("tile-not-in-hand",))
    assert failure.ruling.explanation == "Cai does not have the 9-6."


def test_what_the_table_agreed_to_is_played_all_the_same() -> None:
    played = replay(read_record(changed(("C 9-5@C", "C 9-6@C !"))))

    assert played.failure is None
    assert "C(9):9-6" in write_position(played.position)


def test_after_a_draw_that_was_not_shown_the_hand_is_unknown() -> None:
    played = replay(read_record(changed(('"A 8-3@A"', '"A 8-3@A", "B 9-1@M", "C + !", "C 5-1@C"'))))

    assert played.failure is None


def test_a_table_picked_up_in_the_middle() -> None:
    start = 'start = "double-nine 9 A:9-7/B*/C:9-5/M A2 24"\nmoves = ["A 7-1@A"]'
    played = replay(read_record(RECORD.split("dealt")[0] + start))

    assert write_position(played.position) == "double-nine 9 A:9-7-1/B*/C:9-5/M B2 24"


def test_d12_2_2_who_put_the_engine_down_has_one_fewer() -> None:
    record = 'rules = "double-twelve"\nengine = 12\nfirst = "B"\nseats = { A = "Ana", B = "Ben" }\nmoves = []'

    assert write_position(read_record(record).begins) == "double-twelve 12 A(16)/B^(15)/M B1 59"


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (('"double-nine"', '"triple-nine"'), "rules: there is no rule set"),
        (("engine = 9", "engine = 12"), "engine: this set has no 12-12"),
        (("engine = 9", 'engine = "9"'), "engine has to be a number"),
        (("engine = 9", ""), "engine is missing"),
        (('first = "A"', 'first = "D"'), "first: there is no seat D"),
        (('B = "Ben"', 'D = "Ben"'), "seats: name two to eight"),
        (('B = "Ben"', "B = 3"), "seats: every seat needs a name"),
        (("dealt = 10", "dealt = 30"), "dealt: more tiles than the set has"),
        (("dealt = 10", "dealt = 0"), "dealt: write how many tiles each player took: at least one"),
        (("dealt = 10", "dealed = 10"), "dealed: there is no such key"),
        (('"9-5 8-4', '"9-9 8-4'), "a tile in a hand is already on the table"),
        (('"9-5 8-4', '"9-5 9-5'), "has a tile twice"),
        (('"9-5 8-4', '"9-5 12-4'), "one that is not in this set"),
        (('C = "9-5', 'D = "9-5'), "hands: .*D"),
        (("hands = {", 'hands = { B = "2-2 1-0",'), "two hands"),
        (("dealt = 10", "dealt = 10\nscores = { D = 5 }"), "scores: "),
        (("dealt = 10", "dealt = 10\nscores = { A = -5 }"), "scores: "),
        (("dealt = 10", 'start = "double-six 6 A/B/C/M A1 10"'), "start: "),
        (('"B --"', '"B fly"'), "moves: number 3: “fly”"),
        (('"B --"', "3"), "moves: number 3 is not text"),
        (('"B --"', '"B --'), "not TOML"),
    ],
)
def test_a_record_that_cannot_be_is_refused_by_its_key(pair: tuple[str, str], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_record(changed(pair))


@pytest.mark.parametrize("text", ["x" * 300_000, "a = " + "[" * 5000, "\x00", "rules = 3"])
def test_hostile_records_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_record(text)


def test_a_key_of_many_parts_is_refused_before_it_is_read_and_names_may_have_dots() -> None:
    with pytest.raises(NotationError, match="at most 640 dots"):
        read_record("a." * 29_000 + "a = 1")

    assert read_record(changed(('"Ben"', f'"{"." * 40}"'))).seats["B"] == "." * 40


def test_what_the_table_agreed_to_and_cannot_be_done_changes_nothing() -> None:
    played = replay(read_record(changed(("C 9-5@C", "C 8-4@C !"), ('"C done", ', ""), (', "A 8-3@A"', ""))))

    assert played.failure is None
    assert write_position(played.position).endswith("C(10)/M C1 24")


def test_more_players_than_the_set_has_tiles_for_are_refused_by_the_seats() -> None:
    seats = ", ".join(f'{seat} = "{seat}"' for seat in "ABCDEF")

    with pytest.raises(NotationError, match="seats: A double-six set has 27 tiles"):
        read_record(f'rules = "double-six"\nengine = 6\nfirst = "A"\nseats = {{ {seats} }}\nmoves = []')
