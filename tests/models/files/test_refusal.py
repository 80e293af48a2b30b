"""A wrong field in a club file is refused, and the error says where it is; any other file is accepted as a whole."""

import copy
import gzip
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from msgspec import Struct

from models.files.club_reader import read_club
from models.files.fields import FileError, Name
from models.files.older_files import pin_file
from models.files.schema import VERSION
from models.ledger.clubs import Club
from models.play.changes import stop
from models.texts import say
from rules.names import tidy_name
from samples.pens import write
from tests.conftest import some
from tests.models.conftest import make_table
from tests.models.files.conftest import club_from, text_of
from tests.shown import Facts

# A club with a line of every kind, tracked rounds, released hands, and tournaments with every act of a referee.
OLDER = Path(__file__).parents[2] / "history" / "0.6.0" / "club.json.gz"
FACTS = json.loads(gzip.decompress(OLDER.read_bytes()))
pin_file(FACTS)
FACTS["roundhouse"] = VERSION
FACTS["nights"][0]["games"][0]["seats"][0]["colour"] = "red"
WRITTEN = json.dumps(FACTS)
GAME, SHEET = "nights[0].games[0]", "nights[0].games[0].lines"
KEPT, CUP = "nights[2].games[0].kept[0]", "tournaments[0]"
GONE = object()


def wrong(facts: Facts, *path: str | int, to: object) -> Facts:
    """A copy of a file with a different value at this path."""
    changed = copy.deepcopy(facts)
    *above, last = path
    found(changed, above)[last] = to
    return changed


def steps(place: str) -> list[str | int]:
    """The names and numbers that lead to a place in a file."""
    return [int(step) if step.isdecimal() else step for step in place.replace("[", ".").replace("]", "").split(".")]


def changed(place: str, to: object) -> str:
    """The file with a different value at this place."""
    facts = wrong(FACTS, *steps(place), to=to)
    if to is GONE:
        *path, last = steps(place)
        del found(facts, path)[last]
    return json.dumps(facts)


def found(facts: Any, path: Iterable[str | int]) -> Any:
    """The part of a file at this path."""
    for step in path:
        facts = facts[step]
    return facts


def whole(least: int, most: int) -> str:
    """The sentence for a number outside these limits."""
    return say("file.a-number", least=least, most=most)


