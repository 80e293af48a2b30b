"""Sentences for players, looked up by a stable code in the files of the current language."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

from rules.names import isolated

SOURCE = "en"
_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


def spoken() -> str:
    """The code of the current language, as in the names of its files: `en`."""
    return _spoken.get()


def speak(language: str) -> None:
    """Set the language of all later sentences in this thread or task."""
    _spoken.set(language)


class Texts:
    """The sentences of one package. English fills the gaps in a language, and stands in for a language without files."""

    def __init__(self, module: str, names: Sequence[str]) -> None:
        """`module` is a file. `names` are the paths of the texts relative to it, with a slot for the language."""
        self._module, self._names = module, names
        self.by_language: dict[str, dict[str, str]] = {}

    def say(self, code: str, /, **facts: object) -> str:
        """The sentence with this dotted code, with the facts filled in. Raises KeyError for an unknown code."""
        shown = {name: isolated(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
        return self.sentences(spoken())[code].format(**shown)

    def has(self, code: str) -> bool:
        """True if there is an English sentence with this code."""
        return code in self.sentences(SOURCE)

    def sentences(self, language: str) -> dict[str, str]:
        """Every sentence by its code; gaps are filled from the more general language, then from English."""
        if language not in self.by_language:
            # `de_AT` takes from `de` what it lacks itself.
            wider = language.rpartition("_")[0] or SOURCE
            wider_sentences = {} if language == SOURCE else self.sentences(wider)
            self.by_language[language] = wider_sentences | self._read(language)
        return self.by_language[language]

    def _read(self, language: str) -> dict[str, str]:
        # Imported on first use, so that the engine loads faster.
        import tomllib
        from pathlib import Path

        sentences: dict[str, str] = {}
        for name in self._names:
            path = Path(self._module).parent / f"{name.format(language=language)}.toml"
            if path.exists():
                sentences |= _flat(tomllib.loads(path.read_text(encoding="utf-8")))
        return sentences


def _flat(table: dict[str, Any], before: str = "") -> dict[str, str]:
    """Every sentence of a TOML table and its subtables, by dotted code."""
    sentences: dict[str, str] = {}
    for name, entry in table.items():
        sentences |= _flat(entry, f"{before}{name}.") if isinstance(entry, dict) else {f"{before}{name}": entry}
    return sentences


RULES = Texts(__file__, ("texts/{language}", "texts/{language}-options", "texts/{language}-notation"))
say, has_sentence = RULES.say, RULES.has


class Reader(str):
    """The word used in place of the reader's own name: `you`."""


def say_of(name: str, code: str, /, **facts: object) -> str:
    """The sentence with this code about a player. If the player is the reader, it says “you”."""
    if not isinstance(name, Reader):
        return say(code, name=name, **facts)
    own = f"{code}-you"
    sentence = say(own if has_sentence(own) else code, name=name, **facts)
    return sentence[:1].upper() + sentence[1:]


def in_words(number: int) -> str:
    """A number as a word, as in the name of a set (`nine`); in digits if there is no word for it."""
    code = f"number.{number}"
    return say(code) if has_sentence(code) else str(number)


def list_of(names: list[str], joined: str = "last") -> str:
    """Names listed as people say them: `Ana`, `Ana and Ben`, `Ana, Ben and Cai`; with `either`, `Ana or Ben`."""
    if len(names) < 2:
        return "".join(names)
    return say(f"list.{joined}", several=", ".join(names[:-1]), one=names[-1])
