"""Downloads: a club or a night as a file, and a sheet as a table."""

from flask import Blueprint, Response

from models.files.club_writer import write_club
from models.files.scores_writer import write_scores
from models.sheets.fold import load_sheet
from models.store.transactions import begin_reading
from views.shared.downloads import as_file
from views.shared.keyring import fetch_club, fetch_game, fetch_night

pages = Blueprint("exports", __name__)


@pages.get("/clubs/<ref>/club.json")
def club(ref: str) -> Response:
    """The whole club as a file."""
    opened = fetch_club(ref)
    begin_reading()
    return as_file("".join(write_club(opened.it)), "application/json", f"club-{ref}.json")


@pages.get("/nights/<ref>/night.json")
def night(ref: str) -> Response:
    """One night of a club as a file."""
    opened = fetch_night(ref)
    begin_reading()
    return as_file("".join(write_club(opened.club, only=opened.it)), "application/json", f"night-{opened.it.date}.json")


@pages.get("/games/<ref>/sheet.csv")
def sheet(ref: str) -> Response:
    """The sheet of a game as CSV, for a spreadsheet."""
    opened = fetch_game(ref)
    return as_file(write_scores(load_sheet(opened.it)), "text/csv", f"sheet-{opened.day}.csv")
