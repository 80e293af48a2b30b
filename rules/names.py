"""Names of people: which two are the same."""

import unicodedata


def tidy_name(text: str) -> str:
    """The name with its letters composed and its spaces single."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold_name(name: str) -> str:
    """The name as it is compared with others: `ANA` and `Ana` are one player."""
    return tidy_name(unicodedata.normalize("NFKC", name).casefold())
