"""Player names: tidying and comparing them."""

import unicodedata
from typing import Literal

# The most letters in a short name, which heads a narrow column.
LONGEST_SHORT_NAME = 8
_LONGEST = 2000
# Characters that override the direction of the text after them.
OVERRIDES = "\u202d\u202e"
_FROM_RIGHT = {"R", "AL", "RLE", "RLO", "LRO"}
_JOINERS = "\u200c\u200d"
_VARIANTS = {chr(number) for number in range(0xFE00, 0xFE10)}
# The flag of England is a black flag followed by these letters.
_FLAG, _FLAG_LETTERS = "\U0001f3f4", {chr(number) for number in range(0xE0020, 0xE0080)}
# The combining class of the sign that removes a vowel in Indic scripts. Marks of higher classes do not make a
# different letter.
_VIRAMA = 9
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Letters that Unicode does not decompose into a plain letter and a mark.
_BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
# Scripts in which a joiner makes no difference.
_UNJOINED = {
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "GEORGIAN",
    "HEBREW",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "FULLWIDTH",
}
_INVISIBLE = {"Cf", "Zs", "Mn", "Me"}
# Control characters, surrogates, private and unassigned characters, and line and paragraph separators.
UNPRINTABLE = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def tidy_name(text: str) -> str:
    """The name with composed letters (NFC) and single spaces."""
    return " ".join(_normalized("NFC", text).split())


def _normalized(form: Literal["NFC", "NFD", "NFKC"], text: str) -> str:
    """The text in a Unicode normal form.

    Longer text than any name or note is returned unchanged, as normalizing many combining marks takes quadratic time.
    """
    return unicodedata.normalize(form, text) if len(text) <= _LONGEST else text


def typed_name(text: str) -> str:
    """The name as a form accepts it: tidied, and without characters that make no visible difference.

    Joiners are kept in emoji and in scripts that join their letters. Characters that reverse a name's direction
    are kept too: they make a visible difference, and a form refuses them.
    """
    letters = [letter for at, letter in enumerate(text) if not _changes_nothing(text, at)]
    return tidy_name("".join(letters))


def _changes_nothing(text: str, at: int) -> bool:
    letter, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if letter in _JOINERS:
        return not (_joins(before) and (_joins(after) or unicodedata.combining(before) == _VIRAMA))
    if letter in _VARIANTS:
        return not before or (before.isascii() and not before.isdigit()) or _script(before) in _UNJOINED
    if letter in _FLAG_LETTERS:
        return _FLAG not in text[max(0, at - 40) : at]
    return letter in _FILLERS or (unicodedata.category(letter) == "Cf" and letter not in OVERRIDES)


def _joins(letter: str) -> bool:
    return bool(letter) and not letter.isspace() and not letter.isascii() and _script(letter) not in _UNJOINED


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def is_visible(name: str) -> bool:
    """True if a name has at least one visible character and none that cannot be displayed."""
    categories = {unicodedata.category(letter) for letter in name}
    return bool(categories - _INVISIBLE) and not categories & UNPRINTABLE


def fold_name(name: str) -> str:
    """The form of a name for comparison: `ANA` and `Ana` are one player."""
    return tidy_name(_normalized("NFKC", name).casefold())


def isolated(text: str) -> str:
    """The text, wrapped in marks that isolate its direction if any of its letters run from right to left.

    Without the marks, the text would reverse the words and numbers next to it in a sentence.
    """
    if text.isascii() or not any(unicodedata.bidirectional(letter) in _FROM_RIGHT for letter in text):
        return text
    return f"\u2068{text}\u2069"


def look_alike(name: str) -> str:
    """A string that is the same for names that people confuse: without accents and marks, with plain apostrophes."""
    letters = fold_name(typed_name(name)).translate(str.maketrans("’‘", "''"))
    return without_accents("".join(letter for letter in letters if letter not in _JOINERS and letter not in _VARIANTS))


def without_accents(folded: str) -> str:
    """A folded name as typed on a plain keyboard: `zoë` becomes `zoe`, `łukasz` becomes `lukasz`."""
    if folded.isascii():
        return folded
    letters = _normalized("NFD", folded)
    bare = "".join(letter for letter in letters if unicodedata.combining(letter) <= _VIRAMA)
    return _normalized("NFC", bare).translate(_BARE)
