"""Reading a club's file: every field is checked before anything is done with it."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, TypeVar

from models.base import LONGEST_NAME
from models.club_file import VERSION, Facts
from models.games import Game, Seated
from models.lines import LONGEST_TEXT, Kind, Written
from models.moves import MoveKind, Noted
from models.sheet import fold, read_left
from models.table import fold_table
from rules import BookError, DealError, NotationError, RuleBook, read_move, read_position, read_rules, read_tiles
from rules.deal import MOST_PLAYERS, read_engines, tiles_each
from rules.names import fold_name, tidy_name
from rules.notation import LONGEST
from rules.wording import say

_LONGEST_NOTE = 2000
_REF_LENGTH = 10
_MOST_PIPS = 99999
_MOST_ROUNDS = 999
_MOST_LINES = 100_000
_FIRST_YEAR, _LAST_YEAR = 1800, 3000

# What a line of each kind cannot do without, as the file and as the sheet call it.
_CELL = {"round": "round", "seat": "seat_id", "pips": "pips"}
_NEEDED = {
    Kind.SCORE: _CELL,
    Kind.PENALTY: _CELL,
    Kind.ARRIVE: _CELL,
    Kind.LEAVE: {"round": "round", "seat": "seat_id"},
    Kind.STRIKE: {"strikes": "strikes"},
}

T = TypeVar("T")


class FileError(ValueError):
    """Something in a file that cannot be read; its message says where and what."""


class FileNote(NamedTuple):
    """A note of a night."""

    text: str
    by: str
    at: datetime


class FileGame(NamedTuple):
    """A game: its own facts, the names at its seats with their places, its lines, the lines of its kept rounds, its hands.

    In lines, moves and hands a seat is its number in `seats`, counted from 1. `facts` are the game as the file has it.
    """

    ref: str
    rules: RuleBook
    engines: tuple[int, ...]
    started_at: datetime
    started_by: str
    seats: tuple[tuple[str, int | None], ...]
    lines: tuple[Facts, ...]
    moves: Mapping[int, tuple[Facts, ...]]
    hands: tuple[Facts, ...]
    facts: Facts


class FileNight(NamedTuple):
    """A night with its notes and games."""

    ref: str
    date: date
    started_at: datetime
    notes: tuple[FileNote, ...]
    games: tuple[FileGame, ...]


class FilePlayer(NamedTuple):
    """A player."""

    ref: str
    name: str
    joined_at: datetime
    archived_at: datetime | None


class FileRules(NamedTuple):
    """House rules that the club made."""

    name: str
    rules: RuleBook
    made_at: datetime
    made_by: str


class ClubFile(NamedTuple):
    """A whole file."""

    ref: str
    name: str
    founded_at: datetime
    players: tuple[FilePlayer, ...]
    house_rules: tuple[FileRules, ...]
    nights: tuple[FileNight, ...]


class _Fields:
    """One object of the file, and where it stands."""

    def __init__(self, facts: Any, where: str) -> None:
        if not isinstance(facts, dict):
            raise FileError(say("file.no-object", where=where or "file"))
        self.facts, self.where = facts, where

    def wrong(self, name: str, what: str) -> FileError:
        return FileError(say("file.wrong", where=f"{self.where}{name}", what=what))

    def text(self, name: str, longest: int, default: str | None = None) -> str:
        found = self.facts.get(name, default)
        if not isinstance(found, str) or len(found) > longest:
            raise self.wrong(name, say("file.a-text", longest=longest))
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in found if letter not in "\r\n\t"):
            raise self.wrong(name, say("file.printable"))
        return found

    def name(self, name: str) -> str:
        found = tidy_name(self.text(name, LONGEST_NAME))
        if not fold_name(found):
            raise self.wrong(name, say("file.a-name"))
        return found

    def number(self, name: str, least: int, most: int) -> int:
        found = self.facts.get(name)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise self.wrong(name, say("file.a-number", least=least, most=most))
        return found

    def perhaps(self, name: str, read: Callable[[str], T]) -> T | None:
        return read(name) if self.facts.get(name) is not None else None

    def moment(self, name: str) -> datetime:
        return self.read(name, _read_moment, "file.a-moment")

    def day(self, name: str) -> date:
        return self.read(name, _read_day, "file.a-day")

    def read(self, name: str, how: Callable[[str], T], what: str) -> T:
        """A text that something else can be read from."""
        text = self.text(name, LONGEST)
        try:
            return how(text)
        except (ValueError, OverflowError) as error:
            told = str(error) if isinstance(error, NotationError | BookError | DealError) else say(what)
            raise self.wrong(name, told) from error

    def list(self, name: str) -> list["_Fields"]:
        found = self.facts.get(name, [])
        if not isinstance(found, list) or len(found) > _MOST_LINES:
            raise self.wrong(name, say("file.a-list"))
        return [_Fields(one, f"{self.where}{name}[{number}].") for number, one in enumerate(found)]


def _read_moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None or not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found.astimezone(UTC)


def _read_day(text: str) -> date:
    found = date.fromisoformat(text)
    if not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found


def read_club(text: str) -> ClubFile:
    """What a file holds. Raises FileError, which says where it cannot be read."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(say("file.no-json")) from error
    file = _Fields(facts, "")
    if file.facts.get("roundhouse") != VERSION:
        raise FileError(say("file.other-version", version=VERSION))
    club = _Fields(file.facts.get("club"), "club.")
    players = tuple(
        FilePlayer(_ref(one), one.name("name"), one.moment("joined_at"), one.perhaps("archived_at", one.moment))
        for one in file.list("players")
    )
    made = tuple(
        FileRules(one.name("name"), _rules(one), one.moment("made_at"), one.text("made_by", LONGEST_NAME))
        for one in file.list("house_rules")
    )
    names = {fold_name(player.name) for player in players}
    nights = tuple(_night(one, names) for one in file.list("nights"))
    return ClubFile(_ref(club), club.name("name"), club.moment("founded_at"), players, made, nights)


