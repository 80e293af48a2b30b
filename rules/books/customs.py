"""Customs: the value of each option in a rule book, its basis, and its sentences for the players."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from rules.books.deal_table import write_deals
from rules.books.options import IN_WORDS, Value, read_value, write_value
from rules.errors import BookError
from rules.wording import has_sentence, in_words, say


class Basis(StrEnum):
    """The authority behind a ruling: a clause that states it or leaves no other reading, or the table's custom."""

    STATED = "stated"
    IMPLIED = "implied"
    CUSTOM = "custom"


def weakest(*standings: Basis) -> Basis:
    """The weakest of several standings: custom is weaker than implied, which is weaker than stated."""
    return max(standings, key=list(Basis).index)


class Source(NamedTuple):
    """The basis of a sentence: its standing, and the clauses that say or imply it."""

    standing: Basis
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom:
    """An option in a rule book: its value, the source of that value, and the sentences for the rule page.

    `value` is None for a custom described only in words. `more` is the basis of the second sentence, if there is
    one. `deals` is set only for the option `deal`: tiles per player by number of players, if the set has enough tiles.
    """

    option: str
    value: Value | None
    source: Source
    is_moot: bool = False
    more: Source | None = None
    deals: Mapping[int, int] | None = None

    @property
    def title(self) -> str:
        """The option's subject, for a heading."""
        return say(f"option.{self.option}.title")

    @property
    def sentences(self) -> tuple[tuple[str, Source], ...]:
        """Each sentence for the players, paired with its basis.

        A moot option has only one sentence, which says that it cannot come up under these rules.
        """
        if self.is_moot:
            return ((say("option.moot"), self.source),)
        code = f"option.{self.option}.{write_value(self.value)}"
        if not has_sentence(code):
            code = f"option.{self.option}.says"
        sentence = say(code, value=self._in_words)
        return ((sentence, self.source), (say(f"{code}-more"), self.more)) if self.more else ((sentence, self.source),)

    @property
    def _in_words(self) -> str:
        if self.deals is not None:
            return write_deals(self.deals)
        if self.option == "highest":
            return in_words(int(str(self.value)))
        return write_value(self.value).replace("-", ", ")

    @property
    def text(self) -> str:
        """All sentences as one text."""
        return " ".join(sentence for sentence, _ in self.sentences)


def read_custom(key: str, entry: Mapping[str, Any], clauses: Container[str]) -> Custom:
    """Read a custom from its entry in a book's file. `clauses` are the ids that it may cite.

    Raises BookError if the entry is wrong.
    """
    takes = {"standing", "clauses"} if key in IN_WORDS else {"is", "standing", "clauses"}
    if set(entry) - {"moot", "more"} != takes:
        raise BookError(say("book.option-keys" if "is" in takes else "book.option-keys-in-words", key=key))
    source = _read_source(key, entry, clauses)
    more = _read_source(key, entry["more"], clauses) if "more" in entry else None
    try:
        return Custom(
            option=key,
            value=read_value(key, entry["is"]) if "is" in takes else None,
            source=source,
            is_moot=entry.get("moot", False),
            more=more,
        )
    except BookError as error:
        raise BookError(say("book.option-wrong", key=key, why=error)) from error


def _read_source(key: str, entry: Mapping[str, Any], clauses: Container[str]) -> Source:
    if entry["standing"] not in set(Basis):
        raise BookError(say("book.standing", key=key, standing=entry["standing"]))
    source = Source(Basis(entry["standing"]), tuple(entry["clauses"]))
    for id in source.clauses:
        if id not in clauses:
            raise BookError(say("book.option-clause", key=key, clause=id))
    if source.standing is not Basis.CUSTOM and not source.clauses:
        raise BookError(say("book.option-no-clause", key=key, standing=source.standing))
    return source
