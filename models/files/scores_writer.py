"""Exporting the scores of a game, and the standings of a tournament, as a table for a spreadsheet."""

import csv
import io

from models.sheets.sheet import Cell, Sheet
from models.sheets.tournament import Hall
from models.sheets.tournament_log import rests_in_words
from models.texts import MODELS
from rules.wording import SOURCE

# A spreadsheet would take a cell that begins like this for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def word(name: str) -> str:
    """A word written into the table. It is the same in every language, because a file has no language."""
    return MODELS.sentences(SOURCE)[f"csv.{name}"]


def write_scores(sheet: Sheet) -> str:
    """The sheet as CSV, with a line per round.

    Below the rounds come starting pips, pips added by hand, totals and places. If a round is half entered, the
    totals including it come last.
    """
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow([word("round"), *(_harmless(column.name) for column in sheet.columns)])
    for round in sheet.rounds:
        cells = [round.cells.get(column.seat) for column in sheet.columns]
        if any(cells):
            # A spreadsheet would take a double for a date.
            lines.writerow([f"[{round.engine}-{round.engine}]", *(_score(cell) for cell in cells)])
    for name in ("start", "penalty"):
        added = [getattr(column, name) for column in sheet.columns]
        if any(added):
            lines.writerow([word(name), *added])
    lines.writerow([word("total"), *(column.total for column in sheet.columns)])
    lines.writerow([word("place"), *(column.place or "" for column in sheet.columns)])
    if sheet.is_half_entered:
        lines.writerow([word("so-far"), *("" if column.so_far is None else column.so_far for column in sheet.columns)])
    return "\ufeff" + text.getvalue()


def write_places(hall: Hall) -> str:
    """The current standings of a tournament as CSV: a line per player, with the reason for the player's place."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow([word(name) for name in ("place", "player", "points", "pips", "games", "rounds-won", "rests")])
    for placing in hall.placings:
        facts = (placing.points, placing.pips, placing.games, placing.rounds_won, rests_in_words(hall, placing))
        rows.writerow([placing.place or "", _harmless(hall.names[placing.player]), *facts])
    return "\ufeff" + text.getvalue()


def _score(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return word("out") if cell.is_out else str(cell.score)


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
