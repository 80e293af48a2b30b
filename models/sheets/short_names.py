"""Short names for the headings of narrow columns, each different from all others at the table."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

from rules.names import fold_name

# The widest word that fits a column. A shortened word also has a period.
WIDEST_WORD = 7
FEWEST_LETTERS = 5
_LETTER = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # a flag
    "|.[\u0300-\u036f\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]*(?:(?<=\u200d).[\ufe0f\U0001f3fb-\U0001f3ff]*)*",
    re.DOTALL,
)
_BELONGS_BEFORE = ("Mn", "Me", "Mc", "Cf")


def letters_of(text: str) -> list[str]:
    """The letters of a text as people see them: an accent or a skin tone belongs to the letter before it."""
    letters: list[str] = []
    for part in _LETTER.findall(text):
        if letters and unicodedata.category(part[0]) in _BELONGS_BEFORE:
            letters[-1] += part
        else:
            letters.append(part)
    return letters


def width_of(text: str) -> int:
    """The width of a text in letters. Emoji and East Asian letters count as two."""
    return sum(2 if unicodedata.east_asian_width(letter[0]) in "WF" else 1 for letter in letters_of(text))


def parts_of(name: str) -> list[str]:
    """The parts of a name between which a line may break: after a space or a hyphen."""
    return re.findall(r"[^\s-]+-*|-+", name)


# Cached: this takes a seventh of a millisecond for eight players, on every page of a sheet.
@lru_cache(maxsize=256)
def short_names(named: tuple[tuple[str, str | None], ...]) -> tuple[str, ...]:
    """A short name for each player at a table, in the same order.

    Each pair is a name and the short name that the player chose, if any. A chosen short name is the first choice,
    then the name as it is if it fits, then its beginning with a period. If two would be the same, more letters or
    a second initial tell them apart, or a number if nothing else does.
    """
    ways = [_ways(name, chosen, at, len(named)) for at, (name, chosen) in enumerate(named, 1)]
    taken = [next(way) for way in ways]
    while same := _same(taken):
        for at in same:
            taken[at] = next(ways[at])
    return tuple(name for _, name in taken)


def _same(taken: Sequence[tuple[int, str]]) -> list[int]:
    """The indexes of the names that have to give way because another name is the same.

    If several names are the same, one stays if it is better than all the others, such as a full name among shortened
    ones.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for at, (_, name) in enumerate(taken):
        groups[fold_name(name).rstrip(".")].append(at)
    give_way = []
    for group in groups.values():
        first = min(taken[at][0] for at in group)
        keepers = [at for at in group if taken[at][0] == first]
        give_way += [at for at in group if len(group) > 1 and (len(keepers) > 1 or at not in keepers)]
    return give_way


def _ways(name: str, chosen: str | None, place: int, players: int) -> Iterator[tuple[int, str]]:
    """Ways to shorten a name, best first, each with a number for how readily it gives way. They never run out."""
    if chosen:
        yield 1, chosen
    if _fits(name):
        yield 2 if chosen else 0, name
    words = name.split() or ["?"]
    first, last = words[0], words[-1] if len(words) > 1 else ""
    beginnings = [first] if _fits(first) else list(_beginnings(parts_of(first)[0].rstrip("-") or first, FEWEST_LETTERS))
    yield from ((2, beginning) for beginning in beginnings)
    yield from ((2, f"{beginnings[0]} {initials}") for initials in _beginnings(last, 1))
    for figure in count(place, players):
        room = WIDEST_WORD - len(str(figure))
        yield 3, f"{_first_letters(beginnings[0].rstrip('.'), min(room, FEWEST_LETTERS))} {figure}"


def _fits(name: str) -> bool:
    parts = parts_of(name)
    return 0 < len(parts) <= 2 and all(width_of(part) <= WIDEST_WORD for part in parts)


def _beginnings(word: str, fewest: int) -> Iterator[str]:
    """The beginnings of a word, each with a period, from `fewest` letters to as many as fit."""
    for width in range(fewest, WIDEST_WORD + 1) if word else ():
        yield f"{_first_letters(word, width).rstrip('.')}."


def _first_letters(word: str, width: int) -> str:
    """As many of a word's first letters as fit this width, but at least one."""
    letters = letters_of(word)
    while len(letters) > 1 and width_of("".join(letters)) > width:
        letters.pop()
    return "".join(letters)
