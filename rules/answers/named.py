"""The facts that a question names besides its subject: the number of people, a rule set, a tile."""

import re

from rules.books.book import RULE_BOOKS, RuleBook
from rules.errors import NotationError
from rules.tile import Tile, read_tile

_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
_COUNT = {word: number for number, word in enumerate(_NUMBERS.split("|"), 1)}
_NUMBER = rf"(\d{{1,2}}|{_NUMBERS}|a)"
_PEOPLE = (
    r"players?|people|persons?|kids?|children|adults?|grown-?ups|friends?|guests?|cousins?|(?:grand)?(?:kids|children|sons?|daughters?)"
    r"|brothers?|sisters?|siblings?|boys?|girls?|men|women|ladies|teens|teenagers|neighbou?rs?|folks"
)
_GROUP = re.compile(
    rf"\b{_NUMBER}\s+(?:\w+\s+)?(?:(of us)|({_PEOPLE})|(couples?|pairs))\b|\b(?:we are|we're|were|us) {_NUMBER}\b"
)
# People who are named one by one, joined to a group or to each other: “three kids and me”, “grandma plus two friends”.
_ONE = r"\b(?:me|myself|i|grand(?:ma|pa|mother|father)|granny|nana|grandad|mom|mum|dad|(?:my )?(?:wife|husband|aunt|uncle))\b"
_JOIN = r"(?:\band\b|\bplus\b|\bwith\b|[+&,])"
# A person is not counted if followed by a verb that is not in this list, as in “and my wife says”.
_END = r"(?=\s*(?:[^\w\s]|$|(?:and|plus|with|are|were|play\w*|how|what|makes?|here|today|tonight|now)\b))"
_JOINED = re.compile(rf"{_ONE}\s*{_JOIN}|{_JOIN}\s*{_ONE}{_END}")
_RANGE = re.compile(
    r"\b(?:maybe|or so|at least|up to|we were)\b"
    rf"|\bbetween {_NUMBER} and\b|\b{_NUMBER}\s*(?:-|–|to|or)\s*{_NUMBER}\s+(?:of us|{_PEOPLE})"
)
_ALONE = re.compile(rf"\W*(?:for |with )?{_NUMBER}\W*")

_SET = rf"double[ -]?(\d{{1,2}}|{_NUMBERS})"
# A set rather than a tile: “in double six”, “double-nine rules”, “double nines”, “the box of nine”, or just “double
# nine” at the start or end of a question: “tiles for 8 players double nine”.
_RULES = re.compile(
    rf"\b(?:in|under) (?:the )?{_SET}\b(?! (?:round|train))|\b{_SET} (?:rules?|set|game|version|dominoe?s?|box)\b"
    r"|\b(six|nine|twelve|fifteen|eighteen)s? (?:set|box|rules)\b"
    r"|\bdouble[ -]?(six|nine|twelve|fifteen|eighteen)e?s\b"
    r"|\b(?:box|set|tin)(?: of| with| up to|,)?(?: the| a)? (?:double[ -]?)?(six|nine|twelve|fifteen|eighteen)\b(?! tiles| players)"
    rf"|^{_SET}\s*[:,]|(?<!the )(?<!a )(?<!my )(?<!with )(?<!on )\b{_SET}\W*$"
)
_HERE = re.compile(r"\b(?:here|with us|this time|now|tonight|at our table|for us)\b")
_COMPARED = re.compile(r"\b(?:same|different(?:ly)?|difference|too|as well|also|compared?)\b")
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
_ROUND = re.compile(
    rf"\bround (?:no\.? |number |#)?(\d{{1,2}}|{_NUMBERS})\b|\b(?:(\d{{1,2}})(?:st|nd|rd|th)|({_ORDINALS})) round\b"
)
_TILE = re.compile(r"\b(\d{1,2})\s?[-/|]\s?(\d{1,2})\b")
# Words that reverse or limit a question.
_TURNS = {
    "not": r"\b(?:no|not|never|none|nothing|nobody|without|cannot|can ?not|neither"
    r"|(?:ai|are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)n['’]?t)\b",
    "done": r"\b(?:already|anymore|any more|no longer|gone)\b",
    "open": r"\b(?:still|yet)\b",
    "when": r"\b(?:after|before|until)\b",
    "empty": r"\bempty\b(?! (?:side|half|end|tile|handed))",
    "only": r"\b(?:only|except|unless)\b",
    "number": r"\b(?:more|less|fewer) than\b",
    "even": r"\b(?:even|although|though|tho)\b",
}
# A question about who, what, where or how has no opposite.
_NO_OPPOSITE = re.compile(r"(?:who|whose|which|where|how|what is|what does)\b[^.?]*\?", re.IGNORECASE)
_IF = re.compile(
    r"\b(?:if|while|unless|until|except|only|later|when|with(?:out)? (?:a|the)|first turn|second turn)\b", re.IGNORECASE
)


def count_people(text: str) -> int | None:
    """The total number of people that a question names; None if it names nobody or leaves the number open."""
    text = text.lower()
    if alone := _ALONE.fullmatch(text):
        return _number(alone[1]) if alone[1] != "a" else None
    groups = list(_GROUP.finditer(text))
    if not groups or _RANGE.search(text):
        return None
    if of_us := next((group for group in groups if group[2] or group[5]), None):
        return _number(of_us[1] or of_us[5])
    people = sum(_number(group[1] or group[5]) * (2 if group[4] else 1) for group in groups)
    with_groups = ".".join(filter(_GROUP.search, re.split("[.!?]", text)))
    return people + len(_JOINED.findall(_GROUP.sub(" ", with_groups)))


def _number(word: str) -> int:
    return 1 if word == "a" else _COUNT.get(word) or int(word)


def book_for(text: str, book: RuleBook) -> RuleBook | None:
    """The rules on which to base an answer: the table's, or the published rules of the last set that a question names.

    None if no book covers that set. A question that says "here" is about the table, whatever else it names.
    """
    sizes = [next(filter(None, found.groups())) for found in _RULES.finditer(text.lower())]
    if not sizes or _HERE.search(text.lower()):
        return book
    return next((rules for rules in (book, *RULE_BOOKS.values()) if rules.options.highest == _number(sizes[-1])), None)


def without_rules(text: str) -> str:
    """The question in lower case, without the names of rule sets."""
    return _RULES.sub(" ", text.lower())


def find_tile(text: str) -> Tile | None:
    """The tile that a question names; None if it names none."""
    found = _TILE.search(text)
    try:
        return read_tile(f"{found[1]}-{found[2]}") if found else None
    except NotationError:
        return None


def find_round(text: str) -> int | None:
    """The number of the round that a question names; None if it names none."""
    found = _ROUND.search(text.lower())
    if found is None:
        return None
    return _ORDINALS.split("|").index(found[3]) + 1 if found[3] else _number(found[1] or found[2])


def is_compared(text: str) -> bool:
    """True if a question asks whether other rule sets do the same."""
    return bool(_COMPARED.search(text.lower()))


def is_turned(text: str, title: str, says: str) -> bool:
    """True if the question is reversed or limited by a word that is not in the title, and the answer does not cover both sides.

    An answer that says what happens before or after covers both sides.
    """
    if _NO_OPPOSITE.fullmatch(title) or (len(re.findall(r"[.:?](?: |$)", says)) > 1 and _IF.search(says)):
        return False
    asked, stated = text.lower(), dict.fromkeys(_TURNS, title.lower())
    stated["when"] += says.lower()
    return any(re.search(word, asked) and not re.search(word, stated[kind]) for kind, word in _TURNS.items())
