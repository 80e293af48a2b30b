"""Pips to scores, scores to standings, and what decides a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.book import RuleBook
from rules.options import Blocked, Tie
from rules.tile import Tile
from rules.wording import list_of, say


@dataclass(frozen=True, slots=True)
class Tally:
    """The pips left in a hand and the line of every tile that makes them."""

    lines: tuple[tuple[Tile, int], ...]
    pips: int


def tally(tiles: Sequence[Tile], book: RuleBook) -> Tally:
    """What a hand counts, tile by tile, highest first (D9-5.1, D6-15b, D12-7.3; custom double-blank)."""
    lines = tuple((one, one.pips or book.options.double_blank) for one in sorted(tiles, reverse=True))
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


def standings(scores: Mapping[int, Sequence[int]], totals: Mapping[int, int], book: RuleBook) -> list[Standing]:
    """Places from totals, the lowest first (D9-5.2, D6-16, D12-7.4), with ties as the custom `tie` has them.

    `scores` are each seat's round scores, `totals` those and its penalties and what it started with.
    """
    rank = {seat: _rank(total, scores[seat], book) for seat, total in totals.items()}
    places = {seat: 1 + sum(other < mine for other in rank.values()) for seat, mine in rank.items()}
    return [Standing(seat, places[seat], totals[seat]) for seat in sorted(totals, key=lambda seat: rank[seat])]


def _rank(total: int, scores: Sequence[int], book: RuleBook) -> tuple[int, ...]:
    if book.options.tie is Tie.SHARED_WIN:
        return (total,)
    return total, -rounds_won(scores), min(scores, default=0)


def rounds_won(scores: Sequence[int]) -> int:
    """The rounds in which nothing was left to count."""
    return sum(score == 0 for score in scores)


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
