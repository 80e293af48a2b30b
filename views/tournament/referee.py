"""The referee's work in a tournament: players, seating, rounds, clock, ties, table cards and keys."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import Form
from forms.tournaments import (
    ClockForm,
    DecideForm,
    GamesForm,
    LateForm,
    ScheduleForm,
    SeatingByHandForm,
    SeatingByLotForm,
    WithdrawForm,
)
from models.access.grants import Opened
from models.ledger.keys import Access, Key, keys_of_tournament, revoke_key
from models.ledger.tournament_lines import LONGEST_LOT
from models.ledger.tournaments import Tournament, tables_of
from models.play import tournament_referee as verbs
from models.play.bin import throw_tournament
from models.play.pen import RefereesPen, SheetError, take_referees_pen
from models.sheets.fold import load_sheets
from models.sheets.tournament import Hall, HallTable, load_hall
from models.sheets.tournament_log import next_title, stage_title, tie_in_words
from models.store.database import db
from rules import DealError
from rules.names import fold_name
from rules.tournament.course import NextTables, WaitsFor
from rules.tournament.plan import TieBreak
from rules.tournament.ranking import OpenTie
from views.shared.keyring import fetch_club, key_link, name_field, name_to_sign
from views.shared.once import once
from views.shared.pictures import draw_qr
from views.tournament.page import fetch_tournament, new_lot, show

pages = Blueprint("referee", __name__, url_prefix="/tournaments/<ref>")


def _open(ref: str) -> Opened[Tournament]:
    return fetch_tournament(ref, Access.MANAGE)


def _take(ref: str) -> tuple[Opened[Tournament], RefereesPen]:
    opened = _open(ref)
    return opened, take_referees_pen(opened, name_to_sign(opened))


def _carry_out(form: Form, pen: RefereesPen, act: Callable[[], object]) -> str | None:
    """Do with the pen what a form asks for. None if done, or else why it is refused; empty if the form itself says why."""
    if not form.validate_on_submit():
        return ""
    try:
        with pen:
            act()
    except (verbs.TournamentError, SheetError, DealError) as error:
        # The page must show the hall without the act that was refused halfway.
        db.session.rollback()
        return str(error)
    return None


def _to_tournament(ref: str) -> ResponseReturnValue:
    return redirect(url_for("tournaments.tournament", ref=ref), 303)


def _late_form(hall: Hall) -> LateForm:
    form = LateForm()
    left = len(hall.entrants) > len(hall.course.players)
    later = [("0", gettext("from the next game on"))] if hall.course.has_game_to_come else []
    later = later or ([("0", gettext("where they sat before"))] if left else [])
    now = [
        (str(table.number), gettext("now, at table %(number)s", number=table.number)) for table in hall.tables_to_join
    ]
    form.table.choices = [("", gettext("Choose one")), *later, *now] if later or now else []
    return form


def _withdraw_form(hall: Hall) -> WithdrawForm:
    form = WithdrawForm()
    players = sorted(hall.still_in, key=lambda one: fold_name(one.name))
    form.number.choices = [("", gettext("Who?")), *((one.number, one.name) for one in players)]
    return form


@pages.get("/players")
def players(ref: str) -> ResponseReturnValue:
    """Everybody in the tournament, with forms for latecomers and for players who go home."""
    opened = _open(ref)
    hall = load_hall(opened.it)
    return _show_players(opened, hall, _late_form(hall), _withdraw_form(hall))


@pages.post("/late")
@once
def late(ref: str) -> ResponseReturnValue:
    """Enter a player who comes late."""
    opened, pen = _take(ref)
    form = _late_form(pen.hall)
    refused = _carry_out(form, pen, lambda: verbs.come_late(pen, form.name.data or "", int(form.table.data)))
    if refused is None:
        return _to_tournament(ref)
    page = _show_players(opened, pen.hall, form, _withdraw_form(pen.hall), failed=form, refused=refused)
    return page, 422


@pages.post("/withdraw")
@once
def withdraw(ref: str) -> ResponseReturnValue:
    """Withdraw a player who goes home."""
    opened, pen = _take(ref)
    form = _withdraw_form(pen.hall)
    refused = _carry_out(form, pen, lambda: verbs.withdraw(pen, form.number.data, form.reason.data or ""))
    if refused is None:
        return _to_tournament(ref)
    page = _show_players(opened, pen.hall, _late_form(pen.hall), form, failed=form, refused=refused)
    return page, 422


@pages.post("/bring-back")
@once
def bring_back(ref: str) -> ResponseReturnValue:
    """Bring back a player who was sent home by mistake."""
    opened, pen = _take(ref)
    late, withdraw = _late_form(pen.hall), _withdraw_form(pen.hall)
    number = request.form.get("number", type=int) or 0
    try:
        with pen:
            verbs.bring_back(pen, number)
    except (verbs.TournamentError, SheetError) as error:
        db.session.rollback()
        return _show_players(opened, pen.hall, late, withdraw, refused=str(error)), 422
    return redirect(url_for("referee.players", ref=ref), 303)


def _show_players(
    opened: Opened[Tournament], hall: Hall, late: LateForm, withdraw: WithdrawForm, **facts: object
) -> str:
    gone = [hall.entrants[number] for number in hall.entrants if number not in hall.course.players]
    return show("referee/players", opened, hall, late=late, withdraw=withdraw, gone=gone, **facts)


@pages.get("/seating")
def seating(ref: str) -> ResponseReturnValue:
    """The tables that a lot would seat next, and a form to seat others by hand."""
    opened = _open(ref)
    return _show_seating(opened, load_hall(opened.it), request.args.get("lot", ""))


@pages.post("/seating/lot")
@once
def seat_by_lot(ref: str) -> ResponseReturnValue:
    """Seat the next stage by lot."""
    opened, pen = _take(ref)
    form = SeatingByLotForm()
    refused = _carry_out(form, pen, lambda: verbs.seat_by_lot(pen, int(form.stage.data or 0), form.lot.data or ""))
    if refused is None:
        return _to_tournament(ref)
    return _show_seating(opened, pen.hall, form.lot.data or "", refused=refused), 422


@pages.post("/seating/hand")
@once
def seat_by_hand(ref: str) -> ResponseReturnValue:
    """Seat the next stage by hand."""
    opened, pen = _take(ref)
    form = SeatingByHandForm()
    refused = _carry_out(
        form, pen, lambda: verbs.seat_by_hand(pen, int(form.stage.data or 0), form.lot.data or "", form.lines)
    )
    if refused is None:
        return _to_tournament(ref)
    return _show_seating(opened, pen.hall, form.lot.data or "", form, refused), 422


def _show_seating(
    opened: Opened[Tournament], hall: Hall, asked: str, by_hand: SeatingByHandForm | None = None, refused: str = ""
) -> str:
    lot = asked if asked.isascii() and asked.isalnum() and len(asked) <= LONGEST_LOT else opened.it.lot
    if asked and asked != lot:
        refused = refused or gettext("A draw code has letters and digits, at most 20.")
    stage, drawn = len(hall.course.stages) + 1, None
    if hall.next_step.waits_for is WaitsFor.SEATING:
        try:
            drawn = verbs.draw_tables(hall, stage, lot)
        except verbs.TournamentError as error:
            refused = refused or str(error)
    facts = {
        "stage": stage,
        "lot": lot,
        "another": new_lot(),
        "drawn": drawn,
        "by_hand": by_hand or _by_hand_form(hall, stage, lot, drawn),
        "next_title": next_title(hall) if drawn else gettext("Seat the tables"),
    }
    return show("referee/seating", opened, hall, refused=refused, **facts, **name_field(opened))


def _by_hand_form(hall: Hall, stage: int, lot: str, drawn: NextTables | None) -> SeatingByHandForm:
    """The form with the tables that the lot gives, ready to be changed."""
    lines = [", ".join(hall.names[one] for one in table) for _, table in drawn.tables] if drawn else []
    return SeatingByHandForm(formdata=None, data={"stage": stage, "lot": lot, "tables": "\n".join(lines)})


@pages.get("/schedule")
def schedule(ref: str) -> ResponseReturnValue:
    """The starting doubles and the number of rounds, for all tables at once."""
    opened = _open(ref)
    return _show_schedule(opened, load_hall(opened.it))


@pages.post("/schedule")
@once
def shorten(ref: str) -> ResponseReturnValue:
    """Change the doubles of the coming rounds, or play fewer."""
    opened, pen = _take(ref)
    form = ScheduleForm()
    refused = _carry_out(form, pen, lambda: _shorten(pen, form))
    if refused is None:
        return _to_tournament(ref)
    return _show_schedule(opened, pen.hall, form=form, refused=refused), 422


@pages.post("/games")
@once
def games(ref: str) -> ResponseReturnValue:
    """Play fewer games than planned, or more."""
    opened, pen = _take(ref)
    form = GamesForm()
    refused = _carry_out(form, pen, lambda: verbs.play_fewer_games(pen, form.games.data or 0, form.reason.data or ""))
    if refused is None:
        return _to_tournament(ref)
    return _show_schedule(opened, pen.hall, games=form, refused=refused), 422


def _shorten(pen: RefereesPen, form: ScheduleForm) -> None:
    engines = form.read(pen.tournament.rules)
    verbs.shorten_rounds(pen, engines, form.in_play.data, form.reason.data or "")


def _show_schedule(opened: Opened[Tournament], hall: Hall, refused: str = "", **sent: Form) -> str:
    """The page. A form that was not sent shows the current values."""
    guess = {"engines": " ".join(map(str, hall.engines)), "in_play": hall.has_begun_rounds}
    forms = {
        "form": ScheduleForm(formdata=None, data=guess),
        "games": GamesForm(formdata=None, data={"games": hall.course.plan.games}),
    }
    return show("referee/schedule", opened, hall, refused=refused, **(forms | sent))


@pages.get("/clock")
def clock(ref: str) -> ResponseReturnValue:
    """The hall's clock for a round."""
    opened = _open(ref)
    form = ClockForm(data={"minutes": 20, "warn": 5})
    return show("referee/clock", opened, load_hall(opened.it), form=form)


