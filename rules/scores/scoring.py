"""Scoring: from pips to scores, from scores to standings, and how ties are broken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.books.book import RuleBook
from rules.books.options import Blocked, Tie
from rules.tile import Tile
from rules.wording import list_of, say


def count_hand(tiles: Sequence[Tile], book: RuleBook) -> int:
    """The pips left in a hand (D9-5.1, D6-15b, D12-7.3; custom double-blank)."""
    return sum(map(book.worth, tiles))


def round_scores(pips: Mapping[int, int], out: frozenset[int], book: RuleBook) -> dict[int, int]:
    """Each seat's score for a finished round, from the pips left in each hand.

    With a bonus, a player who goes out scores below zero (D9-5.1, D6-15b, D12-7.3; customs blocked and
    out-bonus).
    """
    if out or not pips or book.options.blocked is Blocked.ALL_COUNT:
        return {seat: out_score(book) if seat in out else left for seat, left in pips.items()}
    lowest = min(pips.values())
    return {seat: 0 if left == lowest else left for seat, left in pips.items()}


def out_score(book: RuleBook) -> int:
    """The score for going out: 0, or below zero with a bonus (custom out-bonus)."""
    return -book.options.out_bonus


def marker_score(book: RuleBook) -> int:
    """The pips added to the total of a player whose marker is still out when the round ends (custom open-marker)."""
    return book.options.open_marker


def is_past_limit(totals: Iterable[int], book: RuleBook) -> bool:
    """True if these totals end the game before its last round (custom limit)."""
    return 0 < book.options.limit <= max(totals, default=0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a game; tied players share a place. `total` is in pips, and the lowest is best."""

    seat: int
    place: int
    total: int


@dataclass(frozen=True, slots=True)
class SeatTotals:
    """The figures that decide a seat's place: total pips, the number of rounds it went out in, and its lowest score."""

    total: int
    rounds_won: int = 0
    lowest: int = 0


def standings(totals: Mapping[int, SeatTotals], book: RuleBook) -> list[Standing]:
    """The standings, lowest total first (D9-5.2, D6-16, D12-7.4); the custom `tie` says how ties are broken."""
    rank = {seat: _rank(figures, book) for seat, figures in totals.items()}
    places = {seat: 1 + sum(other < own_rank for other in rank.values()) for seat, own_rank in rank.items()}
    order = sorted(totals, key=lambda seat: rank[seat])
    return [Standing(seat, places[seat], totals[seat].total) for seat in order]


def _rank(figures: SeatTotals, book: RuleBook) -> tuple[int, ...]:
    if book.options.tie is Tie.SHARED_WIN:
        return (figures.total,)
    return figures.total, -figures.rounds_won, figures.lowest


def verdict(order: Sequence[Standing], names: Mapping[int, str], book: RuleBook) -> str:
    """The winners in a sentence and, if totals are tied, what broke the tie (D9-5.2, D6-16, D12-7.4; custom tie)."""
    winners = [standing for standing in order if standing.place == 1]
    level = [standing for standing in order if standing.total == winners[0].total]
    facts = {"names": list_of([names[standing.seat] for standing in winners]), "total": winners[0].total}
    if len(winners) > 1:
        return say(f"verdict.shared.{book.options.tie}", **facts)
    if len(level) > 1:
        return say("verdict.decided", others=list_of([names[standing.seat] for standing in level[1:]]), **facts)
    return say("verdict.alone", **facts)
