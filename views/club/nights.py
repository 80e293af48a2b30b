"""The page of a night: its games, standings, notes and name."""

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.base import Form
from forms.clubs import DayForm, NightNameForm, NoteForm
from models.access.grants import Opened
from models.ledger.games import games_of_night
from models.ledger.keys import Access
from models.ledger.nights import Night, add_note, name_night, notes_of
from models.ledger.tournaments import tournaments_of_night
from models.play.days import move_night
from models.sheets.fold import load_sheets
from models.sheets.night import NightGame, night_figures, tell_night
from views.shared.acts import carry_out
from views.shared.keyring import fetch_night, name_to_sign
from views.shared.once import once

pages = Blueprint("nights", __name__)


@pages.get("/nights/<ref>")
def night(ref: str) -> ResponseReturnValue:
    """The night's page."""
    return _show(fetch_night(ref))


@pages.post("/nights/<ref>")
@once
def note(ref: str) -> ResponseReturnValue:
    """Leave a note. Only for people who keep score."""
    opened, form = fetch_night(ref, Access.SCORE), NoteForm()
    return carry_out(
        form,
        lambda: add_note(opened.it, form.text.data or "", name_to_sign(opened)),
        url_for("nights.night", ref=ref),
        lambda _: _show(opened, note=form),
    )


@pages.post("/nights/<ref>/name")
@once
def name(ref: str) -> ResponseReturnValue:
    """Name the night, or remove its name. Only for people who keep score."""
    opened, form = fetch_night(ref, Access.SCORE), NightNameForm()
    return carry_out(
        form,
        lambda: name_night(opened.it, form.name.data or ""),
        url_for("nights.night", ref=ref),
        lambda _: _show(opened, name=form),
    )


@pages.post("/nights/<ref>/day")
@once
def day(ref: str) -> ResponseReturnValue:
    """Move the night to another day, with all its games.

    This needs a key to the club: otherwise a guest of an old night could move it to today and write in today's games.
    """
    opened = fetch_night(ref, Access.SCORE)
    if not opened.opens_club:
        abort(404)
    form = DayForm(data={"day": opened.it.date})
    form.day.latest = opened.club.today

    def again(why: str) -> str:
        form.day.errors = [*form.day.errors, *filter(None, [why])]
        return _show(opened, day=form)

    return carry_out(
        form,
        lambda: move_night(opened.it, form.day.data or opened.it.date),
        url_for("nights.night", ref=ref),
        again,
    )


def _show(opened: Opened[Night], **sent: Form) -> str:
    played = games_of_night(opened.it.id)
    sheets = load_sheets([game for game, _ in played])
    games = [NightGame(game, sheet, began) for (game, began), sheet in zip(played, sheets, strict=True)]
    forms = {
        "note": NoteForm(formdata=None),
        "name": NightNameForm(obj=opened.it, formdata=None),
        "day": DayForm(data={"day": opened.it.date}, formdata=None),
        **sent,
    }
    return render_template(
        "nights/night.html",
        opened=opened,
        forms=forms,
        games=[(night_game.game, night_game.sheet) for night_game in games if not night_game.game.tournament_id],
        story=tell_night(opened.it, games),
        is_tonight=opened.it.date == opened.club.today,
        standing=night_figures(opened.it, games),
        tournaments=tournaments_of_night(opened.it.id),
        notes=notes_of(opened.it.id),
    )
