"""Reading a club file: an error says where the wrong field is, and no file raises any other error."""

import copy
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.fields import FileError
from models.ledger.clubs import Club
from models.ledger.seats import Colour, set_colours
from models.play.changes import stop
from samples.pens import write
from tests.conftest import on_a_new_file
from tests.models.conftest import make_table
from tests.models.files.test_club_file import text_of
from tests.shown import Facts


def wrong(facts: Facts, *path: str | int, to: object) -> Facts:
    """A copy of a file with a different value at this path."""
    changed = copy.deepcopy(facts)
    at: Any = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return changed


GAME = ("nights", 0, "games", 0)


@pytest.fixture(scope="module")
def written(sqlite_base: Flask, empty_sqlite: Path) -> str:
    """The file of a club with a game, made once: reading a file needs no database."""
    with on_a_new_file(sqlite_base, empty_sqlite) as app, app.app_context():
        table = make_table()
        table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
        set_colours({table.seats["Ana"]: Colour.RED})
        table.keep()
        table.move("A 9-7@A")
        return text_of(table.club)


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        (("roundhouse",), 4, "roundhouse"),
        (("club", "name"), "", "club.name: this has to be a name"),
        (("club", "founded_at"), "yesterday", "club.founded_at: this has to be a time with its time zone"),
        (("players", 0, "name"), "x" * 41, "players[0].name: this has to be text, at most 40"),
        (("players", 0, "name"), "A\u0007", "cannot be shown"),
        (("players", 0, "ref"), "../x", "letters and digits"),
        (("nights", 0, "date"), "2026-13-01", "nights[0].date: this has to be a date"),
        ((*GAME, "rules"), "double-ten", "nights[0].games[0].rules"),
        ((*GAME, "engines"), [9, 9], "nights[0].games[0].engines"),
        ((*GAME, "engines"), "9", "a list"),
        ((*GAME, "seats", 0, "player"), "Zoe", "Zoe is not one of the players"),
        ((*GAME, "seats", 1, "player"), "Ana", "each for a different player"),
        ((*GAME, "lines", 0, "kind"), "guess", "this is not one of the values allowed here"),
        ((*GAME, "lines", 0, "seat"), 9, "from 1 to 4"),
        ((*GAME, "lines", 0, "pips"), "34", "this has to be a whole number."),
        ((*GAME, "lines", 0, "pips"), 10**9, "this can be 99999 at most."),
        ((*GAME, "lines", 0, "pips"), None, "this has to be a whole number."),
        ((*GAME, "lines", 0, "strikes"), 1, "a line of type score cannot have this"),
        ((*GAME, "lines", 0, "text"), "77-88", "makes no sense"),
        ((*GAME, "lines", 1, "entry"), 9, "from 1 to 2"),
        ((*GAME, "kept", 0, "lines", 1, "text"), "Z 9-4@A", "kept[0].lines[1].text"),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [1, 2], "seats"),
        ((*GAME, "kept", 0, "round"), 0, "this has to be 1 or more."),
        ((*GAME, "lines", 2, "round"), None, "this has to be a whole number."),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [1, 1, 2, 3], "seats"),
        ((*GAME, "kept", 0, "lines", 1, "seats"), [1], "seats"),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [[1], 2, 3, 4], "seats"),
        ((*GAME, "started_at"), "0001-01-01T00:00:00+14:00", "a time with its time zone"),
        ((*GAME, "started_at"), "9999-12-31T23:59:59-14:00", "a time with its time zone"),
        ((*GAME, "started_at"), "2026-01-01T00:00:00", "a time with its time zone"),
        (("nights", 0, "date"), "9999-12-31", "a date"),
        (
            (*GAME, "lines", 0),
            {"kind": "go-on", "text": "2026-01-01 ../../a", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "go-on", "text": "2026-01-01 a b", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "seating", "text": "1 1", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "rules", "text": "double-six", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "strike", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "strikes: this field is missing.",
        ),
        (
            (*GAME, "lines", 1, "strikes"),
            1,
            "nights[0].games[0].lines[1].strikes: a line of type score cannot have this",
        ),
        ((*GAME, "kept", 0, "lines", 1, "strikes"), 1, "a line of type move cannot have this"),
        (
            (*GAME, "lines", 0),
            {"kind": "stop", "pips": 3, "by": "x", "at": "2026-01-01T00:00:00Z"},
            "a line of type stop cannot have this",
        ),
        ((*GAME, "seats", 1, "place"), 1, "each for a different player"),
        ((*GAME, "seats", 1, "colour"), "beige", "seats[1].colour"),
        ((*GAME, "seats", 1), {"player": "Ben", "place": 2, "colour": "red"}, "markers of the same color"),
        (("nights",), {}, "nights: this has to be a list"),
        (("nights", 0), [], "nights[0]"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    written: str,
    path: tuple[str | int, ...],
    to: object,
    said: str,
) -> None:
    facts = wrong(json.loads(written), *path, to=to)

    with pytest.raises(FileError) as refused:
        read_club(json.dumps(facts))

    assert said in str(refused.value)


def places(facts: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a file that has a value."""
    inside: Iterable[tuple[str | int, object]] = ()
    if isinstance(facts, dict | list):
        inside = facts.items() if isinstance(facts, dict) else enumerate(facts)
    for name, value in inside:
        yield (*path, name)
        yield from places(value, (*path, name))


ODD: list[object] = [
    None,
    "",
    0,
    1,
    -1,
    99,
    2**40,
    1.5,
    True,
    [],
    {},
    [1],
    [[1]],
    "1 1",
    "A 9-4@A",
    "2026-03-05",
    "\x00",
    "x" * 700,
]


def clubs_of_odd_files(facts: Facts, inside: str, luck: Random, tries: int) -> Iterator[Club]:
    """The clubs imported from files that each have one odd value: in the part `inside`, or anywhere if that is empty.

    Files that are refused are left out.
    """
    everywhere = list(places(facts[inside], (inside,)) if inside else places(facts))
    for _ in range(tries):
        changed = wrong(facts, *luck.choice(everywhere), to=luck.choice(ODD))
        try:
            file = read_club(json.dumps(changed))
            club = create_club_from_file(file)
            import_club(file, club)
        except FileError:
            continue
        yield club


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_anything_changed_is_refused_or_comes_in_whole(sqlite_store: Flask, seed: int) -> None:
    """A changed value anywhere raises nothing but FileError.

    Every file that is read can be imported and exported again.
    """
    luck = Random(seed)
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ana", stop)
    table.keep()
    table.move("A 9-7@A")
    facts = json.loads(text_of(table.club))
    came = 0
    for club in clubs_of_odd_files(facts, "", luck, 150):
        came += 1
        read_club(text_of(club))
    assert 0 < came < 150


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", "[" * 100_000, '{"roundhouse": 1}', "1e999"])
def test_what_is_no_file_of_a_club_is_refused(text: str) -> None:
    with pytest.raises(FileError):
        read_club(text)


def test_a_sheet_of_more_than_the_rules_know_comes_in(sqlite_store: Flask) -> None:
    facts = json.loads(text_of(make_table("double-six", "Ana Ben").club))
    game = facts["nights"][0]["games"][0]
    facts["players"] += [dict(facts["players"][0], name=f"P{n}", ref=f"p{n}") for n in range(14)]
    game["seats"] += [{"player": f"P{n}", "place": n + 3} for n in range(14)]

    assert len(read_club(json.dumps(facts)).nights[0].games[0].seats) == 16


def test_a_round_is_kept_once(written: str) -> None:
    facts = json.loads(written)
    kept = facts["nights"][0]["games"][0]["kept"]
    kept.append(kept[0])

    with pytest.raises(FileError, match=r"games\[0\].kept"):
        read_club(json.dumps(facts))


def test_a_table_that_was_struck_may_be_of_another_set(written: str) -> None:
    facts = json.loads(written)
    (kept,) = facts["nights"][0]["games"][0]["kept"]
    laid = kept["lines"][0]
    signed = {name: laid[name] for name in ("by", "at")}
    kept["lines"] = [laid, {"kind": "strike", "strikes": 1, **signed}]

    assert read_club(json.dumps(facts)).nights[0].games[0].kept[0].round == 1
