"""Seating the next stage of a tournament, by lot or by hand."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.tournaments import SeatingByHandForm, SeatingByLotForm
from models.access.grants import Opened
from models.ledger.tournament_lines import LONGEST_LOT
from models.ledger.tournaments import Tournament
from models.play import tournament_referee as verbs
from models.sheets.tournament import Hall, load_hall
from models.sheets.tournament_log import next_title
from rules.tournament.course import NextTables, WaitsFor
from views.shared.acts import carry_out
from views.shared.keyring import name_field
from views.shared.once import once
from views.tournament.page import new_lot, open_as_referee, show, take_as_referee, tournament_url

pages = Blueprint("seating", __name__, url_prefix="/tournaments/<ref>/seating")


@pages.get("")
def seating(ref: str) -> ResponseReturnValue:
    """The tables that would be drawn by lot next, and a form for seating the players by hand instead."""
    opened = open_as_referee(ref)
    return _show(opened, load_hall(opened.it), request.args.get("lot", ""))


@pages.post("/lot")
@once
def seat_by_lot(ref: str) -> ResponseReturnValue:
    """Seat the next stage by lot."""
    opened, pen = take_as_referee(ref)
    form = SeatingByLotForm()
    return carry_out(
        form,
        lambda: verbs.seat_by_lot(pen, int(form.stage.data or 0), form.lot.data or ""),
        tournament_url(ref),
        lambda why: _show(opened, pen.hall, form.lot.data or "", refused=why),
    )


@pages.post("/hand")
@once
def seat_by_hand(ref: str) -> ResponseReturnValue:
    """Seat the next stage by hand."""
    opened, pen = take_as_referee(ref)
    form = SeatingByHandForm()
    return carry_out(
        form,
        lambda: verbs.seat_by_hand(pen, int(form.stage.data or 0), form.lot.data or "", form.lines),
        tournament_url(ref),
        lambda why: _show(opened, pen.hall, form.lot.data or "", form, why),
    )


def _show(
    opened: Opened[Tournament], hall: Hall, asked: str, by_hand: SeatingByHandForm | None = None, refused: str = ""
) -> str:
    lot = asked if asked.isascii() and asked.isalnum() and len(asked) <= LONGEST_LOT else opened.it.lot
    if asked and asked != lot:
        refused = refused or gettext("A draw code has at most 20 characters, letters and digits only.")
    stage, drawn = len(hall.course.stages) + 1, None
    if hall.next_step.waits_for is WaitsFor.SEATING:
        try:
            drawn = verbs.draw_tables(hall, stage, lot)
        except verbs.TournamentError as error:
            refused = refused or str(error)
    return show(
        "referee/seating",
        opened,
        hall,
        refused=refused,
        stage=stage,
        lot=lot,
        another=new_lot(),
        drawn=drawn,
        by_hand=by_hand or _by_hand_form(hall, stage, lot, drawn),
        next_title=next_title(hall) if drawn else gettext("Seat the players"),
        **name_field(opened),
    )


def _by_hand_form(hall: Hall, stage: int, lot: str, drawn: NextTables | None) -> SeatingByHandForm:
    """The form with the tables drawn by lot, ready to be changed."""
    lines = [", ".join(hall.names[player] for player in table) for _, table in drawn.tables] if drawn else []
    return SeatingByHandForm(formdata=None, data={"stage": stage, "lot": lot, "tables": "\n".join(lines)})
