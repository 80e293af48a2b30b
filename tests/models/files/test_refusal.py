"""A wrong field in a club file is refused, and the error says where it is; any other file is accepted as a whole.

No database is needed.
"""

import gzip
import json
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from models.files.club_reader import read_club
from models.files.fields import FileError, Name
from models.files.older_files import pin_file
from models.files.schema import VERSION, ClubFile
from models.texts import say
from rules.names import tidy_name
from tests.conftest import some
from tests.models.files.test_club_reader import ODD, places, wrong

# A club with a line of every kind, tracked rounds, released hands, and tournaments with every act of a referee.
OLDER = Path(__file__).parents[2] / "history" / "0.6.0" / "club.json.gz"
FACTS = json.loads(gzip.decompress(OLDER.read_bytes()))
pin_file(FACTS)
FACTS["roundhouse"] = VERSION
WRITTEN = json.dumps(FACTS)
SHEET, KEPT, CUP = "nights[0].games[0].lines", "nights[2].games[0].kept[0]", "tournaments[0]"
GONE = object()


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


# A place, its value, the place that is named, and words of the sentence.
WRONG = [
    ("club", GONE, "club", "missing"),
    ("club.ref", "a b", "club.ref", "letters and digits"),
    ("club.ref", "abc\n", "club.ref", "letters and digits"),
    ("club.name", " \t ", "club.name", "a name"),
    ("club.name", "A\ud800", "club.name", "cannot be shown"),
    ("club.founded_at", "2026-03-05T19:30:00", "club.founded_at", "a time with its time zone"),
    ("players", {}, "players", "a list"),
    ("players[1]", "Ana", "players[1]", "an object"),
    ("players[0].name", "A\x00", "players[0].name", "cannot be shown"),
    ("players[2].joined_at", GONE, "players[2].joined_at", "missing"),
    ("players[0].short_name", "Featherst", "players[0].short_name", "this has to be text, at most 8"),
    ("players[0].short_name", "\u0958" * 8, "players[0].short_name", "this has to be text, at most 8"),
    ("players[0].short_name", "\u200b", "players[0].short_name", "this has to be a name"),
    ("players[0].short_name", "A\ue000", "players[0].short_name", "this has to be a name"),
    ("players[0].name", "\u0958" * 40, "players[0].name", "this has to be text, at most 40"),
    ("players[0].short_name", " \t ", "players[0].short_name", "this has to be a name"),
    ("players[2].archived_at", 0, "players[2].archived_at", "this has to be text, at most"),
    ("house_rules[0].rules", "double-ten", "house_rules[0].rules", "double-ten"),
    ("house_rules[1].was_called", "", "house_rules[1].was_called", "a name"),
    ("nights[0].date", "2026-02-30", "nights[0].date", "a date"),
    ("nights[0].notes[0].text", "x" * 2001, "nights[0].notes[0].text", "at most 2000"),
    ("nights[0].notes[0].by", None, "nights[0].notes[0].by", "this has to be text."),
    ("nights[1].games", None, "nights[1].games", "a list"),
    ("nights[0].games[0].engines", [9, 8.0], "nights[0].games[0].engines", "a list"),
    ("nights[0].games[0].engines", [-1], "nights[0].games[0].engines", ""),
    ("nights[0].games[0].seats[1].place", 17, "nights[0].games[0].seats[1].place", "16 at most"),
    ("nights[0].games[0].seats[1].player", "Nobody", "nights[0].games[0].seats[1].player", "Nobody"),
    ("nights[0].games[0].seats", [], "nights[0].games[0].seats", "two seats"),
    (f"{SHEET}[0].kind", "guess", f"{SHEET}[0].kind", "not one of the values allowed"),
    (f"{SHEET}[0].kind", [], f"{SHEET}[0].kind", "this has to be text"),
    (f"{SHEET}[0].kind", "\ud800", f"{SHEET}[0].kind", "not one of the values allowed"),
    (f"{SHEET}[0].by", "\ud800", f"{SHEET}[0].by", "cannot be shown"),
    (f"{SHEET}[0].pips", "\ud800", f"{SHEET}[0].pips", "a whole number."),
    (f"{SHEET}[0].pips", True, f"{SHEET}[0].pips", "a whole number."),
    (f"{SHEET}[0].pips", 27.0, f"{SHEET}[0].pips", "a whole number."),
    (f"{SHEET}[0].pips", float("nan"), f"{SHEET}[0].pips", "a whole number."),
    (f"{SHEET}[0].round", 10**30, f"{SHEET}[0].round", "999 at most"),
    (f"{SHEET}[0].round", GONE, f"{SHEET}[0].round", "missing"),
    (f"{SHEET}[0].seat", 0, f"{SHEET}[0].seat", "1 or more"),
    (f"{SHEET}[0].seat", 6, f"{SHEET}[0].seat", whole(1, 5)),
    (f"{SHEET}[0].text", "77-88", f"{SHEET}[0].text", "no sense"),
    (f"{SHEET}[0].out", True, f"{SHEET}[0].pips", "no pips left"),
    (f"{SHEET}[5].entry", 7, f"{SHEET}[5].entry", whole(1, 6)),
    (f"{SHEET}[6].text", "late", f"{SHEET}[6].text", "a line of type arrive cannot have this"),
    (f"{SHEET}[12].text", "2 1 3 4 6", f"{SHEET}[12].text", "no sense"),
    (f"{SHEET}[18].strikes", 19, f"{SHEET}[18].strikes", whole(1, 18)),
    (f"{SHEET}[28].text", "double-nine", f"{SHEET}[28].text", "no sense"),
    (f"{SHEET}[32].pips", 0, f"{SHEET}[32].pips", "a line of type stop cannot have this"),
    (f"{SHEET}[33].text", "2026-03-12 ../x", f"{SHEET}[33].text", "no sense"),
    (f"{KEPT}.round", 1000, f"{KEPT}.round", "999 at most"),
    (f"{KEPT}.lines[0].text", "nonsense", f"{KEPT}.lines[0].text", ""),
    (f"{KEPT}.lines[0].seats", [1, 2, 3, 3], f"{KEPT}.lines[0].seats", "two seats"),
    (f"{KEPT}.lines[1].text", "A 9", f"{KEPT}.lines[1].text", ""),
    (f"{KEPT}.lines[1].after", 2, f"{KEPT}.lines[1].after", whole(1, 1)),
    (f"{KEPT}.lines[8].strikes", None, f"{KEPT}.lines[8].strikes", "a whole number."),
    ("nights[2].games[0].hands[0].tiles", "9-9 x", "nights[2].games[0].hands[0].tiles", ""),
    ("nights[2].games[0].hands[0].seat", 5, "nights[2].games[0].hands[0].seat", whole(1, 4)),
    (f"{CUP}.format", "chess", f"{CUP}.format", "not one of the values allowed"),
    (f"{CUP}.night", "nowhere", f"{CUP}.night", "something that is not in this file"),
    (f"{CUP}.players", [1], f"{CUP}.players", "a list"),
    (f"{CUP}.tables[0].stake", "money", f"{CUP}.tables[0].stake", "not one of the values allowed"),
    (f"{CUP}.lines[0].facts.entrants", [99], f"{CUP}.lines[0].facts.entrants", "a list"),
    (f"{CUP}.lines[1].facts.lot", None, f"{CUP}.lines[1].facts.lot", "this has to be text."),
    (f"{CUP}.lines[4].facts.minutes", 1441, f"{CUP}.lines[4].facts.minutes", "1440 at most"),
    (f"{CUP}.lines[7].facts.order", [[5], [5]], f"{CUP}.lines[7].facts.order", "a list"),
    (f"{CUP}.lines[8].facts.how", "fists", f"{CUP}.lines[8].facts.how", "not one of the values allowed"),
    (f"{CUP}.lines[9].facts.table", 0, f"{CUP}.lines[9].facts.table", "1 or more"),
]


