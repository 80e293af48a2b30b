"""The questions that people ask, with answers that follow a table's rules and examples that the referee rules on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.book import RuleBook, Standing
from rules.deal_table import FEWEST_PLAYERS, possible_deals, write_deals
from rules.move import Move
from rules.notation import read_move, read_position
from rules.options import TYPE_OF, write_value
from rules.question import Question
from rules.referee import rule
from rules.ruling import Ruling
from rules.table import Position
from rules.tile import full_set, read_tiles
from rules.wording import list_of, say

_FOLDER = Path(__file__).with_name("topics")


class Example(NamedTuple):
    """A table without its rules, a move on it and perhaps the hand; what the referee says of it, and does or does not do."""

    table: str
    move: str
    hand: str
    gives: str
    effect: str
    without: str

    def position(self, book: RuleBook) -> Position:
        """The table by these rules."""
        return read_position(f"{book} {self.table}")

    def read_move(self) -> Move:
        """The move that the example is about."""
        return read_move(self.move)

    def ruling(self, book: RuleBook, names: Mapping[str, str] = MappingProxyType({})) -> Ruling:
        """What the referee says of it now, to players with these names."""
        hand = read_tiles(self.hand) if self.hand else None
        return rule(Question(self.position(book), hand), self.read_move(), names)


class Variant(NamedTuple):
    """An answer for the tables whose options have these values; `of` is the prefix of the one rule set that it speaks of."""

    of: str
    when: Mapping[str, str]
    verdict: str
    says: str
    example: Example | None

    def is_for(self, book: RuleBook) -> bool:
        """These rules are what it is an answer for."""
        values = (write_value(book.customs[option].value) == value for option, value in self.when.items())
        return self.of in ("", book.prefix) and all(values)


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answers.

    `also` are other words for it, `heard` how people have put it, `rests` the options that decide it. `customs` are cited
    besides, for one rule set if its prefix stands before; `silent` are the prefixes of the rule sets that do not say, and
    `standing` what the answer rests on by prefix, where the options alone do not tell.
    """

    id: str
    topic: str
    asks: str
    also: str
    heard: tuple[str, ...]
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    rests: tuple[str, ...]
    silent: tuple[str, ...] | None
    standing: Mapping[str, str]
    variants: tuple[Variant, ...]


class Topic(NamedTuple):
    """Questions about one subject."""

    key: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What these rules answer to a question.

    `verdict` is yes, no, depends, or so where the question asks for more than that. `silent`: no clause says it, and a
    custom decides; then `elsewhere` is what other tables play. `changed` are the house rules that this group has on it.
    """

    id: str
    title: str
    verdict: str
    says: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    standing: Standing
    is_silent: bool
    elsewhere: tuple[str, ...]
    changed: tuple[str, ...]
    example: Example | None

    @property
    def answer(self) -> str:
        """Yes, no or it depends, the sentence, and whether the rules leave it open."""
        said = f"{say(f'answer.{self.verdict}')} {self.says}".strip()
        return f"{said} {say('answer.silent')}" if self.is_silent else said


@cache
def topics() -> tuple[Topic, ...]:
    """Every topic with its questions, in the order in which a page offers them."""
    import tomllib

    files = [path for path in _FOLDER.glob("*.toml") if path.stem != "words"]
    found = [(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in files]
    found.sort(key=lambda one: one[1]["place"])
    return tuple(Topic(key, text["title"], tuple(_entry(key, one) for one in text["question"])) for key, text in found)


@cache
def entries() -> Mapping[str, Entry]:
    """Every question by its id."""
    return {entry.id: entry for topic in topics() for entry in topic.entries}


def _entry(topic: str, found: Mapping[str, Any]) -> Entry:
    return Entry(
        found["id"],
        topic,
        found["asks"],
        found["also"],
        tuple(found.get("heard", ())),
        tuple(found["clauses"]),
        tuple(found.get("customs", ())),
        tuple(found["rests"]),
        tuple(found["silent"]) if "silent" in found else None,
        found.get("standing", {}),
        tuple(map(_variant, found["answers"])),
    )


def _variant(found: Mapping[str, Any]) -> Variant:
    when = dict(condition.split("=") for condition in found.get("when", "").split(",") if condition)
    example = None
    if "table" in found:
        said = (found.get(key, "") for key in ("table", "move", "hand", "gives", "effect", "without"))
        example = Example(*said)
    return Variant(found.get("of", ""), when, found["is"], found["says"], example)


def answer(entry: Entry, book: RuleBook) -> Answer:
    """The answer that these rules give."""
    variant = next(one for one in entry.variants if one.is_for(book))
    clauses = tuple(id for id in entry.clauses if id in book.clauses)
    mine = {option: book.customs[option] for option in entry.rests}
    decided = [option for option, custom in mine.items() if custom.standing is Standing.CUSTOM and not custom.is_moot]
    changed = tuple(book.customs[option].text for option in entry.rests if option in book.house_rules)
    undecided = bool(decided) and not any(custom.standing is Standing.STATED for custom in mine.values())
    is_silent = not changed and (undecided if entry.silent is None else book.prefix in entry.silent)
    implied = any(custom.standing is Standing.IMPLIED for custom in mine.values())
    standing = (
        Standing.CUSTOM if decided or is_silent or not clauses else Standing.IMPLIED if implied else Standing.STATED
    )
    if not changed and book.prefix in entry.standing:
        standing = Standing(entry.standing[book.prefix])
    cited = (custom.rpartition(":") for custom in entry.customs)
    besides = [option for prefix, _, option in cited if prefix in ("", book.prefix)]
    return Answer(
        entry.id,
        entry.asks,
        variant.verdict,
        variant.says.format(**facts(book)),
        clauses,
        tuple(dict.fromkeys((*decided, *besides))),
        standing,
        is_silent,
        tuple(text for option in decided for text in also_played(book, option)),
        changed,
        variant.example,
    )


def also_played(book: RuleBook, option: str) -> Iterator[str]:
    """The sentences of the other values that a table may choose for an option."""
    kind = TYPE_OF[option]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from (say(f"option.{option}.{value}") for value in kind if value != book.customs[option].value)


def facts(book: RuleBook) -> dict[str, object]:
    """What answers say in numbers."""
    options = book.options
    doubles = [f"{engine}-{engine}" for engine in options.engines]
    deals = possible_deals(options)
    return {
        "deal": write_deals(deals),
        "players": _players(list(deals)),
        "highest": options.highest,
        "tiles": len(full_set(options.highest)),
        "engines": list_of(doubles),
        "first": doubles[0],
        "last": doubles[-1],
        "rounds": len(doubles),
        "blank": options.double_blank,
    }


def _players(numbers: list[int]) -> str:
    """How many can play: `Two to 8`."""
    if len(numbers) > 1 and numbers == list(range(FEWEST_PLAYERS, numbers[-1] + 1)):
        return say("answer.players", most=numbers[-1])
    return list_of([str(number) for number in numbers]) or say("answer.nobody")
