"""The sentences of the rules, kept in one file for each language and found by a stable code."""

from functools import cache
from typing import Any


@cache
def _sentences(language: str) -> dict[str, Any]:
    # Imported when a sentence is first said: the engine is at hand sooner without them.
    import tomllib
    from pathlib import Path

    with (Path(__file__).parent / "texts" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, /, **facts: object) -> str:
    """The sentence kept under a dotted code, with the facts put in; KeyError for a code nobody has written."""
    found: Any = _sentences("en")
    for part in code.split("."):
        found = found[part]
    return str(found).format(**facts)


def list_of(names: list[str], joined: str = "last") -> str:
    """Names as people say them: `Ana`, `Ana and Ben`, `Ana, Ben and Cai`; joined by `either`, `Ana or Ben`."""
    if len(names) < 2:
        return "".join(names)
    return say(f"list.{joined}", several=", ".join(names[:-1]), one=names[-1])