@pytest.mark.parametrize(("place", "to", "named", "said"), WRONG)
def test_a_wrong_field_is_named_with_its_place(place: str, to: object, named: str, said: str) -> None:
    with pytest.raises(FileError) as refused:
        read_club(changed(place, to))

    where, _, reason = str(refused.value).partition(": ")
    assert where == named
    assert said in reason


# Values that a file may have although Roundhouse writes them differently.
TAKEN = [
    ("club.anything", {"a": [float("nan")]}),
    ("club.\ud800", 1),
    ("club.name", "  Ana’s \n table "),
    ("club.founded_at", "20260305T1930+0100"),
    ("players[0].archived_at", None),
    ("players[0].short_name", None),
    ("house_rules[0].gone", "yes"),
    ("nights[0].date", "2026-W10-4"),
    (f"{SHEET}[0].out", 0),
    (f"{SHEET}[0].strikes", None),
    (f"{SHEET}[0].entry", None),
    (f"{SHEET}[6].text", ""),
    (f"{SHEET}[32].seats", [1]),
    (f"{KEPT}.lines[1].seats", []),
    (f"{CUP}.lines[1].reason", GONE),
    (f"{CUP}.lines[6].facts.minutes", "x"),
    ("tournaments", []),
]


@pytest.mark.parametrize(("place", "to"), TAKEN)
def test_what_is_written_otherwise_but_right_is_taken_in(place: str, to: object) -> None:
    text = changed(place, to)

    assert holds(read_club(text), json.loads(text))


@pytest.mark.parametrize("text", ["\ufeff" + WRITTEN, WRITTEN + "x", "[" * 100_000 + "]" * 100_000, "9" * 5000])
def test_what_is_no_json_is_refused_as_that(text: str) -> None:
    with pytest.raises(FileError, match="JSON"):
        read_club(text)


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


def exists(facts: object, where: str) -> bool:
    """True if a place is in a file, or could be a field of an object in it."""
    try:
        *path, last = steps(where)
        inside = found(facts, path)
        return isinstance(inside, dict) or inside[last] is not GONE
    except (LookupError, TypeError):
        return False


def test_a_file_with_anything_changed_is_refused_at_a_place_that_it_has_or_taken_in_whole() -> None:
    luck, everywhere, refused, taken = Random(1), list(places(FACTS)), 0, 0
    for _ in range(tries := some(600)):
        path, odd = luck.choice(everywhere), luck.choice([*ODD, found(FACTS, luck.choice(everywhere))])
        facts = wrong(FACTS, *path, to=odd)
        try:
            file = read_club(json.dumps(facts))
        except FileError as error:
            refused += 1
            where = str(error).partition(": ")[0]
            assert exists(facts, where) or "does not add up" in where or "first field" in where, (path, odd, error)
        else:
            taken += 1
            assert isinstance(file, ClubFile)
            assert holds(file, facts), (path, odd)
    assert refused + taken == tries
    assert refused > taken > 0
