"""Player names: tidying and comparing them."""

import unicodedata

# The most letters of a short name, which stands at the head of a narrow column.
LONGEST_SHORT_NAME = 8


def tidy_name(text: str) -> str:
    """The name with composed letters (NFC) and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold_name(name: str) -> str:
    """The form of a name for comparison: `ANA` and `Ana` are one player."""
    return tidy_name(unicodedata.normalize("NFKC", name).casefold())
