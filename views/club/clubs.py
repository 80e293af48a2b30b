"""The page of a club: its nights, players and name."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.base import NameForm
from forms.clubs import ZoneForm
from models.access.grants import Opened
from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.ledger.nights import nights_of
from models.ledger.players import look_alikes_of, players_of
from models.results.history import games_on
from models.results.spans import Span
from models.results.statistics import club_figures, places_by_wins
from views.club.spans import name_year
from views.shared.acts import carry_out
from views.shared.in_play import games_in_play
from views.shared.keyring import fetch_club
from views.shared.once import once

pages = Blueprint("clubs", __name__)

MOST_NIGHTS = 5
MOST_PLACES = 5


@pages.get("/clubs/<ref>")
def club(ref: str) -> ResponseReturnValue:
    """The club's page."""
    opened = fetch_club(ref)
    return _show(opened, NameForm(obj=opened.it))


@pages.post("/clubs/<ref>")
@once
def rename(ref: str) -> ResponseReturnValue:
    """Rename the club. Only for people who manage it."""
    opened = fetch_club(ref)
    form = NameForm(obj=opened.it)
    if opened.access >= Access.MANAGE and form.validate_on_submit():
        opened.it.name = form.name.data or opened.it.name
        return redirect(url_for("clubs.club", ref=ref), 303)
    return _show(opened, form), 422 if form.errors else 200


@pages.post("/clubs/<ref>/zone")
@once
def zone(ref: str) -> ResponseReturnValue:
    """Set the club's time zone. Existing nights keep their dates."""
    opened, form = fetch_club(ref, Access.MANAGE), ZoneForm()
    return carry_out(
        form,
        lambda: setattr(opened.it, "zone", form.zone.data),
        url_for("clubs.club", ref=ref),
        lambda _: _show(opened, NameForm(obj=opened.it, formdata=None), form),
    )


def _show(opened: Opened[Club], form: NameForm, zone: ZoneForm | None = None) -> str:
    running, players = games_in_play(opened.it), players_of(opened.it.id)
    nights = nights_of(opened.it.id, MOST_NIGHTS)
    year = nights[0].date.year if nights else opened.it.today.year
    places = places_by_wins(club_figures(opened.it.id, Span((year, 1), (year, 12))))
    return render_template(
        "clubs/club.html",
        opened=opened,
        form=form,
        zone=zone or ZoneForm(obj=opened.it, formdata=None),
        running=running,
        nights=nights,
        games=games_on(nights),
        year=year,
        year_name=name_year(year),
        # Players who are tied for the last place listed are all shown.
        places=[(place, row) for place, row in places if row.figures.wins and place <= MOST_PLACES],
        players=players,
        alike=look_alikes_of(players) if opened.access >= Access.MANAGE else [],
    )
