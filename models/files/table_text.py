"""The rows of a table of scores in pasted text: from a spreadsheet, chat or note, or in the form of a paper sheet."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from models.files.table_cells import OUT_WORDS, adds_up, is_label, is_score, label_of, round_of
from models.files.table_layouts import Row, as_one_table, with_columns
from rules.books.deal_table import MOST_ON_A_SHEET
from rules.names import look_alike
from rules.typed import plain_signs

_LONGEST, MOST_LINES, _MOST_COLUMNS = 20_000, 200, 200
# The most letters in a line that describes a round in words.
_LONGEST_SAID = 400
# The most letters in words that replace a score, such as `went home`; longer text is a note.
_LONGEST_WORD = 12
# Separators between the cells of a line, the least ambiguous first; the last is spaces.
_SIGNS = ("\t", ";", "|", ",", "  ")
# The prefix that a messaging app adds: `[18:07] Heike: ` or `12/10/2025, 21:14 - Heike: `.
_SENDER = re.compile(
    r"(?:\[[^\]]{1,40}\] *|\d\d?[./]\d\d?[./]\d{2,4},? \d\d?:\d\d(?::\d\d)?(?: ?[ap]m)? - )[^:]{1,40}: +", re.I
)
# `Heike: Round 1: Dieter out, Heike 32`.
_SAID_BY_ROUND = re.compile(
    r"(?:\d{1,2}[.)] +(?=[^\W\d]{3,6} \w+:))?(?:[^:]{1,40}: +)??"
    r"([^\W\d]{1,8}\.? ?\d{1,2}|\d{1,2}-\d{1,2}|\d{1,2}s|\d{1,2}(?=:| [-–—] )|(?:double|dbl) [^\W\d]{3,6}|[^\W\d]{3,8}(?=:)|"
    r"blanks?|zero|"
    r"(?:after )?the \w+|\d{1,2}(?:st|nd|rd|th|ª|º|\.)(?: ?(?:r\w{0,2}nd\w?|ronda))?)"
    r"(?: ?\([^()]{1,12}\))?(?: [-–—]|[:.,])? +(.+)",
    re.IGNORECASE,
)
# A note behind the scores of a round; it may have commas and numbers in it.
_NOTE_BEHIND = re.compile(r" (?:\([^()\d]+\)|\([^()]*[^\W\d]{2,} [^\W\d]{2,}[^()]*\)|(?:[*#←]|<-+) .+)$")
# The words and signs between a score and the next name.
_AND = re.compile(r"(?<=\bout)\. |(?:(?<=\d)|(?<=out)|(?<=aus)) (?:and|und|e|y|et|en|&|/) ", re.IGNORECASE)
# `Moni: 35, out, 12+19 = 66`, `Moni 35 out 31` or `Moni - 35 + out + 31`.
_SAID_BY_PLAYER = re.compile(
    rf"([^\d:,;\t|=]{{1,40}}?)(?::| -)? +((?:[\d,;+ -]|{OUT_WORDS})+?)(?: *= *(\d{{1,5}}))?", re.IGNORECASE
)

# A score and nothing else, so that a double such as 9-9 does not match.
_ALONE = re.compile(rf"\d{{1,4}}|{OUT_WORDS}|-+", re.IGNORECASE)
_LABEL_AND_SCORE = re.compile(rf"\S.* (?:\d{{1,4}}|{OUT_WORDS})", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\t]+")
_CELL = re.compile(r"\S+(?: \S+)*")
_REMARKS = {"note", "notes", "remark", "remarks", "comment", "comments", "bemerkung", "bemerkungen", "who went out"}
_SAID_SCORE = re.compile(rf"\d+(?:\+\d+)*|\b(?:{OUT_WORDS})\b|-(?= *[,;])", re.IGNORECASE)
_SAID_SCORE_OR_DASH = re.compile(rf"{_SAID_SCORE.pattern}|(?<![^ ])-(?![^ ])", re.IGNORECASE)
# `out (forgot to say uno)` or `13 <- the double blank` in a cell.
_WITH_NOTE = re.compile(
    rf"^(\d{{1,4}}(?:\+\d{{1,4}})*|-|{OUT_WORDS}) +(?:\([^()\d]+\)|(?:←|[‹<]-+) .+)$", re.IGNORECASE
)
_NAME = re.compile(r"[^\d|:]+")
# `+10 penalty` behind a player's scores.
_PENALTY = re.compile(r" \+(\d{1,4}(?:\+\d{1,4})*) \(?penalt\w*\)?", re.IGNORECASE)


class TableText(NamedTuple):
    """The rows of a table, header first, all the same length; and the lines and columns that are not part of it."""

    rows: list[Row]
    left_out: list[tuple[int, str]]


def read_rows(text: str) -> TableText:
    """The rows of the table in a text, without titles, notes, columns of words, or empty rows and columns.

    There are none if the text has no table, or too many characters, lines or columns.
    """
    if len(text) > _LONGEST:
        return TableText([], [])
    text = re.sub("\r\n?", "\n", text.lstrip("\ufeff").replace("\x00", ""))
    # The marks of a quoted e-mail.
    text = re.sub(r"(?m)^(?:> ?)+", "", text)
    # A check mark that is not part of a score.
    text = re.sub("(?<!\\d)(?<!\\d )[✓✔✅☑]\ufe0f?", "out", text)
    # Bold in Markdown.
    text = re.sub(r"\*\*([^*\n]{1,60})\*\*", r"\1", text)
    # Several spaces become one, so that no pattern takes quadratic time.
    lines = [
        (number, plain)
        for number, line in enumerate(text.splitlines(), 1)
        if (plain := _SPACES.sub(" ", line.strip().lstrip("•·▪* ")))
    ]
    is_short = len(lines) <= MOST_LINES and all(len(line) <= _LONGEST_SAID for _, line in lines)
    if is_short and (said := _said_by_round(lines) or _said_by_round(_on_one_line(lines)) or _said_by_player(lines)):
        return said
    # `Ana / Ben`, with a slash between all cells.
    if 2 * len(re.findall(r"(?m)^.* / .* / ", text)) > len(re.findall(r"(?m)\S.*$", text)):
        text = re.sub(r"(?m)^([^:/\n]{1,20}): | / ", r"\1; ", text)
    rows = as_one_table(_split(text))
    if not rows:
        return TableText([], [])
    head = _head(rows)
    rows = _with_rounds(rows, head)
    if head < 0:
        rounds = list(map("round {}".format, range(1, len(rows[0].cells))))
        if len(rounds) > 2 and all(adds_up(row.cells[1:]) for row in rows if any(map(is_score, row.cells[1:]))):
            rounds[-1] = "total"
        rows, head = [Row(rows[0].line, ["player", *rounds]), *rows], 0
    return _without_words(rows, head)


def _head(rows: Sequence[Row]) -> int:
    """The index of the header row, found by its corner or the first row of scores.

    It is -1 if each row is a player and there is no header.
    """
    written = [[] if label_of(label) == "total" else [*filter(is_score, cells)] for _, (label, *cells) in rows]
    # A title may have several dashes in it, too.
    scores = [len(cells) if any(cell.strip("-–—") for cell in cells) else 0 for cells in written]
    scored = next((at for at, count in enumerate(scores) if count > (len(rows[at].cells) > 2)), 0)
    for at, row in enumerate(rows[: scored + 1]):
        if label_of(row.cells[0]) in ("round", "player"):
            return at
    corner, *cells = rows[scored].cells
    cells = list(filter(None, cells))
    is_name = not (is_label(corner) or is_score(corner))
    # A title is alone on its line.
    is_below_title = not scored or not any(rows[scored - 1].cells[1:])
    if is_name and is_below_title and all(map(is_score, cells)):
        return -1
    # Totals may be above the rounds, or even above the names.
    above = max((at for at in range(scored) if label_of(rows[at].cells[0]) != "total"), default=0)
    if all(map(is_label, cells)):
        is_round = corner.isdecimal() or (corner and all(re.fullmatch(r"[\d*+]+", cell) for cell in cells))
        return above if is_round else scored
    return above


def _with_rounds(rows: list[Row], head: int) -> list[Row]:
    """The rows, with a column of rounds added in front if the names are directly above the scores."""
    line, (corner, *names) = rows[max(0, head)]
    in_last = [row for row in rows[head + 1 :] if row.cells[-1]]
    if (
        head >= 0
        and corner
        and names
        and not (names[-1] or label_of(corner))
        and all(is_score(row.cells[-1]) for row in in_last)
        # The last may be totals with any label.
        and all(is_label(row.cells[0]) for row in in_last[:-1])
        and 2 * len(in_last) > sum(any(row.cells[1:]) for row in rows[head + 1 :])
    ):
        # The header has no cell above the rounds.
        return [*rows[:head], Row(line, ["", corner, *names[:-1]]), *rows[head + 1 :]]
    scored = [row for row in rows[head + 1 :] if not label_of(row.cells[0]) and any(map(is_score, row.cells[1:]))]
    first = [row.cells[0] for row in scored]
    numbers = [int(cell) for cell in first if re.fullmatch("[0-9]{1,4}", cell)]
    counts = len(numbers) == len(first) and all(abs(low - high) == 1 for low, high in pairwise(numbers))
    if head < 0 or not corner or is_label(corner) or counts or not all(_ALONE.fullmatch(cell) for cell in first):
        return rows
    numbered = {row.line: f"round {number}" for number, row in enumerate(scored, 1)}
    if len(scored) > 2 and all(map(adds_up, zip(*(row.cells for row in scored), strict=True))):
        numbered[scored[-1].line] = "total"
    return _even([Row(line, cells if label_of(cells[0]) else [numbered.get(line, ""), *cells]) for line, cells in rows])


def _without_words(rows: Sequence[Row], head: int) -> TableText:
    """The table from its header down, without lines of text or columns of remarks, such as who went out."""
    scored = [row for row in rows[head + 1 :] if is_label(row.cells[0]) or any(map(is_score, row.cells[1:]))]
    kept = [rows[head], *scored, *(row for row in rows[:head] if label_of(row.cells[0]) == "total")]
    left_out = [(row.line, " ".join(filter(None, row.cells))) for row in rows if row not in kept and any(row.cells)]
    columns = list(range(len(kept[0].cells)))
    for at in range(1, len(columns)):
        words = [row.cells[at] for row in scored if row.cells[at]]
        # If each line is a player, the header has the rounds, and a score of 3 does not mean the 3s.
        is_of_names = len(words) > 1 and {*words} <= {*kept[0].cells[1:], "-"} and not any(map(is_label, words))
        name = kept[0].cells[at]
        # A column with a score in every round is a player of that name.
        is_of_places = label_of(name) == "place" and not all(is_score(row.cells[at]) for row in scored)
        is_for_remarks = name.casefold().rstrip(":?") in _REMARKS
        are_long = not name or max(map(len, words), default=0) > _LONGEST_WORD
        are_notes = are_long or (is_for_remarks and not is_of_names)
        is_of_notes = words and are_notes and not any(map(is_score, words))
        is_played = any(row.cells[at] for row in scored if round_of(row.cells[0]))
        if not name and (not words or (not is_played and {*words} == {"0"})):
            # This column has only part of a title, or the totals of a player who does not exist.
            columns.remove(at)
        elif is_of_names or is_of_notes or is_for_remarks or is_of_places:
            notes = [(row.line, row.cells[at]) for row in scored if row.cells[at]]
            left_out += notes if is_of_notes else [(kept[0].line, name)]
            columns.remove(at)
    return TableText(with_columns(kept, columns), left_out)


def _split(text: str) -> list[Row]:
    """The nonempty lines, split at the separator that most of them contain.

    A first line such as `sep=;` declares another separator. There are no rows if the text has too many lines or
    columns.
    """
    named = re.match(r"\s*\"?sep=(.)\"?\s*\n", text, re.IGNORECASE)
    lines_with = {sign: sum(sign in line.rstrip() for line in text.splitlines()) for sign in _SIGNS}
    # A title may have two spaces in it, too.
    clear = [sign for sign in _SIGNS[:3] if 2 * lines_with[sign] > lines_with[_SIGNS[-1]]]
    # `6|6` is a tile.
    if "|" in clear and all(line.count("|") < 2 for line in text.splitlines()):
        clear.remove("|")
    sign = named[1] if named else max(clear or _SIGNS, key=lines_with.__getitem__)
    if sign == "  ":
        text, sign = _by_place(text), "\t"
    # `Ana: 9, out, 39`, with a name or a label in front of most lines.
    named_lines = re.compile(rf"(?m)^([^\d:\n{re.escape(sign)}]{{1,40}}): +(?=[\d–—-]|{OUT_WORDS})")
    if 2 * len(named_lines.findall(text)) > lines_with[sign]:
        text = named_lines.sub(rf"\1{sign} ", text)
    # `Rd 1: 9, out, 39` or `9) 9, out, 39`.
    text = re.sub(r"(?m)^([^\W\d]{0,8}\.? ?\d{1,2}(?:-\d{1,2})?)[:)] ", rf"\1{sign} ", text)
    if sign == "|":
        text = re.sub(r"(?m)^ *\||\| *$", "", text)
        # `Total   155 | 129`.
        text = re.sub(r"(?m)^([^\W\d][^|\n]{0,20}?) {2,20}(?=\d)", r"\1|", text)
    # An unmatched quote is a character like any other.
    lines = csv.reader(io.StringIO(text), delimiter=sign, quotechar=None if text.count('"') % 2 else '"')
    rows = [Row(lines.line_num, [_WITH_NOTE.sub(r"\1", cell.strip()) for cell in line]) for line in lines]
    rows = [
        row
        for row in rows
        if any(cell.strip(" -–—_=+|:") for cell in row.cells) and not (named and len(row.cells) == 1)
    ]
    if len(rows) > MOST_LINES or any(len(row.cells) > _MOST_COLUMNS for row in rows):
        return []
    return _even(rows)


def _even(rows: list[Row]) -> list[Row]:
    """The same rows, padded to the same length, without empty columns."""
    width = max((len(row.cells) for row in rows), default=0)
    rows = [Row(row.line, row.cells + [""] * (width - len(row.cells))) for row in rows]
    filled = [at for at in range(width) if any(row.cells[at] for row in rows)]
    return with_columns(rows, filled)


def _by_place(text: str) -> str:
    """Replace the spaces between columns with tabs. In a line with gaps, a cell goes to the column it lines up with."""
    lines = [[(cell.start(), cell.end(), cell[0]) for cell in _CELL.finditer(line)] for line in text.splitlines()]
    columns = max(lines, key=len, default=[])
    if len(columns) > _MOST_COLUMNS:
        return text
    # A single space separates the label from the first score, and the label has no header.
    indent = columns[0][0] if columns else 0
    joined = [
        len(line) == len(columns) and line[0][0] < indent and bool(_LABEL_AND_SCORE.fullmatch(line[0][2]))
        for line in lines
    ]
    placed = []
    for line, is_joined in zip(lines, joined, strict=True):
        words = [word for _, _, word in line]
        under = [_nearest(columns, start, end) for start, end, _ in line]
        if len(line) < len(columns) and len(set(under)) == len(under):
            words = [dict(zip(under, words, strict=True)).get(at, "") for at in range(len(columns))]
        elif line and line[0][0] > 0 and len(line) == len(columns) - (not any(joined)):
            words.insert(0, "")
        elif is_joined:
            words[:1] = words[0].rsplit(" ", 1)
        placed.append("\t".join(words))
    return "\n".join(placed)


def _nearest(columns: Sequence[tuple[int, int, str]], start: int, end: int) -> int:
    """The index of the column whose start or end is nearest to that of a cell."""
    return min(range(len(columns)), key=lambda at: min(abs(columns[at][0] - start), abs(columns[at][1] - end)))


def _on_one_line(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines, with each round on a single line.

    In the text, a line such as `Round 1 (12s)` may be followed by a line for each player, such as `Ana 34`, or for
    several.
    """
    joined: list[tuple[int, str]] = []
    is_in_round = False
    for number, line in lines:
        parts = list(map(_name_and_score, _apart(line)))
        if line[0].isalpha() and (found := round_of(line)):
            joined.append((number, f"round {found[0]}:" if found[1] else f"{found[0]}s:"))
            is_in_round = True
        elif is_in_round and all(_NAME.fullmatch(name) and _SAID_SCORE.fullmatch(score) for name, score in parts):
            above, said = joined.pop()
            joined.append((above, f"{said}{'' if said.endswith(':') else ','} {line}"))
        else:
            joined.append((number, line))
            is_in_round = False
    return joined


