"""Rearranging tables of scores so that each line is a round and each column a player."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from models.files.scores_writer import word
from models.files.table_cells import WITH_TOTAL, column_of, is_label, is_score, label_of, pips_in, round_of
from rules.names import fold_name

# The values of a spreadsheet's checkbox, and the marks that people make in a box.
_OUT_COLUMN = {"out", "went out", "did you go out"}
_TICKED, _UNTICKED = {"true", "yes", "x", "✓", "✔"}, {"false", "no", ""}
_IN_QUESTIONS = {"round": "round|double", "pips": "pips|points|score", "player": "name|player|who are you"}
_TIME = re.compile(r"\d:\d\d")
_EQUALS = re.compile(r"= ?(\d{1,5})")
_IN_HEADING = re.compile(r".*\[([^][]+)\]|(.+)['’]s (?:points|pips|score|scores)", re.IGNORECASE)


class Row(NamedTuple):
    """A line of a table with its number, counted from 1."""

    line: int
    cells: list[str]


def as_one_table(rows: Sequence[Row]) -> list[Row]:
    """The rows in the usual form. Rows already in that form, or in an unknown form, stay as they are."""
    rows = _without_first_column(_without_totals([Row(line, _so_far(cells)) for line, cells in rows]))
    for at, (_, cells) in enumerate(rows):
        labels = list(map(column_of, cells))
        for in_usual_form in _LAYOUTS:
            if usual := in_usual_form(rows, at, labels):
                return usual
    return rows


def with_columns(rows: Sequence[Row], columns: Sequence[int]) -> list[Row]:
    """The same rows with only these columns."""
    return [Row(line, [cells[at] for at in columns]) for line, cells in rows]


def _so_far(cells: list[str]) -> list[str]:
    """The cells, with a label if they are running totals below a round: `=57`."""
    totals = [_EQUALS.fullmatch(cell) for cell in cells[1:]]
    return [word("so-far"), *(total[1] if total else "" for total in totals)] if any(totals) and not cells[0] else cells


def _without_totals(rows: Sequence[Row]) -> list[Row]:
    """The rows, without the running total behind each score: `36 (57)`. Wrong ones follow on a row of their own."""
    plain, sums = list[Row](), Counter[int]()
    for line, (label, *cells) in rows:
        found = {at: match for at, cell in enumerate(cells) if (match := WITH_TOTAL.fullmatch(cell))}
        scores = [found[at][1] if at in found else cell for at, cell in enumerate(cells)]
        totals = {at: int(match[2]) for at, match in found.items()}
        sums.update({at: pips_in(scores[at]) for at in found})
        is_right = all(sums[at] == totals[at] for at in found)
        has_others = any(is_score(cell) for at, cell in enumerate(cells) if at not in found)
        if len(found) < 2 or has_others or not round_of(label):
            plain.append(Row(line, [label, *cells]))
            continue
        plain.append(Row(line, [label, *scores]))
        if not is_right:
            plain.append(Row(line, [word("so-far"), *(str(totals.get(at, "")) for at in range(len(cells)))]))
    return plain


def _without_first_column(rows: list[Row]) -> list[Row]:
    """The rows, without the first column if it has only titles and the table starts to its right."""
    played = [row for row in rows if len(row.cells) > 2 and sum(map(is_score, row.cells[2:])) > 1]
    if not played or any(row.cells[0] for row in played) or not all(map(is_label, (row.cells[1] for row in played))):
        return rows
    return [Row(line, [cells[1] or cells[0], *cells[2:]]) for line, cells in rows]


# Each of these functions is for one layout. It gets all rows, the index of one row, and the labels of that row's cells.
# It returns the rows in the usual form, or none if that row is not a header of its layout.


def _without_places(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with a line per player and the place in front: `Place, Player, 12, 11, ...`."""
    return with_columns(rows, range(1, len(labels))) if labels[:2] == ["place", "player"] else []


