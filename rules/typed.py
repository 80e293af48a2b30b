"""Text as people type it on phones and keyboards: the digits of any script, long dashes, invisible marks."""

import re
import unicodedata
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.errors import NotationError
from rules.wording import say

LONGEST_ENTRY = 100

_SIGNS = {"−": "-", "＋": "+", "﹢": "+", "➕": "+", "．": ".", "·": ".", "٫": ".", "’": "'"}
_SIGNS |= {"，": ",", "،": ",", "、": ",", "٬": ",", "；": ";"}
# Any dash, any space, and characters that cannot be seen.
_BY_CATEGORY = {"Pd": "-", "Zs": " ", "Cf": ""}
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_SUM = re.compile(r"[0-9]{1,4}(?:(?:[ \r\n]*[+,;][ \r\n]*|[ \r\n]+)[0-9]{1,4})*")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[.,' ][0-9]{3})+")
_DECIMAL = re.compile(r"([0-9]{1,4})[.,]([0-9]{1,4})")


class UnsureNumberError(NotationError):
    """Raised for a number that can be read in more than one way.

    If it may be meant as a sum, `parts` are the parts of that sum. They are empty if the number seems to
    have a thousands separator, as in `1,234`.
    """

    def __init__(self, message: str, parts: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.parts = parts


def plain_signs(text: str) -> str:
    """The text with plain digits and keyboard characters and without invisible marks: `９–４` becomes `9-4`."""
    return text if text.isascii() else "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter in _SIGNS:
        return _SIGNS[letter]
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.decimal(letter))
    return _BY_CATEGORY.get(category, letter)


def read_sum(text: str) -> tuple[int, ...]:
    """The parts of `34`, `12+11+7`, `12 11 7` or `12, 11, 7`.

    Raises NotationError with a sentence for the players. It is an UnsureNumberError if the digits are grouped as
    thousands, or if there is a single comma or point between digits that is not followed by zeros only.
    """
    if len(text) > LONGEST_ENTRY:
        raise NotationError(say("pips.unreadable"))
    words = plain_signs(text).strip()
    for part in re.split(r"\s*[+;]\s*", words):
        if _THOUSANDS.fullmatch(part):
            groups = re.split("[.,' ]", part)
            summed = "+".join(str(int(group)) for group in groups)
            raise UnsureNumberError(say("pips.thousands", text=part, number="".join(groups), sum=summed))
    decimals = [part for part in re.split(r"[+;\s]+", words) if _DECIMAL.fullmatch(part)]
    if len(decimals) == 1 and len(re.findall("[.,]", words)) == 1:
        whole, fraction = re.split("[.,]", decimals[0])
        before, after = words.split(decimals[0])
        if int(fraction):
            parts = read_sum(f"{before}{whole}+{fraction}{after}")
            raise UnsureNumberError(say("pips.unsure", text=words, sum=sum(parts), whole=whole), parts)
        words = f"{before}{whole}{after}"
    if not _SUM.fullmatch(words.removeprefix("+")):
        raise NotationError(say("pips.unreadable"))
    return tuple(map(int, re.findall("[0-9]+", words)))


def read_number(text: str) -> int:
    """A whole number as people type it, with a sign or as a sum. Raises NotationError as `read_sum` does."""
    words = plain_signs(text).strip()
    return int(words) if _WHOLE.fullmatch(words) else sum(read_sum(text))


# Folders and links among this machine's time zones that another machine may not have.
_NO_ZONES = {"posix", "right", "localtime"}


def is_zone(name: str) -> bool:
    """True if this names a time zone, such as `America/New_York`."""
    try:
        return bool(ZoneInfo(name)) and name.partition("/")[0] not in _NO_ZONES
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def read_zone(text: str) -> str:
    """The time zone that the text names; the last part of the name is enough, such as `new york`.

    Raises ValueError if no time zone or more than one matches.
    """
    words = text.strip().replace(" ", "_").casefold()
    zones = [name for name in available_timezones() if words in (name.casefold(), name.casefold().rpartition("/")[2])]
    if len(zones) > 1:
        zones = [name for name in zones if name.casefold() == words]
    (zone,) = zones
    return zone