def _ref(one: _Fields) -> str:
    return one.read("ref", _read_ref, "file.a-ref")


def _read_ref(text: str) -> str:
    if not (text.isascii() and text.isalnum() and len(text) <= _REF_LENGTH):
        raise ValueError(text)
    return text


def _rules(one: _Fields) -> RuleBook:
    return one.read("rules", read_rules, "file.a-text")


def _night(one: _Fields, names: set[str]) -> FileNight:
    notes = tuple(
        FileNote(note.text("text", _LONGEST_NOTE), note.text("by", LONGEST_NAME), note.moment("at"))
        for note in one.list("notes")
    )
    games = tuple(_game(game, names) for game in one.list("games"))
    return FileNight(_ref(one), one.day("date"), one.moment("started_at"), notes, games)


def _game(one: _Fields, names: set[str]) -> FileGame:
    book = _rules(one)
    engines = one.facts.get("engines")
    if not isinstance(engines, list) or not engines or not all(type(engine) is int for engine in engines):
        raise one.wrong("engines", say("file.a-list"))
    try:
        engines = read_engines(" ".join(map(str, engines)), book)
    except DealError as error:
        raise one.wrong("engines", str(error)) from error
    seats = tuple(_seat(seat) for seat in one.list("seats"))
    for number, (name, _) in enumerate(seats):
        if fold_name(name) not in names:
            raise one.wrong(f"seats[{number}].player", say("file.no-player", name=name))
    places = [place for _, place in seats if place is not None]
    if len({fold_name(name) for name, _ in seats}) < len(seats) or len(set(places)) < len(places) or len(seats) < 2:
        raise one.wrong("seats", say("file.seats"))
    lines = one.list("lines")
    kept = {round.number("round", 1, _MOST_ROUNDS): round.list("lines") for round in one.list("kept")}
    if len(kept) < len(one.list("kept")):
        raise one.wrong("kept", say("file.a-round-twice"))
    game = FileGame(
        _ref(one),
        book,
        engines,
        one.moment("started_at"),
        one.text("started_by", LONGEST_NAME),
        seats,
        tuple(_line(line, number, len(seats)) for number, line in enumerate(lines, 1)),
        {
            round: tuple(_move(line, number, len(seats)) for number, line in enumerate(entered, 1))
            for round, entered in kept.items()
        },
        tuple(_hand(hand, len(seats)) for hand in one.list("hands")),
        one.facts,
    )
    _check_game(game)
    return game


