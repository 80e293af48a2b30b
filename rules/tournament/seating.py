"""Seating a hall: how many tables, and who sits at each, so that the same people meet as rarely as possible."""

from collections.abc import Callable, Mapping, Sequence

from rules.books.deal_table import FEWEST_PLAYERS

# The best numbers of players at a table.
_BEST = range(4, 7)
_MIDDLE = 5
# The most sweeps of the search, each from a changed seating, and the most in a row without any gain.
_MOST_SWEEPS = 60
_PATIENCE = 8

RandomBelow = Callable[[int], int]
Pair = frozenset[int]
Tables = tuple[tuple[int, ...], ...]


def table_sizes(players: int, most: int) -> tuple[int, ...]:
    """The number of players at each table: from two to `most`, if possible four to six, differing by one at most.

    With tables of two, an odd number of players makes one table of three. Raises ValueError for fewer than two
    players.
    """
    most = FEWEST_PLAYERS + 1 if most == FEWEST_PLAYERS and players % FEWEST_PLAYERS else most
    fits = [tables for tables in range(1, players // FEWEST_PLAYERS + 1) if -(-players // tables) <= most]
    if not fits:
        raise ValueError(f"{players} players cannot sit at tables of {FEWEST_PLAYERS} to {most}")
    tables = min(fits, key=lambda count: (_unliked(_split(players, count)), abs(players / count - _MIDDLE)))
    return _split(players, tables)


def most_movers(players: int, most: int) -> int:
    """The most players per table who can change tables if somebody has to stay at the smallest table."""
    return min(table_sizes(players, most)) - 1


def _split(players: int, tables: int) -> tuple[int, ...]:
    least, more = divmod(players, tables)
    return (least + 1,) * more + (least,) * (tables - more)


def _unliked(sizes: Sequence[int]) -> float:
    """The share of tables whose size is not one of the best sizes."""
    return sum(size not in _BEST for size in sizes) / len(sizes)


def seat_by_lot(
    players: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int], random_below: RandomBelow
) -> Tables:
    """Seat everybody at tables of these sizes by lot, then swap players as long as that reduces repeat meetings.

    `met` is the number of times that each pair has sat together. `random_below(n)` returns a number from 0 to
    n - 1; the same numbers give the same seating. Raises ValueError if sizes and players do not match.
    """
    return _search(_SeatingSearch(shuffled(players, random_below), sizes, met), random_below)


def seat_by_turns(first: Tables, met: Mapping[Pair, int], random_below: RandomBelow) -> Tables:
    """Move every player on from their first table by `place` times `turn` tables; `place` is their place at that table.

    If the number of tables is prime and no table has more players than there are tables, nobody meets anybody
    twice in as many games as there are tables. The turn is picked by lot from those with the fewest repeat
    meetings, and the tables are renumbered.
    """
    turns = [_turned(first, turn) for turn in range(1, len(first))]
    fewest = min((count_repeats(tables, met) for tables in turns), default=0)
    best = [tables for tables in turns if count_repeats(tables, met) == fewest] or [first]
    tables = best[random_below(len(best))]
    order = sorted(shuffled(range(len(tables)), random_below), key=lambda at: -len(tables[at]))
    return tuple(tables[at] for at in order)


def _turned(first: Tables, turn: int) -> Tables:
    tables: list[list[int]] = [[] for _ in first]
    for at, table in enumerate(first):
        for place, player in enumerate(table):
            tables[(at + place * turn) % len(first)].append(player)
    return tuple(map(tuple, tables))


def seat_by_placing(
    order: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int], random_below: RandomBelow
) -> Tables:
    """Seat the best players together at the first table, the next best at the second, and so on.

    Players who would meet again swap with somebody as close to them in the order as possible. Raises ValueError
    if sizes and players do not match.
    """
    return _search(_SeatingSearch(order, sizes, met, stays=True), random_below)


