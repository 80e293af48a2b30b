"""Reading parts of a file by their types. A wrong field is refused with its place, in the reader's language.

The library names the error only in English, so the field is searched for here and the sentence is ours.
"""

import json
import re
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct, UnsetType, ValidationError, convert
from msgspec.structs import FieldInfo, fields

from models.files.fields import PRINTABLE, TEXTS, FileError, field_refusal, read_text_field
from models.texts import say
from rules.table.notation import LONGEST

T = TypeVar("T")


def read_part(facts: object, kind: type[T]) -> T:
    """A part of a file, read with every field of its type. Raises FileError for the first wrong field."""
    try:
        return _read(facts, kind)
    except UnicodeEncodeError:
        # The library stops at halves of characters. Another character that cannot be shown takes their place.
        whole = re.sub("[\ud800-\udfff]", r"\\u0000", json.dumps(facts, ensure_ascii=False))
        return _read(json.loads(whole), kind)


def _read(facts: object, kind: type[T]) -> T:
    try:
        return convert(facts, kind, dec_hook=_read_text)
    except ValidationError as error:
        raise _find_wrong(facts, kind, "") or _no_object("") from error


def _read_text(kind: type, found: Any) -> object:
    """A value that a file writes as a text. Raises ValueError with a sentence."""
    form = TEXTS[kind]
    if sentence := _no_text(found, form.longest):
        raise ValueError(sentence)
    read = read_text_field(found, form.read, form.says)
    # Composing letters can make a text longer.
    if isinstance(read, str) and (sentence := _no_text(read, form.longest)):
        raise ValueError(sentence)
    return read


def _no_text(found: object, longest: int) -> str:
    """The sentence for a value that is not a text of at most `longest` characters, or cannot be shown; empty if it is fine."""
    if not isinstance(found, str) or len(found) > longest:
        return say("file.a-text", longest=longest)
    return "" if re.search(PRINTABLE, found) else say("file.printable")


def _find_wrong(found: Any, kind: Any, where: str) -> FileError | None:
    """The error for the first field that is not of its type, in the order of the type; None if there is none."""
    try:
        convert(found, kind, dec_hook=_read_text)
    except ValidationError as error:
        bare, meta = _bare(kind)
        if get_origin(bare) in (Union, UnionType):
            return _find_in_union(found, get_args(bare), where)
        if _is_part(bare):
            return _find_in_part(found, bare, where)
        if get_origin(bare) is tuple and isinstance(found, list) and _is_part(get_args(bare)[0]):
            inside = (_find_wrong(one, get_args(bare)[0], f"{where}[{number}]") for number, one in enumerate(found))
            return next(filter(None, inside), field_refusal(where, say("file.a-list")))
        return field_refusal(where, str(error.__cause__) if error.__cause__ else _sentence(found, bare, meta))
    return None


def _bare(kind: Any) -> tuple[Any, Meta]:
    """A type without its limits, and the limits."""
    return (kind.__origin__, kind.__metadata__[-1]) if get_origin(kind) is Annotated else (kind, Meta())


def _is_part(kind: Any) -> bool:
    """True if a type is an object in the file, or a union of such types."""
    if get_origin(kind) is UnionType:
        return all(map(_is_part, get_args(kind)))
    return isinstance(kind, type) and issubclass(kind, Struct)


def _find_in_union(found: Any, kinds: tuple[Any, ...], where: str) -> FileError | None:
    kinds = tuple(kind for kind in kinds if kind not in (NoneType, UnsetType))
    if len(kinds) == 1:
        return _find_wrong(found, kinds[0], where)
    if not isinstance(found, dict):
        return _no_object(where)
    name = kinds[0].__struct_config__.tag_field
    tag = found.get(name)
    for kind in kinds:
        if kind.__struct_config__.tag == tag:
            return _find_in_part(found, kind, where)
    return field_refusal(_inside(where, name), _no_text(tag, LONGEST) or say("file.a-kind"))


def _find_in_part(found: Any, kind: type[Struct], where: str) -> FileError | None:
    if not isinstance(found, dict):
        return _no_object(where)
    for field in fields(kind):
        place = _inside(where, field.name)
        if _needs(kind, field) and found.get(field.name) is None:
            return field_refusal(place, say("file.missing", kind=kind.__struct_config__.tag))
        if field.required or field.name in found:
            refused = _find_wrong(found.get(field.name), field.type, place)
            if refused:
                return refused
    return None


def _needs(kind: type[Struct], field: FieldInfo) -> bool:
    """True if a line of this kind needs this number."""
    return kind.__struct_config__.tag_field == "kind" and field.required and _bare(field.type)[0] is int


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _no_object(where: str) -> FileError:
    return FileError(say("file.no-object", where=where or "file"))


def _sentence(found: object, kind: Any, limits: Meta) -> str:
    """The sentence for a value that is not of this type."""
    says = (limits.extra or {}).get("says", "file.a-list")
    if kind is int:
        return say("file.a-count" if limits.le is None else "file.a-number", least=limits.ge, most=limits.le)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _no_text(found, LONGEST) or say("file.a-kind")
    if kind is str:
        return _no_text(found, limits.max_length or LONGEST) or say(says)
    return say(says)
