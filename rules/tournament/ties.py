"""Who is before whom at a table, and how ties end by what the referee decided or by a table that was played for them."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from rules.tournament.plan import Course, Groups, Stake, Table
from rules.wording import list_of, say


class _OfAPlayer(Protocol):
    @property
    def player(self) -> int: ...


T = TypeVar("T", bound=_OfAPlayer)


def order_of(course: Course, stage: int, table: Table) -> Groups:
    """A table's players who are still in, the best first, those whom nothing sets apart together."""
    here = [score for score in table.scores if score.player in course.players]
    worst = max((score.place or 0 for score in here), default=0) + 1
    return settled(course, stage, table.number, grouped(here, lambda score: (score.place or worst,)))


def grouped(things: Iterable[T], rank: Callable[[T], tuple[int, ...]]) -> Groups:
    """The players of scores or standings in the order of their rank, those of the same rank together."""
    by_rank: dict[tuple[int, ...], list[int]] = {}
    for thing in things:
        by_rank.setdefault(rank(thing), []).append(thing.player)
    return tuple(tuple(by_rank[key]) for key in sorted(by_rank))


def settled(course: Course, stage: int, table: int, groups: Groups) -> Groups:
    """Ties ended by what the referee decided, or by the table that was played for it."""
    played = [
        order_of(course, stage, one)
        for one in course.stages[stage - 1]
        if one.stake is Stake.TIE and one.settles == table and one.is_done
    ]
    decided = (*course.decisions.get((stage, table), ()), *played)
    before: Groups = ()
    # The newest counts; what an older one left together, a newer one may have been about.
    while before != groups:
        before = groups
        for order in reversed(decided):
            groups = tuple(part for group in groups for part in _split(group, order))
    return groups


def level_in_words(names: list[str], total: int) -> str:
    """A tie at a table in a sentence: it is no shared win, the referee decides."""
    return say("verdict.tournament.shared", names=list_of(names), total=total)


def _split(group: tuple[int, ...], order: Groups) -> Groups:
    if len(group) < 2 or not set(group) <= {player for part in order for player in part}:
        return (group,)
    parts = (tuple(player for player in part if player in group) for part in order)
    return tuple(part for part in parts if part)
