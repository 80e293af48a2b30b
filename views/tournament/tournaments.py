"""A tournament's pages for everybody: setup, live tables and standings, TV, printout, spreadsheet, and the log."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.people import People
from forms.tournaments import FORMATS, PLAYOFFS, TournamentForm
from models.access.grants import Opened, open_clubs
from models.files.scores_writer import write_places
from models.ledger.clubs import Club
from models.ledger.games import find_newest_game
from models.ledger.house_rules import HouseRules, house_rules_by_text, newest_rules
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament, tournaments_of
from models.play.tournament_referee import TournamentError, TournamentSetup, begin_tournament
from models.sheets.tournament import Hall, HallTable, hall_revision, load_hall
from models.sheets.tournament_log import log_entries
from rules import RULE_BOOKS, BookError, read_rules
from rules.books.options import Playoff
from rules.table.deal import most_players, read_engines
from rules.tournament.plan import Format, make_plan
from rules.tournament.ranking import Placing
from views.shared.downloads import as_file
from views.shared.keyring import club_to_play_in, fetch_club, key_refs, name_to_sign
from views.shared.limits import Limit, count_on_commit
from views.shared.new_club import create_club_here
from views.shared.once import once
from views.shared.pictures import picture_response, version_of
from views.shared.rhythm import is_seen
from views.tournament.page import fetch_tournament, new_lot, show, shown
from views.tournament.podium import draw_podium, find_podium

pages = Blueprint("tournaments", __name__)

# The largest table size that is suggested.
LARGEST_TABLE = 6
# The most places and the most tables that one part on the TV shows; if there are few of both, one part shows them all.
ROWS_ON_TV, TABLES_ON_TV, BIG_TABLES_ON_TV = 48, 12, 6
FEW_ROWS, FEW_TABLES, BIG_TABLE = 16, 4, 5
# If the names at a table have more letters than this in all, they are written smaller.
WORDY_TABLE = 60


T = TypeVar("T")


class _TournamentForm(NamedTuple):
    """The form for a new tournament, together with its club and that club's own rules, keyed by text."""

    form: TournamentForm
    opened: Opened[Club] | None
    house: dict[str, HouseRules]


@pages.get("/start-tournament")
def start() -> ResponseReturnValue:
    """The form for a new tournament, in a new club or in one that this phone manages."""
    ref = request.args.get("club", "")
    if "club" not in request.args and (clubs := open_clubs(key_refs(), Access.MANAGE)):
        club = club_to_play_in(clubs)
        if club is None:
            return render_template("starts/which_club.html", clubs=clubs, page="tournaments.start")
        ref = club.ref
    return _show_form(_ask(ref))


@pages.post("/start-tournament")
@once
def set_up() -> ResponseReturnValue:
    """Set up a tournament, in a new club or in one that this phone manages."""
    filled, refused = _ask(request.args.get("club", "")), ""
    if "move" in request.form:
        return _show_form(filled)
    if filled.form.validate_on_submit():
        people, typed = filled.form.people, filled.form.players.data or ""
        if not people.are_plainly(typed):
            filled.form.players.data = "\n".join(people.names)
            return _show_form(filled, people=people)
        by = name_to_sign(filled.opened) if filled.opened else gettext("The referee")
        try:
            return redirect(url_for("tournaments.tournament", ref=_begin(filled, by).ref), 303)
        except (TournamentError, BookError) as error:
            refused = str(error)
    return _show_form(filled, refused), 422


def _ask(ref: str) -> _TournamentForm:
    rules = _rules_last_used(ref)
    guess = {
        "club": ref,
        "rules": rules,
        "games": 3,
        "movers": 2,
        "largest": min(LARGEST_TABLE, most_players(read_rules(rules))),
        "playoff": Playoff.IN_PAIRS.value,
        "lot": new_lot(),
    }
    form = TournamentForm(data=guess)
    if request.form.get("move") == "all":
        form.engines.data = ""
    opened = fetch_club(form.club.data, Access.MANAGE) if form.club.data else None
    house = house_rules_by_text(opened.it.id) if opened else {}
    form.offer({text: made.rules for text, made in house.items()})
    return _TournamentForm(form, opened, house)


def _rules_last_used(ref: str) -> str:
    """The rules of the club's newest game or, before the first one, the rules made for tournaments."""
    newest = find_newest_game(fetch_club(ref, Access.MANAGE).it.id) if ref else None
    if newest:
        return newest_rules(newest.club_id, str(newest.rules))
    return next(str(book) for book in RULE_BOOKS.values() if book.for_tournaments)


def _show_form(filled: _TournamentForm, refused: str = "", people: People | None = None) -> str:
    """The form. With `people`, it asks whether these are the players on the list that was sent."""
    return render_template(
        "tournaments/start.html",
        form=filled.form,
        club=filled.opened.it if filled.opened else None,
        house=filled.house,
        formats=FORMATS,
        playoffs=PLAYOFFS,
        refused=refused,
        people=people,
    )


def _begin(filled: _TournamentForm, by: str) -> Tournament:
    form, name = filled.form, filled.form.name.data or ""
    playoff = Playoff(form.playoff.data)
    book = form.books[form.rules.data].with_house_rules({"playoff": playoff})
    sizes = (form.games.data or 0, form.largest.data or 0, form.movers.data or 0)
    plan = make_plan(Format(form.format.data), *sizes, playoff)
    how = TournamentSetup(
        name=name,
        plan=plan,
        book=book,
        engines=read_engines(form.engines.data or "", book),
        lot=form.lot.data or new_lot(),
    )
    count_on_commit(Limit.TOURNAMENTS)
    club = filled.opened.it if filled.opened else create_club_here(name, by)
    return begin_tournament(club, how, form.people.names, club.today, by)


