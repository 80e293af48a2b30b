"""How an option stands in a rule book: its value, what that rests on, and what it says at the table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.books.deal_table import write_deals
from rules.books.options import Value, write_value
from rules.wording import in_words, say


class Standing(StrEnum):
    """What a ruling rests on: a clause says it, a clause leaves no other reading, or the table's custom decides."""

    STATED = "stated"
    IMPLIED = "implied"
    CUSTOM = "custom"


def weakest(*standings: Standing) -> Standing:
    """What something rests on that rests on all of these: custom before implied before stated."""
    return max(standings, key=list(Standing).index)


class Basis(NamedTuple):
    """What a sentence rests on: its standing, and the clauses that say or imply it."""

    standing: Standing
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Custom:
    """How one option stands in a rule book: its value, what that rests on, and the sentences for the rule page.

    `value` is None for a custom in words alone. `more` is what the second sentence rests on, in rule sets that have one;
    `deals` are tiles each by number of players, for the deal alone: those that the set has.
    """

    option: str
    value: Value | None
    standing: Standing
    clauses: tuple[str, ...]
    is_moot: bool = False
    more: Basis | None = None
    deals: tuple[tuple[int, int], ...] | None = None

    @property
    def title(self) -> str:
        """Its subject, for a heading."""
        return say(f"option.{self.option}.title")

    @property
    def sentences(self) -> tuple[tuple[str, Basis], ...]:
        """What it says at the table, sentence by sentence with what each rests on; a moot option cannot come up by these rules."""
        first = Basis(self.standing, self.clauses)
        if self.is_moot:
            return ((say("option.moot"), first),)
        code = f"option.{self.option}.{self.value if isinstance(self.value, StrEnum) else 'says'}"
        said = say(code, value=self._in_words)
        return ((said, first), (say(f"{code}-more"), self.more)) if self.more else ((said, first),)

    @property
    def _in_words(self) -> str:
        if self.deals is not None:
            return write_deals(dict(self.deals))
        if self.option == "highest":
            return in_words(int(str(self.value)))
        return write_value(self.value).replace("-", ", ")

    @property
    def text(self) -> str:
        """All of its sentences."""
        return " ".join(sentence for sentence, _ in self.sentences)
