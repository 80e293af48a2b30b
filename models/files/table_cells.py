"""Reading the cells of a table of scores, in the various words and languages that people use."""

import re
from collections.abc import Sequence

from rules.names import fold_name
from rules.typed import plain_signs

_MOST_NUMBER, _LONGEST_LABEL = 99, 40

# The words for a round and for a double that can also stand next to its number.
_ROUND = "round|rounds|hand|mano|runde|ronda|manche|ronde|rodada|runda"
_DOUBLE = "double|engine|spinner|hub|doppel|dubbel|doble|duplo|dublet"
# The labels as `scores_writer` and people write them, in several languages.
_WRITTEN = {
    "start": "start|start score|starts with",
    "so-far": "sub|so far|total so far|running|running total|running totals|subtotal|subtotals|sub total|sub-total",
    "total": "total|totals|score|sum|sums|grand total|final|final score|final scores|final total|total score|tot|totaal|razem|"
    "summe|gesamt|suma|somme|soma|summa|totalt|cyfanswm|totale|celkem|endstand|stand|to pay",
    "bonus": "bonus|bonuses",
    "penalty": "penalty|pen|penalties|pénalité|pénalités|straf|strafe|strafpunkte|multa|kara|kary",
    "place": "place|places|position|rank|platz|puesto|plaats|lugar|rang|miejsce|winner|avg|average|moyenne|"
    "wins|rounds won|worst|worst round|best round|highest|lowest",
    "player": "player|players|name|names|spieler|spielerin|speler|spelers|jugador|jugadores|joueur|joueurs|jogador|"
    "jogadores|gracz|gracze",
    "round": f"{_ROUND}|{_DOUBLE}|hands|omgång|rd|rnd",
}
# The words that have another label above a column.
_ABOVE = {
    "double": "tile|double|engine|spinner",
    "pips": "hand|left|pips left|points left|pips|poäng|points|pts|score|scores|punkte|puntos|punten",
    "total": "run|running|cum|cumulative",
}


def _by_word(written: dict[str, str]) -> dict[str, str]:
    return {word: label for label, words in written.items() for word in words.split("|")}


_LABEL, _LABEL_ABOVE = _by_word(_WRITTEN), _by_word(_ABOVE)
# A label followed by more words: `Penalties (late)`, `Bonus for the engine`, `Avg per round`.
_WITH_MORE = re.compile(
    r"(?P<penalty>penal\w*)\b.*|(?:.* )?(?P<bonus>bonus)(?: ?(?:for |[^\w ]).*)?|(?P<place>(?:avg|average)(?: per |/)|winner of ).*"
)
OUT_WORDS = "out|raus|aus|fuera|uit|fora"
# A player with these words in place of a score was not there: `went home`, `not here yet`.
_AWAY = "- -- n/a late came left early gone away home went had to go bed absent not here there yet sick"
_NOT_THERE = {*_AWAY.split()}
# Words next to the number of a round, or next to its double: `12er Doppel`, `the 9s`. The hash sign counts, too.
_ROUND_WORDS = {*_ROUND.split("|"), "r", "rd", "rnd", "no", "#", "train", "st", "nd", "th", "ª", "º"}
_DOUBLE_WORDS = {*_DOUBLE.split("|"), "doppio", "mula", "dwbl", "dbl", "d", "er", "s"}
_BESIDE = {"after", "the", "del", "nach", "den", "der", "na"}
# In the corner of a table, these words say that its numbers are running totals.
_TOTALS_SO_FAR = {"after", "nach", "depois", "running"}
_WORDS = re.compile(r"[^\W\d_]+|#")
# A spreadsheet turns 9-9 into a date in September.
_MONTHS = "jan feb mar|mär|mrz|mrt apr|abr may|mai|mei|maj jun jul aug|ago sep|set oct|okt nov dec|dez|dic"
_MONTH = {name: number for number, names in enumerate(_MONTHS.split(), 1) for name in names.split("|")}
_COUNTED = "blank|blanc|bl|zero|gwag one two three four five six seven eight nine ten eleven twelve"
_COUNT = {
    f"{word}{end}": at
    for at, words in enumerate(_COUNTED.split())
    for word in words.split("|")
    for end in ("", "s", "es")
}
# The round and then its double: `1 (dbl 9)`, `1: double 9`.
_NUMBERED = re.compile(r"\s*\d+ ?[(:.]")
# A remark behind a round: `Double 6 – blocked`, `Double Six (blocked)`.
_ASIDE = re.compile(r" (?:[-–—] \D+|\([^()\d]+\))$")
# Text that begins with a number, but is no score: `3 trains open`.
_SENTENCE = re.compile(r".*[^\W\d]{2,} [^\W\d]{2,}.*")
# A score with the running total: `36 (57)`. `5/5` is a tile.
WITH_TOTAL = re.compile(r"(\S+) ?\((\d{1,5})\)")
_SCORE = re.compile(rf"[\[(]?[-+]?[0-9].*|{OUT_WORDS}|-+", re.IGNORECASE)


