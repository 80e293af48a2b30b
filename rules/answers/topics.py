"""The questions that people ask, with answers that follow a table's rules and examples that the referee rules on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.books.book import RuleBook
from rules.books.customs import Basis, Standing, weakest
from rules.books.deal_table import FEWEST_PLAYERS, possible_deals, write_deals
from rules.books.options import offered_values, write_value
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.ruling import Ruling
from rules.table.move import Move
from rules.table.notation import read_move, read_position
from rules.table.position import Position
from rules.tile import full_set, read_tiles, tile
from rules.wording import in_words, list_of, say

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
    """An answer for the tables whose options have these values; `of` is the prefix of the one rule set that it speaks of.

    `is_told`: its sentence says by itself that the rules are silent.
    """

    of: str
    when: Mapping[str, str]
    verdict: str
    says: str
    is_told: bool
    example: Example | None

    def is_for(self, book: RuleBook) -> bool:
        """These rules are what it is an answer for."""
        values = (write_value(book.customs[option].value) == value for option, value in self.when.items())
        return self.of in ("", book.prefix) and all(values)


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answers.

    `also` are other words for it, `heard` how people have put it, `rests` the options that decide it, with a + for what an
    option's second sentence says. `silent` are the prefixes of the rule sets that do not say, and `standing` what the
    clauses come to by prefix, where no option tells that they only imply it.
    """

    id: str
    topic: str
    asks: str
    also: str
    heard: tuple[str, ...]
    clauses: tuple[str, ...]
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

    `verdict` is yes, no, depends, or so where the question asks for more than that. Where a custom decides, `left` is
    “silent” if no clause says it and “open” if the clauses can be read two ways, unless the answer tells that itself; then
    `elsewhere` is what other tables play. `changed` are the house rules that this group has on it.
    """

    id: str
    title: str
    verdict: str
    says: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    standing: Standing
    left: str
    elsewhere: tuple[str, ...]
    changed: tuple[str, ...]
    example: Example | None

    @property
    def answer(self) -> str:
        """Yes, no or it depends, the sentence, and whether the rules leave it open."""
        return " ".join(part for part in (say(f"answer.{self.verdict}"), self.says, self.leaves) if part)

    @property
    def leaves(self) -> str:
        """That the rules leave it open, or say nothing; empty where they decide it."""
        return say(f"answer.{self.left}") if self.left else ""


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
    return Variant(found.get("of", ""), when, found["is"], found["says"], found.get("told", False), example)


def answer(entry: Entry, book: RuleBook) -> Answer:
    """The answer that these rules give."""
    variant = next(one for one in entry.variants if one.is_for(book))
    clauses = tuple(id for id in entry.clauses if id in book.clauses)
    bases = {rest: basis for rest in entry.rests if (basis := _basis(rest, book))}
    decided = tuple(dict.fromkeys(rest.rstrip("+") for rest, one in bases.items() if one.standing is Standing.CUSTOM))
    rests = dict.fromkeys(rest.rstrip("+") for rest in entry.rests)
    changed = tuple(book.customs[option].text for option in rests if option in book.house_rules)
    silent = book.prefix in (entry.silent or ()) or not clauses
    standing = weakest(
        *(one.standing for one in bases.values()),
        Standing(entry.standing.get(book.prefix, Standing.STATED)),
        Standing.CUSTOM if silent else Standing.STATED,
    )
    stated = any(one.standing is Standing.STATED for one in bases.values())
    left = "silent" if silent or (entry.silent is None and not stated) else "open"
    return Answer(
        entry.id,
        entry.asks,
        variant.verdict,
        variant.says.format(**facts(book)),
        clauses,
        decided,
        standing,
        left if standing is Standing.CUSTOM and not changed and not variant.is_told else "",
        tuple(text for option in decided for text in also_played(book, option)),
        changed,
        variant.example,
    )


def _basis(rest: str, book: RuleBook) -> Basis | None:
    """What an option rests on in a book, or with a + its second sentence; None where the option cannot come up."""
    custom = book.customs[rest.rstrip("+")]
    if custom.is_moot:
        return None
    more = custom.more if rest.endswith("+") else None
    return more or Basis(custom.standing, custom.clauses)


def also_played(book: RuleBook, option: str) -> Iterator[str]:
    """The sentences of the other values that a table may choose for an option."""
    others = (value for value in offered_values(option) if value != book.customs[option].value)
    yield from (say(f"option.{option}.{value}") for value in others)


def facts(book: RuleBook) -> dict[str, object]:
    """What answers say in numbers."""
    options = book.options
    doubles = [f"{engine}-{engine}" for engine in options.engines]
    deals = possible_deals(options)
    return {
        "deal": write_deals(deals),
        "players": _players(list(deals)),
        "highest": options.highest,
        "set": in_words(options.highest),
        "tiles": len(full_set(options.highest)),
        "engines": list_of(doubles),
        "first": doubles[0],
        "last": doubles[-1],
        "rounds": len(doubles),
        "blank": book.worth(tile(0, 0)),
    }


def _players(numbers: list[int]) -> str:
    """How many can play: `Two to 8`."""
    if len(numbers) > 1 and numbers == list(range(FEWEST_PLAYERS, numbers[-1] + 1)):
        return say("answer.players", most=numbers[-1])
    return list_of([str(number) for number in numbers]) or say("answer.nobody")
