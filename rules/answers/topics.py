"""Common questions by topic, read from their files, with examples that the referee rules on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.answers.conditions import hold, read_texts
from rules.books.book import RuleBook
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.ruling import Ruling
from rules.table.notation import read_move, read_position
from rules.table.position import Position
from rules.tile import read_tiles

_FOLDER = Path(__file__).with_name("topics")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example for an answer: a table without its rules, a move, and possibly a hand.

    `gives` is the referee's verdict, `effect` an effect of the move, and `without` an effect that the move does
    not have.
    """

    table: str
    move: str
    gives: str
    hand: str = ""
    effect: str = ""
    without: str = ""

    def position(self, book: RuleBook) -> Position:
        """The example's table under these rules."""
        return read_position(f"{book} {self.table}")

    def ruling(self, book: RuleBook, names: Mapping[str, str] = MappingProxyType({})) -> Ruling:
        """The referee's ruling on the example under these rules. `names` are the players' names by seat."""
        hand = read_tiles(self.hand) if self.hand else None
        return rule(Question(self.position(book), hand), read_move(self.move), names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """An answer for tables whose options have the values in `when`.

    `of` is the prefix of the only rule set that the answer is for, or empty if it is for all of them. `mark`, if not
    empty, replaces the question's mark. `is_told` is true if the answer itself says that the rules are silent.
    """

    verdict: str
    says: str
    when: str = ""
    example: Example | None = None
    of: str = ""
    mark: str = ""
    is_told: bool = False

    def is_for(self, book: RuleBook) -> bool:
        """True if this answer applies under these rules."""
        return self.of in ("", book.prefix) and hold(self.when, book)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownQuestion:
    """A question with its answers.

    `rests` names the options that decide the answer. A + after a name means the option's second sentence; a -
    means that other tables' customs are irrelevant to the question. `silent` lists the prefixes of the rule sets
    that do not answer it. `standing` gives, by rule set prefix, the standing of clauses that only imply the
    answer, unless an option shows it. `mark` says which part of the answer the rules leave to custom, if not all.
    `leads` names the place in the app that an answer is about, if there is one.
    """

    id: str
    topic: str
    asks: str
    clauses: Sequence[str]
    rests: Sequence[str]
    variants: Sequence[Variant]
    silent: Sequence[str] | None = None
    standing: Mapping[str, str] = field(default_factory=dict)
    mark: str = ""
    leads: str = ""


class Topic(NamedTuple):
    """A subject with its questions."""

    title: str
    questions: tuple[KnownQuestion, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """Every topic with its questions, in page order."""
    texts = [(path.stem, read_texts(f"topics/{path.stem}")) for path in _FOLDER.glob("*.toml")]
    texts.sort(key=lambda pair: pair[1]["place"])
    return tuple(
        Topic(text["title"], tuple(_question(key, entry) for entry in text["question"])) for key, text in texts
    )


@cache
def known_questions() -> Mapping[str, KnownQuestion]:
    """Every known question, by id."""
    return {question.id: question for topic in topics() for question in topic.questions}


def _question(topic: str, entry: Mapping[str, Any]) -> KnownQuestion:
    rest = {key: value for key, value in entry.items() if key != "answers"}
    return KnownQuestion(topic=topic, variants=[*map(_variant, entry["answers"])], **rest)


def _variant(entry: Mapping[str, Any]) -> Variant:
    example = Example(**entry["example"]) if "example" in entry else None
    return Variant(**{**entry, "example": example})