# Places with values that are wrong there, the place that is named, and words of the sentence.
TABLE: list[tuple[str, list[object], str, str]] = [
    ("club", [GONE], "club", "missing"),
    ("club.ref", ["a b", "abc\n"], "club.ref", "letters and digits"),
    ("club.name", [" \t "], "club.name", "a name"),
    ("club.name", ["A\ud800"], "club.name", "cannot be shown"),
    ("club.founded_at", ["yesterday", "0001-01-01T00:00:00+14:00"], "club.founded_at", "a time with its time zone"),
    ("club.founded_at", ["9999-12-31T23:59:59-14:00"], "club.founded_at", "a time with its time zone"),
    ("club.founded_at", ["2026-03-05T19:30:00"], "club.founded_at", "a time with its time zone"),
    ("players", [{}], "players", "a list"),
    ("players[1]", ["Ana"], "players[1]", "an object"),
    ("players[0].name", ["A\x00"], "players[0].name", "cannot be shown"),
    ("players[2].joined_at", [GONE], "players[2].joined_at", "missing"),
    ("players[0].short_name", ["Featherst", "\u0958" * 8], "players[0].short_name", "this has to be text, at most 8"),
    ("players[0].short_name", ["\u200b", "A\ue000", " \t "], "players[0].short_name", "this has to be a name"),
    ("players[0].name", ["\u0958" * 40], "players[0].name", "this has to be text, at most 40"),
    ("players[2].archived_at", [0], "players[2].archived_at", "this has to be text, at most"),
    ("house_rules[0].rules", ["double-ten"], "house_rules[0].rules", "double-ten"),
    ("house_rules[1].was_called", [""], "house_rules[1].was_called", "a name"),
    ("nights[0].date", ["2026-02-30", "9999-12-31"], "nights[0].date", "a date"),
    ("nights[0].notes[0].text", ["x" * 2001], "nights[0].notes[0].text", "at most 2000"),
    ("nights[0].notes[0].by", [None], "nights[0].notes[0].by", "this has to be text."),
    ("nights[1].games", [None], "nights[1].games", "a list"),
    (f"{GAME}.engines", [[9, 8.0], "9"], f"{GAME}.engines", "a list"),
    (f"{GAME}.rules", ["double-ten"], f"{GAME}.rules", "double-ten"),
    (f"{GAME}.engines", [[9, 9], [-1]], f"{GAME}.engines", ""),
    (f"{GAME}.seats[1].place", [17], f"{GAME}.seats[1].place", "16 at most"),
    (f"{GAME}.seats[1].place", [1], f"{GAME}.seats", "each for a different player"),
    (f"{GAME}.seats[1].colour", ["beige"], f"{GAME}.seats[1].colour", "not one of the values allowed"),
    (f"{GAME}.seats[1].colour", ["red"], f"{GAME}.seats", "markers of the same color"),
    (f"{GAME}.seats[1].player", ["Ana"], f"{GAME}.seats", "each for a different player"),
    (f"{GAME}.seats[1].player", ["Nobody"], f"{GAME}.seats[1].player", "Nobody"),
    (f"{GAME}.seats", [[]], f"{GAME}.seats", "two seats"),
    (f"{SHEET}[0].kind", ["guess", "\ud800"], f"{SHEET}[0].kind", "not one of the values allowed"),
    (f"{SHEET}[0].kind", [[]], f"{SHEET}[0].kind", "this has to be text"),
    (f"{SHEET}[0].by", ["\ud800"], f"{SHEET}[0].by", "cannot be shown"),
    (f"{SHEET}[0].pips", ["\ud800", True, 27.0, float("nan"), None], f"{SHEET}[0].pips", "a whole number."),
    (f"{SHEET}[0].pips", [10**9], f"{SHEET}[0].pips", "99999 at most"),
    (f"{SHEET}[0].strikes", [1], f"{SHEET}[0].strikes", "a line of type score cannot have this"),
    (f"{SHEET}[0].round", [10**30], f"{SHEET}[0].round", "999 at most"),
    (f"{SHEET}[0].round", [GONE], f"{SHEET}[0].round", "missing"),
    (f"{SHEET}[0].seat", [0], f"{SHEET}[0].seat", "1 or more"),
    (f"{SHEET}[0].seat", [6], f"{SHEET}[0].seat", whole(1, 5)),
    (f"{SHEET}[0].text", ["77-88"], f"{SHEET}[0].text", "no sense"),
    (f"{SHEET}[0].out", [True], f"{SHEET}[0].pips", "no pips left"),
    (f"{SHEET}[5].entry", [7], f"{SHEET}[5].entry", whole(1, 6)),
    (f"{SHEET}[6].text", ["late"], f"{SHEET}[6].text", "a line of type arrive cannot have this"),
    (f"{SHEET}[12].text", ["2 1 3 4 6", "1 1"], f"{SHEET}[12].text", "no sense"),
    (f"{SHEET}[18].strikes", [GONE], f"{SHEET}[18].strikes", "missing"),
    (f"{SHEET}[18].strikes", [19], f"{SHEET}[18].strikes", whole(1, 18)),
    (f"{SHEET}[28].text", ["double-nine"], f"{SHEET}[28].text", "no sense"),
    (f"{SHEET}[32].pips", [0], f"{SHEET}[32].pips", "a line of type stop cannot have this"),
    (f"{SHEET}[33].text", ["2026-03-12 ../x", "2026-03-12 a b"], f"{SHEET}[33].text", "no sense"),
    (f"{KEPT}.round", [0], f"{KEPT}.round", "1 or more"),
    (f"{KEPT}.round", [1000], f"{KEPT}.round", "999 at most"),
    (f"{KEPT}.lines[0].text", ["nonsense"], f"{KEPT}.lines[0].text", ""),
    (f"{KEPT}.lines[0].seats", [[1, 2, 3, 3]], f"{KEPT}.lines[0].seats", "two seats"),
    (f"{KEPT}.lines[0].seats", [[1, 2], [[1], 2, 3, 4]], f"{KEPT}.lines[0].seats", ""),
    (f"{KEPT}.lines[1].seats", [[1]], f"{KEPT}.lines[1].seats", "two seats"),
    (f"{KEPT}.lines[1].strikes", [1], f"{KEPT}.lines[1].strikes", "a line of type move cannot have this"),
    (f"{KEPT}.lines[1].text", ["Z 9-4@A", "A 9"], f"{KEPT}.lines[1].text", ""),
    (f"{KEPT}.lines[1].after", [2], f"{KEPT}.lines[1].after", whole(1, 1)),
    (f"{KEPT}.lines[8].strikes", [None], f"{KEPT}.lines[8].strikes", "a whole number."),
    ("nights[2].games[0].hands[0].tiles", ["9-9 x"], "nights[2].games[0].hands[0].tiles", ""),
    ("nights[2].games[0].hands[0].seat", [5], "nights[2].games[0].hands[0].seat", whole(1, 4)),
    (f"{CUP}.format", ["chess"], f"{CUP}.format", "not one of the values allowed"),
    (f"{CUP}.name", [""], f"{CUP}.name", ""),
    (f"{CUP}.games", [0], f"{CUP}.games", ""),
    (f"{CUP}.largest", [9], f"{CUP}.largest", ""),
    (f"{CUP}.engines", [[12, 12], [13], []], f"{CUP}.engines", ""),
    (f"{CUP}.lot", ["x" * 21], f"{CUP}.lot", ""),
    (f"{CUP}.players[0]", ["Nobody", "Ben"], f"{CUP}.players", ""),
    (f"{CUP}.players", ["Ana"], f"{CUP}.players", ""),
    (f"{CUP}.tables[0].game", ["nowhere"], f"{CUP}.tables[0].game", ""),
    (f"{CUP}.tables[0].stage", [7], f"{CUP}.tables", ""),
    (f"{CUP}.tables[0].table", [2], f"{CUP}.tables", ""),
    (f"{CUP}.night", ["nowhere"], f"{CUP}.night", "something that is not in this file"),
    (f"{CUP}.players", [[1]], f"{CUP}.players", "a list"),
    (f"{CUP}.tables[0].stake", ["money"], f"{CUP}.tables[0].stake", "not one of the values allowed"),
    (f"{CUP}.lines[0].deed", ["dance"], f"{CUP}.lines[0].deed", ""),
    (f"{CUP}.lines[0].facts", [[]], f"{CUP}.lines[0].facts", ""),
    (f"{CUP}.lines[0].facts.entrants", [["1"]], f"{CUP}.lines[0].facts.entrants", ""),
    (f"{CUP}.lines[0].facts.entrants", [[99]], f"{CUP}.lines[0].facts.entrants", "a list"),
    (f"{CUP}.lines[1].facts.lot", [None], f"{CUP}.lines[1].facts.lot", "this has to be text."),
    (f"{CUP}.lines[1].facts.repeats", [-1], f"{CUP}.lines[1].facts.repeats", ""),
    (f"{CUP}.lines[1].stage", [9], f"{CUP}.lines", ""),
    (f"{CUP}.lines[3].reason", ["x" * 201], f"{CUP}.lines[3].reason", ""),
    (f"{CUP}.lines[4].facts.minutes", ["20"], f"{CUP}.lines[4].facts.minutes", ""),
    (f"{CUP}.lines[4].facts.minutes", [1441], f"{CUP}.lines[4].facts.minutes", "1440 at most"),
    (f"{CUP}.lines[5].facts.engines", [None], f"{CUP}.lines[5].facts.engines", ""),
    (f"{CUP}.lines[7].facts.players", [[0]], f"{CUP}.lines[7].facts.players", ""),
    (f"{CUP}.lines[7].facts.order", [[[5], [5]]], f"{CUP}.lines[7].facts.order", "a list"),
    (f"{CUP}.lines[8].facts.how", ["fists"], f"{CUP}.lines[8].facts.how", "not one of the values allowed"),
    (f"{CUP}.lines[9].facts.table", [0], f"{CUP}.lines[9].facts.table", "1 or more"),
]
WRONG = [(place, value, named, said) for place, values, named, said in TABLE for value in values]


