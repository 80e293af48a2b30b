"""Pictures of a game, each with a table of the same numbers: running totals, places, and each player's rounds."""

from collections.abc import Iterable, Mapping

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
    sheet, progress = _fetch(ref)
    lines = _by_name(sheet, [closed.totals for closed in progress])
    return picture(draw_lines(_doubles(progress), lines, colours=_colours(sheet)))


@pages.get("/places.svg")
def places(ref: str) -> Response:
    """The picture of places over the rounds, first place on top."""
    sheet, progress = _fetch(ref)
    lines = _by_name(sheet, [closed.places for closed in progress])
    return picture(draw_lines(_doubles(progress), lines, is_upside_down=True, colours=_colours(sheet)))


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


def _colours(sheet: Sheet) -> dict[str, str]:
    return {_called(column): column.colour for column in sheet.columns}


def _doubles(progress: list[RoundProgress]) -> list[str]:
    return [f"{closed.round.engine}-{closed.round.engine}" for closed in progress]


def _by_name(sheet: Sheet, numbers: Iterable[Mapping[int, int]]) -> dict[str, list[int | None]]:
    return {_called(column): [row.get(column.seat) for row in numbers] for column in sheet.columns}
