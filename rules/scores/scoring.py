"""Pips to scores, scores to standings, and what decides a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.books.book import RuleBook
from rules.books.options import Blocked, Tie
from rules.tile import Tile
from rules.wording import list_of, say


@dataclass(frozen=True, slots=True)
class Tally:
    """The pips left in a hand and the line of every tile that makes them."""

    lines: tuple[tuple[Tile, int], ...]
    pips: int


def tally(tiles: Sequence[Tile], book: RuleBook) -> Tally:
    """What a hand counts, tile by tile, highest first (D9-5.1, D6-15b, D12-7.3; custom double-blank)."""
    lines = tuple((one, book.worth(one)) for one in sorted(tiles, reverse=True))
    return Tally(lines, sum(pips for _, pips in lines))


def round_scores(pips: Mapping[int, int], out: frozenset[int], book: RuleBook) -> dict[int, int]:
    """Each seat's score for a finished round, from the pips left in each hand (D9-5.1, D6-15b, D12-7.3; custom blocked)."""
    if out or not pips or book.options.blocked is Blocked.ALL_COUNT:
        return dict(pips)
    lowest = min(pips.values())
    return {seat: 0 if left == lowest else left for seat, left in pips.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place, shared with every seat that nothing sets apart; `total` in pips, the lowest is best."""

    seat: int
    place: int
    total: int


@dataclass(frozen=True, slots=True)
class Record:
    """What decides a seat's place: its total in pips, the rounds it went out in, and its lowest round."""

    total: int
    rounds_won: int = 0
    lowest: int = 0


def standings(records: Mapping[int, Record], book: RuleBook) -> list[Standing]:
    """Places, the lowest total first (D9-5.2, D6-16, D12-7.4), with ties as the custom `tie` has them."""
    rank = {seat: _rank(record, book) for seat, record in records.items()}
    places = {seat: 1 + sum(other < mine for other in rank.values()) for seat, mine in rank.items()}
    order = sorted(records, key=lambda seat: rank[seat])
    return [Standing(seat, places[seat], records[seat].total) for seat in order]


def _rank(record: Record, book: RuleBook) -> tuple[int, ...]:
    if book.options.tie is Tie.SHARED_WIN:
        return (record.total,)
    return record.total, -record.rounds_won, record.lowest


def verdict(order: Sequence[Standing], names: Mapping[int, str], book: RuleBook) -> str:
    """Who wins and, where totals are level, what decided it, in a sentence (D9-5.2, D6-16, D12-7.4; custom tie)."""
    winners = [one for one in order if one.place == 1]
    level = [one for one in order if one.total == winners[0].total]
    facts = {"names": list_of([names[one.seat] for one in winners]), "total": winners[0].total}
    if len(winners) > 1:
        return say(f"verdict.shared.{book.options.tie}", **facts)
    if len(level) > 1:
        return say("verdict.decided", others=list_of([names[one.seat] for one in level[1:]]), **facts)
    return say("verdict.alone", **facts)
