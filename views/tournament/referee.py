"""The referee's work in a tournament: players, rounds, clock and ties."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import Form
from forms.tournaments import ClockForm, DecideForm, GamesForm, LateForm, ScheduleForm, WithdrawForm
from models.access.grants import Opened
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.play import tournament_referee as verbs
from models.play.bin import throw_tournament
from models.play.pen import RefereesPen
from models.sheets.tournament import Hall, load_hall
from models.sheets.tournament_log import tie_in_words
from rules.names import fold_name
from rules.tournament.plan import TieBreak
from rules.tournament.ranking import OpenTie
from views.shared.acts import carry_out
from views.shared.keyring import fetch_club, name_to_sign
from views.shared.once import once
from views.tournament.page import new_lot, open_as_referee, show, take_as_referee, tournament_url

pages = Blueprint("referee", __name__, url_prefix="/tournaments/<ref>")


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
    players = sorted(hall.still_in, key=lambda player: fold_name(player.name))
    form.number.choices = [("", gettext("Who?")), *((player.number, player.name) for player in players)]
    return form


@pages.get("/players")
def players(ref: str) -> ResponseReturnValue:
    """Everybody in the tournament, with forms for latecomers and for players who leave."""
    opened = open_as_referee(ref)
    return _show_players(opened, load_hall(opened.it))


@pages.post("/late")
@once
def late(ref: str) -> ResponseReturnValue:
    """Enter a player who has arrived late."""
    opened, pen = take_as_referee(ref)
    form = _late_form(pen.hall)
    return carry_out(
        form,
        lambda: verbs.come_late(pen, form.name.data or "", int(form.table.data)),
        tournament_url(ref),
        lambda why: _show_players(opened, pen.hall, why, late=form),
    )


@pages.post("/withdraw")
@once
def withdraw(ref: str) -> ResponseReturnValue:
    """Withdraw a player who leaves."""
    opened, pen = take_as_referee(ref)
    form = _withdraw_form(pen.hall)
    return carry_out(
        form,
        lambda: verbs.withdraw(pen, form.number.data, form.reason.data or ""),
        tournament_url(ref),
        lambda why: _show_players(opened, pen.hall, why, withdraw=form),
    )


@pages.post("/bring-back")
@once
def bring_back(ref: str) -> ResponseReturnValue:
    """Bring back a player who was withdrawn by mistake."""
    opened, pen = take_as_referee(ref)
    return carry_out(
        Form(),
        lambda: verbs.bring_back(pen, request.form.get("number", type=int) or 0),
        url_for("referee.players", ref=ref),
        lambda why: _show_players(opened, pen.hall, why),
    )


def _show_players(opened: Opened[Tournament], hall: Hall, refused: str = "", **sent: Form) -> str:
    """The players page. A form that was sent and refused is shown open."""
    gone = [player for number, player in hall.entrants.items() if number not in hall.course.players]
    forms = {"late": _late_form(hall), "withdraw": _withdraw_form(hall), **sent}
    return show("referee/players", opened, hall, refused=refused, gone=gone, failed=[*sent], **forms)


@pages.get("/schedule")
def schedule(ref: str) -> ResponseReturnValue:
    """The starting doubles and the number of rounds, for all tables at once."""
    opened = open_as_referee(ref)
    return _show_schedule(opened, load_hall(opened.it))


@pages.post("/schedule")
@once
def shorten(ref: str) -> ResponseReturnValue:
    """Change the doubles of the coming rounds, or play fewer rounds."""
    opened, pen = take_as_referee(ref)
    form = ScheduleForm()
    return carry_out(
        form,
        lambda: verbs.shorten_rounds(pen, form.read(pen.tournament.rules), form.in_play.data, form.reason.data or ""),
        tournament_url(ref),
        lambda why: _show_schedule(opened, pen.hall, form=form, refused=why),
    )


@pages.post("/games")
@once
def games(ref: str) -> ResponseReturnValue:
    """Play fewer games than planned, or more."""
    opened, pen = take_as_referee(ref)
    form = GamesForm()
    return carry_out(
        form,
        lambda: verbs.play_fewer_games(pen, form.games.data or 0, form.reason.data or ""),
        tournament_url(ref),
        lambda why: _show_schedule(opened, pen.hall, games=form, refused=why),
    )


def _show_schedule(
    opened: Opened[Tournament],
    hall: Hall,
    refused: str = "",
    form: ScheduleForm | None = None,
    games: GamesForm | None = None,
) -> str:
    """The schedule page. A form that was not sent shows the current values."""
    guess = {"engines": " ".join(map(str, hall.engines)), "in_play": hall.has_begun_rounds}
    form = form or ScheduleForm(formdata=None, data=guess)
    games = games or GamesForm(formdata=None, data={"games": hall.course.plan.games})
    return show("referee/schedule", opened, hall, refused=refused, form=form, games=games)


@pages.get("/clock")
def clock(ref: str) -> ResponseReturnValue:
    """The hall's clock for a round."""
    opened = open_as_referee(ref)
    form = ClockForm(data={"minutes": 20, "warn": 5})
    return show("referee/clock", opened, load_hall(opened.it), form=form)


