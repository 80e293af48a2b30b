"""Rule books: options, clauses and customs, loaded and checked from one file per rule set."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from rules.books.customs import Basis, Custom, Source, read_custom
from rules.books.deal_table import sheet_deals, write_deals
from rules.books.options import IN_WORDS, TYPE_OF, Doubles, FirstTurn, Options, read_value, write_value
from rules.books.sense import check_sense
from rules.errors import BookError
from rules.tile import Tile, full_set
from rules.wording import has_sentence, say


class Clause(NamedTuple):
    """One numbered sentence of a rule set. `implies` is a sentence that the clause implies but does not state."""

    id: str
    text: str
    implies: str = ""


class Ground(NamedTuple):
    """An entry in the ruling table: the clauses behind a kind of ruling, and the customs where the clauses are silent.

    `options` also affect the ruling, which cites those that the group has changed. `is_implied` is true if the
    clauses only imply the ruling.
    """

    clauses: tuple[str, ...]
    customs: tuple[str, ...]
    options: tuple[str, ...]
    is_implied: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """A rule set, published or with house rules.

    `place` is its position in page order, and `published` is the source of its clauses. `card_lines` say what sets it
    apart from the other rule sets, with placeholders for numbers. `house_rules` are the options that a group has
    changed.
    """

    key: str
    prefix: str
    name: str
    place: int
    published: str
    for_tournaments: bool
    card_lines: tuple[str, ...]
    options: Options
    clauses: Mapping[str, Clause]
    customs: Mapping[str, Custom]
    rulings: Mapping[str, Ground]
    house_rules: tuple[str, ...] = ()

    @property
    def card(self) -> tuple[str, ...]:
        """The rule set in a few lines, with its numbers filled in."""
        tiles, rounds = len(full_set(self.options.highest)), len(self.options.engines)
        facts = {"tiles": tiles, "rounds": rounds, "deal": write_deals(sheet_deals(self.options))}
        return tuple(line.format(**facts) for line in self.card_lines)

    def worth(self, tile: Tile) -> int:
        """The pips a tile counts for when left in a hand (D9-5.1, D6-15b, D12-7.3; customs double-blank, blank-end, doubles)."""
        if not tile.pips and self.options.double_blank:
            return self.options.double_blank
        pips = sum(end or self.options.blank_end for end in (tile.high, tile.low))
        return 2 * pips if tile.is_double and self.options.doubles is Doubles.TWICE else pips

    @property
    def has_runs(self) -> bool:
        """True if a first turn is a run, so that several players can go out in one round (D9-4.3, D6-14)."""
        return self.options.first_turn is FirstTurn.RUN

    def with_house_rules(self, changes: Mapping[str, object]) -> "RuleBook":
        """This book with some options changed; each change becomes a custom of the table.

        Raises BookError for an unknown option or value, and for options that make no sense together.
        """
        customs = dict(self.customs)
        for key, value in changes.items():
            changed = read_value(key, value)
            if changed != customs[key].value:
                more = Source(Basis.CUSTOM) if has_sentence(f"option.{key}.{changed}-more") else None
                customs[key] = Custom(option=key, value=changed, source=Source(Basis.CUSTOM), more=more)
        if customs["highest"] != self.customs["highest"] and "engines" not in changes:
            engines = tuple(_downward_from(customs["highest"].value))
            customs["engines"] = Custom(option="engines", value=engines, source=Source(Basis.CUSTOM))
        options = _options(customs)
        changed_keys = {key for key in customs if customs[key].value != self.customs[key].value}
        if options.engines == tuple(_downward_from(options.highest)):
            changed_keys -= {"engines"}
        return replace(
            self, options=options, customs=customs, house_rules=tuple(sorted({*self.house_rules, *changed_keys}))
        )

    def __hash__(self) -> int:
        """The hash of the book as text, which is the same for equal books, so that positions can be cache keys."""
        return hash(str(self))

    def __str__(self) -> str:
        """The rules as written in a position: `double-nine[dead-double=released]`."""
        changes = ",".join(f"{key}={write_value(self.customs[key].value)}" for key in self.house_rules)
        return f"{self.key}[{changes}]" if changes else self.key


def read_rules(text: str) -> RuleBook:
    """The rule book named by a string such as `double-nine[double-blank=50]`. Raises BookError for any other string."""
    key, bracket, rest = text.strip().partition("[")
    if key not in RULE_BOOKS:
        raise BookError(say("book.no-rule-set", key=key[:30], known=", ".join(RULE_BOOKS)))
    if not bracket:
        return RULE_BOOKS[key]
    if not rest.endswith("]"):
        raise BookError(say("book.no-bracket"))
    changes: dict[str, object] = {}
    for change in rest[:-1].split(","):
        option, equals, value = change.partition("=")
        if not equals or option in changes:
            raise BookError(say("book.no-house-rule", text=change[:30]))
        changes[option] = value
    return RULE_BOOKS[key].with_house_rules(changes)


def load_book(path: Path) -> RuleBook:
    """Load a rule book from a file and check it. Raises BookError with the file name and the faulty key."""
    import tomllib

    try:
        return _read_book(tomllib.loads(path.read_text(encoding="utf-8")))
    except (BookError, tomllib.TOMLDecodeError) as error:
        raise BookError(say("book.in-file", file=path.name, why=error)) from error


def _read_book(text: dict[str, Any]) -> RuleBook:
    for key in ("key", "prefix", "name", "place", "published", "for-tournaments", "card", "clause", "option", "ruling"):
        if key not in text:
            raise BookError(say("book.missing", key=key))
    clauses = _read_clauses(text["clause"], text["prefix"])
    customs = {key: read_custom(key, entry, clauses) for key, entry in text["option"].items()}
    for key in (*TYPE_OF, *IN_WORDS):
        if key not in customs:
            raise BookError(say("book.option-missing", key=key))
    options = _options(customs)
    return RuleBook(
        key=text["key"],
        prefix=text["prefix"],
        name=text["name"],
        place=text["place"],
        published=text["published"],
        for_tournaments=text["for-tournaments"],
        card_lines=tuple(text["card"]),
        options=options,
        clauses=clauses,
        customs=customs,
        rulings={key: _read_ground(key, entry, clauses) for key, entry in text["ruling"].items()},
    )


def _read_clauses(entries: list[dict[str, str]], prefix: str) -> dict[str, Clause]:
    clauses: dict[str, Clause] = {}
    for entry in entries:
        if set(entry) - {"implies"} != {"id", "text"}:
            raise BookError(say("book.clause-keys", clause=entry.get("id", "?")))
        clause = Clause(**entry)
        if clause.id in clauses:
            raise BookError(say("book.clause-twice", clause=clause.id))
        if not clause.id.startswith(f"{prefix}-") or not clause.text:
            raise BookError(say("book.clause-text", clause=clause.id, prefix=prefix))
        clauses[clause.id] = clause
    return clauses


def _read_ground(key: str, entry: dict[str, Any], clauses: Mapping[str, Clause]) -> Ground:
    for id in entry["clauses"]:
        if id not in clauses:
            raise BookError(say("book.ruling-clause", key=key, clause=id))
    customs, options = tuple(entry.get("customs", ())), tuple(entry.get("options", ()))
    for option in (*customs, *options):
        if option not in TYPE_OF and (option in options or option not in IN_WORDS):
            raise BookError(say("book.ruling-option", key=key, option=option))
    return Ground(tuple(entry["clauses"]), customs, options, entry.get("implied", False))


def _options(customs: dict[str, Custom]) -> Options:
    """The options with the values of these customs. Also fills in the numbers of the `deal` custom.

    Raises BookError if the values make no sense together.
    """
    values: dict[str, Any] = {key.replace("-", "_"): customs[key].value for key in TYPE_OF}
    options = Options(**values)
    check_sense(options)
    customs["deal"] = replace(customs["deal"], deals=sheet_deals(options))
    return options


def _downward_from(highest: object) -> range:
    return range(int(str(highest)), -1, -1)


_BOOKS = sorted(map(load_book, Path(__file__).parent.glob("*.toml")), key=lambda book: book.place)
# Every published rule book by its key, in page order.
RULE_BOOKS: Mapping[str, RuleBook] = {book.key: book for book in _BOOKS}
