"""The lines of a game in a club file: the ledger's lines with their authors.

Seats are numbered from 1, in the order in which the game lists them.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, Union, cast, get_args

from msgspec import Meta, defstruct, field, to_builtins
from msgspec.structs import fields

from models.files.fields import ALWAYS, Flag, Moment, Part
from models.ledger.contents import By, Content, Number, RoundNumber
from models.ledger.lines import NewRules, Payload, SheetLine
from models.ledger.moves import MOST_LINES, MoveStruck, RoundLine, RoundPayload, TableLaid

Facts = dict[str, Any]
# The order of a line's fields in a file.
_ORDER = ("round", "seat", "out", "text", "pips", "seats", "after", "strikes")
# Types that are not named after their content. The schema shows these names.
_NAMES: dict[type[Content], str] = {NewRules: "RulesLine", TableLaid: "TableLine", MoveStruck: "MoveStrikeLine"}


class SignedLine(Part, tag_field="kind", kw_only=True):
    """A line with its author.

    `entry` is the number of the first line entered together with it; None if that is the line itself.
    """

    content: ClassVar[type[Content]]

    entry: Number | None = None
    by: By
    at: Moment

    @property
    def payload(self) -> Any:
        """The line's content, as an instance of `content`."""
        facts = {name: getattr(self, name) for name in self.content.__struct_fields__}
        return self.content(**facts | ({"is_out": bool(facts["is_out"])} if "is_out" in facts else {}))

    def numbered(self, number: int) -> tuple[int, int, Any, str, datetime]:
        """The fields of a `SheetLine` or `RoundLine` with this number."""
        return number, self.entry or number, self.payload, self.by, self.at


def _signed(content: type[Content]) -> type[SignedLine]:
    """Make the type for a line in a file: the fields of `content`, plus the author and the time."""
    own = [
        (
            member.name,
            Flag if member.type is bool else member.type,
            field(name=member.encode_name, default=member.default),
        )
        for member in fields(content)
    ]
    about = {"__doc__": content.__doc__, "content": content}
    made = defstruct(
        _NAMES.get(content, f"{content.__name__}Line"),
        own,
        bases=(SignedLine,),
        namespace=about,
        module=__name__,
        tag=content.__struct_config__.tag,
        kw_only=True,
    )
    return cast("type[SignedLine]", made)


LINES_OF_SHEET = tuple(map(_signed, get_args(Payload)))
LINES_OF_ROUND = tuple(map(_signed, get_args(RoundPayload)))

if TYPE_CHECKING:
    LineOfSheet: TypeAlias = SignedLine
    LineOfRound: TypeAlias = SignedLine
else:
    LineOfSheet, LineOfRound = Union[LINES_OF_SHEET], Union[LINES_OF_ROUND]  # noqa: UP007 (made from tuples)


class FileRound(Part):
    """A tracked round with all its lines."""

    round: RoundNumber
    lines: Annotated[tuple[LineOfRound, ...], Meta(extra_json_schema={"maxItems": MOST_LINES, **ALWAYS})] = ()


def write_line(line: SheetLine[Payload] | RoundLine) -> Facts:
    """A line as it is written to a file."""
    facts = to_builtins(line.payload)
    together = {} if line.entry == line.number else {"entry": line.entry}
    signed = {**together, "by": line.by, "at": line.at, "kind": facts["kind"]}
    return signed | {name: facts[name] for name in _ORDER if name in facts}
