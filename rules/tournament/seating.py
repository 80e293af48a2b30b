"""Seating a hall: how many tables, and who sits at which, so that the same people meet as seldom as can be."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rules.books.deal_table import FEWEST_PLAYERS

# What a table is best for.
_BEST = range(4, 7)
_MIDDLE = 5
# How often the search goes on from somewhere else when nothing near is better, and how often without any gain.
_MOST_SWEEPS = 60
_PATIENCE = 8

Draw = Callable[[int], int]
Pair = frozenset[int]
Tables = tuple[tuple[int, ...], ...]


class Seating(NamedTuple):
    """The players of each table, and how many pairs sit together who have sat together before, counted as often as they did."""

    tables: Tables
    repeats: int


def table_sizes(players: int, most: int) -> tuple[int, ...]:
    """How many sit at each table: sizes that differ by one at most, from two to `most`, four to six where that is possible.

    An odd number at tables of two makes one of three. Raises ValueError for fewer than two players.
    """
    most = FEWEST_PLAYERS + 1 if most == FEWEST_PLAYERS and players % FEWEST_PLAYERS else most
    fits = [tables for tables in range(1, players // FEWEST_PLAYERS + 1) if -(-players // tables) <= most]
    if not fits:
        raise ValueError(f"{players} players cannot sit at tables of {FEWEST_PLAYERS} to {most}")
    tables = min(fits, key=lambda count: (_unliked(_split(players, count)), abs(players / count - _MIDDLE)))
    return _split(players, tables)


def most_movers(players: int, most: int) -> int:
    """How many of each table can change tables so that somebody stays at the smallest."""
    return min(table_sizes(players, most)) - 1


def _split(players: int, tables: int) -> tuple[int, ...]:
    least, more = divmod(players, tables)
    return (least + 1,) * more + (least,) * (tables - more)


def _unliked(sizes: Sequence[int]) -> float:
    """The part of the tables that are smaller or bigger than one likes."""
    return sum(size not in _BEST for size in sizes) / len(sizes)


def seat_by_lot(players: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int], draw: Draw) -> Seating:
    """Seat everybody at tables of these sizes by lot, and then change places while that lets fewer pairs meet again.

    `met` says how often pairs have sat together; `draw(n)` draws a number from 0 to n - 1, and the same draws give the same
    seating. Raises ValueError where sizes and players do not match.
    """
    return _search(_Hall(shuffled(players, draw), sizes, met), met, draw)


def seat_by_turns(first: Tables, met: Mapping[Pair, int], draw: Draw) -> Seating:
    """Everybody goes on from the table of the first game, by as many tables as their place there times a turn.

    Where the number of tables is prime and no table has more players, nobody meets anybody twice in as many games. Of the
    turns that let the fewest meet again the lot takes one, and numbers the tables anew.
    """
    turns = [_turned(first, turn) for turn in range(1, len(first))]
    fewest = min((count_repeats(tables, met) for tables in turns), default=0)
    best = [tables for tables in turns if count_repeats(tables, met) == fewest] or [first]
    tables = best[draw(len(best))]
    order = sorted(shuffled(range(len(tables)), draw), key=lambda at: -len(tables[at]))
    return Seating(tuple(tables[at] for at in order), count_repeats(tables, met))


def _turned(first: Tables, turn: int) -> Tables:
    tables: list[list[int]] = [[] for _ in first]
    for at, table in enumerate(first):
        for place, player in enumerate(table):
            tables[(at + place * turn) % len(first)].append(player)
    return tuple(map(tuple, tables))


def seat_by_standing(order: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int], draw: Draw) -> Seating:
    """The best of a standing together at the first table, the next at the second; who would meet again changes places with
    somebody as near in the standing as can be. Raises ValueError where sizes and players do not match.
    """
    return _search(_Hall(order, sizes, met, stays=True), met, draw)


def move_on(wanted: Sequence[Sequence[int]], players: Sequence[int], sizes: Sequence[int], draw: Draw) -> Tables:
    """Everybody at the table wanted as far as tables of these sizes have room; the lot says who fills the others.

    `wanted` are tables as those who move on leave them; who stands in none of them came late.
    """
    kept = [list(table) for table in wanted[: len(sizes)]] + [[] for _ in range(len(sizes) - len(wanted))]
    fuller = sorted(range(len(sizes)), key=lambda at: -len(kept[at]))
    room = dict(zip(fuller, sorted(sizes, reverse=True), strict=True))
    spare = [player for player in players if not any(player in table for table in kept)]
    for at, table in enumerate(kept):
        while len(table) > room[at]:
            spare.append(table.pop(draw(len(table))))
    spare = shuffled(spare, draw)
    for at, table in enumerate(kept):
        while len(table) < room[at]:
            table.append(spare.pop())
    return tuple(tuple(table) for table in kept)


def _search(hall: "_Hall", met: Mapping[Pair, int], draw: Draw) -> Seating:
    players, sizes = hall.players, hall.seats
    best, best_cost, since = hall.tables(), hall.cost(), 0
    for _ in range(_MOST_SWEEPS):
        while hall.meet_again() and hall.improve(shuffled(range(len(players)), draw)):
            pass
        cost = hall.cost()
        best, best_cost, since = (hall.tables(), cost, 0) if cost < best_cost else (best, best_cost, since + 1)
        if not hall.meet_again() or len(sizes) < 2 or since > _PATIENCE:
            break
        for _ in range(3):
            hall.swap(draw(len(players)), draw(len(players)))
    return Seating(best, count_repeats(best, met))


def shuffled(things: Sequence[int], draw: Draw) -> list[int]:
    """Things in an order drawn by lot (Fisher and Yates, as Durstenfeld writes it down)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def pairs_of(tables: Sequence[Sequence[int]]) -> list[Pair]:
    """Everybody who sits with everybody else."""
    return [frozenset((one, other)) for table in tables for at, one in enumerate(table) for other in table[:at]]


