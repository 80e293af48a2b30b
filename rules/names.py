"""Player names: tidying and comparing them."""

import unicodedata

# The most letters of a short name, which stands at the head of a narrow column.
LONGEST_SHORT_NAME = 8
_INVISIBLE = {"Cf", "Zs", "Mn", "Me"}
# Control characters, halves of characters, characters that nobody has defined, and separators of lines.
UNPRINTABLE = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def tidy_name(text: str) -> str:
    """The name with composed letters (NFC) and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_visible(name: str) -> bool:
    """True if a name has a character that can be seen, and none that no page can show."""
    categories = {unicodedata.category(letter) for letter in name}
    return bool(categories - _INVISIBLE) and not categories & UNPRINTABLE


def fold_name(name: str) -> str:
    """The form of a name for comparison: `ANA` and `Ana` are one player."""
    return tidy_name(unicodedata.normalize("NFKC", name).casefold())
