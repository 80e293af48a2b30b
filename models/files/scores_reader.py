"""Reading a table of scores from a spreadsheet."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from models.files.scores_writer import FORMULA, LABELS, word
from models.store.columns import LONGEST_NAME
from models.texts import say
from rules import DealError, NotationError, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_PLAYERS
from rules.names import fold_name, tidy_name
from rules.scores.left_in_hand import read_pips
from rules.table.deal import read_engines, tiles_each

_MOST_LINES = 200
_LONGEST = 20_000


@dataclass
class ScoreTable:
    """A table of scores as it was read. `wrong` are the lines that cannot be read, each with its number from 1 and the reason.

    `rounds` has for each round its line, its engine, the pips of each player, and the index of the player who went out. `added`
    is in pips, by player.
    """

    names: list[str] = field(default_factory=list)
    rounds: list[tuple[int, int, list[int], int | None]] = field(default_factory=list)
    added: list[int] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)


def read_scores(text: str, book: RuleBook) -> ScoreTable:
    """Scores from a table with a line per round or a line per player; everything wrong with it is in `wrong`."""
    table = _table(text)
    found = ScoreTable()
    if len(table) < 2 or len(table) > _MOST_LINES or len(text) > _LONGEST:
        found.wrong.append((1, say("csv.no-table", most=_MOST_LINES)))
        return found
    is_by_player = all(
        _double(cell) is not None or _label(cell) in ("total", "place", "penalty", "so-far") for cell in table[0][1][1:]
    )
    numbers = [number for number, _ in table]
    cells = [row for _, row in table]
    width = max(len(row) for row in cells)
    cells = [row + [""] * (width - len(row)) for row in cells]
    if is_by_player:
        cells = [list(column) for column in zip(*cells, strict=True)]
    _read_names(found, cells[0][1:], numbers[0], book)
    # With a line per player, each round is a column, so the first line stands for all of them.
    lines = [numbers[0]] * len(cells[1:]) if is_by_player else numbers[1:]
    if not found.wrong:
        _read_rounds(found, list(zip(lines, cells[1:], strict=True)), book)
    return found


def _table(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers. The separator is the one that is most frequent in the first of them."""
    text = text.lstrip("\ufeff").replace("\x00", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        return [(rows.line_num, [cell.strip() for cell in row]) for row in rows if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def _double(label: str) -> int | None:
    """The engine or the number of a round: `[9-9]`, `9-9`, `9`; None if it is neither."""
    found = re.fullmatch(r"\[?(\d{1,2})(?:-(\d{1,2}))?\]?", label)
    return int(found[1]) if found and found[2] in (None, found[1]) else None


def _label(text: str) -> str:
    """The label of a line that is not a round; empty if it is none of them."""
    return next((name for name in LABELS if fold_name(text) == fold_name(word(name))), "")


def _read_names(found: ScoreTable, cells: Sequence[str], line: int, book: RuleBook) -> None:
    found.names = [tidy_name(cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell) for cell in cells]
    found.added = [0] * len(found.names)
    folded = [fold_name(name) for name in found.names]
    if not FEWEST_PLAYERS <= len(folded) <= MOST_PLAYERS:
        found.wrong.append((line, say("csv.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, count=len(folded))))
    elif not all(folded) or len(set(folded)) < len(folded):
        found.wrong.append((line, say("csv.names")))
    elif any(len(name) > LONGEST_NAME or not name.isprintable() for name in found.names):
        found.wrong.append((line, say("csv.long-name", most=LONGEST_NAME)))
    else:
        try:
            tiles_each(book, len(folded))
        except DealError as error:
            found.wrong.append((line, str(error)))


def _read_rounds(found: ScoreTable, rows: Sequence[tuple[int, list[str]]], book: RuleBook) -> None:
    starts = [
        line
        for line, (label, *cells) in rows
        if _label(label) == "start" and any(cell not in ("", "0") for cell in cells)
    ]
    if starts:
        found.wrong.append((starts[0], say("csv.no-start")))
        return
    rounds = [(line, label, cells) for line, (label, *cells) in rows if not _label(label)]
    doubles = [_double(label) for _, label, _ in rounds]
    if doubles == list(range(1, len(doubles) + 1)) and all(label.isdigit() for _, label, _ in rounds):
        # These are numbers of rounds, not engines: the rule set says which engines the rounds have.
        engines = book.options.engines[: len(rounds)]
        doubles = [*engines, *[None] * (len(rounds) - len(engines))]
    for at, ((line, _, _), double) in enumerate(zip(rounds, doubles, strict=True)):
        try:
            if double is not None:
                read_engines(" ".join(str(one) for one in doubles[: at + 1] if one is not None), book)
        except DealError as error:
            found.wrong.append((line, str(error)))
            break
    if not rounds:
        found.wrong.append((1, say("csv.no-rounds")))
    is_out_written = any(_is_out(cell) for _, _, cells in rounds for cell in cells)
    for (line, label, cells), double in zip(rounds, doubles, strict=True):
        if double is None:
            found.wrong.append((line, say("csv.no-round", label=label[:40])))
        else:
            _read_round(found, line, double, cells, is_out_written)
    for line, (label, *cells) in rows:
        _read_sum(found, line, _label(label), cells)


def _read_round(found: ScoreTable, line: int, engine: int, cells: Sequence[str], is_out_written: bool) -> None:
    """Read one round. A player with nothing left went out; if the table writes this as a word, only that word counts."""
    pips: list[int] = []
    for at, cell in enumerate(cells):
        try:
            pips.append(0 if _is_out(cell) else sum(read_pips(cell)))
        except NotationError:
            found.wrong.append((line, say("csv.no-score", name=found.names[at], text=cell[:40])))
            return
    out = [at for at, cell in enumerate(cells) if _is_out(cell)]
    if not is_out_written:
        out = [at for at, left in enumerate(pips) if left == 0]
    if len(out) > 1:
        found.wrong.append((line, say("csv.several-out", out=word("out"))))
    else:
        found.rounds.append((line, engine, pips, out[0] if out else None))


def _is_out(cell: str) -> bool:
    return fold_name(cell) == fold_name(word("out"))


def _read_sum(found: ScoreTable, line: int, label: str, cells: Sequence[str]) -> None:
    """Read a line of sums: penalties are added, totals are compared."""
    numbers = [int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 6 else 0 for cell in cells]
    if label == "penalty":
        found.added = numbers
    if label == "total" and not found.wrong:
        for at, name in enumerate(found.names):
            total = sum(pips[at] for _, _, pips, _ in found.rounds) + found.added[at]
            if cells[at] and numbers[at] != total:
                found.wrong.append((line, say("csv.total-wrong", name=name, total=cells[at][:40], sum=total)))
