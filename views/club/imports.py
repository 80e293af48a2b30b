"""Import a club's file or a table of scores.

The page first shows what would change; nothing is imported until somebody confirms it.
"""

import json
from dataclasses import asdict

from babel.lists import format_list
from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from werkzeug.datastructures import MultiDict

from forms.imports import ClubFileForm, ScoreTableForm
from models.access.grants import Opened, open_clubs
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import FROM_A_PAGE, MOST_GAMES_OF_A_CLUB, read_club
from models.files.fields import FileError
from models.files.import_plan import ImportPlan, ImportSummary, plan_import, summary_of
from models.files.schema import ClubFile
from models.files.scores_import import import_scores, preview_scores
from models.files.scores_reader import ScoreTable, read_scores
from models.files.table_dates import dates_in
from models.ledger.clubs import Club
from models.ledger.house_rules import house_rules_of
from models.ledger.keys import Access
from models.ledger.players import players_of
from models.play.start import make_keys
from models.sheets.sheet import Sheet
from models.store.uploads import find_upload, forget_upload, store_upload
from rules import RULE_BOOKS, read_rules
from rules.names import fold_name
from views.shared.keyring import fetch_club, hand_over, key_refs, name_here, name_to_sign
from views.shared.limits import Limit, address_here, count, count_on_commit
from views.shared.named import day_in_words
from views.shared.new_club import key_labels, zone_here
from views.shared.once import once
from views.shared.uploads import (
    MOST_BYTES,
    MOST_BYTES_OF_STRANGERS,
    NothingSentError,
    prepared_by,
    sent_text,
)

pages = Blueprint("imports", __name__)


def _opened(ref: str | None) -> Opened[Club] | None:
    """The club that a file is imported into; None if the file is to create a new club."""
    return fetch_club(ref, Access.MANAGE) if ref else None


@pages.get("/clubs/<ref>/import")
@pages.get("/import", endpoint="choose_file_to_found")
def choose_file(ref: str | None = None) -> ResponseReturnValue:
    """The form to upload a club's file, either to import it into an existing club or to found a new club."""
    return _show_form(_opened(ref))


def _show_form(opened: Opened[Club] | None, refused: str = "") -> str:
    clubs = [opened.it] if opened else open_clubs(key_refs(), Access.MANAGE)
    form, most_games = ClubFileForm(), FROM_A_PAGE.games
    return render_template(
        "imports/file.html", opened=opened, clubs=clubs, form=form, refused=refused, most_games=most_games
    )


def _read_file(ref: str | None = None) -> tuple[str, ImportSummary] | ValueError:
    """The text of the uploaded file and a summary of its import, or the error if the file cannot be read."""
    opened = _opened(ref)
    count(Limit.FILES)
    try:
        text = sent_text()
        file = read_club(text, FROM_A_PAGE)
        return text, plan_import(file, opened.it.id, MOST_GAMES_OF_A_CLUB).brought if opened else summary_of(file)
    except ValueError as error:
        return error


@pages.post("/clubs/<ref>/import")
@prepared_by(_read_file, MOST_BYTES)
@once
def send(ref: str) -> ResponseReturnValue:
    """Upload a club's file and see what it would import."""
    return _store(fetch_club(ref, Access.MANAGE))


@pages.post("/import")
@prepared_by(_read_file, MOST_BYTES_OF_STRANGERS)
@once
def send_to_found() -> ResponseReturnValue:
    """Upload a file to create a club from, and see its contents."""
    return _store(None)


def _store(opened: Opened[Club] | None) -> ResponseReturnValue:
    if isinstance(g.prepared, ValueError):
        return _show_form(opened, str(g.prepared)), 422
    text, brought = g.prepared
    by, club_id = (name_here(opened.club), opened.it.id) if opened else ("", None)
    upload = store_upload(text, json.dumps(asdict(brought)), by, club_id)
    return redirect(url_for("imports.preview", ref=opened and opened.it.ref, upload=upload.ref), 303)


@pages.get("/clubs/<ref>/import/<upload>")
@pages.get("/import/<upload>")
def preview(upload: str, ref: str | None = None) -> ResponseReturnValue:
    """The page that shows what an uploaded file would import into the club, or into the new club that it would found."""
    opened = _opened(ref)
    waiting = find_upload(upload, opened.it.id if opened else None) or abort(404)
    return render_template("imports/preview.html", opened=opened, brought=ImportSummary(**json.loads(waiting.brings)))


def _prepare(upload: str, ref: str | None = None) -> tuple[ClubFile, ImportPlan] | FileError | None:
    """The uploaded file and its import plan, made before anything is locked, or the error if the file cannot be read.

    None if the file is no longer waiting: the same form may have imported it a moment ago.
    """
    opened = _opened(ref)
    count(Limit.FILES)
    waiting = find_upload(upload, opened.it.id if opened else None)
    if waiting is None:
        return None
    try:
        file = read_club(waiting.text, FROM_A_PAGE)
        return file, plan_import(file, opened.it.id if opened else None, MOST_GAMES_OF_A_CLUB)
    except FileError as error:
        return error


