"""A tournament for everybody: set up, tables and standings live, on a TV, on paper, as a file; what the referee did."""

from datetime import date

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.tournaments import FORMATS, PLAYOFFS, TournamentForm
from models.access.grants import open_clubs
from models.files.scores_writer import write_places
from models.ledger.clubs import Club
from models.ledger.house_rules import house_rules_of
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament, tournaments_of
from models.play.referee import HallError, SetUp, begin_tournament
from models.play.start import found_with_keys
from models.sheets.tournament import load_hall, seen_of
from models.sheets.tournament_log import log_of
from rules import RULE_BOOKS, BookError, RuleBook
from rules.books.options import Playoff
from rules.table.deal import read_engines
from rules.tournament.plan import Format, make_plan
from views.shared.keyring import ask_name, club_to_play_in, fetch_club, hand_over, key_refs
from views.shared.limits import Limit, count_when_kept
from views.shared.once import once
from views.tournament.hall import fetch_tournament, new_lot, show, shown

pages = Blueprint("tournaments", __name__)

ROWS_ON_TV, TABLES_ON_TV = 20, 16


@pages.route("/start-tournament", methods=["GET", "POST"])
@once
def start():
    """Set a tournament up, in a club that is managed here or in a new one."""
    guess = _first_guess()
    if guess is None:
        return render_template("starts/which_club.html", clubs=_clubs(), page="tournaments.start")
    form = TournamentForm(data=guess)
    opened = fetch_club(form.club.data, Access.MANAGE) if form.club.data else None
    club = opened.it if opened else None
    house = {str(made.rules): made for made in house_rules_of(club.id)} if club else {}
    form.offer({text: made.rules for text, made in house.items()})
    refused = ""
    if form.validate_on_submit():
        by = ask_name(opened) if opened else gettext("The referee")
        try:
            return redirect(url_for("tournaments.tournament", ref=_start(form, club, by).ref), 303)
        except (HallError, BookError) as error:
            refused = str(error)
    page = render_template(
        "tournaments/start.html",
        form=form,
        club=club,
        house=house,
        formats=FORMATS,
        playoffs=PLAYOFFS,
        refused=refused,
    )
    return page, 422 if form.errors or refused else 200


def _clubs() -> list[Club]:
    return open_clubs(key_refs(), Access.MANAGE)


def _first_guess() -> dict[str, object] | None:
    """What the form says at first; None where the club has to be asked for."""
    ref = request.args.get("club", "")
    if request.method == "GET" and "club" not in request.args and (clubs := _clubs()):
        club = club_to_play_in(clubs)
        if club is None:
            return None
        ref = club.ref
    made_for = (str(book) for book in RULE_BOOKS.values() if book.for_tournaments)
    return {
        "club": ref,
        "rules": next(made_for, next(iter(RULE_BOOKS))),
        "games": 3,
        "movers": 2,
        "largest": 6,
        "playoff": Playoff.IN_PAIRS.value,
        "lot": new_lot(),
    }


def _start(form: TournamentForm, club: Club | None, by: str) -> Tournament:
    name, book, kind = form.name.data, _book(form), Format(form.format.data)
    plan = make_plan(kind, form.games.data, form.largest.data, form.movers.data, book.options.playoff)
    how = SetUp(name, plan, book, read_engines(form.engines.data or "", book), form.lot.data or new_lot())
    count_when_kept(Limit.TOURNAMENTS)
    if club is None:
        count_when_kept(Limit.CLUBS)
        labels = {
            Access.MANAGE: gettext("The phone that began"),
            Access.SCORE: gettext("Scorekeepers"),
            Access.VIEW: gettext("Everybody who follows"),
        }
        club, key = found_with_keys(name, labels, by)
        hand_over(key)
    return begin_tournament(club, how, form.names, date.today(), by)


def _book(form: TournamentForm) -> RuleBook:
    book = form.books[form.rules.data]
    meet = Playoff(form.playoff.data)
    return book if book.options.playoff is meet else book.with_house_rules({"playoff": meet})


@pages.get("/clubs/<ref>/tournaments")
def of_club(ref):
    """A club's tournaments."""
    opened = fetch_club(ref)
    return render_template("tournaments/of_club.html", opened=opened, tournaments=tournaments_of(opened.it.id))


@pages.get("/tournaments/<ref>")
def tournament(ref):
    """What is played now, and the standings."""
    return show("tournaments/tournament", fetch_tournament(ref))


@pages.get("/tournaments/<ref>/live")
def live(ref):
    """The part of the tournament's page that changes. Without anything new since `seen` the answer is 204."""
    opened = fetch_tournament(ref)
    if request.args.get("seen") == seen_of(opened.it.id):
        return "", 204
    return render_template("tournaments/_live.html", **shown(opened))


@pages.get("/tournaments/<ref>/tv")
def tv(ref):
    """Standings, tables and the clock for the hall, a part at a time."""
    return _show_part("tournaments/tv", ref)


@pages.get("/tournaments/<ref>/tv/part")
def tv_part(ref):
    """The next part of what the TV shows."""
    return _show_part("tournaments/_tv", ref)


def _show_part(template: str, ref: str) -> ResponseReturnValue:
    """Some rows, and which part comes next: places, then tables, then the first places again."""
    opened = fetch_tournament(ref)
    hall = load_hall(opened.it)
    tables = () if hall.is_over else hall.stage
    every = [{"rows": hall.standings[at : at + ROWS_ON_TV]} for at in range(0, len(hall.standings), ROWS_ON_TV)]
    every += [{"tables": tables[at : at + TABLES_ON_TV]} for at in range(0, len(tables), TABLES_ON_TV)]
    part = min(max(1, request.args.get("part", 1, type=int)), len(every))
    return show(template, opened, **every[part - 1], part=part, parts=len(every), next_part=part % len(every) + 1)


@pages.get("/tournaments/<ref>/places")
def places(ref):
    """The places, to be printed."""
    return show("tournaments/places", fetch_tournament(ref))


@pages.get("/tournaments/<ref>/log")
def log(ref):
    """Everything that the referee did, and what was corrected after it was confirmed."""
    opened = fetch_tournament(ref)
    hall = load_hall(opened.it)
    return show("tournaments/log", opened, told=log_of(hall))


@pages.get("/tournaments/<ref>/places.csv")
def spreadsheet(ref):
    """The places for a spreadsheet."""
    opened = fetch_tournament(ref)
    name = f"places-{opened.night.date}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write_places(load_hall(opened.it)), mimetype="text/csv", headers=headers)
