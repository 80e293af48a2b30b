"""What happens to a game besides scores: people come and go, pips are added, rules are mended, lines are struck."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import Form
from forms.changes import ArriveForm, PenaltyForm, RulesForm, SeatForm, SeatingForm, StopForm
from models.access.grants import Opened
from models.ledger.clubs import player_names
from models.ledger.games import Game
from models.ledger.house_rules import house_rules_of
from models.ledger.keys import Access
from models.play import changes as verbs
from models.play import scores
from models.play.pen import Pen, SheetError, take_pen
from models.sheets.fold import load_sheet
from models.texts import say
from rules import RULE_BOOKS, BookError, DealError, read_rules
from rules.table.deal import read_engines
from views.shared.keyring import ask_name, fetch_game
from views.shared.once import once

pages = Blueprint("changes", __name__, url_prefix="/games/<ref>")


def _open(ref: str) -> tuple[Opened[Game], str]:
    opened = fetch_game(ref, Access.SCORE)
    return opened, ask_name(opened)


def _form(kind: type[Form], opened: Opened[Game]) -> Form:
    """A form of this kind with what the game lets one choose from; the club's own rules only where the club is open."""
    game = opened.it
    sheet = load_sheet(game)
    form = kind()
    if "seat" in form:
        form.seat.choices = [(column.seat, column.name) for column in sheet.columns]
    if "rules" in form:
        form.rules.choices = [(book.key, book.name) for book in RULE_BOOKS.values()]
        made = house_rules_of(game.club_id) if opened.opens_club else []
        form.rules.choices += [(str(one.rules), one.name) for one in made]
        if sheet.book.house_rules and str(sheet.book) not in dict(form.rules.choices):
            form.rules.choices.append((str(sheet.book), gettext("%(rules)s, house rules", rules=sheet.book.name)))
        form.rules.data = form.rules.data or str(sheet.book)
        if form.engines.data is None and sheet.engines != sheet.book.options.engines:
            form.engines.data = " ".join(map(str, sheet.engines))
    return form


def _carry_out(
    ref: str, kind: type[Form], act: Callable[[Pen, Form], None], for_the_hall: bool = False
) -> ResponseReturnValue:
    """Do something to the game if its form and its sheet allow it; else show the page with the reason beside the form.

    What is `for_the_hall` a tournament's referee does on the tournament's pages.
    """
    opened, by = _open(ref)
    form = _form(kind, opened)
    refused = ""
    if for_the_hall and opened.it.tournament_id is not None:
        return _show(opened, form, say("sheet.in-tournament"))
    if form.validate_on_submit():
        try:
            with take_pen(opened, by) as pen:
                act(pen, form)
            return redirect(url_for("games.sheet", ref=ref), 303)
        except (SheetError, DealError, BookError) as error:
            refused = str(error)
    return _show(opened, form, refused)


def _show(opened: Opened[Game], failed: Form | None = None, refused: str = "") -> ResponseReturnValue:
    forms = {kind.__name__: _form(kind, opened) for kind in (ArriveForm, SeatForm, PenaltyForm, RulesForm, StopForm)}
    name = type(failed).__name__ if failed else ""
    if failed and name in forms:
        forms[name] = failed
    page = render_template(
        "changes/changes.html",
        opened=opened,
        game=opened.it,
        sheet=load_sheet(opened.it),
        forms=forms,
        failed=name,
        refused=refused,
        known=player_names(opened.club.id) if opened.opens_club else [],
    )
    return page, 422 if failed else 200


@pages.get("/changes")
def changes(ref):
    """Everything that can happen to a game besides scores."""
    opened, _ = _open(ref)
    return _show(opened)


@pages.post("/arrive")
@once
def arrive(ref):
    """Somebody comes late, or comes back."""
    return _carry_out(ref, ArriveForm, lambda pen, form: verbs.arrive(pen, form.name.data, form.start.data), True)


@pages.post("/leave")
@once
def leave(ref):
    """Somebody goes home early."""
    return _carry_out(ref, SeatForm, lambda pen, form: verbs.leave(pen, form.seat.data), True)


@pages.post("/penalty")
@once
def penalty(ref):
    """Pips are added by hand, with a reason."""

    def act(pen, form):
        verbs.penalise(pen, form.seat.data, form.pips.data, form.reason.data)

    return _carry_out(ref, PenaltyForm, act)


@pages.post("/seating")
@once
def seating(ref):
    """The seats were put in wrongly."""

    def act(pen, form):
        verbs.reseat(pen, [int(seat) for seat in form.order.data.split() if seat.isdecimal()])

    return _carry_out(ref, SeatingForm, act)


@pages.post("/rules")
@once
def rules(ref):
    """The rules or the starting doubles were put in wrongly."""

    def act(pen, form):
        book = read_rules(form.rules.data)
        verbs.mend_rules(pen, book, read_engines(form.engines.data or "", book))

    return _carry_out(ref, RulesForm, act, True)


@pages.post("/stop")
@once
def stop(ref):
    """The table stops early and ranks as it stands."""
    return _carry_out(ref, StopForm, lambda pen, form: verbs.stop(pen), True)


@pages.post("/go-on")
@once
def go_on(ref):
    """A game goes on, perhaps on another night."""
    return _carry_out(ref, Form, lambda pen, form: verbs.go_on(pen), True)


@pages.post("/strike/<int:entry>")
@once
def strike(ref, entry):
    """Strike what was entered together, or put it back by striking the strike."""
    return _carry_out(ref, Form, lambda pen, form: scores.strike(pen, entry))
