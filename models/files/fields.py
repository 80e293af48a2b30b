"""The fields of a club file, their limits, and errors that say in plain words where a wrong value is."""

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

from msgspec import Meta, Struct, ValidationError, convert

from models.ledger.contents import PRINTABLE, Notation
from models.store.columns import LONGEST_NAME, REF_LENGTH
from models.texts import say
from rules import BookError, DealError, NotationError, RuleBook, read_rules
from rules.books.deal_table import MOST_ON_A_SHEET
from rules.names import LONGEST_SHORT_NAME, fold_name, is_visible, tidy_name
from rules.table.deal import check_engines
from rules.table.notation import LONGEST
from rules.typed import is_zone

_FIRST_YEAR, _LAST_YEAR = 1800, 3000

# The most items in a list.
MOST = 100_000
# For the schema: a field that is written even if it is empty.
ALWAYS: dict[str, object] = {"written": True}

T = TypeVar("T")


class FileError(ValueError):
    """Raised for something in a file that cannot be read; the message says what is wrong, and where."""


# Subclasses are frozen too, which the library does not tell the type checker.
@dataclass_transform(frozen_default=True)
class Part(Struct, frozen=True):
    """An object in the file. Unknown fields are ignored."""


class Name(str):
    """A name normalized to composed Unicode letters and single spaces."""


class ShortName(Name):
    """A name short enough to head a narrow column."""


class Moment(datetime):
    """A moment in UTC."""


class Day(date):
    """A day."""


class Zone(str):
    """The name of a time zone."""


_REF = "^[0-9A-Za-z]"
Ref = Annotated[str, Meta(pattern=rf"{_REF}{{1,{REF_LENGTH}}}(?!\n)$")]
Place = Annotated[int, Meta(ge=1, le=MOST_ON_A_SHEET)]
Many = Annotated[tuple[T, ...], Meta(max_length=MOST, extra_json_schema=ALWAYS)]
# Written as true. Any value that is true in Python is read as true.
Flag = Annotated[Any, Meta(extra_json_schema={"const": True})]


class WithRules(Part, dict=True):
    """An object with its own rules, which are read only once.

    In a file, `rules` comes before the field named by `after_rules`.
    """

    rules: Notation
    after_rules: ClassVar[str] = "engines"

    @cached_property
    def book(self) -> RuleBook:
        """The rule book that `rules` names. Raises BookError."""
        return read_rules(self.rules)


class TextForm(NamedTuple):
    """A kind of value written as text: how to read it, its error message, and its description in the schema."""

    read: Callable[[str], object]
    says: str
    schema: dict[str, object]
    longest: int = LONGEST


def _read_name(text: str) -> Name:
    name = Name(tidy_name(text))
    if not fold_name(name):
        raise ValueError(text)
    return name


def _read_short_name(text: str) -> ShortName:
    name = ShortName(_read_name(text))
    if not is_visible(name):
        raise ValueError(text)
    return name


def _read_moment(text: str) -> Moment:
    moment = Moment.fromisoformat(text)
    if moment.tzinfo is None or not _FIRST_YEAR < moment.year < _LAST_YEAR:
        raise ValueError(text)
    return moment.astimezone(UTC)


def read_day(text: str) -> Day:
    """Read a day as it is written in the file. Raises ValueError."""
    day = Day.fromisoformat(text)
    if not _FIRST_YEAR < day.year < _LAST_YEAR:
        raise ValueError(text)
    return day


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
    """Read a value from text. Raises ValueError, with a sentence as its message."""
    try:
        return read(text)
    except (NotationError, BookError, DealError):
        raise
    except (ValueError, OverflowError) as error:
        raise ValueError(say(says, longest=LONGEST)) from error


# What the library's errors say was expected, and our sentences for them; the first that fits is taken.
_SENTENCES = (
    ("required field", "file.missing"),
    ("`array`", "file.a-list"),
    ("`int` >=", "file.at-least"),
    ("`int` <=", "file.at-most"),
    ("`int`", "file.a-whole-number"),
    ("`str` of length", "file.too-long"),
    (_REF, "file.a-ref"),
    ("regex", "file.printable"),
    ("`str`", "file.no-text"),
    ("", "file.a-kind"),
)


def read_part(facts: object, kind: type[T]) -> T:
    """Read a part of a file as this type, checking every field. Raises FileError, which says where the wrong field is."""
    try:
        return convert(facts, kind, dec_hook=_read_text)
    except UnicodeEncodeError:
        # The library fails on lone surrogates, so each is replaced with another character that cannot be shown.
        whole = re.sub("[\ud800-\udfff]", r"\\u0000", json.dumps(facts, ensure_ascii=False))
        return read_part(json.loads(whole), kind)
    except ValidationError as error:
        raise _refusal(error) from error


def _read_text(kind: type, value: Any) -> object:
    """Read a value that is written as text in a file. Raises ValueError, with a sentence as its message."""
    form = TEXTS[kind]
    if sentence := _no_text(value, form.longest):
        raise ValueError(sentence)
    read = read_text_field(value, form.read, form.says)
    # Composing letters can make a text longer.
    if isinstance(read, str) and (sentence := _no_text(read, form.longest)):
        raise ValueError(sentence)
    return read


def _no_text(value: object, longest: int) -> str:
    """The error message for a value that is not text, is too long or cannot be shown; empty if the value is fine."""
    if not isinstance(value, str) or len(value) > longest:
        return say("file.a-text", longest=longest)
    return "" if re.search(PRINTABLE, value) else say("file.printable")


def _refusal(error: ValidationError) -> FileError:
    """The library's error in plain words, at the place that it names. A list of numbers is refused as a whole."""
    message, _, place = str(error).partition(" - at `$")
    expected = message.partition(", got")[0]
    missing = re.search("required field `(.+)`", message)
    where = (place.rstrip("`") + (f".{missing[1]}" if missing else "")).lstrip(".")
    if "`object`" in expected:
        return FileError(say("file.no-object", where=where or "file"))
    if where.endswith("]"):
        return field_refusal(re.sub(r"(\[\d+\])+$", "", where), say("file.a-list"))
    code = next(code for part, code in _SENTENCES if part in expected)
    limit = re.search(r"[<>]= (\d+)", expected)
    return field_refusal(where, str(error.__cause__ or say(code, limit=limit and limit[1])))


def field_refusal(where: str, what: str) -> FileError:
    """The error for a wrong value at a place in the file."""
    return FileError(say("file.wrong", where=where, what=what))


def check_number(found: int | None, most: int, where: str) -> None:
    """Raise FileError for a number greater than `most`."""
    if found is not None and found > most:
        raise field_refusal(where, say("file.a-number", least=1, most=most))


def check_doubles(engines: Sequence[int], book: RuleBook, where: str) -> None:
    """Raise FileError unless each of these engines is in the set and appears only once."""
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