def _check_game(one: FileGame) -> None:
    """What is in the file makes a sheet, and its kept rounds make tables. Raises FileError."""
    try:
        seats = [Seated(number, number, name, place) for number, (name, place) in enumerate(one.seats, 1)]
        lines = [Written._make(line[name] for name in Written._fields) for line in one.lines]
        sheet = fold(Game(rules=one.rules, engines=one.engines), seats, lines)
        tiles_each(sheet.book, max(len(round.here) for round in sheet.rounds))
        for entered in one.moves.values():
            told = ({**line, "seats": " ".join(map(str, line["seats"]))} for line in entered)
            noted = [Noted._make(line[name] for name in Noted._fields) for line in told]
            fold_table(noted, sheet.book, sheet.everybody)
    except (ValueError, LookupError, TypeError) as error:
        names = ", ".join(name for name, _ in one.seats)
        raise FileError(say("file.no-game", names=names, why=error)) from error


def _seat(one: _Fields) -> tuple[str, int | None]:
    return one.name("player"), one.perhaps("place", lambda name: one.number(name, 1, MOST_PLAYERS))


def _entered(one: _Fields, number: int) -> Facts:
    entry = one.perhaps("entry", lambda name: one.number(name, 1, number))
    strikes = one.perhaps("strikes", lambda name: one.number(name, 1, number - 1))
    by, at = one.text("by", LONGEST_NAME), one.moment("at")
    return {"number": number, "entry": entry or number, "strikes": strikes, "by": by, "at": at}


def _kind(one: _Fields, kinds: type[T]) -> T:
    return one.read("kind", kinds, "file.a-kind")


def _line(one: _Fields, number: int, seats: int) -> Facts:
    kind = _kind(one, Kind)
    text = one.text("text", LONGEST_TEXT, "")
    line = _entered(one, number) | {
        "kind": kind,
        "round": one.perhaps("round", lambda name: one.number(name, 1, _MOST_ROUNDS)),
        "seat_id": one.perhaps("seat", lambda name: one.number(name, 1, seats)),
        "pips": one.perhaps("pips", lambda name: one.number(name, 0, _MOST_PIPS)),
        "is_out": bool(one.facts.get("out")) if kind is Kind.SCORE else None,
        "text": text,
    }
    checks: dict[Kind, Callable[[], object]] = {
        Kind.SCORE: lambda: read_left(text, line["pips"] or 0, line["is_out"]),
        Kind.RULES: lambda: _check_rules(text),
        Kind.SEATING: lambda: _check_seating(text, seats),
        Kind.GO_ON: lambda: _check_night(text),
    }
    for name, column in _NEEDED.get(kind, {}).items():
        if line[column] is None:
            raise one.wrong(name, say("file.missing", kind=kind))
    if line["is_out"] and line["pips"]:
        raise one.wrong("pips", say("file.out-has-none"))
    try:
        checks.get(kind, lambda: None)()
    except (ValueError, IndexError) as error:
        raise one.wrong("text", say("file.no-sense", text=text[:40])) from error
    return line


def _check_night(text: str) -> None:
    if not text:
        return
    day, ref = text.split(" ")
    _read_day(day)
    _read_ref(ref)


def _check_rules(text: str) -> None:
    rules, engines = text.split(" ")
    read_engines(engines.replace("-", " "), read_rules(rules))


def _check_seating(text: str, seats: int) -> None:
    named = [int(seat) for seat in text.split(" ")]
    if not set(named) <= set(range(1, seats + 1)) or len(set(named)) < len(named):
        raise ValueError(text)


def _move(one: _Fields, number: int, seats: int) -> Facts:
    kind = _kind(one, MoveKind)
    if kind is MoveKind.MOVE:
        one.read("text", read_move, "file.a-text")
    at = one.facts.get("seats", [])
    position = one.read("text", read_position, "file.a-text") if kind is MoveKind.TABLE else None
    known = isinstance(at, list) and all(type(seat) is int and 1 <= seat <= seats for seat in at)
    if not known or len(set(at)) < len(at) or len(at) != (len(position.seats) if position else 0):
        raise one.wrong("seats", say("file.seats"))
    if kind is MoveKind.STRIKE and one.facts.get("strikes") is None:
        raise one.wrong("strikes", say("file.missing", kind=kind))
    return _entered(one, number) | {
        "kind": kind,
        "text": one.text("text", LONGEST, ""),
        "seats": at,
        "after": one.perhaps("after", lambda name: one.number(name, 1, number - 1)),
    }


def _hand(one: _Fields, seats: int) -> Facts:
    one.read("tiles", read_tiles, "file.a-text")
    return {
        "round": one.number("round", 1, _MOST_ROUNDS),
        "seat_id": one.number("seat", 1, seats),
        "tiles": one.text("tiles", LONGEST),
        "by": one.text("by", LONGEST_NAME),
        "at": one.moment("at"),
    }
