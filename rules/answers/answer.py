"""Answers to known questions under a table's rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.answers.conditions import hold, read_texts
from rules.answers.topics import Example, KnownQuestion
from rules.books.book import RuleBook
from rules.books.customs import Basis, Source, weakest
from rules.books.deal_table import FEWEST_PLAYERS, sheet_deals, write_deals
from rules.books.options import offered_values, write_value
from rules.tile import Tile, full_set, tile
from rules.wording import in_words, list_of, say, spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One rule book's answer to a question.

    `verdict` is "yes", "no" or "depends", or "so" for a question that cannot be answered with any of these. `says`
    is the rest of the answer. `mark` notes that a custom decides, and which points the rules leave open; it is
    empty if a clause or a house rule decides, or if the answer itself says so. `elsewhere` says how other tables
    play; `changed` lists the group's house rules on the subject.
    """

    id: str
    topic: str
    title: str
    verdict: str
    says: str
    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    standing: Basis
    mark: str
    elsewhere: tuple[str, ...]
    changed: tuple[str, ...]
    example: Example | None

    @property
    def answer(self) -> str:
        """The answer, followed by its `mark` if it has one."""
        return f"{self.says} {self.mark}".rstrip()


def answer(question: KnownQuestion, book: RuleBook) -> Answer:
    """The answer to a question under these rules."""
    variant = next(variant for variant in question.variants if variant.is_for(book))
    clauses = tuple(id for id in question.clauses if id in book.clauses)
    sources = {rest: source for rest in question.rests if (source := _source(rest, book))}
    decided = customs_among(question.rests, book)
    aside = {rest.rstrip("+-") for rest in question.rests if rest.endswith("-")}
    rests = dict.fromkeys(rest.rstrip("+-") for rest in question.rests)
    changed = tuple(book.customs[option].text for option in rests if option in book.house_rules)
    silent = book.prefix in (question.silent or ()) or not clauses
    standing = weakest(
        *(source.standing for source in sources.values()),
        Basis(question.standing.get(book.prefix, Basis.STATED)),
        Basis.CUSTOM if silent else Basis.STATED,
    )
    says = variant.says.format(**facts(book))
    code = "also-by-custom" if say("answer.in-brackets") in says else "by-custom"
    mark = say(f"answer.{code}", silence=variant.mark or question.mark or say("answer.silence"))
    return Answer(
        id=question.id,
        topic=question.topic,
        title=question.asks,
        verdict=variant.verdict,
        says=says,
        clauses=clauses,
        customs=decided,
        standing=standing,
        mark=mark if standing is Basis.CUSTOM and not changed and not variant.is_told else "",
        elsewhere=tuple(text for option in decided if option not in aside for text in also_played(book, option)),
        changed=changed,
        example=variant.example,
    )


def customs_among(rests: Sequence[str], book: RuleBook) -> tuple[str, ...]:
    """The options in `rests` that only a custom decides in this book, without repeats.

    A name with a + stands for the option's second sentence.
    """
    sources = ((rest.rstrip("+-"), _source(rest, book)) for rest in rests)
    return tuple(dict.fromkeys(option for option, source in sources if source and source.standing is Basis.CUSTOM))


def _source(rest: str, book: RuleBook) -> Source | None:
    """The basis of an option in a book, or of its second sentence if `rest` has a +.

    None if the option cannot come up.
    """
    custom = book.customs[rest.rstrip("+-")]
    if custom.is_moot:
        return None
    more = custom.more if "+" in rest else None
    return more or custom.source


def also_played(book: RuleBook, option: str) -> list[str]:
    """A sentence for each other value that a table may choose for an option."""
    return [say(f"option.{option}.{value}") for value in offered_values(option) if value != book.customs[option].value]


class NamedFacts(NamedTuple):
    """The number of people, the tile and the round that a question names; each is None if it is not named."""

    players: int | None = None
    tile: Tile | None = None
    round: int | None = None


