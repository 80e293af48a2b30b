"""Changes to a game, except to its scores: arrivals and departures, penalties, corrected rules, struck lines."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import Form
from forms.changes import ArriveForm, PenaltyForm, RulesForm, SeatForm, SeatingForm
from forms.clubs import DayForm
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.house_rules import house_rules_of
from models.ledger.keys import Access
from models.ledger.players import player_names
from models.play import changes as verbs
from models.play import scores
from models.play.days import move_game
from models.play.pen import Pen, take_pen
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from rules import RULE_BOOKS, read_rules
from rules.table.deal import read_engines, write_engines
from views.game.page import show
from views.shared.acts import carry_out
from views.shared.keyring import fetch_game, name_to_sign
from views.shared.once import once
from views.shared.outbox import wait_of_phone

pages = Blueprint("changes", __name__, url_prefix="/games/<ref>")

F = TypeVar("F", bound=Form)

# The parts of the page that have fields, and the acts that a tournament's referee enters on the tournament's pages.
_PARTS: dict[str, type[Form]] = {
    "arrive": ArriveForm,
    "leave": SeatForm,
    "penalty": PenaltyForm,
    "rules": RulesForm,
    "day": DayForm,
}
_FOR_THE_HALL = {"arrive", "leave", "rules", "day", "stop", "go-on", "counts"}


@pages.get("/changes")
def changes(ref: str) -> ResponseReturnValue:
    """The forms for everything that can happen to a game, except scores."""
    return _show(fetch_game(ref, Access.SCORE))


@pages.post("/arrive")
@once
def arrive(ref: str) -> ResponseReturnValue:
    """Add a player who arrives late or comes back."""

    def act(pen: Pen, form: ArriveForm) -> None:
        verbs.arrive(pen, form.name.data or "", form.start.data, form.after.data)

    return _carry_out(ref, "arrive", ArriveForm, act)


@pages.post("/leave")
@once
def leave(ref: str) -> ResponseReturnValue:
    """Record that a player leaves early."""
    return _carry_out(ref, "leave", SeatForm, lambda pen, form: verbs.leave(pen, form.seat.data))


@pages.post("/penalty")
@once
def penalty(ref: str) -> ResponseReturnValue:
    """Add pips by hand, with a reason."""

    def act(pen: Pen, form: PenaltyForm) -> None:
        pips = form.pips.data or 0
        verbs.penalise(
            pen, form.seat.data, -abs(pips) if "off" in request.form else pips, form.reason.data or "", form.round.data
        )

    return _carry_out(ref, "penalty", PenaltyForm, act)


@pages.post("/seating")
@once
def seating(ref: str) -> ResponseReturnValue:
    """Correct the seating. Without JavaScript, a `move` only reorders the seats on the page."""
    if "move" in request.form:
        form = SeatingForm()
        order = form.seats_after(request.form["move"]) if form.validate() else []
        return _show(fetch_game(ref, Access.SCORE), order=order)
    return _carry_out(ref, "seating", SeatingForm, lambda pen, form: verbs.reseat(pen, form.seats))


@pages.post("/rules")
@once
def rules(ref: str) -> ResponseReturnValue:
    """Correct the rules or the starting doubles."""

    def act(pen: Pen, form: RulesForm) -> None:
        book = read_rules(form.rules.data)
        verbs.mend_rules(pen, book, read_engines(form.engines.data or "", book))

    return _carry_out(ref, "rules", RulesForm, act)


@pages.post("/day")
@once
def day(ref: str) -> ResponseReturnValue:
    """Move the game to another day.

    This needs a key to the club, because a key to the old night would no longer open the game.
    """
    if not fetch_game(ref, Access.SCORE).opens_club:
        abort(404)
    return _carry_out(ref, "day", DayForm, lambda pen, form: move_game(pen, form.day.data or pen.today))


@pages.post("/stop")
@once
def stop(ref: str) -> ResponseReturnValue:
    """Stop the game early. It is ranked as it stands."""
    return _carry_out(ref, "stop", Form, lambda pen, form: verbs.stop(pen, "kept" not in request.form))


@pages.post("/counts")
@once
def counts(ref: str) -> ResponseReturnValue:
    """Choose whether a stopped game counts in statistics and ratings or is only saved."""
    return _carry_out(ref, "counts", Form, lambda pen, form: verbs.set_counts(pen, "kept" not in request.form))


@pages.post("/go-on")
@once
def go_on(ref: str) -> ResponseReturnValue:
    """Continue a game, perhaps on another night."""
    return _carry_out(ref, "go-on", Form, lambda pen, form: verbs.go_on(pen))


@pages.post("/strike/<int:entry>")
@once
def strike(ref: str, entry: int) -> ResponseReturnValue:
    """Strike the lines of one act, or put them back by striking the lines that struck them."""
    return _carry_out(ref, "strike", Form, lambda pen, form: scores.strike(pen, entry))


def _carry_out(ref: str, what: str, kind: type[F], act: Callable[[Pen, F], None]) -> ResponseReturnValue:
    """Carry out an act on the game, or show the page with the reason beside the form."""
    opened = fetch_game(ref, Access.SCORE)
    by, form = name_to_sign(opened), _form(kind, opened)

    def verb() -> None:
        if what in _FOR_THE_HALL:
            scores.check_not_at_tournament(opened.it)
        with take_pen(opened, by, wait=wait_of_phone()) as pen:
            act(pen, form)

    return carry_out(form, verb, url_for("games.sheet", ref=ref), lambda why: _show(opened, what, form, why))


def _form(kind: type[F], opened: Opened[Game]) -> F:
    """A form of this kind, with the choices that the game offers."""
    form, sheet = kind(), load_sheet(opened.it)
    if isinstance(form, SeatForm):
        form.seat.choices = [("", gettext("Who?")), *((column.seat, column.name) for column in sheet.columns)]
    if isinstance(form, PenaltyForm):
        form.offer_rounds(sheet.rounds_closed)
    if isinstance(form, ArriveForm):
        form.offer_places([(column.seat, column.name) for column in sheet.columns if column.left_in is None])
    if isinstance(form, DayForm):
        form.day.latest, form.day.data = opened.club.today, form.day.data or opened.day
    if isinstance(form, RulesForm):
        _offer_rules(form, opened, sheet)
    return form


def _offer_rules(form: RulesForm, opened: Opened[Game], sheet: Sheet) -> None:
    """Offer the published rule sets, this game's rules and, if a key opens the club, the club's own rules."""
    made = house_rules_of(opened.it.club_id) if opened.opens_club else []
    offered = [(book.key, book.name) for book in RULE_BOOKS.values()]
    offered += [(str(house.rules), house.name) for house in made]
    if str(sheet.book) not in dict(offered):
        offered.append((str(sheet.book), gettext("%(rules)s, house rules", rules=sheet.book.name)))
    form.rules.choices = list(offered)
    form.rules.data = form.rules.data or str(sheet.book)
    if form.engines.data is None and sheet.engines != sheet.book.options.engines:
        form.engines.data = write_engines(sheet.engines)


def _show(
    opened: Opened[Game], failed: str = "", form: Form | None = None, refused: str = "", order: Sequence[int] = ()
) -> str:
    """The page with all its forms.

    The form that failed shows what was sent and why it failed. `order` lists the seats as rearranged so far.
    """
    sheet = load_sheet(opened.it)
    forms = {what: _form(kind, opened) for what, kind in _PARTS.items()}
    if form is not None and failed in forms:
        forms[failed] = form
    return show(
        "changes/changes",
        opened,
        sheet=sheet,
        order=order if sorted(order) == sorted(sheet.names) else (),
        forms=forms,
        failed=failed,
        refused=refused,
        known=player_names(opened.club.id) if opened.opens_club else [],
    )
