"""Texts that could take quadratic time: each is read or refused in a moment, no matter who sends it."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, product

import pytest
from flask import Flask

from forms.people import read_people
from models.files.club_reader import read_club
from models.files.fields import FileError
from models.files.scores_reader import read_scores
from rules import RULE_BOOKS, NotationError, read_move, read_record
from rules.tile import read_tiles
from tests.phone import Phone

NINE = RULE_BOOKS["double-nine"]
# The processor's seconds that a reader may take; each of these texts took five seconds or more.
MOMENT = 2.0


@contextmanager
def in_a_moment() -> Iterator[None]:
    """Fail if the block takes more than a moment of processor time."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < MOMENT


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_move, "A " + "—" * 20 + " " * 20_000 + "x"),
        (read_move, "A " + "— " * 10_000 + "x"),
        (read_tiles, "9-4" + " " * 30_000 + "x"),
        (read_tiles, " -" * 15_000),
    ],
)
def test_a_long_move_or_hand_is_refused_in_a_moment(read: Callable[[str], object], text: str) -> None:
    with in_a_moment(), pytest.raises(NotationError):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        ("a" + " " * 397 + "x\n") * 49,
        "," * 9_990 + "a\n" + "a\n" * 5_000,
        "a\t" * 9_000 + "\n" + "b\n" * 400,
        ("a: " + "1 " * 190 + "x\n") * 49,
        ("R1: " + "a 1, " * 70 + "\n") * 49,
    ],
)
def test_a_table_of_scores_is_read_or_refused_in_a_moment(text: str) -> None:
    with in_a_moment():
        read_scores(text[:20_000], NINE)


@pytest.mark.parametrize("between", ["\x85", "\u2028", "\x0b", ""])
def test_a_record_with_a_key_of_thousands_of_parts_is_refused_in_a_moment(between: str) -> None:
    key = f'."{between}".'.join([".".join("a" * 600)] * 30)

    with in_a_moment(), pytest.raises(NotationError):
        read_record(f"{key} = 1\n")


def test_a_table_with_thousands_of_names_is_read_in_a_moment() -> None:
    names = (f"{''.join(letters)} 1" for letters in product("abcdefghijklmn", repeat=3))
    lines = "".join(f"R{number} {','.join(islice(names, 60))}\n" for number in range(1, 41))

    with in_a_moment():
        read_scores(lines + "x\n" * 150, NINE)


def test_a_club_file_with_names_of_thousands_of_marks_is_refused_in_a_moment() -> None:
    players = [{"name": "\u0f73" * 2000} for _ in range(20)]

    with in_a_moment(), pytest.raises(FileError):
        read_club(json.dumps({"roundhouse": 2, "players": players}))


@pytest.mark.parametrize("name", ["players-²", "players-" + "9" * 5000])
def test_a_form_with_a_field_that_no_form_has_is_refused(app: Flask, name: str) -> None:
    phone = Phone(app)
    phone.open("/start")

    assert phone.send(**{name: "Ana"}).status_code == 400


def test_a_list_of_headings_is_read_in_a_moment() -> None:
    with in_a_moment():
        assert read_people("a\n-\n" * 15_000).names == ["a"] * 15_000


@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_a_list_of_thousands_of_columns_is_read_in_a_moment(sign: str) -> None:
    with in_a_moment():
        assert read_people(f"{sign * 30_000}\n{sign * 30_000}").names == []


@pytest.mark.parametrize("field", ["move", "hand", "position"])
def test_an_address_with_a_far_too_long_field_is_refused(app: Flask, field: str) -> None:
    address = f"/rulings/ask?rules=double-nine&players=2&engine=9&{field}={'-' * 4001}"

    assert Phone(app).open(address).status_code == 413


@pytest.mark.parametrize("mark", ["1.", "•", "[ ]", "-"])
def test_a_mark_without_a_name_is_nobody(mark: str) -> None:
    assert read_people(f"1. Ana\n2. Ben\n{mark}\n").names == ["Ana", "Ben"]


@pytest.mark.parametrize("text", ["*", "***\n", "• •", "> *", "," * 9_990 + "a\n" + "a\n" * 5_000])
def test_marks_alone_and_far_too_many_columns_and_rows_are_no_table(text: str) -> None:
    assert "No table was found" in str(read_scores(text, NINE).wrong)


def test_a_penalty_beyond_all_pips_is_refused() -> None:
    table = read_scores("Round,Ana,Ben\n9-9,out,34\nPenalty,999999999,0\n", NINE)

    assert "999999999" in str(table.wrong)
