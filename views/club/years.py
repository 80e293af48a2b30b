"""A club's year in one picture to share: the players ranked by games won, and the records."""

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from charts.markers import COLOURS
from charts.result import ResultBoard, ResultRow, draw_names, draw_result, rows_shown
from models.ledger.clubs import Club
from models.results.records import records_of
from models.results.spans import Span, is_year
from models.results.statistics import PlayerFigures, club_figures, number_of_games, places_by_wins
from views.club.spans import name_year
from views.shared.keyring import fetch_club
from views.shared.pictures import picture_response

pages = Blueprint("years", __name__, url_prefix="/clubs/<ref>/years/<int:year>")


@pages.get("")
def year(ref: str, year: int) -> ResponseReturnValue:
    """The picture with a button to send it. Redirects to the statistics if nobody won a game that year."""
    opened, span = fetch_club(ref), _span(year)
    wins = [f"{row.player.name} {row.figures.wins}" for _, row in _places(opened.it, span)]
    if not wins:
        return redirect(url_for("statistics.club", ref=ref), 303)
    line = gettext("Games won in %(year)s: %(names)s", year=name_year(year), names=", ".join(wins))
    return render_template("years/year.html", opened=opened, year=year, line=line)


@pages.get("/picture.png")
def picture(ref: str, year: int) -> Response:
    """The picture itself, drawn from the games as they are now."""
    club, span = fetch_club(ref).it, _span(year)
    places = _places(club, span) or abort(404)
    # Several names at the top leave less room for sentences.
    records = records_of(club.id, span)[: 3 if len(places) > 1 < places[1][0] else 2]
    names = draw_names([row.player.name for _, row in places], gettext("Player"))
    board = ResultBoard(
        occasion=club.name,
        heading=gettext("Most games won in %(year)s", year=name_year(year)),
        sentences=[record.text for record in records],
        length=ngettext("%(num)s game", "%(num)s games", number_of_games(club.id, span)[0]),
        last=gettext("ranked by games won"),
        engine=year % 10,
        more=ngettext("+ %(num)s more", "+ %(num)s more", len(places) - rows_shown(len(places))),
        rows=[
            ResultRow(
                colour=[*COLOURS][at % len(COLOURS)], name=names[at], place=place, total=row.figures.wins, beside=""
            )
            for at, (place, row) in enumerate(places)
        ],
    )
    return picture_response(draw_result(board))


def _places(club: Club, span: Span) -> list[tuple[int, PlayerFigures]]:
    """The players who won a game, with their places."""
    return [(place, row) for place, row in places_by_wins(club_figures(club.id, span)) if row.figures.wins]


def _span(year: int) -> Span:
    return Span((year, 1), (year, 12)) if is_year(year) else abort(404)
