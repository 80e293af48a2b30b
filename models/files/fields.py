"""The fields of a club file, each with its limits: numbers, texts, and values that are read from a text."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Annotated, Any, NamedTuple, TypeVar, dataclass_transform

from msgspec import Meta, Struct

from models.store.columns import LONGEST_NAME, REF_LENGTH
from models.texts import say
from rules import BookError, DealError, NotationError, RuleBook, read_rules
from rules.books.deal_table import MOST_ON_A_SHEET
from rules.names import LONGEST_SHORT_NAME, fold_name, is_visible, tidy_name
from rules.table.deal import check_engines
from rules.table.notation import LONGEST
from rules.typed import is_zone

_FIRST_YEAR, _LAST_YEAR = 1800, 3000
# Every character except control characters and halves of characters.
PRINTABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]*$"

# The most items in a list.
MOST = 100_000
# For the schema: a field that is written even if it is empty.
ALWAYS: dict[str, object] = {"written": True}

T = TypeVar("T")


class FileError(ValueError):
    """Raised for something in a file that cannot be read; its message says where and what."""


# Subclasses are frozen too, which the library does not tell the type checker.
@dataclass_transform(frozen_default=True)
class Part(Struct, frozen=True):
    """An object in the file. Unknown fields are ignored."""


class Name(str):
    """A name with composed letters and single spaces."""

    __slots__ = ()


class ShortName(Name):
    """A name for the head of a narrow column."""

    __slots__ = ()


class Moment(datetime):
    """A moment in UTC."""


class Day(date):
    """A day."""


class Zone(str):
    """The name of a time zone."""

    __slots__ = ()


# `says` is the sentence for a wrong value, if the type alone does not give it.
Ref = Annotated[str, Meta(pattern=rf"^[0-9A-Za-z]{{1,{REF_LENGTH}}}(?!\n)$", extra={"says": "file.a-ref"})]
By = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=PRINTABLE)]
Notation = Annotated[str, Meta(max_length=LONGEST, pattern=PRINTABLE)]
Place = Annotated[int, Meta(ge=1, le=MOST_ON_A_SHEET)]
RoundNumber = Annotated[int, Meta(ge=1, le=999)]
Pips = Annotated[int, Meta(ge=0, le=99_999)]
# The number of a seat, a line or an entrant. How many there are is only known after the whole file is read.
Number = Annotated[int, Meta(ge=1)]
Engines = Annotated[tuple[Annotated[int, Meta(extra_json_schema={"minimum": 0})], ...], Meta(min_length=1)]
Many = Annotated[tuple[T, ...], Meta(max_length=MOST, extra_json_schema=ALWAYS)]
# It is written as true. Any value that Python takes for true is read as true.
Flag = Annotated[Any, Meta(extra_json_schema={"const": True})]


class WithRules(Part, dict=True):
    """An object with rules of its own, which are read only once."""

    rules: Notation

    @cached_property
    def book(self) -> RuleBook:
        """The rule book that `rules` names. Raises BookError."""
        return read_rules(self.rules)


class TextForm(NamedTuple):
    """A kind of value in a text: how to read it, the sentence for a wrong value, and its description in the schema."""

    read: Callable[[str], object]
    says: str
    schema: dict[str, object]
    longest: int = LONGEST


def _read_name(text: str) -> Name:
    found = Name(tidy_name(text))
    if not fold_name(found):
        raise ValueError(text)
    return found


def _read_short_name(text: str) -> ShortName:
    found = ShortName(_read_name(text))
    if not is_visible(found):
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


def _read_zone(text: str) -> Zone:
    if not is_zone(text):
        raise ValueError(text)
    return Zone(text)


_MOMENT = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$"
TEXTS: dict[type, TextForm] = {
    Name: TextForm(
        _read_name, "file.a-name", {"minLength": 1, "maxLength": LONGEST_NAME, "pattern": PRINTABLE}, LONGEST_NAME
    ),
    ShortName: TextForm(
        _read_short_name,
        "file.a-name",
        {"minLength": 1, "maxLength": LONGEST_SHORT_NAME, "pattern": PRINTABLE},
        LONGEST_SHORT_NAME,
    ),
    Moment: TextForm(_read_moment, "file.a-moment", {"pattern": _MOMENT}),
    Day: TextForm(read_day, "file.a-day", {"pattern": r"^\d{4}-\d{2}-\d{2}$"}),
    Zone: TextForm(_read_zone, "file.a-zone", {"pattern": PRINTABLE}, LONGEST_NAME),
}


def read_text_field(text: str, read: Callable[[str], T], says: str = "file.a-text") -> T:
    """Read a value from a text. Raises ValueError with a sentence."""
    try:
        return read(text)
    except (NotationError, BookError, DealError):
        raise
    except (ValueError, OverflowError) as error:
        raise ValueError(say(says, longest=LONGEST)) from error


def field_refusal(where: str, what: str) -> FileError:
    """The error for a wrong value at a place in the file."""
    return FileError(say("file.wrong", where=where, what=what))


def check_number(found: int | None, most: int, where: str) -> None:
    """Raise FileError for a number greater than the last one."""
    if found is not None and found > most:
        raise field_refusal(where, say("file.a-number", least=1, most=most))


def check_doubles(engines: Sequence[int], book: RuleBook, where: str) -> None:
    """Raise FileError unless each of these engines is in the set and comes only once."""
    try:
        check_engines(engines, book)
    except DealError as error:
        raise field_refusal(where, str(error)) from error


def check_text_field(text: str, read: Callable[[str], object], where: str) -> None:
    """Raise FileError unless `read` can read the text."""
    try:
        read_text_field(text, read)
    except ValueError as error:
        raise field_refusal(where, str(error)) from error


def check_ref(text: str) -> str:
    """The same text, if it can be a name in an address. Raises ValueError."""
    if not (text.isascii() and text.isalnum() and len(text) <= REF_LENGTH):
        raise ValueError(text)
    return text