@pages.post("/clock")
@once
def set_clock(ref: str) -> ResponseReturnValue:
    """Start the clock."""
    opened, pen = take_as_referee(ref)
    form = ClockForm()
    return carry_out(
        form,
        lambda: verbs.set_clock(pen, form.minutes.data or 0, form.warn.data or 0),
        tournament_url(ref),
        lambda why: show("referee/clock", opened, pen.hall, form=form, refused=why),
    )


@pages.post("/clock/off")
@once
def clock_off(ref: str) -> ResponseReturnValue:
    """Stop the clock and remove it."""
    _, pen = take_as_referee(ref)
    verbs.stop_clock(pen)
    return redirect(tournament_url(ref), 303)


@pages.get("/ties")
def ties(ref: str) -> ResponseReturnValue:
    """The ties that the referee must decide."""
    opened = open_as_referee(ref)
    return _show_ties(opened, load_hall(opened.it))


@pages.post("/ties")
@once
def decide(ref: str) -> ResponseReturnValue:
    """Decide a tie."""
    opened, pen = take_as_referee(ref)
    form = DecideForm()
    return carry_out(
        form, lambda: _decide(pen, form), tournament_url(ref), lambda why: _show_ties(opened, pen.hall, form, why)
    )


def _decide(pen: RefereesPen, form: DecideForm) -> None:
    tie = verbs.find_tie(pen.hall, form.stage.data or 0, form.table.data or 0, form.tied)
    verbs.decide_tie(pen, tie, TieBreak(form.how.data), new_lot(), form.reason.data or "")


def _show_ties(opened: Opened[Tournament], hall: Hall, sent: DecideForm | None = None, refused: str = "") -> str:
    ties = [(tie, tie_in_words(hall, tie), _decide_form(tie, sent)) for tie in hall.next_step.ties]
    return show("referee/ties", opened, hall, ties=ties, refused=refused)


def _decide_form(tie: OpenTie, sent: DecideForm | None) -> DecideForm:
    """The form for one tie. It keeps the values that were sent for that tie."""
    if sent and (sent.stage.data, sent.table.data) == (tie.stage, tie.table):
        return sent
    guess = {"stage": tie.stage, "table": tie.table, "players": " ".join(map(str, tie.players))}
    return DecideForm(formdata=None, data=guess)


@pages.post("/throw")
@once
def throw(ref: str) -> ResponseReturnValue:
    """Put the tournament in the trash. Only people who manage the club may do this."""
    opened = open_as_referee(ref)
    fetch_club(opened.club.ref, Access.MANAGE)
    throw_tournament(opened.it, name_to_sign(opened))
    return redirect(url_for("bins.bin", ref=opened.club.ref), 303)
