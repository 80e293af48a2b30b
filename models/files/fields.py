"""The fields of a file that is brought in: each one is checked as it is read, and what is wrong is said with its place."""

import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from models.store.columns import LONGEST_NAME, REF_LENGTH
from models.texts import say
from rules import BookError, DealError, NotationError, RuleBook
from rules.names import fold_name, tidy_name
from rules.table.deal import check_engines
from rules.table.notation import LONGEST

_MOST_LINES = 100_000
_FIRST_YEAR, _LAST_YEAR = 1800, 3000

T = TypeVar("T")


class FileError(ValueError):
    """Something in a file that cannot be read; its message says where and what."""


class Fields:
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
        return self.read(name, read_day, "file.a-day")

    def read(self, name: str, how: Callable[[str], T], what: str) -> T:
        """A text that something else can be read from."""
        text = self.text(name, LONGEST)
        try:
            return how(text)
        except (ValueError, OverflowError) as error:
            told = str(error) if isinstance(error, NotationError | BookError | DealError) else say(what)
            raise self.wrong(name, told) from error

    def engines(self, book: RuleBook) -> tuple[int, ...]:
        """The doubles that start the rounds: each of this set, and once."""
        found = self.facts.get("engines")
        if not isinstance(found, list) or not found or not all(type(engine) is int for engine in found):
            raise self.wrong("engines", say("file.a-list"))
        try:
            check_engines(found, book)
        except DealError as error:
            raise self.wrong("engines", str(error)) from error
        return tuple(found)

    def list(self, name: str) -> list["Fields"]:
        found = self.facts.get(name, [])
        if not isinstance(found, list) or len(found) > _MOST_LINES:
            raise self.wrong(name, say("file.a-list"))
        return [Fields(one, f"{self.where}{name}[{number}].") for number, one in enumerate(found)]


def _read_moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None or not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found.astimezone(UTC)


def read_day(text: str) -> date:
    """A day as the file writes it. Raises ValueError."""
    found = date.fromisoformat(text)
    if not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found


def read_ref(one: Fields) -> str:
    """A name in an address."""
    return one.read("ref", check_ref, "file.a-ref")


def check_ref(text: str) -> str:
    """The same text, if it is such a name. Raises ValueError."""
    if not (text.isascii() and text.isalnum() and len(text) <= REF_LENGTH):
        raise ValueError(text)
    return text