def _said_by_round(lines: Sequence[tuple[int, str]]) -> TableText | None:
    """Read a table from lines that each give a round, with names beside the scores.

    None for any other kind of text.
    """
    rounds: list[tuple[int, str, dict[str, str]]] = []
    left_out: list[tuple[int, str]] = []
    names: dict[str, str] = {}
    for number, line in lines:
        said = _AND.sub(", ", _NOTE_BEHIND.sub("", _SENDER.sub("", line, count=1)))
        match = _SAID_BY_ROUND.fullmatch(said)
        parts = [_name_and_score(part) for part in _apart(match[2])] if match else []
        scores = {look_alike(name): score for name, score in parts if name and not set(name) & set("():*#<")}
        if match and round_of(match[1]) and 1 < len(scores) == len(parts):
            rounds.append((number, match[1], scores))
            for name, _ in parts:
                names.setdefault(look_alike(name), name)
        else:
            left_out.append((number, said))
    if len(rounds) < 2 or len(names) > MOST_ON_A_SHEET:
        return None
    for number, line in left_out[:]:
        head, _, said = line.partition(":")
        scores = {look_alike(name): score for name, score in map(_name_and_score, _apart(said))}
        if label_of(head) == "penalty" and scores.keys() <= names.keys():
            rounds.append((number, head, scores))
            left_out.remove((number, line))
    below = [said for said in left_out if said[0] > max(number for number, _, _ in rounds)]
    # A line below the rounds with a number after every name has the totals, or all those lines together have them.
    for lines_of_totals in [*([said] for said in below), below]:
        text = look_alike(" ".join(line for _, line in lines_of_totals))
        totals = {name: re.search(rf"\b{re.escape(name)}:? +(\d{{1,5}})\b", text) for name in names}
        if all(totals.values()):
            rounds.append((lines_of_totals[0][0], "total", {name: total[1] for name, total in totals.items() if total}))
            left_out = [said for said in left_out if said not in lines_of_totals]
            break
    rows = [Row(number, [label, *(scores.get(name, "") for name in names)]) for number, label, scores in rounds]
    return TableText([Row(rows[0].line, ["", *names.values()]), *rows], left_out)