@pages.post("/clock")
@once
def set_clock(ref: str) -> ResponseReturnValue:
    """Start the clock."""
    opened, pen = _take(ref)
    form = ClockForm()
    refused = _carry_out(form, pen, lambda: verbs.set_clock(pen, form.minutes.data or 0, form.warn.data or 0))
    if refused is None:
        return _to_tournament(ref)
    return show("referee/clock", opened, pen.hall, form=form, refused=refused), 422


@pages.post("/clock/off")
@once
def clock_off(ref: str) -> ResponseReturnValue:
    """Stop the clock and remove it."""
    opened = _open(ref)
    with take_referees_pen(opened, name_to_sign(opened)) as pen:
        verbs.stop_clock(pen)
    return _to_tournament(ref)


@pages.get("/ties")
def ties(ref: str) -> ResponseReturnValue:
    """The ties that the referee must decide."""
    opened = _open(ref)
    return _show_ties(opened, load_hall(opened.it))


@pages.post("/ties")
@once
def decide(ref: str) -> ResponseReturnValue:
    """Decide a tie."""
    opened, pen = _take(ref)
    form = DecideForm()
    refused = _carry_out(form, pen, lambda: _decide(pen, form))
    if refused is None:
        return _to_tournament(ref)
    return _show_ties(opened, pen.hall, form, refused), 422


