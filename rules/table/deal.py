"""Before the first move of a round: how many tiles each takes, which double is the engine, the hunt for it, who starts."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.books.book import RULE_BOOKS, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, possible_deals, said_deals, tiles_to_deal
from rules.books.options import EngineFrom, HighestBy, Starter, StarterTie
from rules.errors import BookError, DealError
from rules.tile import Tile, full_set, tile
from rules.wording import in_words, list_of, say


def most_players(book: RuleBook) -> int:
    """How many can play with this set: everybody has to get a full hand."""
    return max(possible_deals(book.options), default=0)


def tiles_each(book: RuleBook, players: int) -> int:
    """The tiles each of so many players takes (D9 custom, D6-2, D12-1.3). Raises DealError when that cannot be dealt."""
    if players < FEWEST_PLAYERS:
        raise DealError(say("deal.too-few", fewest=FEWEST_PLAYERS))
    each = possible_deals(book.options).get(players)
    if each is None:
        raise DealError(_why_not(book, players))
    return each


def _why_not(book: RuleBook, players: int) -> str:
    """Why so many players cannot be dealt a hand: the rules say nothing for them, or more than the set has."""
    said, most = said_deals(book.options), most_players(book)
    if players not in said:
        return say("deal.not-said", players=players, most=max(said))
    facts = {"highest": in_words(book.options.highest), "tiles": tiles_to_deal(book.options), "each": said[players]}
    return say("deal.too-many" if 0 < most < players else "deal.too-many-each", players=players, most=most, **facts)


def check_deal(book: RuleBook) -> None:
    """Raise BookError with every number of players for whom these rules deal more than the set has.

    Where the deal is the published one, it has to reach those whom the published set serves.
    """
    said, possible = said_deals(book.options), possible_deals(book.options)
    wanted = said if "deal" in book.house_rules else possible_deals(RULE_BOOKS[book.key].options)
    most = tiles_to_deal(book.options)
    wrong = [
        say("nonsense.deal-too-many", players=players, each=said[players], most=most // players)
        for players in wanted
        if players not in possible
    ]
    if wrong:
        raise BookError(" ".join(wrong))


def most_each(book: RuleBook, players: int) -> int:
    """The most tiles that each of so many can take, the engine aside, whatever the rules deal."""
    return (len(full_set(book.options.highest)) - 1) // players


def comes_from_a_hand(book: RuleBook) -> bool:
    """Whoever was dealt the engine puts it in the middle (D12-2.2)."""
    return book.options.engine_from is EngineFrom.HAND


def check_engines(engines: Sequence[int], book: RuleBook) -> None:
    """Raise DealError with a sentence for the table unless each of these doubles is in the set, and stands here once."""
    for engine in engines:
        if not 0 <= engine <= book.options.highest:
            raise DealError(say("engines.too-high", number=engine, highest=book.options.highest))
    if len(set(engines)) < len(engines):
        raise DealError(say("engines.twice"))


def read_engines(text: str, book: RuleBook) -> tuple[int, ...]:
    """The engines of a game from what a group typed: nothing for all of them, `6` for 6-6 downward, or a list.

    Raises DealError with a sentence for the table.
    """
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise DealError(say("engines.unreadable", text=text[:40]))
    numbers = tuple(int(word) for word in words)
    check_engines(numbers, book)
    if not numbers:
        return book.options.engines
    return numbers if len(numbers) > 1 else tuple(range(numbers[0], -1, -1))


def opening(book: RuleBook, round_number: int, engine: int, players: int) -> str:
    """What to do now, in one line: `Round 3: put the 7-7 in the middle, deal 10 each; the highest tile starts.`"""
    double = tile(engine, engine)
    starter = say(f"opening.starter.{book.options.starter}", engine=double)
    each = tiles_each(book, players)
    return say(f"opening.{book.options.engine_from}", round=round_number, engine=double, each=each, starter=starter)


class Start(NamedTuple):
    """Who opens a round: one name, or several who are still level; `reason` says why in a sentence."""

    names: tuple[str, ...]
    reason: str


def who_starts(book: RuleBook, highest: Mapping[str, Tile], engine: int) -> Start:
    """Who opens the round, from the tile that each player names as his highest (D9-1.4, D6-5; custom starter-tie).

    Names come in clockwise order. Raises DealError where no tile decides it, or one tile is named twice.
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
        return Start((level[0],), say("starter.highest", name=level[0], tile=highest[level[0]]))
    if book.options.starter_tie is StarterTie.DRAW_AGAIN:
        return Start(tuple(level), say("starter.draw-again", names=list_of(level), pips=best[-1]))
    first = max(level, key=lambda name: highest[name].high)
    return Start((first,), say("starter.larger-end", name=first, tile=highest[first], names=list_of(level)))


def _check_can_be_held(book: RuleBook, name: str, named: Tile, engine: int, all_named: Mapping[str, Tile]) -> None:
    if named.high > book.options.highest:
        raise DealError(say("starter.not-in-set", name=name, tile=named))
    if named == tile(engine, engine):
        raise DealError(say("starter.engine", name=name, tile=named))
    twice = [other for other, theirs in all_named.items() if theirs == named]
    if len(twice) > 1:
        raise DealError(say("starter.twice", names=list_of(twice), tile=named))


def _height(book: RuleBook, named: Tile) -> tuple[int, int]:
    """What makes a tile the highest: its pip sum, or first whether it is a double (custom highest-by)."""
    doubles_first = book.options.highest_by is HighestBy.HIGHEST_DOUBLE and named.is_double
    return int(doubles_first), named.pips


class Deal(NamedTuple):
    """A round as dealt: each seat's hand, the boneyard in the order of drawing, and who found an engine that came from a hand."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    holder: int | None


def deal(book: RuleBook, players: int, engine: int, shuffled: Sequence[Tile], first: int = 0) -> Deal:
    """Deal a shuffled set, and hunt for the engine where it comes from a hand (D12-2.2, D12-2.3).

    The engine is in no hand afterwards. `first` is the seat that draws first when too few tiles are left for everybody.
    """
    double = tile(engine, engine)
    each = tiles_each(book, players)
    if book.options.engine_from is EngineFrom.SET_ASIDE:
        shuffled = [one for one in shuffled if one != double]
    hands = [list(shuffled[seat * each : (seat + 1) * each]) for seat in range(players)]
    boneyard = list(shuffled[players * each :])
    if comes_from_a_hand(book):
        _hunt(hands, boneyard, double, first)
    holder = next((seat for seat, hand in enumerate(hands) if double in hand), None)
    if holder is not None:
        hands[holder].remove(double)
    return Deal(tuple(map(tuple, hands)), tuple(boneyard), holder)


def _hunt(hands: list[list[Tile]], boneyard: list[Tile], double: Tile, first: int) -> None:
    """Everybody draws one until somebody has the double; when too few are left, one at a time clockwise (D12-2.3, custom hunt)."""
    clockwise = hands[first:] + hands[:first]
    while not any(double in hand for hand in hands):
        everybody_can = len(boneyard) >= len(hands)
        for hand in clockwise:
            if everybody_can or (boneyard and not any(double in other for other in hands)):
                hand.append(boneyard.pop(0))
