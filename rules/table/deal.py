"""The deal: tiles per player, the engine, the hunt for it, and the player who starts."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.books.book import RULE_BOOKS, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, deal_on_a_sheet, possible_deals, said_deals, tiles_to_deal
from rules.books.options import EngineFrom, HighestBy, Starter, StarterTie
from rules.errors import BookError, DealError
from rules.tile import Tile, full_set, tile
from rules.typed import plain_signs
from rules.wording import in_words, list_of, say


def most_players(book: RuleBook) -> int:
    """The most players who can each get a full hand from this set; 0 if nobody can play."""
    return max(possible_deals(book.options), default=0)


def tiles_each(book: RuleBook, players: int) -> int:
    """The number of tiles that each player takes (D9 custom, D6-2, D12-1.3). Raises DealError if that cannot be dealt."""
    if players < FEWEST_PLAYERS:
        raise DealError(say("deal.too-few", fewest=FEWEST_PLAYERS))
    each = possible_deals(book.options).get(players)
    if each is None:
        raise DealError(_why_not(book, players))
    return each


def _why_not(book: RuleBook, players: int) -> str:
    """A sentence on why this many players cannot be dealt in: the rules give no deal, or the set is too small."""
    deals, most = said_deals(book.options), most_players(book)
    if players not in deals:
        return say("deal.not-said", players=players, most=max(deals))
    facts = {"highest": in_words(book.options.highest), "tiles": tiles_to_deal(book.options), "each": deals[players]}
    return say("deal.too-many" if 0 < most < players else "deal.too-many-each", players=players, most=most, **facts)


def check_deal(book: RuleBook) -> None:
    """Raise a BookError that names every number of players for which the set has too few tiles.

    A deal that no house rule has changed must work for every number of players that the published rule set allows.
    """
    deals, possible = said_deals(book.options), possible_deals(book.options)
    wanted = deals if "deal" in book.house_rules else possible_deals(RULE_BOOKS[book.key].options)
    most = tiles_to_deal(book.options)
    wrong = [
        say("nonsense.deal-too-many", players=players, each=deals[players], most=most // players)
        for players in wanted
        if players not in possible
    ]
    if wrong:
        raise BookError(" ".join(wrong))


def most_each(book: RuleBook, players: int) -> int:
    """The most tiles that each player can take from the set without the engine, whatever the rules say."""
    return (len(full_set(book.options.highest)) - 1) // players


def comes_from_a_hand(book: RuleBook) -> bool:
    """True if the player who was dealt the engine puts it in the middle (D12-2.2)."""
    return book.options.engine_from is EngineFrom.HAND


def check_engines(engines: Sequence[int], book: RuleBook) -> None:
    """Raise DealError with a sentence for the players if a double is not in the set, or is named twice."""
    for at, engine in enumerate(engines):
        if not 0 <= engine <= book.options.highest:
            raise DealError(say("engines.too-high", number=engine, highest=book.options.highest))
        if engine in engines[:at]:
            raise DealError(say("engines.twice", tile=tile(engine, engine)))


def read_engines(text: str, book: RuleBook) -> tuple[int, ...]:
    """The engines of a game as typed: nothing for all, `6` for 6-6 and all below, `6-6` for only that one, or a list.

    Raises DealError with a sentence for the players.
    """
    typed = plain_signs(text).replace(",", " ").split()
    words = [word.split("-")[0] if re.fullmatch(r"(\d+)-\1", word) else word for word in typed]
    if not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise DealError(say("engines.unreadable", text=text[:40]))
    numbers = tuple(int(word) for word in words)
    check_engines(numbers, book)
    if not numbers:
        return book.options.engines
    return numbers if len(numbers) > 1 or words != typed else tuple(range(numbers[0], -1, -1))


def write_engines(engines: Sequence[int]) -> str:
    """The engines as text that `read_engines` reads."""
    return " ".join(map(str, engines)) if len(engines) > 1 else f"{engines[0]}-{engines[0]}"


def opening(book: RuleBook, round_number: int, engine: int, players: int) -> str:
    """The sentence that opens a round: `Round 3: put the 7-7 in the middle and deal 10 each; the highest tile starts.`"""
    double = tile(engine, engine)
    starter = say(f"opening.starter.{book.options.starter}", engine=double)
    each = deal_on_a_sheet(book.options, players)
    dealt = say("opening.each", each=each) if each else say("opening.any")
    return say(f"opening.{book.options.engine_from}", round=round_number, engine=double, dealt=dealt, starter=starter)


class Opener(NamedTuple):
    """The player who opens a round, or the players who are still tied; `reason` says why in a sentence."""

    names: tuple[str, ...]
    reason: str


def who_starts(book: RuleBook, highest: Mapping[str, Tile], engine: int) -> Opener:
    """The player who opens the round, judging by each player's highest tile (D9-1.4, D6-5; custom starter-tie).

    `highest` is in clockwise order. Raises DealError if the tiles do not decide who starts, or if a tile is
    named twice or cannot be in a hand.
    """
    if book.options.starter is not Starter.HIGHEST_TILE:
        raise DealError(say("starter.no-tile-decides"))
    if not highest:
        raise DealError(say("starter.nobody"))
    for name, named in highest.items():
        _check_can_be_held(book, name, named, engine, highest)
    best = max(_height(book, named) for named in highest.values())
    level = [name for name, named in highest.items() if _height(book, named) == best]
    if len(level) == 1:
        return Opener((level[0],), say("starter.highest", name=level[0], tile=highest[level[0]]))
    if book.options.starter_tie is StarterTie.DRAW_AGAIN:
        return Opener(tuple(level), say("starter.draw-again", names=list_of(level), pips=best[-1]))
    first = max(level, key=lambda name: highest[name].high)
    return Opener((first,), say("starter.larger-end", name=first, tile=highest[first], names=list_of(level)))


def _check_can_be_held(book: RuleBook, name: str, named: Tile, engine: int, all_named: Mapping[str, Tile]) -> None:
    if named.high > book.options.highest:
        raise DealError(say("starter.not-in-set", name=name, tile=named))
    if named == tile(engine, engine):
        raise DealError(say("starter.engine", name=name, tile=named))
    twice = [player for player, domino in all_named.items() if domino == named]
    if len(twice) > 1:
        raise DealError(say("starter.twice", names=list_of(twice), tile=named))


def _height(book: RuleBook, named: Tile) -> tuple[int, int]:
    """The sort key for finding the highest tile: by pip sum, or doubles first (custom highest-by)."""
    doubles_first = book.options.highest_by is HighestBy.HIGHEST_DOUBLE and named.is_double
    return int(doubles_first), named.pips


class Deal(NamedTuple):
    """A round as dealt: each seat's hand, the boneyard in the order of drawing, and the seat that held the engine, if any."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    holder: int | None