def _decide(pen: RefereesPen, form: DecideForm) -> None:
    tie = verbs.find_tie(pen.hall, form.stage.data or 0, form.table.data or 0, form.tied)
    verbs.decide_tie(pen, tie, TieBreak(form.how.data), new_lot(), form.reason.data or "")


def _show_ties(opened: Opened[Tournament], hall: Hall, sent: DecideForm | None = None, refused: str = "") -> str:
    ties = [(tie, tie_in_words(hall, tie), _decide_form(tie, sent)) for tie in hall.next_step.ties]
    return show("referee/ties", opened, hall, ties=ties, refused=refused)


def _decide_form(tie: OpenTie, sent: DecideForm | None) -> DecideForm:
    """The form of one tie. It keeps what was sent for it."""
    if sent and (sent.stage.data, sent.table.data) == (tie.stage, tie.table):
        return sent
    guess = {"stage": tie.stage, "table": tie.table, "players": " ".join(map(str, tie.players))}
    return DecideForm(formdata=None, data=guess)


@pages.get("/cards")
def cards(ref: str) -> ResponseReturnValue:
    """The cards of the newest stage's tables: the players, the sheet, and the QR code of the scorekeeper's key."""
    opened = _open(ref)
    hall = load_hall(opened.it)
    wanted = request.args.get("table", 0, type=int)
    tables = [table for table in hall.stage if wanted in (0, table.number)] or abort(404)
    games = {game.id: game for game, _ in tables_of(opened.it.id)}
    links = {key.game_id: key_link(key) for key in keys_of_tournament(opened.it.id) if key.game_id}
    made = []
    for table, sheet in zip(tables, load_sheets([games[table.game_id] for table in tables]), strict=True):
        link = links.get(table.game_id, "")
        made.append((table, sheet, link, draw_qr(link) if link else None))
    return show("referee/cards", opened, hall, cards=made)