@pytest.mark.parametrize(("place", "to", "named", "said"), WRONG)
def test_a_wrong_field_is_named_with_its_place(place: str, to: object, named: str, said: str) -> None:
    with pytest.raises(FileError) as refused:
        read_club(changed(place, to))

    where, _, reason = str(refused.value).partition(": ")
    assert where == named
    assert said in reason


# Values that a file may have although Roundhouse writes them differently.
TAKEN: list[tuple[str, object]] = [
    ("club.anything", {"a": [float("nan")]}),
    ("club.\ud800", 1),
    ("club.name", "  Ana’s \n table "),
    ("club.founded_at", "20260305T1930+0100"),
    ("house_rules[0].gone", "yes"),
    ("nights[0].date", "2026-W10-4"),
    (f"{SHEET}[0].out", 0),
    (f"{SHEET}[6].text", ""),
    (f"{SHEET}[32].seats", [1]),
    (f"{KEPT}.lines[1].seats", []),
    (f"{CUP}.lines[1].reason", GONE),
    (f"{CUP}.lines[6].facts.minutes", "x"),
    ("tournaments", []),
]
TAKEN += [(place, None) for place in ("players[0].archived_at", "players[0].short_name")]
TAKEN += [(f"{SHEET}[0].{name}", None) for name in ("strikes", "entry")]


