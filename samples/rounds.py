"""Whole rounds played at random within the rules, with every hand open."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rules import RULE_BOOKS, RuleBook, Tile, after, full_set, legal_moves
from rules.books.options import TYPE_OF, offered_values
from rules.table.deal import Deal, deal, most_players
from rules.table.move import Caught, Draw, Lay, Move
from rules.table.position import SEATS, Position
from rules.table.record import Record
from rules.tile import tile

MOST_MOVES = 3000
# Options that a group may choose at a table. Each of them affects the rulings.
CHOICES = {
    key: [value.value for value in offered_values(key)]
    for key in TYPE_OF
    if offered_values(key) and key not in ("starter", "engine-from", "hunt")
}


@dataclass(slots=True)
class RandomRound:
    """A round in play: the position, every hand, and the boneyard in the order in which its tiles are drawn."""

    position: Position
    hands: dict[str, list[Tile]]
    boneyard: list[Tile]

    @property
    def tiles(self) -> list[Tile]:
        """Every tile of the set, wherever it is."""
        lying = [domino for train in self.position.trains for domino in train.tiles]
        held = [domino for hand in self.hands.values() for domino in hand]
        return [tile(self.position.engine, self.position.engine), *lying, *held, *self.boneyard]


def shuffle_and_deal(book: RuleBook, players: int, engine: int, luck: Random) -> Deal:
    """A round dealt from a set that `luck` shuffles. Raises DealError if the set is too small for this many players."""
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)
    return deal(book, players, engine, tiles)


def hands_of(dealt: Deal) -> dict[str, list[Tile]]:
    """The hands as dealt, by seat letter."""
    return {SEATS[at]: list(hand) for at, hand in enumerate(dealt.hands)}


def lay_out(book: RuleBook, players: int, luck: Random) -> RandomRound:
    """A round dealt at random, before its first move."""
    engine = luck.choice(book.options.engines)
    dealt = shuffle_and_deal(book, players, engine, luck)
    first = SEATS[dealt.holder if dealt.holder is not None else luck.randrange(players)]
    held = dict(zip(SEATS, dealt.hands, strict=False))
    record = Record(book=book, engine=engine, first=first, seats=dict.fromkeys(held, ""), hands=held)
    return RandomRound(record.begins, hands_of(dealt), list(dealt.boneyard))


def play(table: RandomRound, luck: Random) -> Iterator[tuple[Position, Move]]:
    """Play at random until the round is over. Yields each position with the move made there."""
    while table.position.turn:
        position, seat = table.position, table.position.turn
        moves = legal_moves(position, table.hands[seat])
        if not moves:
            raise AssertionError("nobody may move, and the round goes on")
        move = luck.choice(moves)
        if isinstance(move, Lay):
            move = move._replace(tap=luck.random() < 0.7)
        if isinstance(move, Draw) and luck.random() < 0.3:
            move = move._replace(drawn=table.boneyard[0])
        yield position, move
        make(table, move)
        caught = next((train.name for train in table.position.seats if train.is_untapped), None)
        if caught and table.position.turn and table.boneyard and luck.random() < 0.5:
            yield table.position, Caught(caught)
            make(table, Caught(caught))


def make(table: RandomRound, move: Move) -> None:
    """Carry out a move and update the hand: remove the tiles laid, or add the tiles drawn."""
    before = table.position.boneyard or 0
    table.position = after(table.position, move)
    if isinstance(move, Lay):
        for laid in move.tiles:
            table.hands[move.seat].remove(laid)
    drawn = before - (table.position.boneyard or 0)
    table.hands[move.seat] += table.boneyard[:drawn]
    del table.boneyard[:drawn]


def any_round(luck: Random, changes: int) -> RandomRound:
    """A round under a random rule set, with a random number of players and `changes` options changed at random."""
    book, options = luck.choice(list(RULE_BOOKS.values())), luck.sample(sorted(CHOICES), changes)
    house = book.with_house_rules({option: luck.choice(CHOICES[option]) for option in options})
    return lay_out(house, luck.randint(2, most_players(house)), luck)
