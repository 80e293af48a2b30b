"""The sentences of a room, found by a stable code, in the language that is spoken: its files for each language."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

SOURCE = "en"
_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


def spoken() -> str:
    """The language that sentences are said in here and now, as the code of its files: `en`."""
    return _spoken.get()


def speak(language: str) -> None:
    """Say every sentence from now on in this language, in this thread or task alone."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say every sentence of the block in this language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


class Texts:
    """The sentences of one room. What a language has not, or a language that has no files, is said in English."""

    def __init__(self, module: str, names: Sequence[str]) -> None:
        """The module in whose folder `texts`, or in which itself, the files lie; their names take the language."""
        self._module, self._names = module, names
        self.by_language: dict[str, dict[str, str]] = {}

    def say(self, code: str, /, **facts: object) -> str:
        """The sentence kept under a dotted code, with the facts put in; KeyError for a code nobody has written."""
        return self.sentences(spoken())[code].format(**facts)

    def has(self, code: str) -> bool:
        """A sentence is kept under this code."""
        return code in self.sentences(SOURCE)

    def sentences(self, language: str) -> dict[str, str]:
        """Every sentence by its code; what a language has not, a wider one says, and at last English."""
        if language not in self.by_language:
            # `de_AT` says what `de` says where it has no word of its own.
            wider = language.rpartition("_")[0] or SOURCE
            known = {} if language == SOURCE else self.sentences(wider)
            self.by_language[language] = known | self._read(language)
        return self.by_language[language]

    def _read(self, language: str) -> dict[str, str]:
        # Imported when a sentence is first said: the engine is at hand sooner without them.
        import tomllib
        from pathlib import Path

        found: dict[str, str] = {}
        for name in self._names:
            path = Path(self._module).parent / f"{name.format(language=language)}.toml"
            if path.exists():
                found |= _flat(tomllib.loads(path.read_text(encoding="utf-8")))
        return found


def _flat(table: dict[str, Any], before: str = "") -> dict[str, str]:
    """Every sentence of a table and of the tables in it, by its dotted code."""
    found: dict[str, str] = {}
    for name, entry in table.items():
        found |= _flat(entry, f"{before}{name}.") if isinstance(entry, dict) else {f"{before}{name}": entry}
    return found


RULES = Texts(__file__, ("texts/{language}", "texts/{language}-options", "texts/{language}-notation"))
say, has_sentence = RULES.say, RULES.has


def in_words(number: int) -> str:
    """A number as people write it in the name of a set: `nine`; one that no set is called by in digits."""
    code = f"number.{number}"
    return say(code) if has_sentence(code) else str(number)


def list_of(names: list[str], joined: str = "last") -> str:
    """Names as people say them: `Ana`, `Ana and Ben`, `Ana, Ben and Cai`; joined by `either`, `Ana or Ben`."""
    if len(names) < 2:
        return "".join(names)
    return say(f"list.{joined}", several=", ".join(names[:-1]), one=names[-1])