@pytest.mark.parametrize(("place", "to"), TAKEN)
def test_what_is_written_otherwise_but_right_is_taken_in(place: str, to: object) -> None:
    text = changed(place, to)

    assert holds(read_club(text), json.loads(text))


NO_JSON = ["\ufeff" + WRITTEN, WRITTEN + "x", "[" * 100_000 + "]" * 100_000, "9" * 5000, "", "nonsense", "[" * 100_000]


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_is_refused_as_that(text: str) -> None:
    with pytest.raises(FileError, match="JSON"):
        read_club(text)


@pytest.mark.parametrize("text", ["[]", "{}", '{"roundhouse": 1}', json.dumps(FACTS | {"roundhouse": 4}), "1e999"])
def test_what_is_no_file_of_a_club_is_refused(text: str) -> None:
    with pytest.raises(FileError):
        read_club(text)


def test_a_round_is_kept_once() -> None:
    kept = found(FACTS, steps("nights[2].games[0].kept"))

    with pytest.raises(FileError, match=r"games\[0\].kept"):
        read_club(changed("nights[2].games[0].kept", [*kept, kept[0]]))


def test_a_table_that_was_struck_may_be_of_another_set() -> None:
    laid = found(FACTS, steps(f"{KEPT}.lines[0]"))
    strike = {"kind": "strike", "strikes": 1, "by": "Ana", "at": laid["at"]}

    read_club(changed(f"{KEPT}.lines", [laid | {"text": "double-six 6 A(4)/B(4)/C(4)/D(4)/M A1 11"}, strike]))


