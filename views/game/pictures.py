"""Pictures of a game, each with a table of the same numbers: running totals, places, and each player's rounds."""

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from charts.scores import LONGEST_ROW, draw_lines, draw_strip, height_of
from models.sheets.fold import load_sheet
from models.sheets.progress import RoundProgress, progress_of
from models.sheets.sheet import Column, Sheet
from views.game.page import show
from views.shared.keyring import fetch_game
from views.shared.pictures import picture

pages = Blueprint("pictures", __name__, url_prefix="/games/<ref>/pictures")


@pages.get("")
def game(ref: str) -> ResponseReturnValue:
    """The pictures, each with its table."""
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    return show(
        "pictures/pictures", opened, sheet=sheet, progress=progress_of(sheet), height=height_of(len(sheet.columns))
    )


@pages.get("/totals.svg")
def totals(ref: str) -> Response:
    """The picture of running totals over the rounds."""
    return _picture_of_lines(ref, lambda closed: closed.totals)


@pages.get("/places.svg")
def places(ref: str) -> Response:
    """The picture of places over the rounds, first place on top."""
    return _picture_of_lines(ref, lambda closed: closed.places, is_upside_down=True)


@pages.get("/rounds-<int:seat>.svg")
def strip(ref: str, seat: int) -> Response:
    """The picture of one player's scores, round by round, on the same scale for everybody at the table."""
    sheet, progress = _fetch(ref)
    if seat not in sheet.names:
        abort(404)
    rounds = [closed.round for closed in progress]
    scores = [round.cells[seat].score if seat in round.cells else None for round in rounds]
    highest = max((cell.score for round in rounds for cell in round.cells.values()), default=0)
    engines = [str(round.engine) for round in rounds]
    return picture(draw_strip(engines, scores, highest, sheet.colours[seat]))


def _fetch(ref: str) -> tuple[Sheet, list[RoundProgress]]:
    sheet = load_sheet(fetch_game(ref).it)
    return sheet, progress_of(sheet) or abort(404)


def _called(column: Column) -> str:
    """The label at the end of a line: the full name if it fits, or else the short name that heads the sheet column."""
    return column.name if len(column.name) <= LONGEST_ROW else column.short_name


def _picture_of_lines(
    ref: str, numbers_of: Callable[[RoundProgress], Mapping[int, int]], is_upside_down: bool = False
) -> Response:
    """A picture with a line for each player, showing these numbers after each closed round."""
    sheet, progress = _fetch(ref)
    doubles = [f"{closed.round.engine}-{closed.round.engine}" for closed in progress]
    lines = {_called(column): [numbers_of(closed).get(column.seat) for closed in progress] for column in sheet.columns}
    colours = {_called(column): column.colour for column in sheet.columns}
    return picture(draw_lines(doubles, lines, is_upside_down=is_upside_down, colours=colours))