def _without_count(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with a column of round numbers and then one of doubles: `Round, Tile, Ana, Ben`."""
    if labels[:2] != ["round", "double"]:
        return []
    below = [Row(line, [cells[1] or cells[0], *cells[2:]]) for line, cells in rows[at + 1 :]]
    return [Row(rows[at].line, ["round", *rows[at].cells[2:]]), *below]


def _from_ledger(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with a line for each player in each round: `Date, Round, Player, Pips`.

    Returns no rows if somebody has two lines for a round.
    """
    labels = [label or _asked_for(text) for label, text in zip(labels, rows[at].cells, strict=True)]
    if not {"round", "player", "pips"} <= {*labels} or labels.count("pips") > 1:
        return []
    round, player, pips = map(labels.index, ("round", "player", "pips"))
    below = [row for row in rows[at + 1 :] if row.cells[player] and round_of(row.cells[round])]
    is_out = next((at for at, text in enumerate(rows[at].cells) if fold_name(text).rstrip("?") in _OUT_COLUMN), None)
    names = dict[str, str]()
    for row in below:
        names.setdefault(fold_name(row.cells[player]), row.cells[player])
    scores: dict[str, Row] = {}
    for line, cells in below:
        _, played = scores.setdefault(cells[round], Row(line, [cells[round], *[""] * len(names)]))
        place = list(names).index(fold_name(cells[player])) + 1
        if played[place]:
            return []
        went_out = is_out is not None and cells[is_out].casefold() in _TICKED and not pips_in(cells[pips])
        played[place] = word("out") if went_out else cells[pips]
    return [Row(rows[at].line, ["", *names.values()]), *scores.values()]


def _asked_for(text: str) -> str:
    """The label for a form's question such as `Which double was it?`; empty if the question stands for no label."""
    return next((label for label, words in _IN_QUESTIONS.items() if re.search(rf"\b({words})\b", fold_name(text))), "")


def _from_form(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For a form's answers, with the time before each round and names in headings: `Score [Ana]` or `Ana's points`."""
    below = [row for row in rows[at + 1 :] if any(row.cells)]
    if len(labels) < 4 or not below or not all(_TIME.search(row.cells[0]) and any(row.cells[1:]) for row in below):
        return []
    names = [found[1] or found[2] if (found := _IN_HEADING.fullmatch(text)) else text for text in rows[at].cells]
    return with_columns([Row(rows[at].line, names), *below], range(1, len(names)))


def _without_pairs(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with two columns per player: the score, and a running total or a box to check for going out.

    The name is above both, as in `Round, Pts, Total, Pts, Total`, or above the score, as in `Round, Ana, Out?, Ben, Out?`.
    """
    head = rows[at].cells
    repeated = [text for text in dict.fromkeys(head[1:]) if text and head[1:].count(text) > 1]
    if any(map(is_score, head)):
        return []
    if len(repeated) == 2 and at:
        names = rows[at - 1].cells[:1]
        for name in rows[at - 1].cells[1:]:
            names.append(name or names[-1])
    elif len(repeated) == 1:
        names = head
    else:
        return []
    beside = [column for column, text in enumerate(head) if column > 1 and text == repeated[-1]]
    columns = [column - 1 for column in beside]
    played = [row.cells for row in rows[at + 1 :] if round_of(row.cells[0])]
    scores, others = ([[cells[column] for cells in played] for column in side] for side in (columns, beside))
    are_totals = all(
        list(map(pips_in, sums)) == [*accumulate(map(pips_in, pips))] for pips, sums in zip(scores, others, strict=True)
    )
    marks = {text.casefold() for texts in others for text in texts}
    are_boxes = bool(marks & _TICKED) and marks <= _TICKED | _UNTICKED
    if labels[beside[0]] != "total" and not (played and (are_boxes or are_totals)):
        return []
    below = [
        Row(line, _with_ticks(cells, beside) if are_boxes else _with_sums(cells)) for line, cells in rows[at + 1 :]
    ]
    if played and not (are_boxes or are_totals or any(label_of(row.cells[0]) == "total" for row in below)):
        # The last of them tells which player's scores do not add up.
        below.append(Row(below[-1].line, [word("total"), *played[-1][2:], ""]))
    above = rows[: at - 1] if len(repeated) == 2 else rows[:at]
    return with_columns([*above, Row(rows[at].line, names), *below], [0, *columns])


def _with_sums(cells: list[str]) -> list[str]:
    """The cells; in a line of totals, an empty cell gets the running total to its right."""
    if label_of(cells[0]) != "total":
        return cells
    return [cells[0], *(cell or total for cell, total in pairwise([*cells[1:], ""]))]


def _with_ticks(cells: list[str], boxes: Sequence[int]) -> list[str]:
    """The cells of a round, with `out` as the score in front of each checked box."""
    ticked = {box - 1 for box in boxes if cells[box].casefold() in _TICKED}
    return [word("out") if at in ticked and not pips_in(cell) else cell for at, cell in enumerate(cells)]


def _without_lines_below(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with two lines per player, scores above running totals: `Player, , 1, 2` and `Ana, pips, 12, 0`."""
    if labels[0] != "player" or not rows[at + 1 :]:
        return []
    sideways = [Row(rows[at].line, list(column)) for column in zip(*(row.cells for row in rows[at:]), strict=True)]
    return _without_pairs(sideways, 1, list(map(column_of, sideways[1].cells)))


def _without_sums_below(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with a line per player and a nameless line of running totals below each."""
    pairs = list(zip(rows[at + 1 :: 2], rows[at + 2 :: 2], strict=False))
    for (_, (name, *scores)), (_, (unnamed, *sums)) in pairs:
        written = [pips_in(cell) for cell in sums if cell]
        added_up = list(accumulate(map(pips_in, scores[: len(written)])))
        if not name or unnamed or len(written) < 3 or written != added_up:
            return []
    return [*rows[: at + 1], *(scores for scores, _ in pairs), *rows[at + 1 + 2 * len(pairs) :]] if pairs[1:] else []


def _without_second_table(rows: list[Row], at: int, labels: list[str]) -> list[Row]:
    """For tables with running totals beside the scores, under the same names or such as `Cum Ana`.

    A second game of the same players is left alone.
    """
    names = rows[at].cells[1:]
    again = next((at for at, name in enumerate(names) if at > 1 and names[0] and name.endswith(names[0])), len(names))
    players = list(filter(None, names[:again]))
    second = slice(again, again + len(players))
    are_again = len(names[second]) == len(players) and all(map(str.endswith, names[second], players))
    if not (players[1:] and are_again) or any(map(is_score, players)):
        return []
    played = [row.cells[1:] for row in rows[at + 1 :] if round_of(row.cells[0]) and any(map(is_score, row.cells[1:]))]
    sums = [0] * len(players)
    for cells in played:
        sums = [so_far + pips_in(cell) for so_far, cell in zip(sums, cells, strict=False)]
        if sums != list(map(pips_in, cells[second])):
            return []
    return with_columns(rows, range(again + 1))


_LAYOUTS = (
    _without_places,
    _without_count,
    _from_ledger,
    _from_form,
    _without_pairs,
    _without_lines_below,
    _without_sums_below,
    _without_second_table,
)
