"""Read the names in a pasted list of people, from a message, a spreadsheet or an address book."""

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.names import typed_name

# A bullet, a box or a number before a name.
_MARK = re.compile(r"\A *(?:[-–—*•·▪◦●○■□☐☑✓✔>]+ *|\[[ xX]?\] *|[(#]?\d{1,3} *[.):\]–—-] *)+")
# A number without punctuation counts as a place in the list only if another line has one, too.
_NUMBER = re.compile(r" *#?\d{1,3} +(?=[^\W\d])")
_PLACE = re.compile(r" *[(#]?\d{1,3}\b")
# A line that names nobody: a heading with a colon, the number of a table, a total, or dashes under a heading.
_HEADING = re.compile(r".*: *|(?:table|group|team|total)\b[ :#]*\d*|[|: -]+", re.IGNORECASE)
_AND = re.compile(r"\band ")
_UNSEEN = re.compile("[\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff]")
_NO_NAME = re.compile(
    r"<?[^\s<>@]{1,64}@[^\s<>]+>?|(?:tel\.?|phone|mobile)?:? ?[(+]?\d[\d\s()/.+-]{4,}\d|https?://\S+", re.IGNORECASE
)
_SEPARATORS = str.maketrans("，、،；؛", ",,,;;")
_SPACES = re.compile(r"[^\S\t\r\n]+")
_LABEL = re.compile(r"(?:names?|players?|who|participants?|members?):(?=.*\S)", re.IGNORECASE)
_FIRST = {"first", "first name", "firstname", "given name", "forename", "vorname", "nombre", "prénom"}
_LAST = {"last", "last name", "lastname", "surname", "family name", "nachname", "apellido", "apellidos", "nom"}
_WHOLE = {"name", "names", "full name", "player", "players", "who", "participant", "participants", "member", "members"}


class People(NamedTuple):
    """The names in order, and the parts of the list that are not names, such as phone numbers."""

    names: list[str]
    left_out: list[str]

    def are_plainly(self, text: str) -> bool:
        """True if the text is only these names, one per line or separated by commas, with or without numbers or bullets."""
        parts = [part for line in text.splitlines() for part in _MARK.sub("", line).split(",")]
        return self.names == [name for part in parts if (name := typed_name(part))]


def read_people(text: str) -> People:
    """Read the people in a list: one per line, separated by commas, as `Last, First` on every line, or in columns."""
    # Several spaces become one, so that no pattern takes quadratic time.
    text = _SPACES.sub(" ", _UNSEEN.sub("", text.translate(_SEPARATORS)))
    text = _LABEL.sub("", text, count=1)
    lines = [line.strip(" ") for line in text.splitlines() if line.strip()]
    headings = dict.fromkeys(line for line in lines if _HEADING.fullmatch(line))
    lines = [line.strip("|").replace("|", "\t") if line[0] == "|" else line for line in lines if line not in headings]
    if sum(bool(_PLACE.match(line)) for line in lines) > 1:
        lines = [_NUMBER.sub("", line, count=1) for line in lines]
    people = _people([_cells(line) for line in lines], any("\t" in line or ";" in line for line in lines))
    left_out = [text.lstrip(" :") for text in (*headings, *people.left_out)]
    return People(people.names, [text for text in left_out if text.strip("|-: ")])


def _people(rows: Sequence[Sequence[str]], tabled: bool) -> People:
    """The people in rows of cells. `tabled` says whether the columns are those of a table, not names side by side."""
    head = {cell.casefold().rstrip(":"): at for at, cell in enumerate(rows[0])} if rows else {}
    if head.keys() & (_FIRST | _LAST | _WHOLE):
        first, last, whole = (
            [at for word, at in head.items() if word in words][:1] for words in (_FIRST, _LAST, _WHOLE)
        )
        return _chosen(rows[1:], first + last or whole, rows[0])
    width = max(map(len, rows), default=0)
    if len(rows) > 1 and width > 1 and {len(row) for row in rows} == {width}:
        if not tabled and width == 2 and all(_is_name(cell) for row in rows for cell in row):
            return _chosen(rows, [1, 0])
        named = [at for at in range(width) if all(_is_name(row[at]) for row in rows if row[at])]
        joined = tabled and all(" " not in row[at] for row in rows for at in named)
        if not tabled and len(named) == 2 < width:
            return _chosen(rows, named[::-1])
        if joined or 0 < len(named) < width:
            return _chosen(rows, named) if joined or len(named) == 1 else _each(rows, named)
    return _each(rows, range(width))


def _cells(line: str) -> list[str]:
    """The cells of a line, without a leading number or bullet. A comma in quotes does not split a cell."""
    line = _MARK.sub("", line)
    between = next((sign for sign in "\t;" if sign in line), ",")
    if between == ";" and not all(part.count(",") == 1 for part in line.split(";")):
        line, between = line.replace(";", ","), ","
    *cells, last = [
        cell.strip() for cell in next(csv.reader([line], delimiter=between, skipinitialspace=True), None) or [""]
    ]
    return [*cells, *(_AND.split(last) if cells and between == "," else [last])]


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, _NO_NAME.sub("", cell))) and not any(map(str.isdigit, cell))


def _chosen(rows: Sequence[Sequence[str]], columns: Sequence[int], head: Sequence[str] = ()) -> People:
    """A name from each row, put together from these columns; everything else is left out."""
    names, chosen = [" ".join(row[at] for at in columns if at < len(row)) for row in rows], set(columns)
    rest = [cell for row in rows for at, cell in enumerate(row) if at not in chosen]
    cleaned = _each([names], range(len(names)))
    return People(cleaned.names, [cell for cell in (*head, *rest, *cleaned.left_out) if cell])


def _each(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> People:
    """A name from each cell of these columns."""
    people, chosen = People([], []), set(columns)
    for row in rows:
        for at, cell in enumerate(row):
            name = typed_name(_turned(_NO_NAME.sub("", cell)).strip(' ,-–—"'))
            is_one = at in chosen and any(map(str.isalpha, name))
            if is_one:
                people.names.append(name)
            people.left_out.extend(_NO_NAME.findall(cell) if is_one else [cell] if cell else [])
    return people


def _turned(cell: str) -> str:
    """Turn `Smith, Ana` into `Ana Smith`."""
    last, comma, first = cell.partition(",")
    return f"{first.strip()} {last.strip()}" if comma else cell
