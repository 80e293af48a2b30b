"""Changes to a game, other than scores: people come and go, pips are added, rules are mended, lines are struck."""

from collections.abc import Callable
from typing import TypeVar

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
from models.sheets.sheet import Sheet
from rules import RULE_BOOKS, BookError, DealError, read_rules
from rules.table.deal import read_engines
from views.shared.keyring import ask_name, fetch_game
from views.shared.once import once

pages = Blueprint("changes", __name__, url_prefix="/games/<ref>")

F = TypeVar("F", bound=Form)

# The parts of the page that have fields, and the acts that a tournament's referee does on the tournament's pages.
_PARTS: dict[str, type[Form]] = {
    "arrive": ArriveForm,
    "leave": SeatForm,
    "penalty": PenaltyForm,
    "rules": RulesForm,
    "stop": StopForm,
}
_FOR_THE_HALL = {"arrive", "leave", "rules", "stop", "go-on"}


@pages.get("/changes")
def changes(ref: str) -> ResponseReturnValue:
    """Everything that can happen to a game, scores aside."""
    opened, _ = _open(ref)
    return _show(opened)


@pages.post("/arrive")
@once
def arrive(ref: str) -> ResponseReturnValue:
    """Somebody comes late, or comes back."""
    return _carry_out(
        ref, "arrive", ArriveForm, lambda pen, form: verbs.arrive(pen, form.name.data or "", form.start.data)
    )


@pages.post("/leave")
@once
def leave(ref: str) -> ResponseReturnValue:
    """Somebody goes home early."""
    return _carry_out(ref, "leave", SeatForm, lambda pen, form: verbs.leave(pen, form.seat.data))


@pages.post("/penalty")
@once
def penalty(ref: str) -> ResponseReturnValue:
    """Pips are added by hand, with a reason."""

    def act(pen: Pen, form: PenaltyForm) -> None:
        verbs.penalise(pen, form.seat.data, form.pips.data or 0, form.reason.data or "")

    return _carry_out(ref, "penalty", PenaltyForm, act)


@pages.post("/seating")
@once
def seating(ref: str) -> ResponseReturnValue:
    """The seats were put in wrongly."""

    def act(pen: Pen, form: SeatingForm) -> None:
        verbs.reseat(pen, [int(seat) for seat in (form.order.data or "").split() if seat.isdecimal()])

    return _carry_out(ref, "seating", SeatingForm, act)


@pages.post("/rules")
@once
def rules(ref: str) -> ResponseReturnValue:
    """The rules or the starting doubles were put in wrongly."""

    def act(pen: Pen, form: RulesForm) -> None:
        book = read_rules(form.rules.data)
        verbs.mend_rules(pen, book, read_engines(form.engines.data or "", book))

    return _carry_out(ref, "rules", RulesForm, act)


@pages.post("/stop")
@once
def stop(ref: str) -> ResponseReturnValue:
    """The table stops early and ranks as it stands."""
    return _carry_out(ref, "stop", StopForm, lambda pen, form: verbs.stop(pen))


@pages.post("/go-on")
@once
def go_on(ref: str) -> ResponseReturnValue:
    """A game goes on, perhaps on another night."""
    return _carry_out(ref, "go-on", Form, lambda pen, form: verbs.go_on(pen))


@pages.post("/strike/<int:entry>")
@once
def strike(ref: str, entry: int) -> ResponseReturnValue:
    """Strike what was entered together, or put it back by striking the strike."""
    return _carry_out(ref, "strike", Form, lambda pen, form: scores.strike(pen, entry))


def _open(ref: str) -> tuple[Opened[Game], str]:
    opened = fetch_game(ref, Access.SCORE)
    return opened, ask_name(opened)


def _carry_out(ref: str, what: str, kind: type[F], act: Callable[[Pen, F], None]) -> ResponseReturnValue:
    """Do something to the game if its form and its sheet allow it; else show the page with the reason beside the form."""
    opened, by = _open(ref)
    form, refused = _form(kind, opened), ""
    try:
        if what in _FOR_THE_HALL:
            scores.check_not_in_hall(opened.it)
        if form.validate_on_submit():
            with take_pen(opened, by) as pen:
                act(pen, form)
            return redirect(url_for("games.sheet", ref=ref), 303)
    except (SheetError, DealError, BookError) as error:
        refused = str(error)
    return _show(opened, what, form, refused)


def _form(kind: type[F], opened: Opened[Game]) -> F:
    """A form of this kind with what the game lets one choose from."""
    form, sheet = kind(), load_sheet(opened.it)
    if isinstance(form, SeatForm):
        form.seat.choices = [(column.seat, column.name) for column in sheet.columns]
    if isinstance(form, RulesForm):
        _offer_rules(form, opened, sheet)
    return form


def _offer_rules(form: RulesForm, opened: Opened[Game], sheet: Sheet) -> None:
    """The rule sets, the club's own rules only where the club is open, and those of this game."""
    made = house_rules_of(opened.it.club_id) if opened.opens_club else []
    offered = [(book.key, book.name) for book in RULE_BOOKS.values()] + [(str(one.rules), one.name) for one in made]
    if sheet.book.house_rules and str(sheet.book) not in dict(offered):
        offered.append((str(sheet.book), gettext("%(rules)s, house rules", rules=sheet.book.name)))
    form.rules.choices = list(offered)
    form.rules.data = form.rules.data or str(sheet.book)
    if form.engines.data is None and sheet.engines != sheet.book.options.engines:
        form.engines.data = " ".join(map(str, sheet.engines))


def _show(opened: Opened[Game], failed: str = "", form: Form | None = None, refused: str = "") -> ResponseReturnValue:
    """The page with all its forms; the one that failed as it was sent, and why."""
    forms = {what: _form(kind, opened) for what, kind in _PARTS.items()}
    if form is not None and failed in forms:
        forms[failed] = form
    page = render_template(
        "changes/changes.html",
        opened=opened,
        game=opened.it,
        sheet=load_sheet(opened.it),
        forms=forms,
        failed=failed,
        refused=refused,
        known=player_names(opened.club.id) if opened.opens_club else [],
    )
    return page, 422 if failed else 200
