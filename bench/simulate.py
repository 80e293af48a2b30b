"""Whole rounds played at random by the rules, for as many as one likes: `python -m bench.simulate 100000`."""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules import RULE_BOOKS, RuleBook, Tile, after, full_set, legal_moves
from rules.books.options import TYPE_OF, offered_values
from rules.table.deal import deal, most_players
from rules.table.move import Caught, Draw, Lay, Move
from rules.table.position import MEXICAN, SEATS, Position, Train
from rules.tile import tile

MOST_MOVES = 3000
# What a group may choose at a table: each of them changes what the referee says.
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
        for _ in range(min(tiles, len(self.boneyard))):
            self.hands[seat].append(self.boneyard.pop(0))


def lay_out(book: RuleBook, players: int, luck: random.Random, show_counts: bool = True) -> Table:
    """A round dealt at random, before its first move."""
    engine = luck.choice(book.options.engines)
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)
    dealt = deal(book, players, engine, tiles)
    hands = {SEATS[at]: list(hand) for at, hand in enumerate(dealt.hands)}
    first = SEATS[dealt.holder if dealt.holder is not None else luck.randrange(players)]
    trains = tuple(Train(seat, count=len(hand) if show_counts else None) for seat, hand in hands.items())
    boneyard = list(dealt.boneyard)
    down = tile(engine, engine).bit
    position = Position(
        book, engine, (*trains, Train(MEXICAN)), first, first, 1, False, False, None, len(boneyard), down
    )
    return Table(position, hands, boneyard)


def play(table: Table, luck: random.Random) -> Iterator[tuple[Position, Move]]:
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


def house(book: RuleBook, luck: random.Random, changes: int) -> RuleBook:
    """The book with some options changed at random."""
    options = luck.sample(sorted(CHOICES), changes)
    return book.with_house_rules({option: luck.choice(CHOICES[option]) for option in options})


def any_table(luck: random.Random, changes: int = 0) -> Table:
    """Any rule set, any number of players, some house rules."""
    book = house(luck.choice(list(RULE_BOOKS.values())), luck, changes)
    return lay_out(book, luck.randint(2, most_players(book)), luck)


def main(rounds: int) -> None:
    """Play so many rounds, half of them with house rules, and say how they ended."""
    ended = {"out": 0, "blocked": 0}
    most, begun = 0, time.perf_counter()
    for seed in range(rounds):
        luck = random.Random(seed)  # noqa: S311 (rounds for show)
        table = any_table(luck, changes=seed % 2 * 3)
        moves = 0
        for moves, _ in enumerate(play(table, luck), 1):
            if moves > MOST_MOVES:
                raise AssertionError(f"round {seed} does not end")
        ended["blocked" if all(table.hands.values()) else "out"] += 1
        most = max(most, moves)
    seconds = time.perf_counter() - begun
    print(
        f"{rounds} rounds ended: {ended['out']} out, {ended['blocked']} blocked; {most} moves at most; {seconds:.0f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
