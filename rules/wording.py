"""The sentences of the rules, found by a stable code: for each language a file, one for options and one for tournaments."""

from functools import cache
from typing import Any


@cache
def _sentences(language: str) -> dict[str, Any]:
    # Imported when a sentence is first said: the engine is at hand sooner without them.
    import tomllib
    from pathlib import Path

    texts = Path(__file__).parent / "texts"
    sentences: dict[str, Any] = {}
    for name in (language, f"{language}-options", f"{language}-tournaments"):
        sentences |= tomllib.loads((texts / f"{name}.toml").read_text(encoding="utf-8"))
    return sentences


def say(code: str, /, **facts: object) -> str:
    """The sentence kept under a dotted code, with the facts put in; KeyError for a code nobody has written."""
    return str(_find(code)).format(**facts)


def in_words(number: int) -> str:
    """A number as people write it in the name of a set: `nine`; one that no set is called by in digits."""
    code = f"number.{number}"
    return say(code) if has_sentence(code) else str(number)


def has_sentence(code: str) -> bool:
    """A sentence is kept under this code."""
    try:
        _find(code)
    except KeyError:
        return False
    return True


def _find(code: str) -> object:
    found: Any = _sentences("en")
    for part in code.split("."):
        found = found[part]
    return found


def list_of(names: list[str], joined: str = "last") -> str:
    """Names as people say them: `Ana`, `Ana and Ben`, `Ana, Ben and Cai`; joined by `either`, `Ana or Ben`."""
    if len(names) < 2:
        return "".join(names)
    return say(f"list.{joined}", several=", ".join(names[:-1]), one=names[-1])