def move_on(
    wanted: Sequence[Sequence[int]], players: Sequence[int], sizes: Sequence[int], random_below: RandomBelow
) -> Tables:
    """Seat players at the tables in `wanted` as far as these sizes allow, and fill the other places by lot.

    `wanted` holds the tables after players have moved on. Late players are at none of these tables.
    """
    kept = [list(table) for table in wanted[: len(sizes)]] + [[] for _ in range(len(sizes) - len(wanted))]
    fuller = sorted(range(len(sizes)), key=lambda at: -len(kept[at]))
    room = dict(zip(fuller, sorted(sizes, reverse=True), strict=True))
    spare = [player for player in players if not any(player in table for table in kept)]
    for at, table in enumerate(kept):
        while len(table) > room[at]:
            spare.append(table.pop(random_below(len(table))))
    spare = shuffled(spare, random_below)
    for at, table in enumerate(kept):
        while len(table) < room[at]:
            table.append(spare.pop())
    return tuple(tuple(table) for table in kept)


def _search(search: "_SeatingSearch", random_below: RandomBelow) -> Tables:
    players, sizes = search.players, search.seats
    best, best_cost, since = search.tables(), search.cost(), 0
    for _ in range(_MOST_SWEEPS):
        while search.meet_again() and search.improve(shuffled(range(len(players)), random_below)):
            pass
        cost = search.cost()
        best, best_cost, since = (search.tables(), cost, 0) if cost < best_cost else (best, best_cost, since + 1)
        if not search.meet_again() or len(sizes) < 2 or since > _PATIENCE:
            break
        for _ in range(3):
            search.swap(random_below(len(players)), random_below(len(players)))
    return best


def shuffled(things: Sequence[int], random_below: RandomBelow) -> list[int]:
    """The items in random order (the Fisher-Yates shuffle, in Durstenfeld's version)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = random_below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def pairs_of(tables: Sequence[Sequence[int]]) -> list[Pair]:
    """Every pair of players who sit at the same table."""
    return [frozenset((player, other)) for table in tables for at, player in enumerate(table) for other in table[:at]]


def count_repeats(tables: Sequence[Sequence[int]], met: Mapping[Pair, int]) -> int:
    """The number of times that the pairs at these tables have sat together before."""
    return sum(met.get(pair, 0) for pair in pairs_of(tables))


class _SeatingSearch:
    """A seating during the search: the places table by table, and the cost of seating each pair at the same table."""

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
        # Home tables, if they matter: a table further away costs a little, meeting again far more.
        self.home = dict(zip(self.places, self.table_at, strict=True)) if stays else {}
        dear = len(sizes) * len(players) if stays else 1
        # Squared: meeting one person twice is worse than meeting two people once each.
        self.costs = [[0] * len(players) for _ in players]
        for pair, times in met.items():
            if pair <= self.number_of.keys():
                first, second = (self.number_of[player] for player in pair)
                self.costs[first][second] = self.costs[second][first] = times * times * dear

    def tables(self) -> Tables:
        names = sorted(self.number_of)
        return tuple(tuple(names[self.places[seat]] for seat in seats) for seats in self.seats)

    def cost(self) -> int:
        return sum(self._cost_at(place, self.places[place]) for place in range(len(self.places)))

    def meet_again(self) -> list[int]:
        """The places of players who sit with somebody they have met before."""
        return [place for place in range(len(self.places)) if self._again_at(place, self.places[place])]

    def _cost_at(self, place: int, player: int) -> int:
        """The cost of seating a player at this place, given the others at the table."""
        away = abs(self.home[player] - self.table_at[place]) if self.home else 0
        return away + self._again_at(place, player)

    def _again_at(self, place: int, player: int) -> int:
        costs, places = self.costs[player], self.places
        return sum([costs[places[seat]] for seat in self.seats[self.table_at[place]] if seat != place])

    def improve(self, order: Sequence[int]) -> bool:
        """Make the best swap for each player who meets somebody again. Returns True if any players were swapped."""
        changed = False
        for place in order:
            if self._again_at(place, self.places[place]):
                cost = self._cost_at(place, self.places[place])
                gain, other = max(((self._gain(place, cost, other), -other) for other in order), default=(0, 0))
                if gain > 0:
                    self.swap(place, -other)
                    changed = True
        return changed

    def _gain(self, place: int, cost: int, other: int) -> int:
        """The cost saved by swapping the players at two places."""
        if self.table_at[place] == self.table_at[other]:
            return 0
        first, second = self.places[place], self.places[other]
        other_cost = self._cost_at(other, second)
        return cost + other_cost - self._cost_at(other, first) - self._cost_at(place, second)

    def swap(self, place: int, other: int) -> None:
        self.places[place], self.places[other] = self.places[other], self.places[place]