def deal(book: RuleBook, players: int, engine: int, shuffled: Sequence[Tile], first: int = 0) -> Deal:
    """Deal a shuffled set, and hunt for the engine if it comes from a hand (D12-2.2, D12-2.3).

    The engine is in no hand afterwards. `first` is the seat that draws first when too few tiles are left for
    everybody. Raises DealError if that many players cannot be dealt in.
    """
    double = tile(engine, engine)
    each = tiles_each(book, players)
    if book.options.engine_from is EngineFrom.SET_ASIDE:
        shuffled = [domino for domino in shuffled if domino != double]
    hands = [list(shuffled[seat * each : (seat + 1) * each]) for seat in range(players)]
    boneyard = list(shuffled[players * each :])
    if comes_from_a_hand(book):
        _hunt(hands, boneyard, double, first)
    holder = next((seat for seat, hand in enumerate(hands) if double in hand), None)
    if holder is not None:
        hands[holder].remove(double)
    return Deal(tuple(map(tuple, hands)), tuple(boneyard), holder)


def _hunt(hands: list[list[Tile]], boneyard: list[Tile], double: Tile, first: int) -> None:
    """Let everybody draw until somebody has the double (D12-2.3, custom hunt).

    Once too few tiles are left for all, the players draw in turn, clockwise.
    """
    clockwise = hands[first:] + hands[:first]
    while not any(double in hand for hand in hands):
        everybody_can = len(boneyard) >= len(hands)
        for hand in clockwise:
            if everybody_can or (boneyard and not any(double in other for other in hands)):
                hand.append(boneyard.pop(0))
