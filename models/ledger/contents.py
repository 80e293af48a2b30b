"""The contents of lines: typed structs, which club files use too. This module turns them into columns and back."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Self, TypeVar, dataclass_transform

from msgspec import Meta, Struct, field
from msgspec.structs import asdict, astuple, replace

from models.store.columns import LONGEST_NAME
from rules.table.notation import LONGEST

LONGEST_TEXT = 600
# Every character except control characters and surrogates.
PRINTABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]*$"

# Limits are checked on input, not when rows are loaded from the database.
By = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=PRINTABLE)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=PRINTABLE)]
Notation = Annotated[str, Meta(max_length=LONGEST, pattern=PRINTABLE)]
RoundNumber = Annotated[int, Meta(ge=1, le=999)]
Pips = Annotated[int, Meta(ge=0, le=99_999)]
# The number of a seat, a line or an entrant. The highest one is known only after the whole file has been read.
Number = Annotated[int, Meta(ge=1)]
Engines = Annotated[tuple[Annotated[int, Meta(extra_json_schema={"minimum": 0})], ...], Meta(min_length=1)]

Columns = dict[str, Any]
Facts = dict[str, Any]
# Fields that are stored in a column with another name.
_COLUMNS = {"seat": "seat_id", "out": "is_out"}


# Subclasses are frozen too, which the library does not tell the type checker.
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Content(Struct, frozen=True, omit_defaults=True):
    """The content of a line. A field equal to its default is left out of a file."""

    @property
    def kind(self) -> str:
        """The name of this kind of content in the database and in files."""
        return str(self.__struct_config__.tag)

    @property
    def facts(self) -> Facts:
        """The fields by name."""
        return asdict(self)

    def with_seats(self, seats: Mapping[int, int]) -> Self:
        """The same content with each seat replaced by its counterpart in `seats`. Raises KeyError if a seat has none."""
        seat = getattr(self, "seat", None)
        return self if seat is None else replace(self, seat=seats[seat])


C = TypeVar("C", bound=Content)
Kinds = dict[str, type[C]]


def kinds_of(contents: Iterable[type[C]]) -> Kinds[C]:
    """These types, keyed by kind."""
    return {str(content.__struct_config__.tag): content for content in contents}


def _columns(content: type[Content] | Content) -> list[str]:
    return [_COLUMNS.get(name, name) for name in content.__struct_encode_fields__]


def write_columns(content: Content) -> Columns:
    """The columns for a line's content."""
    return {"kind": content.kind, **dict(zip(_columns(content), astuple(content), strict=True))}


def read_columns(kinds: Kinds[C], row: Any) -> C:
    """The content of a row."""
    content = kinds[row.kind]
    columns = zip(content.__struct_fields__, _columns(content), strict=True)
    return content(**{name: getattr(row, column) for name, column in columns})
