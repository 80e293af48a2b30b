"""What a kept table proves about the tiles left in hand: where every tile is accounted for, the scores are checked exactly."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.left_in_hand import Doubt, Left, doubt
from rules.table import Position
from rules.tile import Tile, full_set, tile
from rules.wording import list_of, say

_MOST_GUESSES = 3


def doubts_by_table(table: Position, left: Mapping[int, Left], names: Mapping[int, str]) -> list[Doubt]:
    """Everything about a round's scores that this table speaks against. `names` are the players' by seat, clockwise.

    Tiles that lie cannot be in a hand. Once the round is over, the tiles counted in a hand bound its pips. With an empty
    boneyard, and a score for every hand, the total is exactly what does not lie.
    """
    found = list(_lying(table, left, names))
    counts = {seat: train.count for seat, train in zip(names, table.seats, strict=False)}
    for seat, hand in left.items() if not table.turn else ():
        found += _against_count(table, seat, hand, counts.get(seat), names[seat])
    if table.boneyard == 0 and set(left) == set(names) == set(counts) and not found:
        found += _against_total(table, left)
    return found


def _off(table: Position) -> list[Tile]:
    """The tiles that do not lie: in hands, or left to draw."""
    return [one for one in full_set(table.book.options.highest) if not one.bit & table.down]


def _counts(table: Position, one: Tile) -> int:
    return one.pips or table.book.options.double_blank


def _lying(table: Position, left: Mapping[int, Left], names: Mapping[int, str]) -> Iterator[Doubt]:
    for seat, hand in left.items():
        for one in hand.tiles:
            if one.bit & table.down and one != tile(table.engine, table.engine):
                yield doubt("tile-lies", f"{seat}:{one}", seat, True, name=names[seat], tile=one)


def _against_count(table: Position, seat: int, hand: Left, count: int | None, name: str) -> Iterator[Doubt]:
    """So many tiles of those that do not lie hold so many pips at least, and so many at most."""
    if count is None:
        return
    facts: dict[str, Any] = {"name": name, "count": count, "pips": hand.pips}
    about = f"{seat}:{hand.pips}:{count}"
    if hand.is_out != (count == 0):
        yield doubt("table-out" if hand.is_out else "table-not-out", about, seat, **facts)
        return
    if hand.tiles and len(hand.tiles) != count:
        yield doubt("table-count", about, seat, tapped=len(hand.tiles), **facts)
        return
    pips = sorted(_counts(table, one) for one in _off(table))
    least, most = sum(pips[:count]), sum(pips[max(0, len(pips) - count) :])
    if count and not least <= hand.pips <= most:
        yield doubt("table-pips", about, seat, least=least, most=most, **facts)


def _against_total(table: Position, left: Mapping[int, Left]) -> Iterator[Doubt]:
    off = _off(table)
    missing = sum(_counts(table, one) for one in off) - sum(hand.pips for hand in left.values())
    if not missing:
        return
    shown = {one for hand in left.values() for one in hand.tiles}
    guessed = (one for one in off if missing < 0 or one not in shown)
    guesses = list(islice((one for one in guessed if _counts(table, one) == abs(missing)), _MOST_GUESSES))
    code = ("table-missing" if missing > 0 else "table-too-many") + ("-tile" if guesses else "")
    tiles = list_of([str(one) for one in guesses], "either")
    amount = say("doubt.table-amount-one" if abs(missing) == 1 else "doubt.table-amount", pips=abs(missing))
    yield doubt(code, missing, None, amount=amount, tiles=tiles, total=sum(_counts(table, one) for one in off))