@pages.get("/keys")
def keys(ref: str) -> ResponseReturnValue:
    """The keys to the tournament, and to the tables of its newest stage."""
    opened = _open(ref)
    hall = load_hall(opened.it)
    table_of: dict[int | None, HallTable] = {table.game_id: table for table in hall.stage}
    now = [key for key in keys_of_tournament(opened.it.id) if key.game_id is None or key.game_id in table_of]
    labelled = [(key, _label(hall, table_of.get(key.game_id), key)) for key in now]
    links = {key.id: key_link(key) for key in now if key.game_id is None}
    shown_links = {number: (link, draw_qr(link)) for number, link in links.items()}
    return show("referee/keys", opened, hall, keys=labelled, links=shown_links)


def _label(hall: Hall, table: HallTable | None, key: Key) -> str:
    return key.label if table is None else f"{stage_title(hall, table.stage)}, {key.label}"


@pages.post("/keys/<key_ref>/revoke")
@once
def revoke(ref: str, key_ref: str) -> ResponseReturnValue:
    """Revoke a key to the tournament: from now on it opens nothing."""
    opened = _open(ref)
    found = next((key for key in keys_of_tournament(opened.it.id) if key.ref == key_ref), None) or abort(404)
    revoke_key(found, name_to_sign(opened))
    return redirect(url_for("referee.keys", ref=ref), 303)


@pages.post("/keys/<any(view, manage):access>")
@once
def new_key(ref: str, access: str) -> ResponseReturnValue:
    """Make another key, to look on or for another referee."""
    opened = _open(ref)
    verbs.give_key(opened.it, Access[access.upper()], name_to_sign(opened))
    return redirect(url_for("referee.keys", ref=ref), 303)


@pages.post("/tables/<int:number>/key")
@once
def table_key(ref: str, number: int) -> ResponseReturnValue:
    """Make a new key for a table, in place of its old one."""
    opened = _open(ref)
    table = next((one for one in load_hall(opened.it).stage if one.number == number), None) or abort(404)
    verbs.renew_table_key(opened.it, table, name_to_sign(opened))
    return redirect(url_for("referee.cards", ref=ref, table=number), 303)


@pages.post("/throw")
@once
def throw(ref: str) -> ResponseReturnValue:
    """Put the tournament into the bin. Only people who manage the club may."""
    opened = _open(ref)
    fetch_club(opened.club.ref, Access.MANAGE)
    throw_tournament(opened.it, name_to_sign(opened))
    return redirect(url_for("bins.bin", ref=opened.club.ref), 303)
