"""A table of scores from a spreadsheet, read."""

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
class Scores:
    """A table of scores as it was read. `wrong` are the lines that cannot be read, each with its number from 1 and why.

    `rounds` has the line, the engine and everybody's pips of each round, and who went out; `added` is by player, in pips.
    """

    names: list[str] = field(default_factory=list)
    rounds: list[tuple[int, int, list[int], int | None]] = field(default_factory=list)
    added: list[int] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)


def read_scores(text: str, book: RuleBook) -> Scores:
    """Scores with a round in each line and the players on top, or a player in each line and the rounds on top."""
    table = _table(text)
    found = Scores()
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
    # With a player in each line a round is a column, and only the first line can be named for it.
    lines = [numbers[0]] * len(cells[1:]) if is_by_player else numbers[1:]
    if not found.wrong:
        _read_rounds(found, list(zip(lines, cells[1:], strict=True)), book)
    return found


def _table(text: str) -> list[tuple[int, list[str]]]:
    """The lines that hold something, with their numbers; separated by whatever the first of them has most of."""
    text = text.lstrip("\ufeff").replace("\x00", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        return [(rows.line_num, [cell.strip() for cell in row]) for row in rows if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def _double(label: str) -> int | None:
    """The engine or the number of a round: `[9-9]`, `9-9`, `9`."""
    found = re.fullmatch(r"\[?(\d{1,2})(?:-(\d{1,2}))?\]?", label)
    return int(found[1]) if found and found[2] in (None, found[1]) else None


def _label(text: str) -> str:
    """Which of the lines that are no rounds this is, empty for none."""
    return next((name for name in LABELS if fold_name(text) == fold_name(word(name))), "")


def _read_names(found: Scores, cells: Sequence[str], line: int, book: RuleBook) -> None:
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


def _read_rounds(found: Scores, rows: Sequence[tuple[int, list[str]]], book: RuleBook) -> None:
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
        # Numbers of rounds, not doubles: the rule set says which doubles they begin with.
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


def _read_round(found: Scores, line: int, engine: int, cells: Sequence[str], is_out_written: bool) -> None:
    """Somebody with nothing left went out; where a table says so in a word, nobody else did."""
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


def _read_sum(found: Scores, line: int, label: str, cells: Sequence[str]) -> None:
    """A penalty is added, a total is compared."""
    numbers = [int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 6 else 0 for cell in cells]
    if label == "penalty":
        found.added = numbers
    if label == "total" and not found.wrong:
        for at, name in enumerate(found.names):
            total = sum(pips[at] for _, _, pips, _ in found.rounds) + found.added[at]
            if cells[at] and numbers[at] != total:
                found.wrong.append((line, say("csv.total-wrong", name=name, total=cells[at][:40], sum=total)))
