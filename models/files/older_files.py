"""Club files of version 1: their rules are renamed to today's terms.

This module describes the past and never changes.
"""

from collections.abc import Iterator
from typing import Any

from models.ledger.older_rules import pin_first_word

Facts = dict[str, Any]


def pin_file(file: Facts) -> None:
    """Rewrite the rules of all games and tournaments in a club file of version 1 in today's terms.

    House rules follow today's book. Nothing is checked: a wrong value stays as it is, and is refused when it is read.
    """
    tournaments = list(objects_in(file, "tournaments"))
    tables = [table.get("game") for tournament in tournaments for table in objects_in(tournament, "tables")]
    in_hall = {ref for ref in tables if isinstance(ref, str)}
    for tournament in tournaments:
        _pin(tournament, "rules", is_at_tournament=True)
    for game in (game for night in objects_in(file, "nights") for game in objects_in(night, "games")):
        is_at_tournament = isinstance(game.get("ref"), str) and game["ref"] in in_hall
        _pin(game, "rules", is_at_tournament)
        kept = (line for round in objects_in(game, "kept") for line in objects_in(round, "lines"))
        for line in (*objects_in(game, "lines"), *kept):
            if line.get("kind") in ("rules", "table"):
                _pin(line, "text", is_at_tournament)


def _pin(facts: Facts, name: str, is_at_tournament: bool) -> None:
    if isinstance(facts.get(name), str):
        facts[name] = pin_first_word(facts[name], is_at_tournament)


def objects_in(facts: Facts, name: str) -> Iterator[Facts]:
    """The objects in a list of a file that nobody has checked."""
    items = facts.get(name)
    return (item for item in items if isinstance(item, dict)) if isinstance(items, list) else iter(())