def count_repeats(tables: Sequence[Sequence[int]], met: Mapping[Pair, int]) -> int:
    """How often the pairs that sit together have sat together before."""
    return sum(met.get(pair, 0) for pair in pairs_of(tables))


class _Hall:
    """A seating that is being changed: places in a row, a table after the other, and what it costs that two sit together."""

    def __init__(
        self, players: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int], stays: bool = False
    ) -> None:
        if sum(sizes) != len(players):
            raise ValueError(f"{len(players)} players do not fill tables of {tuple(sizes)}")
        self.players = list(players)
        self.number_of = {player: number for number, player in enumerate(sorted(players))}
        self.places = [self.number_of[player] for player in players]
        self.table_at = [table for table, size in enumerate(sizes) for _ in range(size)]
        ends = [sum(sizes[: table + 1]) for table in range(len(sizes))]
        self.seats = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        # Where everybody belongs, if that matters: a table further away costs a little, to meet again far more.
        self.home = dict(zip(self.places, self.table_at, strict=True)) if stays else {}
        dear = len(sizes) * len(players) if stays else 1
        # The square: twice with one person is worse than once with each of two.
        self.costs = [[0] * len(players) for _ in players]
        for pair, times in met.items():
            if pair <= self.number_of.keys():
                one, other = (self.number_of[player] for player in pair)
                self.costs[one][other] = self.costs[other][one] = times * times * dear

    def tables(self) -> tuple[tuple[int, ...], ...]:
        names = sorted(self.number_of)
        return tuple(tuple(names[self.places[seat]] for seat in seats) for seats in self.seats)

    def cost(self) -> int:
        return sum(self._cost_at(place, self.places[place], place) for place in range(len(self.places)))

    def meet_again(self) -> list[int]:
        """The places of those who sit with somebody whom they have sat with before."""
        return [place for place in range(len(self.places)) if self._again_at(place, self.places[place], place)]

    def _cost_at(self, place: int, player: int, but: int) -> int:
        """What it costs that a player sits at this place with the others of its table, but for who sits at `but`."""
        away = abs(self.home[player] - self.table_at[place]) if self.home else 0
        return away + self._again_at(place, player, but)

    def _again_at(self, place: int, player: int, but: int) -> int:
        costs, places = self.costs[player], self.places
        return sum([costs[places[seat]] for seat in self.seats[self.table_at[place]] if seat != but])

    def improve(self, order: Sequence[int]) -> bool:
        """Let everybody who sits with somebody again change places with whoever that helps most; whether anybody did."""
        changed = False
        for place in order:
            if self._again_at(place, self.places[place], place):
                here = self._cost_at(place, self.places[place], place)
                gain, other = max(((self._gain(place, here, other), -other) for other in order), default=(0, 0))
                if gain > 0:
                    self.swap(place, -other)
                    changed = True
        return changed

    def _gain(self, place: int, here: int, other: int) -> int:
        """How much less it costs if those at two places change them."""
        if self.table_at[place] == self.table_at[other]:
            return 0
        one, two = self.places[place], self.places[other]
        there = self._cost_at(other, two, other)
        return here + there - self._cost_at(other, one, other) - self._cost_at(place, two, place)

    def swap(self, place: int, other: int) -> None:
        self.places[place], self.places[other] = self.places[other], self.places[place]
