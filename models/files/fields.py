"""The fields that a club's file is made of, each with its limits: numbers, texts, and what is read from a text."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Annotated, Any, NamedTuple, TypeVar, dataclass_transform

from msgspec import Meta, Struct

from models.store.columns import LONGEST_NAME, REF_LENGTH
from models.texts import say
from rules import BookError, DealError, NotationError, RuleBook, read_rules
from rules.books.deal_table import MOST_PLAYERS
from rules.names import fold_name, tidy_name
from rules.table.deal import check_engines
from rules.table.notation import LONGEST

_FIRST_YEAR, _LAST_YEAR = 1800, 3000
# Every character but those that control a device, and halves of one.
PRINTABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]*$"

# The most things in a list.
MOST = 100_000
# For the schema: a field that is written even where it is empty.
ALWAYS: dict[str, object] = {"written": True}

T = TypeVar("T")


class FileError(ValueError):
    """Something in a file that cannot be read; its message says where and what."""


# Parts of a part are frozen too, which the library does not tell the type checker.
@dataclass_transform(frozen_default=True)
class Part(Struct, frozen=True):
    """An object of the file. Fields that it does not know are passed over."""


class Name(str):
    """A name, its letters composed and its spaces single."""

    __slots__ = ()


class Moment(datetime):
    """A moment in UTC."""


class Day(date):
    """A day."""


# `says` is the sentence for a wrong value, where the type alone does not give it.
Ref = Annotated[str, Meta(pattern=rf"^[0-9A-Za-z]{{1,{REF_LENGTH}}}(?!\n)$", extra={"says": "file.a-ref"})]
By = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=PRINTABLE)]
Notation = Annotated[str, Meta(max_length=LONGEST, pattern=PRINTABLE)]
Place = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
Round = Annotated[int, Meta(ge=1, le=999)]
Pips = Annotated[int, Meta(ge=0, le=99_999)]
# The number of a seat, a line or an entrant. How many there are is known when the whole file is read.
Number = Annotated[int, Meta(ge=1)]
Engines = Annotated[tuple[Annotated[int, Meta(extra_json_schema={"minimum": 0})], ...], Meta(min_length=1)]
Many = Annotated[tuple[T, ...], Meta(max_length=MOST, extra_json_schema=ALWAYS)]
# It is written as true. Everything that Python takes for true is read as true.
Flag = Annotated[Any, Meta(extra_json_schema={"const": True})]


class Ruled(Part, dict=True):
    """Something with rules of its own, which are read once."""

    rules: Notation

    @cached_property
    def book(self) -> RuleBook:
        """The rules. Raises BookError."""
        return read_rules(self.rules)


class TextForm(NamedTuple):
    """How a value is read from a text, the sentence for a wrong one, and what the schema says of it."""

    read: Callable[[str], object]
    says: str
    schema: dict[str, object]
    longest: int = LONGEST


def _read_name(text: str) -> Name:
    found = Name(tidy_name(text))
    if not fold_name(found):
        raise ValueError(text)
    return found


def _read_moment(text: str) -> Moment:
    found = Moment.fromisoformat(text)
    if found.tzinfo is None or not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found.astimezone(UTC)


def read_day(text: str) -> Day:
    """A day as the file writes it. Raises ValueError."""
    found = Day.fromisoformat(text)
    if not _FIRST_YEAR < found.year < _LAST_YEAR:
        raise ValueError(text)
    return found


_MOMENT = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$"
TEXTS: dict[type, TextForm] = {
    Name: TextForm(
        _read_name, "file.a-name", {"minLength": 1, "maxLength": LONGEST_NAME, "pattern": PRINTABLE}, LONGEST_NAME
    ),
    Moment: TextForm(_read_moment, "file.a-moment", {"pattern": _MOMENT}),
    Day: TextForm(read_day, "file.a-day", {"pattern": r"^\d{4}-\d{2}-\d{2}$"}),
}


def read_sense(text: str, read: Callable[[str], T], says: str = "file.a-text") -> T:
    """Read a value from a text. Raises ValueError with a sentence."""
    try:
        return read(text)
    except (NotationError, BookError, DealError):
        raise
    except (ValueError, OverflowError) as error:
        raise ValueError(say(says, longest=LONGEST)) from error


def wrong(where: str, what: str) -> FileError:
    """The refusal of what stands at a place of the file."""
    return FileError(say("file.wrong", where=where, what=what))


def check_number(found: int | None, most: int, where: str) -> None:
    """Raise FileError for the number of something beyond the last."""
    if found is not None and found > most:
        raise wrong(where, say("file.a-number", least=1, most=most))


def check_doubles(engines: Sequence[int], book: RuleBook, where: str) -> None:
    """Raise FileError unless each of these doubles is in the set, and stands here once."""
    try:
        check_engines(engines, book)
    except DealError as error:
        raise wrong(where, str(error)) from error


def check_sense(text: str, read: Callable[[str], object], where: str) -> None:
    """Raise FileError unless something can be read from a text."""
    try:
        read_sense(text, read)
    except ValueError as error:
        raise wrong(where, str(error)) from error


def check_ref(text: str) -> str:
    """The same text, if it is a name in an address. Raises ValueError."""
    if not (text.isascii() and text.isalnum() and len(text) <= REF_LENGTH):
        raise ValueError(text)
    return text
