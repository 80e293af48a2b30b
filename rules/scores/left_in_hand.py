"""Tiles left in hand at the end of a round: reading what people type, and checking that it is possible.

A new doubt needs a sentence under `[doubt]` in rules/texts/en.toml and a question in rules/answers/topics/ that explains
it. The templates scores/_asked.html, scores/_swap.html, tiles/tiles.html and photos/asking.html show it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.books.book import RuleBook
from rules.books.deal_table import deal_on_a_sheet
from rules.errors import NotationError
from rules.names import fold_name
from rules.scores.scoring import out_score
from rules.table.deal import most_each
from rules.tile import Tile, full_set, read_tiles, tile, write_tiles
from rules.typed import LONGEST_ENTRY, plain_signs, read_sum
from rules.wording import list_of, say

_TILE = re.compile(r"[0-9]\s*-\s*[0-9]")
# Characters that people type around a score (quotes, an equals sign, the unit, a full stop, a smiley) or between a tile's pips.
_AROUND = re.compile(
    r"^[\s\"'“”„‘«»=]+|(?:(?<=[0-9]) *(?:pips?|pts?|points?))?[\s\"'“”‘’«».,!=\u2600-\u27bf\U0001f300-\U0001faff]*$",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_BETWEEN_PIPS = re.compile(r"(?<=[0-9])\s*(?:--|[/|:ー])\s*(?=[0-9])")
_KEYCAP = re.compile("[\ufe0f\u20e3]")


@dataclass(frozen=True, slots=True)
class HandLeft:
    """A player's hand at the end of a round: the pips, whether the player went out, and the parts or tiles, if given."""

    pips: int
    is_out: bool = False
    parts: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()

    @property
    def text(self) -> str:
        """The hand as stored on a sheet: the pips as a sum, or the tiles."""
        return write_tiles(self.tiles) if self.tiles else "+".join(map(str, self.parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Something impossible or unlikely about a round's scores.

    `key` identifies the doubt and its subject, so that a yes to one question is not taken for a yes to another.
    """

    code: str
    key: str
    seat: int | None
    is_impossible: bool
    text: str


def read_left(text: str, book: RuleBook) -> HandLeft:
    """Read what people type for the tiles left in a hand: `34`, `12+11+7`, `9-7 6-6`, or `out`.

    If going out earns a bonus of ten, `-10` means the same as `out`. Raises NotationError, with a sentence for the
    players, as `read_sum` does.
    """
    if len(text) > LONGEST_ENTRY or "\u202e" in text:
        raise NotationError(say("pips.unreadable"))
    words = _AROUND.sub("", plain_signs(_KEYCAP.sub("", text)))
    words = _BETWEEN_PIPS.sub("-", _BRACKETED.sub(r"\1", words) if _BRACKETED.fullmatch(words) else words)
    score = out_score(book)
    if fold_name(words) == say("pips.out") or (score < 0 and words == str(score)):
        return HandLeft(0, is_out=True, parts=(0,))
    if _TILE.search(words):
        tiles = read_tiles(words.replace("+", " "))
        return HandLeft(sum(map(book.worth, tiles)), tiles=tiles)
    parts = read_sum(words)
    return HandLeft(sum(parts), parts=parts)


def doubts(book: RuleBook, engine: int, left: Mapping[int, HandLeft], names: Mapping[int, str]) -> list[Doubt]:
    """Every doubt about impossible or just unlikely scores in a round: seat by seat, then for all together.

    `left` has the seats with a score, and `names` every seat that plays the round.
    """
    all_doubts = [
        hand_doubt for seat, hand in left.items() for hand_doubt in _about_a_hand(book, engine, seat, hand, names)
    ]
    all_doubts += _about_the_set(book, engine, left, names)
    all_doubts += _about_going_out(book, left, names)
    return all_doubts


def doubt(code: str, about: object, seat: int | None, impossible: bool = False, **facts: object) -> Doubt:
    """A doubt with its sentence. `about` tells doubts with the same code apart."""
    return Doubt(
        code=code, key=f"{code}:{about}", seat=seat, is_impossible=impossible, text=say(f"doubt.{code}", **facts)
    )


def doubt_comma(seat: int, name: str, text: str, left: HandLeft) -> Doubt:
    """The doubt about a comma or point that may be a decimal separator; `text` is the score as typed."""
    return doubt("unsure", f"{seat}:{text}", seat, name=name, text=text, sum=left.text, pips=left.pips)


def _about_a_hand(book: RuleBook, engine: int, seat: int, hand: HandLeft, names: Mapping[int, str]) -> Iterator[Doubt]:
    name, about = names[seat], f"{seat}:{hand.pips}"
    if hand.is_out and hand.pips:
        yield doubt("out-with-pips", about, seat, True, name=name, pips=hand.pips)
    if hand.is_out:
        return
    if hand.pips == 0 and not hand.tiles:
        yield _about_no_pips(book, engine, seat, hand, name)
    if hand.pips > _pips_in_play(book, engine):
        yield doubt("more-than-the-set", about, seat, True, pips=hand.pips, most=_pips_in_play(book, engine))
        return
    dealt = deal_on_a_sheet(book.options, len(names)) or most_each(book, len(names))
    for count, code in ((len(hand.parts), "more-than-the-tiles"), (dealt, "more-than-the-deal")):
        most = _most_pips(book, engine, count)
        if hand.pips > most and not hand.tiles and (code == "more-than-the-deal" or _could_be_tiles(book, hand.parts)):
            yield doubt(code, about, seat, name=name, pips=hand.pips, count=count, most=most)
            return


def _about_no_pips(book: RuleBook, engine: int, seat: int, hand: HandLeft, name: str) -> Doubt:
    """The doubt about zero pips for a player who is not out.

    Only a hand that is just the 0-0 can have zero pips, and only if the 0-0 is not the engine and counts as zero.
    """
    if blank := book.worth(tile(0, 0)):
        return doubt("blank-counts", seat, seat, True, name=name, pips=blank)
    if engine == 0:
        return doubt("blank-is-engine", seat, seat, True, name=name)
    return doubt("zero-not-out", seat, seat, name=name)


def tiles_in_play(book: RuleBook, engine: int) -> tuple[Tile, ...]:
    """Every tile that can be in a hand in this round: all but the engine, highest first."""
    return tuple(domino for domino in reversed(full_set(book.options.highest)) if domino != tile(engine, engine))


def check_hand(tiles: Iterable[Tile], book: RuleBook, engine: int, name: str) -> None:
    """Raise NotationError for the first tile that nobody can hold: the engine, or one that is not in the set."""
    for domino in tiles:
        if domino == tile(engine, engine) or domino.high > book.options.highest:
            raise NotationError(say("doubt.tile-not-in-play", name=name, tile=domino))


def _could_be_tiles(book: RuleBook, parts: tuple[int, ...]) -> bool:
    return len(parts) > 1 and max(parts) <= max(book.worth(tile(pip, pip)) for pip in (0, book.options.highest))


def _pips_in_play(book: RuleBook, engine: int) -> int:
    """The pips of the whole set without the engine, which lies on the table."""
    return _most_pips(book, engine, len(full_set(book.options.highest)))


# Every entry asks this for each hand, twice: worked out anew each time, that is a seventh of the entry.
@lru_cache(maxsize=1000)
def _most_pips(book: RuleBook, engine: int, count: int) -> int:
    """The most pips that this number of tiles can have in a round with this engine."""
    return sum(sorted(map(book.worth, tiles_in_play(book, engine)), reverse=True)[:count])


def _about_the_set(
    book: RuleBook, engine: int, left: Mapping[int, HandLeft], names: Mapping[int, str]
) -> Iterator[Doubt]:
    whose: dict[Tile, int] = {}
    for seat, hand in left.items():
        for domino in hand.tiles:
            if domino == tile(engine, engine) or domino.high > book.options.highest:
                yield doubt("tile-not-in-play", f"{seat}:{domino}", seat, True, name=names[seat], tile=domino)
            elif domino in whose:
                holders = list_of([names[whose[domino]], names[seat]])
                yield doubt("tile-twice", domino, seat, True, tile=domino, names=holders)
            whose[domino] = seat
    total, most = sum(hand.pips for hand in left.values()), _pips_in_play(book, engine)
    if total > most and all(hand.pips <= most for hand in left.values()):
        yield doubt("together-more-than-the-set", total, None, True, total=total, most=most)
    blanks = [seat for seat, hand in left.items() if hand.pips == 0 and not hand.is_out]
    if len(blanks) > 1:
        yield doubt("blank-twice", blanks, blanks[-1], True, names=list_of([names[seat] for seat in blanks]))


def _about_going_out(book: RuleBook, left: Mapping[int, HandLeft], names: Mapping[int, str]) -> Iterator[Doubt]:
    out = [seat for seat, hand in left.items() if hand.is_out]
    who = list_of([names[seat] for seat in out])
    if len(out) > 1 and book.has_runs:
        yield doubt("several-out", out, None, names=who)
    elif len(out) > 1:
        yield doubt("only-one-out", out, out[-1], True, names=who)
    if not out and set(left) == set(names):
        yield doubt("nobody-out", "", None)