@pages.post("/clubs/<ref>/import/<upload>")
@pages.post("/import/<upload>")
@prepared_by(_prepare)
@once
def bring(upload: str, ref: str | None = None) -> ResponseReturnValue:
    """Import a file into the club, or found a new club from the file."""
    opened = _opened(ref)
    waiting = find_upload(upload, opened.it.id if opened else None) or abort(404)
    if opened is None:
        count_on_commit(Limit.CLUBS)
    prepared: tuple[ClubFile, ImportPlan] | FileError = g.prepared
    if isinstance(prepared, FileError):
        return _show_form(opened, str(prepared)), 422
    file, plan = prepared
    try:
        into = opened.it if opened else create_club_from_file(file)
        if opened is None:
            into.founded_from, into.zone = address_here(), into.zone or zone_here()
        import_club(file, into, plan)
    except FileError as error:
        return _show_form(opened, str(error)), 422
    if opened is None:
        hand_over(make_keys(into, key_labels(gettext("The phone that imported the club")), ""))
    forget_upload(waiting)
    flash(gettext("Everything was imported."))
    return redirect(url_for("clubs.club", ref=into.ref), 303)


@pages.get("/clubs/<ref>/scores")
def scores(ref: str) -> ResponseReturnValue:
    """The form for a table of scores."""
    opened = fetch_club(ref, Access.MANAGE)
    return _show_scores(opened, _scores_form(opened))


def _read_table(ref: str) -> tuple[ScoreTableForm, ScoreTable | None]:
    """The form that was sent and the table in it, which is None if the form is refused."""
    form, nothing = _scores_form(fetch_club(ref, Access.MANAGE)), ""
    try:
        # A browser forgets the file when the page is shown again, so the file's text is put into the form.
        form.text.data = sent_text(form.text.data or "")
    except NothingSentError as error:
        nothing = str(error)
    if not form.day.data or form.found.data == form.day.data.isoformat():
        # The preview shows the table's date, and asks whether it is right.
        days = dates_in(form.text.data or "")
        form.found.data = days[0].isoformat() if len(days) == 1 else ""
        form.day.process(MultiDict({form.day.name: form.found.data}))
        readings = format_list(list(map(day_in_words, days[:3])), style="or", locale=get_locale())
        form.day.description = gettext("The table gives no date.")
        if days:
            form.day.description = gettext("The date in the table can be %(days)s.", days=readings)
    if not form.validate_on_submit() or nothing:
        form.text.errors = [*form.text.errors, *filter(None, [nothing])]
        return form, None
    return form, read_scores(form.text.data or "", read_rules(form.rules.data), form.totals.data == "totals")


@pages.post("/clubs/<ref>/scores")
@prepared_by(_read_table)
@once
def bring_table(ref: str) -> ResponseReturnValue:
    """Show a table of scores as a sheet, and enter it once somebody confirms it."""
    opened, (form, table) = fetch_club(ref, Access.MANAGE), g.prepared
    if table is None:
        return _show_scores(opened, form), 422
    by, book, day = name_to_sign(opened), read_rules(form.rules.data), form.day.data or opened.it.today
    if table.is_running and not form.totals.data:
        return _show_scores(opened, form, table)
    if "yes" in request.form and not form.day.data:
        form.day.errors = [gettext("Type a date, such as 2026-03-05.")]
    elif "yes" in request.form and (game := import_scores(opened.it, day, book, table, by)):
        return redirect(url_for("games.sheet", ref=game.ref), 303)
    sheet = preview_scores(opened.it, day, book, table, by)
    return _show_scores(opened, form, table, sheet), 422 if table.wrong or form.errors else 200


def _scores_form(opened: Opened[Club]) -> ScoreTableForm:
    form = ScoreTableForm()
    form.day.latest = opened.it.today
    made = [(str(house.rules), house.name) for house in house_rules_of(opened.it.id)]
    form.rules.choices = [*made, *((book.key, book.name) for book in RULE_BOOKS.values())]
    return form


def _show_scores(
    opened: Opened[Club], form: ScoreTableForm, table: ScoreTable | None = None, sheet: Sheet | None = None
) -> str:
    table = table or ScoreTable()
    names = {fold_name(name): name for name in table.names}
    here = [player.name for player in players_of(opened.it.id) if names.pop(player.folded_name, "")]
    return render_template(
        "imports/scores.html", opened=opened, form=form, table=table, sheet=sheet, here=here, new=[*names.values()]
    )