def answer_for(question: KnownQuestion, book: RuleBook, named: NamedFacts) -> Answer:
    """The answer to a question, tailored to the facts that the question names.

    If it names a number of players, a tile or a round, the answer gives the deal for that many players, the pips of
    that tile, or the double of that round.
    """
    given, deals, engines = answer(question, book), sheet_deals(book.options), book.options.engines
    players, tile, round = named
    if tile and question.id == "what-a-tile-counts" and tile.high <= book.options.highest:
        return replace(given, says=f"{say('answer.counts', tile=tile, pips=book.worth(tile))} {given.says}")
    if question.id == "double-of-a-round":
        if not round or round > len(engines):
            return given
        sentence = say("answer.round", round=round, engine=engines[round - 1])
        return replace(given, title=say("answer.this-round", round=round), says=f"{sentence} {given.says}")
    if players is None or not deals:
        return given
    can_play = players in deals
    code = "each" if can_play else "not-so-many"
    text = say(f"answer.{code}", tiles=deals.get(players), players=players, who=_players(list(deals)))
    if question.id == "how-many-players":
        return replace(given, verdict="yes" if can_play else "no", says=given.says if can_play else text)
    if question.id == "tiles-each":
        is_alike = can_play and len(set(deals.values())) == 1
        return replace(given, says=text if is_alike else f"{text} {given.says}")
    return given


def facts(book: RuleBook) -> dict[str, object]:
    """The values for the placeholders in answers, by name."""
    return _facts(book, spoken())


# Cached: this takes half a millisecond, and the page of all rulings asks for every answer.
@lru_cache(maxsize=60)
def _facts(book: RuleBook, _language: str) -> dict[str, object]:
    options = book.options
    doubles = [f"{engine}-{engine}" for engine in options.engines]
    deals = sheet_deals(options)
    return {
        **{option.replace("-", "_"): write_value(custom.value) for option, custom in book.customs.items()},
        "deal": write_deals(deals),
        "tiles_each": _tiles_each(deals),
        "players": _players(list(deals)),
        "set": in_words(options.highest),
        "tiles": len(full_set(options.highest)),
        "engines": list_of(doubles),
        "first": doubles[0],
        "last": doubles[-1],
        "rounds": len(doubles),
        "by_round": _by_round(options.engines),
        "blank": book.worth(tile(0, 0)),
        "bigger": say("answer.bigger", fifteen=len(full_set(15)), eighteen=len(full_set(18))),
        "published": book.published,
        **_asides(book),
    }


def _asides(book: RuleBook) -> dict[str, str]:
    """Sentences and sentence endings that several answers share; each is empty if its conditions do not hold."""
    asides = dict[str, str]()
    for name, aside in read_texts("asides").items():
        source = _source(aside["rests"], book) if aside["rests"] else None
        by_custom = f" {say('answer.in-brackets')}" if source and source.standing is Basis.CUSTOM else ""
        text = f" {say(f'answer.{name}', by_custom=by_custom)}".replace(" ,", ",").replace(" ;", ";")
        asides[name.replace("-", "_")] = text if hold(aside["when"], book) else ""
    return asides


def _tiles_each(deals: Mapping[int, int]) -> str:
    if len(set(deals.values())) == 1:
        return say("answer.same-deal", tiles=next(iter(deals.values())))
    return say("answer.deal", deals=write_deals(deals))


def _by_round(engines: Sequence[int]) -> str:
    """The starting double of each round, in words."""
    first, last, rounds = engines[0], engines[-1], len(engines)
    if rounds > 2 and [*engines] == [*range(first, last - 1, -1)]:
        return say("answer.falling-engines", first=first, last=last, rounds=rounds)
    named = (say("answer.engine-of-round", round=round, engine=engine) for round, engine in enumerate(engines, 1))
    return say("answer.engines", rounds=list_of(list(named)))


def _players(numbers: list[int]) -> str:
    """The possible numbers of players, as a sentence: `Two to eight people can play`."""
    if len(numbers) > 1 and numbers == list(range(FEWEST_PLAYERS, numbers[-1] + 1)):
        return say("answer.range", most=in_words(numbers[-1]))
    return say("answer.numbers", numbers=list_of(list(map(str, numbers)))) if numbers else say("answer.nobody")