def label_of(cell: str) -> str:
    """The label in a cell, such as `total` for a line or `player` in the corner; empty for a round or anything else."""
    folded = fold_name(cell).rstrip(":.#? ")
    # The word for penalties begins with the same letters in many languages.
    longer = _WITH_MORE.fullmatch(folded)
    return _LABEL.get(folded) or (longer and longer.lastgroup) or ""


def column_of(cell: str) -> str:
    """The label in a cell above a column: `pips` for scores, `double` for engines, `total` also for running totals."""
    label = _LABEL_ABOVE.get(fold_name(cell).rstrip(":.#? ")) or label_of(cell)
    return "total" if label == "so-far" else label


def round_of(cell: str) -> tuple[int, bool] | None:
    """A round's engine and False (`[9-9]`, `Double 9`, `the 9s`), or its number and True (`Round 1`, `R1`).

    None if the cell names neither.
    """
    text = plain_signs(cell).casefold() if len(cell) <= _LONGEST_LABEL else ""
    names, numbers = set(_WORDS.findall(text)) - _BESIDE, [int(number) for number in re.findall("[0-9]+", text)]
    [word, *more] = (names - _DOUBLE_WORDS) or [""]
    counted = names & _COUNT.keys()
    if len(counted) == 1 and "round" in names and not numbers and names - counted <= _ROUND_WORDS:
        # `Round one`, but `Round blank` is the double.
        count = _COUNT[counted.pop()]
        return count, count > 0
    if len(numbers) == len(counted) == 1 and names - counted <= _ROUND_WORDS | _DOUBLE_WORDS:
        # `Round 10 (blanks)`.
        return _COUNT[counted.pop()], False
    if word in _COUNT and not (numbers or more):
        return _COUNT[word], False
    if numbers == [_MONTH.get(word[:3], 0)] and not more:
        return numbers[0], False
    if names - _ROUND_WORDS - _DOUBLE_WORDS or not numbers or max(numbers) > _MOST_NUMBER:
        return round_of(_ASIDE.sub("", cell)) if _ASIDE.search(cell) else None
    *before, number = numbers
    is_double, is_round = bool(names & _DOUBLE_WORDS), bool(names & _ROUND_WORDS)
    # `9-9`, `Round 1 (9-9)`, `1: 9-9` or `Round 1 double 9`.
    is_numbered = is_round or _NUMBERED.match(text)
    has_double = is_double or "(" in text
    if (len(before) < 3 and before[-1:] == [number]) or (is_numbered and has_double and len(before) == 1):
        return number, False
    return None if before else (number, is_round and not is_double)


def is_label(cell: str) -> bool:
    """True if a cell names a round or has another label."""
    return bool(label_of(cell) or round_of(cell))


def names_double(label: str) -> bool:
    """True if a label says that its number is a double, such as `Double 9` or `12er`."""
    return not _DOUBLE_WORDS.isdisjoint(_WORDS.findall(label.casefold()))


def says_totals(corner: str) -> bool:
    """True if the corner of a table says that its numbers are running totals."""
    return not _TOTALS_SO_FAR.isdisjoint(_WORDS.findall(corner.casefold()))


def is_empty(cell: str) -> bool:
    """True if a cell has no score, or says that the player was not there."""
    return _NOT_THERE.issuperset(plain_signs(cell).casefold().split())


def is_score(cell: str) -> bool:
    """True if a cell looks like a score, a dash, or `out`."""
    return bool(_SCORE.fullmatch(plain_signs(cell))) and not _SENTENCE.fullmatch(cell)


def pips_in(cell: str) -> int:
    """The sum of the numbers in a cell, whatever surrounds them."""
    return sum(map(int, re.findall(r"\d{1,5}", cell)))


def adds_up(cells: Sequence[str]) -> bool:
    """True if the last of these scores is the sum of those before it."""
    *pips, total = map(pips_in, cells)
    return sum(pips) == total
