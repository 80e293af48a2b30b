"""Ties at a table, broken by the referee's decision or by an extra table played to break them."""

from collections.abc import Mapping

from rules.tournament.plan import Course, Groups, StageTable, Stake
from rules.wording import list_of, say


def table_order(course: Course, stage: int, table: StageTable) -> Groups:
    """A table's players who are still in the tournament, best first; tied players are grouped."""
    scores = [score for score in table.scores if score.player in course.players]
    worst = max((score.place or 0 for score in scores), default=0) + 1
    return with_decisions(
        course, stage, table.number, grouped({score.player: (score.place or worst,) for score in scores})
    )


def grouped(rank: Mapping[int, tuple[int, ...]]) -> Groups:
    """Players grouped by rank, with the lowest rank first."""
    by_rank: dict[tuple[int, ...], list[int]] = {}
    for player, own_rank in rank.items():
        by_rank.setdefault(own_rank, []).append(player)
    return tuple(tuple(by_rank[own_rank]) for own_rank in sorted(by_rank))


def with_decisions(course: Course, stage: int, table: int, groups: Groups) -> Groups:
    """The groups, with ties broken by the referee's decisions or by the tables played to break them."""
    played = [
        table_order(course, stage, tie_table)
        for tie_table in course.stages[stage - 1]
        if tie_table.stake is Stake.TIE and tie_table.ends_tie_of == table and tie_table.is_done
    ]
    decided = (*course.decisions.get((stage, table), ()), *played)
    before: Groups = ()
    # The newest decision counts. It may be about players who were still tied after an older one, so repeat.
    while before != groups:
        before = groups
        for order in reversed(decided):
            groups = tuple(part for group in groups for part in _split(group, order))
    return groups


def level_in_words(names: list[str], total: int, winner: str, *, needs_winner: bool) -> str:
    """A tie at a table as a sentence.

    If `needs_winner` is true, the win cannot be shared: without a `winner`, the referee decides.
    """
    code = "decided" if winner else "shared" if needs_winner else "level"
    return say(f"verdict.tournament.{code}", names=list_of(names), total=total, name=winner)


def _split(group: tuple[int, ...], order: Groups) -> Groups:
    if len(group) < 2 or not set(group) <= {player for part in order for player in part}:
        return (group,)
    parts = (tuple(player for player in part if player in group) for part in order)
    return tuple(part for part in parts if part)
