"""The sentences of the rules, kept in one file for each language and found by a stable code."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_TEXTS = Path(__file__).parent / "texts"


@cache
def _sentences(language: str) -> dict[str, Any]:
    with (_TEXTS / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, /, **facts: object) -> str:
    """The sentence kept under a dotted code, with the facts put in; KeyError for a code nobody has written."""
    found: Any = _sentences("en")
    for part in code.split("."):
        found = found[part]
    return str(found).format(**facts)


def list_of(names: list[str]) -> str:
    """Names as people say them: `Ana`, `Ana and Ben`, `Ana, Ben and Cai`."""
    if len(names) < 2:
        return "".join(names)
    return say("list.last", several=", ".join(names[:-1]), one=names[-1])
