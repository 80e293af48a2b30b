"""The JSON schema of club files, made from their types: `flask club schema` prints it for docs/club-file.schema.json."""

from inspect import cleandoc
from typing import Any

from msgspec.json import schema_components

from models.files.club_reader import FROM_A_PAGE
from models.files.fields import TEXTS
from models.files.lines import Facts
from models.files.schema import ClubFile
from models.texts import say

# Parts of patterns that only the reader needs: JSON holds no lone surrogates, and in a schema `$` is the very end.
_HALVES, _LINE_END = ("\\ud800-\\udfff", ""), ("(?!\\n)", "")


def club_schema() -> Facts:
    """The schema of files that Roundhouse writes. The reader also accepts fields that are null or unknown."""
    _, kinds = schema_components([ClubFile], schema_hook=lambda kind: {"type": "string", **TEXTS[kind].schema})
    club = _as_written(kinds.pop(ClubFile.__name__))
    most = ", ".join(f"{most} {say(f'file.what.{name}')}" for name, most in FROM_A_PAGE._asdict().items())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Roundhouse club, or one night of it",
        **club,
        "description": f"A page can import at most {most}; the terminal has no such limit.",
        "$defs": {name: _as_written(kind) for name, kind in sorted(kinds.items())},
    }


def _as_written(schema: Any) -> Any:
    """The schema narrowed to files as written: no null or unknown fields, and exactly one type for each value."""
    if isinstance(schema, list):
        return [_as_written(part) for part in schema]
    if isinstance(schema, str):
        return schema.replace(*_HALVES).replace(*_LINE_END)
    if not isinstance(schema, dict):
        return schema
    facts = {name: _as_written(value) for name, value in schema.items() if name not in ("default", "title")}
    if isinstance(facts.get("description"), str):
        # Up to Python 3.12, a docstring keeps its indentation.
        facts["description"] = cleandoc(facts["description"])
    if facts.get("type") == "object":
        fields, needed = facts.setdefault("properties", {}), schema.get("required", ())
        facts["required"] = [name for name, field in fields.items() if field.pop("written", False) or name in needed]
        facts["additionalProperties"] = False
    if "anyOf" in facts:
        kinds = [kind for kind in facts.pop("anyOf") if kind != {"type": "null"}]
        return facts | ({"oneOf": kinds} if len(kinds) > 1 else kinds[0])
    return facts
