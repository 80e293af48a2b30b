"""What the referee of a tournament does: people, seating, rounds, the clock, ties; the cards of the tables, and keys."""

from collections.abc import Callable

from flask import Blueprint, abort, current_app, redirect, request, url_for
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
from models.access.tokens import write_token
from models.ledger.games import Game
from models.ledger.keys import Access, Key, keys_of_tournament, make_hall_key, revoke_key
from models.ledger.tournaments import LONGEST_LOT, Tournament
from models.play import referee as verbs
from models.play.bin import throw_tournament
from models.play.pen import RefereesPen, SheetError, take_referees_pen
from models.sheets.fold import load_sheets
from models.sheets.tournament import Hall, TableNow, load_hall
from models.sheets.tournament_log import next_title, stage_title, tie_in_words
from models.store.database import db
from models.texts import say
from rules import DealError
from rules.names import fold_name
from rules.tournament.course import Next
from rules.tournament.plan import Way
from rules.tournament.ranking import OpenTie
from views.shared.keyring import ask_name, fetch_club, phone_address
from views.shared.once import once
from views.shared.pictures import draw_qr
from views.tournament.hall import fetch_tournament, new_lot, show

pages = Blueprint("referee", __name__, url_prefix="/tournaments/<ref>")

Act = Callable[[RefereesPen, Form], object]


def _open(ref: str) -> Opened[Tournament]:
    return fetch_tournament(ref, Access.MANAGE)


def _carry_out(ref: str, form: Form, act: Act, again: Callable[..., ResponseReturnValue]) -> ResponseReturnValue:
    """Do it if the form and the hall allow it; else `again` shows the page with the reason."""
    opened = _open(ref)
    by = ask_name(opened)
    refused = ""
    if form.validate_on_submit():
        try:
            with take_referees_pen(opened, by) as pen:
                act(pen, form)
            return redirect(url_for("tournaments.tournament", ref=ref), 303)
        except (verbs.HallError, SheetError, DealError) as error:
            refused = str(error)
            # The page shows the hall without what was begun and refused.
            db.session.rollback()
    return again(opened, form, refused)


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
    form.number.choices = [(one.number, one.name) for one in sorted(hall.here, key=lambda one: fold_name(one.name))]
    return form


