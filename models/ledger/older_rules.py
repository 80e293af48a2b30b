"""Older rules: rule texts from before winners played one on one by default, rewritten in today's terms.

Games and tournaments keep the rules with which they started. This module is about past rules, so it never changes.
"""

import re

_RULES = re.compile(r"([a-z-]+)(?:\[([a-z-]+=[\w-]+(?:,[a-z-]+=[\w-]+)*)\])?")


def pin_rules(text: str, is_at_tournament: bool) -> str:
    """The rules of an older game or tournament in today's terms; the same text if it does not name rules.

    `is_at_tournament` says whether these are the rules of a tournament. At tournaments, winners used to play at one
    table or in pairs, with the best other player joining them if there were only two. In any game whose rules let
    players keep a drawn tile, they used to be free to keep even a tile that would cover a double.
    """
    parts = _RULES.fullmatch(text)
    changes = [change.split("=") for change in parts[2].split(",")] if parts and parts[2] else []
    named = dict(changes)
    if not parts or len(named) < len(changes):
        return text
    if named.get("drawn-tile") == "may":
        named["drawn-tile"] = "may-always"
    met_in_pairs = named.get("playoff") == "in-pairs"
    if met_in_pairs:
        del named["playoff"]
    if is_at_tournament:
        named.setdefault("playoff", "pairs-to-two" if met_in_pairs else "one-table")
    changed = ",".join(f"{option}={named[option]}" for option in sorted(named))
    return f"{parts[1]}[{changed}]" if changed else parts[1]


def pin_first_word(text: str, is_at_tournament: bool) -> str:
    """The text of a line of new rules or of a position, with the rules at its start put in today's terms."""
    rules, space, rest = text.partition(" ")
    return f"{pin_rules(rules, is_at_tournament)}{space}{rest}"
