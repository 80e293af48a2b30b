"""A check of a round's scores against its table as entered; exact if every tile is accounted for."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.scores.left_in_hand import Doubt, HandLeft, doubt
from rules.table.position import Position
from rules.tile import Tile, full_set, tile
from rules.wording import list_of, say

_MOST_GUESSES = 3


def doubts_by_table(table: Position, left: Mapping[int, HandLeft], names: Mapping[int, str]) -> list[Doubt]:
    """Every doubt about a round's scores that this table raises. `names` are the players' names by seat, clockwise.

    Tiles on the table cannot be in a hand. The number of tiles in a hand limits its pips. If the round on the
    table is not over, more may have been played than was entered. With an empty boneyard and a score for every
    hand, the total has to be exactly that of the tiles not on the table.
    """
    doubts = list(_lying(table, left, names))
    if doubts:
        return doubts
    counts = {seat: train.count for seat, train in zip(names, table.seats, strict=False)}
    went_on = bool(table.turn) and any(hand.is_out and counts.get(seat) for seat, hand in left.items())
    for seat, hand in left.items():
        doubts += _against_count(table, seat, hand, counts.get(seat), names[seat], went_on)
    if table.boneyard == 0 and set(left) == set(names) == set(counts) and not doubts:
        doubts += _against_total(table, left)
    return doubts


def _off(table: Position) -> list[Tile]:
    """The tiles that are not on the table: in the players' hands, or left to draw."""
    return [domino for domino in full_set(table.book.options.highest) if not domino.bit & table.down]


def _lying(table: Position, left: Mapping[int, HandLeft], names: Mapping[int, str]) -> Iterator[Doubt]:
    for seat, hand in left.items():
        for domino in hand.tiles:
            if domino.bit & table.down and domino != tile(table.engine, table.engine):
                yield doubt("tile-lies", f"{seat}:{domino}", seat, True, name=names[seat], tile=domino)


def _against_count(
    table: Position, seat: int, hand: HandLeft, count: int | None, name: str, went_on: bool
) -> Iterator[Doubt]:
    """Doubts about one hand. Its tiles are not on the table, so their number sets a minimum and a maximum for the pips.

    `went_on` is true if the round continued after the last move entered. Fewer tiles and pips may then be left
    than the table shows.
    """
    if count is None:
        return
    tiles = say("doubt.table-tiles-one" if count == 1 else "doubt.table-tiles", count=count)
    facts: dict[str, Any] = {"name": name, "count": count, "pips": hand.pips, "tiles": tiles}
    about = f"{seat}:{hand.pips}:{count}"
    if hand.is_out and count:
        yield doubt("table-unfinished" if table.turn else "table-out", about, seat, **facts)
        return
    if count == 0 and not hand.is_out:
        yield doubt("table-not-out", about, seat, **facts)
        return
    if hand.tiles and len(hand.tiles) != count:
        if len(hand.tiles) > count or not went_on:
            yield doubt("table-count", about, seat, tapped=len(hand.tiles), **facts)
        return
    pips = sorted(table.book.worth(domino) for domino in _off(table))
    least, most = sum(pips[:count]), sum(pips[max(0, len(pips) - count) :])
    is_less, is_more = hand.pips < least and not went_on, hand.pips > most
    if count and (is_less or is_more):
        code = "table-pips" if not table.turn else "table-unfinished-least" if is_less else "table-unfinished-most"
        yield doubt(code, about, seat, least=least, most=most, **facts)


def _against_total(table: Position, left: Mapping[int, HandLeft]) -> Iterator[Doubt]:
    off = _off(table)
    missing = sum(table.book.worth(domino) for domino in off) - sum(hand.pips for hand in left.values())
    if not missing:
        return
    shown = {domino for hand in left.values() for domino in hand.tiles}
    fitting = [domino for domino in off if table.book.worth(domino) == abs(missing)]
    guesses = [domino for domino in fitting if missing < 0 or domino not in shown][:_MOST_GUESSES]
    code = ("table-missing" if missing > 0 else "table-too-many") + ("-tile" if guesses else "")
    tiles = list_of([str(guess) for guess in guesses], "either")
    amount = say("doubt.table-amount-one" if abs(missing) == 1 else "doubt.table-amount", pips=abs(missing))
    yield doubt(code, missing, None, amount=amount, tiles=tiles, total=sum(table.book.worth(domino) for domino in off))
