"""Club files of version 1: their rules are renamed as today. This module describes the past, and so never changes again."""

from collections.abc import Iterator
from typing import Any

from models.ledger.older_rules import pin_first_word

Facts = dict[str, Any]


def pin_file(file: Facts) -> None:
    """Put the rules of all games and tournaments in a club file of version 1 into today's words. House rules follow today's book.

    Nothing is checked: a wrong value stays as it is, and is refused when it is read.
    """
    tournaments = list(_objects(file, "tournaments"))
    tables = [table.get("game") for tournament in tournaments for table in _objects(tournament, "tables")]
    in_hall = {ref for ref in tables if isinstance(ref, str)}
    for tournament in tournaments:
        _pin(tournament, "rules", is_at_tournament=True)
    for game in (game for night in _objects(file, "nights") for game in _objects(night, "games")):
        is_at_tournament = isinstance(game.get("ref"), str) and game["ref"] in in_hall
        _pin(game, "rules", is_at_tournament)
        kept = (line for round in _objects(game, "kept") for line in _objects(round, "lines"))
        for line in (*_objects(game, "lines"), *kept):
            if line.get("kind") in ("rules", "table"):
                _pin(line, "text", is_at_tournament)


def _pin(facts: Facts, name: str, is_at_tournament: bool) -> None:
    if isinstance(facts.get(name), str):
        facts[name] = pin_first_word(facts[name], is_at_tournament)


def _objects(facts: Facts, name: str) -> Iterator[Facts]:
    items = facts.get(name)
    return (item for item in items if isinstance(item, dict)) if isinstance(items, list) else iter(())