def _name_and_score(part: str) -> tuple[str, str]:
    """Split `Ana 34`, `Ana (34)`, `Ana: 34` or `Ana 34 😂` into the name and the score."""
    words = part.replace("=", " ").replace("(", " ").replace(")", " ").split()
    at = next((at for at in range(len(words) - 1, 0, -1) if _SAID_SCORE.fullmatch(words[at])), len(words) - 1)
    return " ".join(words[:at]).rstrip(":"), words[at] if words else ""


def _apart(said: str) -> list[str]:
    """Split a round such as `Mae 34, Lucille out` or `Mae 34 Lucille out` into one part for each player."""
    parts = re.split("[,;]", said)
    named = (
        re.findall(rf"[^\d\s+]\D*? (?:\d+(?:\+\d+)*|(?:{OUT_WORDS})\b)", said, re.IGNORECASE) if len(parts) == 1 else []
    )
    return named if " ".join(named) == said else parts


def _said_by_player(lines: Sequence[tuple[int, str]]) -> TableText | None:
    """Read a table from lines that each give a player's name and scores, perhaps with a sum.

    None for any other kind of text.
    """
    said: dict[str, Row] = {}
    penalties: dict[int, str] = {}
    others: list[tuple[int, str]] = []
    for number, line in lines:
        plain = plain_signs(line)
        if penalty := _PENALTY.search(plain):
            plain, penalties[number] = plain.replace(penalty[0], ""), penalty[1]
        match = _SAID_BY_PLAYER.fullmatch(plain)
        # In `14 38 - 22` the dash is a score, in `14 - 38 - 22` it is not.
        score = _SAID_SCORE_OR_DASH if match and re.search(r"\d \d", match[2]) else _SAID_SCORE
        scores = score.findall(f"{match[2]},") if match else []
        if match is None or label_of(match[1]) or match[1] in said or len(scores) < 2:
            others.append((number, line))
        else:
            said[match[1]] = Row(number, [match[1].strip(), *scores, match[3] or ""])
    widths = {len(row.cells) for row in said.values()}
    has_head = any(label_of(line.split()[0]) == "player" for _, line in others)
    # The minimum is a name, two scores and a total.
    if has_head or len(said) < 2 or len(widths) > 1 or min(widths) < 4:
        return None
    # A line of the same shape with a word among its scores is not a note.
    for number, line in others[:]:
        name, colon, rest = line.partition(":")
        listed, _, total = rest.partition("=")
        cells = [name.strip(), *map(str.strip, re.split(" - |[,;]", listed)), total.strip()]
        if colon and len(cells) in widths:
            said[name] = Row(number, cells)
            others.remove((number, line))
    if any(_SAID_SCORE.findall(line)[1:] and line.split()[0] in said for _, line in others):
        return None
    rows = sorted(said.values())
    rounds = map("round {}".format, range(1, len(rows[0].cells) - 1))
    rows = [Row(line, [*cells[:-1], penalties.get(line, ""), cells[-1]]) for line, cells in rows]
    return TableText([Row(rows[0].line, ["player", *rounds, "penalty", "total"]), *rows], others)
