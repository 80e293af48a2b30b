"""Whole rounds played at random by the rules, with every hand open."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from rules import RULE_BOOKS, RuleBook, Tile, after, full_set, legal_moves
from rules.books.options import TYPE_OF, offered_values
from rules.table.deal import Deal, deal, most_players
from rules.table.move import Caught, Draw, Lay, Move
from rules.table.position import MEXICAN, SEATS, Position, Train
from rules.tile import tile

MOST_MOVES = 3000
# The options that a group may choose at a table: each of them changes what the referee says.
CHOICES = {
    key: [value.value for value in offered_values(key)]
    for key in TYPE_OF
    if offered_values(key) and key not in ("starter", "engine-from", "hunt")
}


@dataclass(slots=True)
class Table:
    """A round being played: the position, every hand, and the boneyard in the order of drawing."""

    position: Position
    hands: dict[str, list[Tile]]
    boneyard: list[Tile]

    @property
    def tiles(self) -> list[Tile]:
        """Every tile there is, wherever it lies."""
        lying = [one for train in self.position.trains for one in train.tiles]
        held = [one for hand in self.hands.values() for one in hand]
        return [tile(self.position.engine, self.position.engine), *lying, *held, *self.boneyard]

    def draw(self, seat: str, tiles: int) -> None:
        """Take so many tiles from the boneyard into a hand, or as many as there are."""
        for _ in range(min(tiles, len(self.boneyard))):
            self.hands[seat].append(self.boneyard.pop(0))


def shuffle_and_deal(book: RuleBook, players: int, engine: int, luck: Random) -> Deal:
    """A round as dealt from a set shuffled by luck. Raises DealError where the set does not serve so many."""
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)
    return deal(book, players, engine, tiles)


def hands_of(dealt: Deal) -> dict[str, list[Tile]]:
    """The hands as dealt, by the letter of the seat."""
    return {SEATS[at]: list(hand) for at, hand in enumerate(dealt.hands)}


def lay_out(book: RuleBook, players: int, luck: Random) -> Table:
    """A round dealt at random, before its first move."""
    engine = luck.choice(book.options.engines)
    dealt = shuffle_and_deal(book, players, engine, luck)
    hands = hands_of(dealt)
    first = SEATS[dealt.holder if dealt.holder is not None else luck.randrange(players)]
    trains = tuple(Train(seat, count=len(hand)) for seat, hand in hands.items())
    boneyard = list(dealt.boneyard)
    down = tile(engine, engine).bit
    position = Position(
        book, engine, (*trains, Train(MEXICAN)), first, first, 1, False, False, None, len(boneyard), down
    )
    return Table(position, hands, boneyard)


def play(table: Table, luck: Random) -> Iterator[tuple[Position, Move]]:
    """Play on at random until the round is over; each position with the move made there."""
    while table.position.turn:
        position, seat = table.position, table.position.turn
        moves = legal_moves(position, table.hands[seat])
        if not moves:
            raise AssertionError("nobody may move, and the round goes on")
        move = luck.choice(moves)
        if isinstance(move, Lay):
            move = replace(move, tap=luck.random() < 0.7)
        if isinstance(move, Draw) and luck.random() < 0.3:
            move = replace(move, drawn=table.boneyard[0])
        yield position, move
        make(table, move)
        caught = next((train.name for train in table.position.seats if train.is_untapped), None)
        if caught and table.position.turn and table.boneyard and luck.random() < 0.5:
            yield table.position, Caught(caught)
            make(table, Caught(caught))


def make(table: Table, move: Move) -> None:
    """Carry a move out, with the tiles that it takes from or puts into a hand."""
    before = table.position.boneyard or 0
    table.position = after(table.position, move)
    if isinstance(move, Lay):
        for laid in move.tiles:
            table.hands[move.seat].remove(laid)
    table.draw(move.seat, before - (table.position.boneyard or 0))


def any_table(luck: Random, changes: int = 0) -> Table:
    """A round of any rule set with any number of players, and so many options changed at random."""
    book = _house(luck.choice(list(RULE_BOOKS.values())), luck, changes)
    return lay_out(book, luck.randint(2, most_players(book)), luck)


def _house(book: RuleBook, luck: Random, changes: int) -> RuleBook:
    options = luck.sample(sorted(CHOICES), changes)
    return book.with_house_rules({option: luck.choice(CHOICES[option]) for option in options})
