"""A tracked round as a record: download it, or import one."""

from flask import Blueprint, Response, flash, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from forms.tables import RecordForm
from models.ledger.keys import Access
from models.play.pen import SheetError
from models.play.records import RecordImport, export_record, import_record
from rules import NotationError, read_record, write_move, write_record
from rules.table.record import Record
from views.shared.downloads import as_file
from views.shared.keyring import fetch_game
from views.shared.once import once
from views.shared.rounds import OpenedRound, fetch_round, require_table, take_round
from views.shared.uploads import NothingSentError, prepared_by, sent_text

# A message can be at most this long, because it travels in a cookie.
LONGEST_SAID = 600

pages = Blueprint("records", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.get("/record")
def record(ref: str, number: int) -> ResponseReturnValue:
    """The page to download the round as a record, or to import one."""
    return _show(fetch_round(ref, number), RecordForm())


def _read(ref: str, number: int) -> tuple[RecordForm, Record | None, str]:
    """The form that was sent, and the record in it or the reason why it cannot be read.

    Aborts with 404 for anybody who may not enter a record.
    """
    fetch_game(ref, Access.SCORE)
    form = RecordForm()
    if not form.validate_on_submit():
        return form, None, ""
    try:
        return form, read_record(sent_text(form.text.data or "")), ""
    except (NothingSentError, NotationError) as error:
        return form, None, str(error)


@pages.post("/record")
@prepared_by(_read)
@once
def bring_in(ref: str, number: int) -> ResponseReturnValue:
    """Import a record as this round's table."""
    opened_round, pen = take_round(ref, number)
    form, record, refused = g.prepared
    if record is None:
        return _show(opened_round, form, refused)
    try:
        with pen:
            imported = import_record(pen, opened_round.round, record)
    except (NotationError, SheetError) as error:
        return _show(opened_round, form, str(error))
    flash(imported_in_words(imported)[:LONGEST_SAID])
    return redirect(url_for("tables.table", ref=ref, number=number), 303)


def _show(opened_round: OpenedRound, form: RecordForm, refused: str = "") -> ResponseReturnValue:
    page = render_template("records/record.html", **opened_round.facts, form=form, refused=refused)
    return page, 422 if refused or form.errors else 200


def imported_in_words(imported: RecordImport) -> str:
    """The import in words: the number of moves and, if the import stopped early, at which move and why."""
    sentences = [ngettext("%(num)s move was entered.", "%(num)s moves were entered.", imported.moves)]
    if failure := imported.failure:
        facts = {"number": failure.index + 1, "move": write_move(failure.move), "why": failure.ruling.explanation}
        sentences.append(gettext("The import stopped at move %(number)s, %(move)s: %(why)s", **facts))
    if imported.has_scores:
        sentences.append(gettext("The scores in the record were entered too."))
    if imported.is_by_order:
        sentences.append(
            gettext("The names in the record are different: the players were matched in order around the table.")
        )
    return " ".join(sentences)


@pages.get("/record.toml")
def download(ref: str, number: int) -> Response:
    """The round as a file."""
    kept = require_table(fetch_round(ref, number))
    text = write_record(export_record(kept.opened.it, kept.round, kept.table))
    return as_file(text, "application/toml", f"round-{number}-{ref}.toml")
