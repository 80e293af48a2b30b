"""The deal: how many tiles each player takes, by number of players, where the set has enough tiles."""

from collections.abc import Mapping
from itertools import groupby

from rules.books.options import EngineFrom, Options
from rules.tile import full_set
from rules.wording import list_of, say

# A tracked round has at most eight trains; a sheet with only scores can have more players.
FEWEST_PLAYERS, MOST_PLAYERS, MOST_ON_A_SHEET = 2, 8, 16
# Groups larger than any in the rule sets get eight tiles each, as published. The largest number of players depends on
# the set's highest double.
_LARGEST_OF_A_BOOK, _EACH_OF_MANY, _MANY = 12, 8, {12: 10, 15: 12, 18: 16}


def tiles_to_deal(options: Options) -> int:
    """The number of tiles to deal: the whole set, less the engine if it is put aside first (D9-1.3, D6-4a)."""
    return len(full_set(options.highest)) - (options.engine_from is EngineFrom.SET_ASIDE)


def said_deals(options: Options) -> dict[int, int]:
    """The tiles per player that the rules state for each number of players, even where the set has too few tiles."""
    return dict(enumerate(options.deal, FEWEST_PLAYERS))


def possible_deals(options: Options) -> dict[int, int]:
    """Tiles per player by number of players, where the set has enough tiles (D9 custom, D6-2, D12-1.3)."""
    most = tiles_to_deal(options)
    return {players: each for players, each in said_deals(options).items() if players * each <= most}


def sheet_deals(options: Options) -> dict[int, int]:
    """Tiles per player by number of players, for a sheet.

    For a set larger than that of any rule book, this includes nine or more players, by custom.
    """
    most = _MANY.get(options.highest, 0) if options.highest > _LARGEST_OF_A_BOOK else 0
    return possible_deals(options) | dict.fromkeys(range(MOST_PLAYERS + 1, most + 1), _EACH_OF_MANY)


def deal_on_a_sheet(options: Options, players: int) -> int | None:
    """Tiles per player for a sheet, by the rules or, for nine to sixteen players, by custom; otherwise None."""
    by_custom = _EACH_OF_MANY if MOST_PLAYERS < players <= _MANY.get(options.highest, 0) else None
    return possible_deals(options).get(players, by_custom)


def write_deals(deals: Mapping[int, int]) -> str:
    """The deals in words: `10 for 2 to 4 players, 7 for 5 to 7 players and 6 for 8 players`."""
    alike = groupby(enumerate(deals), lambda entry: (deals[entry[1]], entry[1] - entry[0]))
    spans = [[players for _, players in span] for _, span in alike]
    parts: list[str] = []
    for span in spans:
        code = "number" if len(span) == 1 else "pair" if len(span) == 2 else "span"
        players = say(f"deal.{code}", first=span[0], last=span[-1])
        parts.append(say("deal.part", tiles=deals[span[0]], players=players))
    return list_of(parts) or say("deal.none")