def test_a_sheet_of_more_than_the_rules_know_comes_in(sqlite_store: Flask) -> None:
    facts = json.loads(text_of(make_table("double-six", "Ana Ben").club))
    game = facts["nights"][0]["games"][0]
    facts["players"] += [dict(facts["players"][0], name=f"P{n}", ref=f"p{n}") for n in range(14)]
    game["seats"] += [{"player": f"P{n}", "place": n + 3} for n in range(14)]

    assert len(read_club(json.dumps(facts)).nights[0].games[0].seats) == 16


def test_of_a_field_that_stands_twice_the_last_counts() -> None:
    twice = WRITTEN.replace('"club": {', '"club": 5, "club": {', 1)

    assert read_club(twice) == read_club(WRITTEN)


def holds(taken: object, facts: Any) -> bool:
    """True if the result has everything in the file that the types know of."""
    match taken:
        case Struct():
            names = zip(taken.__struct_fields__, taken.__struct_encode_fields__, strict=True)
            pairs = [(getattr(taken, name), facts[written]) for name, written in names if written in facts]
            return all(holds(value, fact) for value, fact in pairs)
        case tuple():
            return len(taken) == len(facts) and all(map(holds, taken, facts))
        case datetime():
            return taken == datetime.fromisoformat(facts)
        case date():
            return taken == date.fromisoformat(facts)
        case Name():
            return taken == tidy_name(facts)
    return taken == facts or taken != taken


def places(facts: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a file that has a value."""
    inside: Iterable[tuple[str | int, object]] = ()
    if isinstance(facts, dict | list):
        inside = facts.items() if isinstance(facts, dict) else enumerate(facts)
    for name, value in inside:
        yield (*path, name)
        yield from places(value, (*path, name))


ODD: tuple[object, ...] = (None, "", 0, 1, -1, 99, 2**40, 1.5, True, [], {}, [1], [[1]])
ODD += ("1 1", "A 9-4@A", "2026-03-05", "\x00", "x" * 700)


def clubs_of_odd_files(facts: Facts, inside: str, luck: Random, tries: int) -> Iterator[Club]:
    """The clubs imported from files that each have one odd value: in the part `inside`, or anywhere if that is empty.

    Files that are refused are left out.
    """
    everywhere = list(places(facts[inside], (inside,)) if inside else places(facts))
    for _ in range(tries):
        try:
            club = club_from(json.dumps(wrong(facts, *luck.choice(everywhere), to=luck.choice(ODD))))
        except FileError:
            continue
        yield club


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_anything_changed_is_refused_or_comes_in_whole(sqlite_store: Flask, seed: int) -> None:
    """A changed value anywhere raises nothing but FileError.

    Every file that is read can be imported and exported again.
    """
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ana", stop)
    table.keep()
    table.move("A 9-7@A")

    odd_clubs = clubs_of_odd_files(json.loads(text_of(table.club)), "", Random(seed), 150)
    came = [read_club(text_of(club)) for club in odd_clubs]

    assert 0 < len(came) < 150


def exists(facts: object, where: str) -> bool:
    """True if a place is in a file, or could be a field of an object in it."""
    try:
        *path, last = steps(where)
        inside = found(facts, path)
        return isinstance(inside, dict) or inside[last] is not GONE
    except (LookupError, TypeError):
        return False


def test_a_file_with_anything_changed_is_refused_at_a_place_that_it_has_or_taken_in_whole() -> None:
    luck, everywhere, taken = Random(1), list(places(FACTS)), 0
    for _ in range(tries := some(600)):
        path, odd = luck.choice(everywhere), luck.choice([*ODD, found(FACTS, luck.choice(everywhere))])
        facts = wrong(FACTS, *path, to=odd)
        try:
            file = read_club(json.dumps(facts))
        except FileError as error:
            where = str(error).partition(": ")[0]
            assert exists(facts, where) or "does not add up" in where or "first field" in where, (path, odd, error)
        else:
            taken += 1
            assert holds(file, facts), (path, odd)
    assert 0 < taken < tries / 2
