"""Puts the rules in club files of version 1 into today's terms.

Version 1 is final, so this module never changes.
"""

from collections.abc import Iterator
from typing import Any

from models.ledger.older_rules import pin_first_word

Facts = dict[str, Any]


def pin_file(file: Facts) -> None:
    """Put the rules of all games and tournaments in a version 1 club file into today's terms.

    House rules follow the current rule book. Nothing is checked: an invalid value is left as it is, and refused
    when it is read.
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
    """The objects in the list `facts[name]` of a file that has not been checked yet. Anything else is skipped."""
    items = facts.get(name)
    return (item for item in items if isinstance(item, dict)) if isinstance(items, list) else iter(())
