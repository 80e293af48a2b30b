"""Player names: tidying and comparing them."""

import unicodedata


def tidy_name(text: str) -> str:
    """The name with composed letters (NFC) and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold_name(name: str) -> str:
    """The form of a name for comparison: `ANA` and `Ana` are one player."""
    return tidy_name(unicodedata.normalize("NFKC", name).casefold())
