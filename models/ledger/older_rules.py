"""Rules as they were written before winners met one against one by default, named so that they mean what they meant then.

Games and tournaments keep the rules they began with. This is about the past, and so never changes again.
"""

import re

_RULES = re.compile(r"([a-z-]+)(?:\[([a-z-]+=[\w-]+(?:,[a-z-]+=[\w-]+)*)\])?")


def pin_rules(text: str, is_in_hall: bool) -> str:
    """The rules of a game or tournament of then in today's words; the same text where it does not name rules.

    `is_in_hall`: in a tournament, where winners met at one table, or in pairs with the best other player beside two of them.
    A drawn tile that might be kept then could be kept even if it covered a double.
    """
    found = _RULES.fullmatch(text)
    changes = [change.split("=") for change in found[2].split(",")] if found and found[2] else []
    named = dict(changes)
    if not found or len(named) < len(changes):
        return text
    if named.get("drawn-tile") == "may":
        named["drawn-tile"] = "may-always"
    met_in_pairs = named.get("playoff") == "in-pairs"
    if met_in_pairs:
        del named["playoff"]
    if is_in_hall:
        named.setdefault("playoff", "pairs-to-two" if met_in_pairs else "one-table")
    changed = ",".join(f"{option}={named[option]}" for option in sorted(named))
    return f"{found[1]}[{changed}]" if changed else found[1]


def pin_first_word(text: str, is_in_hall: bool) -> str:
    """A text that begins with rules, as a line of changed rules and a position do, with those rules in today's words."""
    rules, space, rest = text.partition(" ")
    return f"{pin_rules(rules, is_in_hall)}{space}{rest}"
