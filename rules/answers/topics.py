"""Common questions, with answers that follow a table's rules and examples that the referee rules on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.answers.conditions import hold, read_conditions
from rules.books.book import RuleBook
from rules.books.customs import Basis, Source, weakest
from rules.books.deal_table import FEWEST_PLAYERS, possible_deals, write_deals
from rules.books.options import offered_values
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.ruling import Ruling
from rules.table.move import Move
from rules.table.notation import read_move, read_position
from rules.table.position import Position
from rules.tile import full_set, read_tiles, tile
from rules.wording import in_words, list_of, say

_FOLDER = Path(__file__).with_name("topics")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example for an answer: a table without its rules, a move, and perhaps the hand.

    `gives` is the referee's verdict, `effect` an effect of the move, and `without` an effect that it does not have.
    """

    table: str
    move: str
    hand: str
    gives: str
    effect: str
    without: str

    def position(self, book: RuleBook) -> Position:
        """The example's table under these rules."""
        return read_position(f"{book} {self.table}")

    def read_move(self) -> Move:
        """The example's move."""
        return read_move(self.move)

    def ruling(self, book: RuleBook, names: Mapping[str, str] = MappingProxyType({})) -> Ruling:
        """The referee's ruling on the example under these rules, for players with these names by seat."""
        hand = read_tiles(self.hand) if self.hand else None
        return rule(Question(self.position(book), hand), self.read_move(), names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """An answer for tables whose options have the values in `when`.

    `of` limits it to the rule set with this prefix; empty means all. `is_told`: the sentence says that the rules are silent.
    """

    of: str
    when: Mapping[str, str]
    verdict: str
    says: str
    is_told: bool
    example: Example | None

    def is_for(self, book: RuleBook) -> bool:
        """True if this answer applies under these rules."""
        return self.of in ("", book.prefix) and hold(self.when, book)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownQuestion:
    """A question with its answers.

    `also` holds other words for it, and `heard` wordings that people have used. `rests` names the options that decide it; a +
    after the name means the option's second sentence. `silent` lists the prefixes of the rule sets that do not say. `standing`
    gives the standing of the clauses by prefix, where no option tells that they only imply it.
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
    """A subject with its questions."""

    key: str
    title: str
    questions: tuple[KnownQuestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of one rule book to a question.

    `verdict` is yes, no or depends, or “so” for a question that needs another answer. `left` is set where a custom decides:
    “silent” if no clause says it, “open” if the clauses can be read two ways. It is empty if the answer says so itself or a
    house rule decides. `elsewhere` is what other tables play; `changed` are the group's house rules on it.
    """

    id: str
    title: str
    verdict: str
    says: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    standing: Basis
    left: str
    elsewhere: tuple[str, ...]
    changed: tuple[str, ...]
    example: Example | None

    @property
    def answer(self) -> str:
        """The full answer: yes, no or it depends, then the sentence, then whether the rules leave it open."""
        return " ".join(part for part in (say(f"answer.{self.verdict}"), self.says, self.leaves) if part)

    @property
    def leaves(self) -> str:
        """A sentence if the rules leave it open or say nothing; empty if they decide it."""
        return say(f"answer.{self.left}") if self.left else ""


@cache
def topics() -> tuple[Topic, ...]:
    """Every topic with its questions, in page order."""
    import tomllib

    files = [path for path in _FOLDER.glob("*.toml") if path.stem != "words"]
    found = [(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in files]
    found.sort(key=lambda one: one[1]["place"])
    return tuple(
        Topic(key, text["title"], tuple(_question(key, one) for one in text["question"])) for key, text in found
    )


@cache
def known_questions() -> Mapping[str, KnownQuestion]:
    """Every question by its id."""
    return {question.id: question for topic in topics() for question in topic.questions}


def _question(topic: str, found: Mapping[str, Any]) -> KnownQuestion:
    return KnownQuestion(
        id=found["id"],
        topic=topic,
        asks=found["asks"],
        also=found["also"],
        heard=tuple(found.get("heard", ())),
        clauses=tuple(found["clauses"]),
        rests=tuple(found["rests"]),
        silent=tuple(found["silent"]) if "silent" in found else None,
        standing=found.get("standing", {}),
        variants=tuple(map(_variant, found["answers"])),
    )


def _variant(found: Mapping[str, Any]) -> Variant:
    example = Example(**{one.name: found.get(one.name, "") for one in fields(Example)}) if "table" in found else None
    return Variant(
        of=found.get("of", ""),
        when=read_conditions(found.get("when", "")),
        verdict=found["is"],
        says=found["says"],
        is_told=found.get("told", False),
        example=example,
    )


def answer(question: KnownQuestion, book: RuleBook) -> Answer:
    """The answer that these rules give to a question."""
    variant = next(one for one in question.variants if one.is_for(book))
    clauses = tuple(id for id in question.clauses if id in book.clauses)
    sources = {rest: source for rest in question.rests if (source := _source(rest, book))}
    decided = tuple(dict.fromkeys(rest.rstrip("+") for rest, one in sources.items() if one.standing is Basis.CUSTOM))
    rests = dict.fromkeys(rest.rstrip("+") for rest in question.rests)
    changed = tuple(book.customs[option].text for option in rests if option in book.house_rules)
    silent = book.prefix in (question.silent or ()) or not clauses
    standing = weakest(
        *(one.standing for one in sources.values()),
        Basis(question.standing.get(book.prefix, Basis.STATED)),
        Basis.CUSTOM if silent else Basis.STATED,
    )
    stated = any(one.standing is Basis.STATED for one in sources.values())
    left = "silent" if silent or (question.silent is None and not stated) else "open"
    return Answer(
        id=question.id,
        title=question.asks,
        verdict=variant.verdict,
        says=variant.says.format(**facts(book)),
        clauses=clauses,
        customs=decided,
        standing=standing,
        left=left if standing is Basis.CUSTOM and not changed and not variant.is_told else "",
        elsewhere=tuple(text for option in decided for text in also_played(book, option)),
        changed=changed,
        example=variant.example,
    )


def _source(rest: str, book: RuleBook) -> Source | None:
    """The basis of an option in a book, or with a + the basis of its second sentence; None if the option cannot come up."""
    custom = book.customs[rest.rstrip("+")]
    if custom.is_moot:
        return None
    more = custom.more if rest.endswith("+") else None
    return more or Source(custom.standing, custom.clauses)


def also_played(book: RuleBook, option: str) -> Iterator[str]:
    """A sentence for each other value that a table may choose for an option."""
    yield from (say(f"option.{option}.{one}") for one in offered_values(option) if one != book.customs[option].value)


def facts(book: RuleBook) -> dict[str, object]:
    """The values that fill the gaps in answers, by name."""
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
    """The possible numbers of players, in words: `Two to 8`."""
    if len(numbers) > 1 and numbers == list(range(FEWEST_PLAYERS, numbers[-1] + 1)):
        return say("answer.players", most=numbers[-1])
    return list_of([str(number) for number in numbers]) or say("answer.nobody")
