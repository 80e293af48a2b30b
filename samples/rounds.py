"""Whole rounds played at random within the rules, with every hand open."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rules import RULE_BOOKS, RuleBook, Tile, after, full_set, legal_moves
from rules.books.options import TYPE_OF, offered_values
from rules.table.deal import Deal, deal, most_players
from rules.table.move import Caught, Draw, Lay, Move
from rules.table.position import MEXICAN, SEATS, Position, Train, Turn, make_position
from rules.tile import tile

MOST_MOVES = 3000
# Options that a group may choose at a table. Each of them changes what the referee says.
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

    def draw(self, seat: str, tiles: int) -> None:
        """Move this many tiles from the boneyard into a hand, or as many as there are."""
        for _ in range(min(tiles, len(self.boneyard))):
            self.hands[seat].append(self.boneyard.pop(0))


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
    hands = hands_of(dealt)
    first = SEATS[dealt.holder if dealt.holder is not None else luck.randrange(players)]
    trains = tuple(Train(name=seat, count=len(hand)) for seat, hand in hands.items())
    boneyard = list(dealt.boneyard)
    position = make_position(
        book=book,
        engine=engine,
        trains=(*trains, Train(name=MEXICAN)),
        first=first,
        turn=Turn(seat=first, number=1),
        boneyard=len(boneyard),
        down=tile(engine, engine).bit,
    )
    return RandomRound(position, hands, boneyard)


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
    table.draw(move.seat, before - (table.position.boneyard or 0))


def any_round(luck: Random, changes: int = 0) -> RandomRound:
    """A round under a random rule set, with a random number of players and `changes` options changed at random."""
    book = _house(luck.choice(list(RULE_BOOKS.values())), luck, changes)
    return lay_out(book, luck.randint(2, most_players(book)), luck)


def _house(book: RuleBook, luck: Random, changes: int) -> RuleBook:
    options = luck.sample(sorted(CHOICES), changes)
    return book.with_house_rules({option: luck.choice(CHOICES[option]) for option in options})
