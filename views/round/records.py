"""A kept round as a record: taken along, or brought in."""

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext, ngettext

from forms.tables import RecordForm
from models.ledger.keys import Access
from models.play.pen import SheetError
from models.play.records import Imported, export_record, import_record
from rules import NotationError, read_record, write_move, write_record
from views.round.kept import fetch_kept, fetch_round
from views.shared.once import once
from views.shared.uploads import NothingSentError, sent_text

# It travels in a cookie.
LONGEST_SAID = 600

pages = Blueprint("records", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@pages.route("/record", methods=["GET", "POST"])
@once
def record(ref, number):
    """Take the round along as a record, or bring one in as this round's table."""
    kept = fetch_round(ref, number, Access.SCORE if request.method == "POST" else Access.VIEW)
    form = RecordForm()
    refused = ""
    if form.validate_on_submit():
        try:
            found = read_record(sent_text(form.text.data or ""))
            with kept.pen as pen:
                imported = import_record(pen, kept.round, found)
            flash(imported_in_words(imported)[:LONGEST_SAID])
            return redirect(url_for("tables.table", ref=ref, number=number), 303)
        except (NothingSentError, NotationError, SheetError) as error:
            refused = str(error)
    page = render_template("records/record.html", **kept.facts, form=form, refused=refused)
    return page, 422 if refused or form.errors else 200


def imported_in_words(imported: Imported) -> str:
    """What came in, and at which move it stopped and why."""
    said = [ngettext("%(num)s move was entered.", "%(num)s moves were entered.", imported.moves)]
    if imported.failure:
        failure = imported.failure
        facts = {"number": failure.index + 1, "move": write_move(failure.move), "why": failure.ruling.explanation}
        said.append(gettext("The record stops at move %(number)s, %(move)s: %(why)s", **facts))
    if imported.has_scores:
        said.append(gettext("Its scores were entered too."))
    if imported.is_by_order:
        said.append(gettext("It names other players: they were taken in their order round the table."))
    return " ".join(said)


@pages.get("/record.toml")
def download(ref, number):
    """The round as a file."""
    kept, table = fetch_kept(ref, number)
    text = write_record(export_record(kept.opened.it, kept.round, table))
    name = f"round-{number}-{ref}.toml"
    return Response(
        text, mimetype="application/toml", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