@pages.get("/clubs/<ref>/tournaments")
def of_club(ref: str) -> ResponseReturnValue:
    """A club's tournaments."""
    opened = fetch_club(ref)
    return render_template("tournaments/of_club.html", opened=opened, tournaments=tournaments_of(opened.it.id))


@pages.get("/tournaments/<ref>")
def tournament(ref: str) -> ResponseReturnValue:
    """The current tables, and the standings."""
    opened = fetch_tournament(ref)
    return show("tournaments/tournament", opened, load_hall(opened.it))


@pages.get("/tournaments/<ref>/live")
def live(ref: str) -> ResponseReturnValue:
    """The part of the tournament's page that changes. Answers 204 if there is nothing newer than `seen`."""
    opened = fetch_tournament(ref)
    if is_seen(hall_revision(opened.it.id)):
        return "", 204
    return render_template("tournaments/_live.html", **shown(opened, load_hall(opened.it)))


class _TvPart(NamedTuple):
    """One of the parts that the TV shows in turn: some of the standings, some tables, or both."""

    rows: Sequence[Placing] = ()
    tables: Sequence[HallTable] = ()


@pages.get("/tournaments/<ref>/tv")
def tv(ref: str) -> ResponseReturnValue:
    """Standings, tables and the clock on a TV for the hall, one part at a time."""
    return _show_part("tournaments/tv", fetch_tournament(ref))


@pages.get("/tournaments/<ref>/tv/part")
def tv_part(ref: str) -> ResponseReturnValue:
    """The next part for the TV, or the same one `again`: each is shown for eight seconds, and refreshed after four.

    If there is only one part, the TV sends `seen`, and gets 204 if nothing is newer.
    """
    opened = fetch_tournament(ref)
    if is_seen(hall_revision(opened.it.id)):
        return "", 204
    return _show_part("tournaments/_tv", opened)


def _show_part(template: str, opened: Opened[Tournament]) -> ResponseReturnValue:
    """One part, and the number of the next: standings, then tables, then the top of the standings again."""
    hall = load_hall(opened.it)
    parts = _tv_parts(hall)
    part = min(max(1, request.args.get("part", 1, type=int)), len(parts))
    # The table that each player goes to or stays at, until that table is done.
    goes_to = {number: table.number for number, table in hall.seated.items() if not table.is_done}
    lengths = [sum(len(hall.names[score.player]) for score in table.scores) for table in parts[part - 1].tables]
    return show(
        template,
        opened,
        hall,
        **parts[part - 1]._asdict(),
        goes_to=goes_to,
        part=part,
        parts=len(parts),
        next_part=part % len(parts) + 1,
        is_again="again" in request.args,
        is_wordy=max(lengths, default=0) > WORDY_TABLE,
    )


def _tv_parts(hall: Hall) -> list[_TvPart]:
    """Standings and tables in as few parts as possible, each fitting on a screen. Parts of one kind are about the same length."""
    if hall.is_over:
        # The champion is shown beside the top of the standings.
        first, rest = hall.placings[:FEW_ROWS], hall.placings[FEW_ROWS:]
        return [_TvPart(first), *(_TvPart(rows=rows) for rows in _in_parts(rest, ROWS_ON_TV))]
    tables = hall.stage
    if len(hall.placings) <= FEW_ROWS and len(tables) <= FEW_TABLES:
        return [_TvPart(hall.placings, tables)]
    largest = max((len(table.scores) for table in tables), default=0)
    most = BIG_TABLES_ON_TV if largest > BIG_TABLE else TABLES_ON_TV
    parts = [_TvPart(rows=rows) for rows in _in_parts(hall.placings, ROWS_ON_TV)]
    return parts + [_TvPart(tables=group) for group in _in_parts(tables, most)]


def _in_parts(things: Sequence[T], most: int) -> list[Sequence[T]]:
    size = -(-len(things) // max(1, -(-len(things) // most)))
    return [things[at : at + size] for at in range(0, len(things), size or 1)]


@pages.get("/tournaments/<ref>/result")
def result(ref: str) -> ResponseReturnValue:
    """The champion and the top three places, to send as a picture or as text.

    Redirects to the tournament until the places are final.
    """
    opened = fetch_tournament(ref)
    hall = load_hall(opened.it)
    if find_podium(opened.it, hall) is None:
        return redirect(url_for("tournaments.tournament", ref=ref), 303)
    version = version_of(draw_podium(opened.it, hall))
    return show("tournaments/result", opened, hall, version=version)


@pages.get("/tournaments/<ref>/result/<version>.png")
def result_picture(ref: str, version: str) -> ResponseReturnValue:
    """The picture of the current standings."""
    opened = fetch_tournament(ref)
    hall = load_hall(opened.it)
    if find_podium(opened.it, hall) is None:
        abort(404)
    return picture_response(draw_podium(opened.it, hall))


@pages.get("/tournaments/<ref>/places")
def places(ref: str) -> ResponseReturnValue:
    """The standings, to print."""
    opened = fetch_tournament(ref)
    return show("tournaments/places", opened, load_hall(opened.it))


@pages.get("/tournaments/<ref>/log")
def log(ref: str) -> ResponseReturnValue:
    """Everything that the referee did, and every correction after a confirmation."""
    opened = fetch_tournament(ref)
    hall = load_hall(opened.it)
    return show("tournaments/log", opened, hall, told=log_entries(hall))


@pages.get("/tournaments/<ref>/places.csv")
def spreadsheet(ref: str) -> ResponseReturnValue:
    """The standings as CSV, for a spreadsheet."""
    opened = fetch_tournament(ref)
    return as_file(write_places(load_hall(opened.it)), "text/csv", f"places-{opened.day}.csv")