def _show_players(opened: Opened[Tournament], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    hall = load_hall(opened.it)
    forms = {"late": _late_form(hall), "withdraw": _withdraw_form(hall)}
    if isinstance(failed, LateForm):
        forms["late"] = failed
    elif failed:
        forms["withdraw"] = failed
    return show("referee/players", opened, 422 if failed else 200, failed=failed, refused=refused, **forms)


@pages.get("/players")
def players(ref):
    """Who is in it; somebody comes late, or goes home."""
    return _show_players(_open(ref))


@pages.post("/late")
@once
def late(ref):
    """Somebody comes late."""

    def act(pen, form):
        verbs.come_late(pen, form.name.data, int(form.table.data))

    return _carry_out(ref, _late_form(load_hall(_open(ref).it)), act, _show_players)


@pages.post("/withdraw")
@once
def withdraw(ref):
    """Somebody goes home."""

    def act(pen, form):
        verbs.withdraw(pen, form.number.data, form.reason.data or "")

    return _carry_out(ref, _withdraw_form(load_hall(_open(ref).it)), act, _show_players)


def _show_seating(opened: Opened[Tournament], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    hall = load_hall(opened.it)
    stage = len(hall.course.stages) + 1
    asked = request.args.get("lot", "") if failed is None else failed.lot.data or ""
    lot = asked if asked.isascii() and asked.isalnum() and len(asked) <= LONGEST_LOT else opened.it.lot
    drawn = None
    if asked and asked != lot:
        refused = refused or gettext("A lot has letters and digits, at most 20.")
    if hall.step.what is Next.SEATING:
        try:
            drawn = verbs.draw_tables(hall, stage, lot)
        except verbs.HallError as error:
            refused = refused or str(error)
    if isinstance(failed, SeatingByHandForm):
        by_hand = failed
    else:
        lines = [", ".join(hall.names[one] for one in table) for _, table in drawn.tables] if drawn else []
        by_hand = SeatingByHandForm(formdata=None, data={"stage": stage, "lot": lot, "tables": "\n".join(lines)})
    title = next_title(hall) if drawn else gettext("Seat the tables")
    facts = {"drawn": drawn, "lot": lot, "stage": stage, "by_hand": by_hand, "next_title": title}
    another = new_lot()
    return show("referee/seating", opened, 422 if failed else 200, refused=refused, another=another, **facts)


@pages.get("/seating")
def seating(ref):
    """What a lot would seat next, or other tables by hand."""
    return _show_seating(_open(ref))


@pages.post("/seating/lot")
@once
def seat_by_lot(ref):
    """Seat the next stage as the lot has it."""

    def act(pen, form):
        verbs.seat_by_lot(pen, int(form.stage.data), form.lot.data)

    return _carry_out(ref, SeatingByLotForm(), act, _show_seating)


@pages.post("/seating/hand")
@once
def seat_by_hand(ref):
    """Seat the next stage by hand."""

    def act(pen, form):
        number_of = {fold_name(one.name): one.number for one in pen.hall.here}
        unknown = [name for line in form.lines for name in line if fold_name(name) not in number_of]
        if unknown:
            raise verbs.HallError(say("hall.unreadable-table", text=unknown[0][:40]))
        tables = [[number_of[fold_name(name)] for name in line] for line in form.lines]
        verbs.seat_by_hand(pen, int(form.stage.data), form.lot.data, tables)

    return _carry_out(ref, SeatingByHandForm(), act, _show_seating)


def _show_schedule(opened: Opened[Tournament], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    hall = load_hall(opened.it)
    guess = {"engines": " ".join(map(str, hall.engines)), "in_play": hall.has_begun_rounds}
    # The form that was not sent shows what stands, and nothing of the one that was.
    number = {"games": hall.course.plan.games}
    forms = {"form": ScheduleForm(formdata=None, data=guess), "games": GamesForm(formdata=None, data=number)}
    if failed:
        forms["games" if isinstance(failed, GamesForm) else "form"] = failed
    return show("referee/schedule", opened, 422 if failed else 200, refused=refused, **forms)


@pages.route("/schedule", methods=["GET", "POST"])
@once
def schedule(ref):
    """Which doubles start the rounds, and how many there are, for all tables at once."""
    if request.method == "GET":
        return _show_schedule(_open(ref))

    def act(pen, form):
        engines = form.read(pen.tournament.rules)
        verbs.shorten_rounds(pen, engines, form.in_play.data, form.reason.data)

    return _carry_out(ref, ScheduleForm(), act, _show_schedule)


@pages.post("/games")
@once
def games(ref):
    """Fewer games than were set, or more."""

    def act(pen, form):
        verbs.play_fewer_games(pen, form.games.data, form.reason.data)

    return _carry_out(ref, GamesForm(), act, _show_schedule)


def _show_clock(opened: Opened[Tournament], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    form = failed or ClockForm(data={"minutes": 20, "warn": 5})
    return show("referee/clock", opened, 422 if failed else 200, form=form, refused=refused)


@pages.route("/clock", methods=["GET", "POST"])
@once
def clock(ref):
    """The hall's clock for a round."""
    if request.method == "GET":
        return _show_clock(_open(ref))

    def act(pen, form):
        verbs.set_clock(pen, form.minutes.data, form.warn.data)

    return _carry_out(ref, ClockForm(), act, _show_clock)


@pages.post("/clock/off")
@once
def clock_off(ref):
    """Take the clock away."""
    return _carry_out(ref, Form(), lambda pen, form: verbs.stop_clock(pen), _show_clock)


def _show_ties(opened: Opened[Tournament], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    hall = load_hall(opened.it)
    ties = [(tie, tie_in_words(hall, tie), _decide_form(tie, failed)) for tie in hall.step.ties]
    return show("referee/ties", opened, 422 if failed else 200, ties=ties, refused=refused)


def _decide_form(tie: OpenTie, failed: Form | None) -> Form:
    """The form of one tie; what was sent for it stays in it."""
    guess = {"stage": tie.stage, "table": tie.table, "players": " ".join(map(str, tie.players))}
    if isinstance(failed, DecideForm) and (failed.stage.data, failed.table.data) == (tie.stage, tie.table):
        return failed
    return DecideForm(formdata=None, data=guess)


@pages.route("/ties", methods=["GET", "POST"])
@once
def ties(ref):
    """The ties that the referee has to decide."""
    if request.method == "GET":
        return _show_ties(_open(ref))

    def act(pen, form):
        players = tuple(int(number) for number in form.players.data.split())
        tie = next((one for one in pen.hall.step.ties if one.players == players), None)
        if tie is None or (tie.stage, tie.table) != (form.stage.data, form.table.data):
            raise verbs.HallError(say("hall.not-now"))
        verbs.decide(pen, tie, Way(form.how.data), new_lot(), form.reason.data or "")

    return _carry_out(ref, DecideForm(), act, _show_ties)


@pages.get("/cards")
def cards(ref):
    """The cards of the newest stage's tables: who sits there, the sheet, and the QR code of its scorekeeper."""
    opened = _open(ref)
    hall = load_hall(opened.it)
    wanted = request.args.get("table", 0, type=int)
    tables = [table for table in hall.stage if wanted in (0, table.number)] or abort(404)
    games = [db.session.get_one(Game, table.game_id) for table in tables]
    keys = {key.game_id: _link(key) for key in keys_of_tournament(opened.it.id) if key.game_id}
    made = [
        (table, sheet, keys.get(table.game_id, ""), draw_qr(keys[table.game_id]) if table.game_id in keys else None)
        for table, sheet in zip(tables, load_sheets(games), strict=True)
    ]
    return show("referee/cards", opened, cards=made)


def _link(key: Key) -> str:
    return phone_address() + url_for("keys.open", token=write_token(key, current_app.secret_key))


@pages.get("/keys")
def keys(ref):
    """The keys to the tournament and its tables."""
    opened = _open(ref)
    hall = load_hall(opened.it)
    table_of = {table.game_id: table for table in hall.tables}
    found = [(key, _label(hall, table_of.get(key.game_id), key)) for key in keys_of_tournament(opened.it.id)]
    newest = {table.game_id for table in hall.stage}
    now = [(key, label) for key, label in found if key.game_id is None or key.game_id in newest]
    shown_links = {key.id: (_link(key), draw_qr(_link(key))) for key, _ in now if key.game_id is None}
    return show("referee/keys", opened, keys=now, links=shown_links)


def _label(hall: Hall, table: TableNow | None, key: Key) -> str:
    return key.label if table is None else f"{stage_title(hall, table.stage)}, {key.label}"


@pages.post("/keys/<key_ref>/revoke")
@once
def revoke(ref, key_ref):
    """Make a key to the tournament open nothing from now on."""
    opened = _open(ref)
    found = next((key for key in keys_of_tournament(opened.it.id) if key.ref == key_ref), None) or abort(404)
    revoke_key(found, ask_name(opened))
    return redirect(url_for("referee.keys", ref=ref), 303)


@pages.post("/keys/<any(view, manage):access>")
@once
def new_key(ref, access):
    """Another key to look on, or for another referee."""
    opened = _open(ref)
    label = say("hall.key.look-on" if access == Access.VIEW.code else "hall.key.referee")
    make_hall_key(opened.it, Access[access.upper()], label, ask_name(opened))
    return redirect(url_for("referee.keys", ref=ref), 303)


@pages.post("/tables/<int:number>/key")
@once
def table_key(ref, number):
    """A new key for a table, in place of the one it had."""
    opened = _open(ref)
    table = next((one for one in load_hall(opened.it).stage if one.number == number), None) or abort(404)
    label = say("hall.key.table", table=table.number)
    by = ask_name(opened)
    for key in keys_of_tournament(opened.it.id):
        if key.game_id == table.game_id:
            revoke_key(key, by)
    make_hall_key(opened.it, Access.SCORE, label, by, table.game_id)
    return redirect(url_for("referee.cards", ref=ref, table=number), 303)


@pages.post("/throw")
@once
def throw(ref):
    """Put the tournament into the bin, for who manages the club."""
    opened = _open(ref)
    fetch_club(opened.club.ref, Access.MANAGE)
    throw_tournament(opened.it, ask_name(opened))
    return redirect(url_for("bins.bin", ref=opened.club.ref), 303)
