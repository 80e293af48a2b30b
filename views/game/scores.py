"""Enter the scores of a round, correct them, and swap two that stand at the wrong player."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.scores import RoundScoresForm, SwapForm, scores_form
from models.ledger.keys import Access
from models.ledger.lines import Score, SheetLine, signatures_of
from models.ledger.waits import waits_of
from models.play.pen import Pen, SheetError
from models.play.scores import ScoreEntry, ScoreObjections, SeenScore, enter_scores, swap_scores
from models.sheets.round import RoundTable
from models.sheets.sheet import Round
from models.sheets.striking import struck_lines
from rules.names import fold_name
from rules.referee.in_words import ending_in_words
from views.game.scored_round import NOT_TRIED, ScoredRound, ScoreRefusal, agreed, fetch_scored, take_scored
from views.shared.keyring import fetch_game, name_here
from views.shared.once import once
from views.shared.revoked_keys import find_revoked_club

pages = Blueprint("scores", __name__)


@pages.get("/games/<ref>/rounds/<int:number>")
def round(ref: str, number: int) -> ResponseReturnValue:
    """A round's scores, with everything that was entered for them. Whoever keeps score can enter and correct them here."""
    opened = fetch_game(ref)
    scored = fetch_scored(opened, number)
    return _show(scored, _form(scored) if scored.may_enter else None)


@pages.post("/games/<ref>/rounds/<int:number>")
@once
def enter(ref: str, number: int) -> ResponseReturnValue:
    """Enter or correct scores, or show the questions to answer first."""
    opened = fetch_game(ref)
    if opened.access < Access.SCORE:
        if find_revoked_club():
            abort(404)
        return _show(fetch_scored(opened, number), None)
    scored, pen = take_scored(opened, number)
    form = _form(scored)
    why = _enter(scored, pen, form) if form.validate_on_submit() else NOT_TRIED
    if why is not None:
        return _show(scored, form, why)
    return redirect(_onward(scored, form), 303)


def _enter(scored: ScoredRound, pen: Pen, form: RoundScoresForm) -> ScoreRefusal | None:
    """Enter the typed scores. None if that is done, or else why it was not."""
    if scored.nameless:
        return ScoreRefusal(scored.nameless)
    if emptied := _emptied(form, scored):
        return ScoreRefusal(_cannot_empty(emptied))
    entries = _entries(form, scored.round)
    try:
        with pen:
            objections = enter_scores(pen, scored.round.number, entries, agreed())
    except SheetError as error:
        return ScoreRefusal(str(error))
    if objections:
        _take_over(form, objections)
        return ScoreRefusal(objections=objections)
    if not entries and _tapped() is None:
        return ScoreRefusal(gettext("Type at least one score, or tap who went out."))
    return None


def _form(scored: ScoredRound) -> RoundScoresForm:
    """The form, filled at first with the scores as they stand, or with the player who went out at the kept table."""
    return scores_form(scored.round.seats)(data=_standing(scored.round, scored.table))


def _standing(played: Round, table: RoundTable | None) -> dict[str, dict[str, object]]:
    """The first values of the fields, with the number of each score's line."""
    out = table.out if table and table.is_over else ()
    standing: dict[str, dict[str, object]] = {}
    for seat in played.seats:
        cell = played.cells.get(seat)
        typed = "" if cell is None or cell.is_out else str(cell.pips) if "-" in cell.text else cell.text
        standing[f"hand_{seat}"] = {
            "left": typed,
            "out": cell.is_out if cell else seat in out,
            "seen": cell.line if cell else 0,
        }
    return standing


def _entries(form: RoundScoresForm, played: Round) -> dict[int, ScoreEntry]:
    """The typed scores, by seat."""
    entries = {}
    for seat in played.seats:
        field = form.of_seat(seat)
        if field.is_filled:
            left, text = field.read()
            entries[seat] = ScoreEntry(left, text, field.seen.data or 0)
    return entries


def _emptied(form: RoundScoresForm, scored: ScoredRound) -> list[str]:
    """The players whose score somebody tried to remove by emptying its field."""
    fields = {seat: form.of_seat(seat) for seat in scored.round.cells}
    return [scored.sheet.names[seat] for seat, field in fields.items() if not field.is_filled and field.seen.data]


def _cannot_empty(names: list[str]) -> str:
    return gettext(
        "A score is not taken away by emptying it (%(names)s). Type another, or strike it in the log.",
        names=", ".join(names),
    )


def _tapped() -> int | None:
    """The seat whose tiles are to be tapped next, or None."""
    text = request.form.get("tap", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _onward(scored: ScoredRound, form: RoundScoresForm) -> str:
    """The address of the next page: a hand's tiles, the next empty field, or the sheet."""
    ref, played = scored.opened.it.ref, scored.round
    seat = _tapped()
    if seat is not None:
        return url_for("tiles.tiles", ref=ref, number=played.number, seat=seat)
    if "next" in request.form and set(played.seats) - set(played.cells) - set(_entries(form, played)):
        return url_for("scores.round", ref=ref, number=played.number)
    return url_for("games.sheet", ref=ref)


def _order(scored: ScoredRound) -> tuple[int, ...]:
    """The seats of the round clockwise, from the seat of the person who holds this phone."""
    me, seats = fold_name(name_here(scored.opened.club)), scored.round.seats
    mine = next((place for place, seat in enumerate(seats) if fold_name(scored.sheet.names[seat]) == me), 0)
    return seats[mine:] + seats[:mine]


def _focus(form: RoundScoresForm, order: tuple[int, ...], objections: ScoreObjections | None) -> int | None:
    """The seat whose field gets the cursor: the first refused, or else the first empty. None beside a question."""
    wrong = {seat for seat in order if form.of_seat(seat).errors}
    wrong |= {doubt.seat for doubt in objections.doubts if doubt.seat and doubt.is_impossible} if objections else set()
    if not wrong and not objections:
        wrong = {seat for seat in order if not form.of_seat(seat).is_filled}
    return next((seat for seat in order if seat in wrong), None)


def _take_over(form: RoundScoresForm, objections: ScoreObjections) -> None:
    """Note that the second person has now seen what the first one entered."""
    for clash in objections.clashes:
        form.of_seat(clash.seat).seen.data = clash.cell.line


def _show(
    scored: ScoredRound, form: RoundScoresForm | None, why: ScoreRefusal = NOT_TRIED, swapping: SwapForm | None = None
) -> ResponseReturnValue:
    """The page of the round. If `swapping` is given, `why` is about that form."""
    order, history = _order(scored), _history(scored)
    page = render_template(
        "scores/round.html",
        **scored.facts,
        **why.facts,
        form=form,
        order=order,
        focus=_focus(form, order, why.objections) if form and not swapping else None,
        swapping=swapping,
        history=history,
        struck=struck_lines(scored.sheet.lines),
        signed=signatures_of(scored.opened.it.id) if history else {},
        waits=waits_of(scored.opened.it.id) if history else {},
        is_confirmed=scored.is_confirmed,
        table_says=_ended(scored),
    )
    is_wrong = (form and form.errors) or (swapping and swapping.errors)
    return page, 422 if is_wrong else why.status


def _ended(scored: ScoredRound) -> str:
    """The end of the round by its kept table, in words. Empty before the end, and once all scores are entered."""
    table = scored.table
    if table is None or not table.is_over or scored.round.is_closed:
        return ""
    return ending_in_words(table.position, table.names)


def _history(scored: ScoredRound) -> dict[int, list[SheetLine[Score]]]:
    """Every score entered in the round, by seat."""
    by_seat: dict[int, list[SheetLine[Score]]] = {}
    for line in scored.sheet.entered_for(scored.round.number):
        by_seat.setdefault(line.payload.seat, []).append(line)
    return by_seat


@pages.post("/games/<ref>/rounds/<int:number>/swap")
@once
def swap(ref: str, number: int) -> ResponseReturnValue:
    """Swap the scores of two players, or show why not."""
    scored, pen = take_scored(fetch_game(ref, Access.SCORE), number)
    form = SwapForm()
    why = _swap(scored, pen, form) if form.validate_on_submit() else NOT_TRIED
    if why is None:
        return redirect(url_for("games.sheet", ref=ref), 303)
    _see_again(form, scored.round)
    typed = scores_form(scored.round.seats)(formdata=None, data=_standing(scored.round, scored.table))
    return _show(scored, typed, why, form)


def _swap(scored: ScoredRound, pen: Pen, form: SwapForm) -> ScoreRefusal | None:
    """Swap the chosen scores. None if that is done, or else why it was not."""
    if scored.nameless:
        return ScoreRefusal(scored.nameless)
    one, other = (SeenScore(*seen) for seen in form.chosen)
    try:
        with pen:
            objections = swap_scores(pen, scored.round.number, one, other, agreed())
    except SheetError as error:
        return ScoreRefusal(str(error))
    return ScoreRefusal(objections=objections) if objections else None


def _see_again(form: SwapForm, played: Round) -> None:
    """Choose the same players again, with the scores that they have now."""
    for field, (seat, _) in zip((form.one, form.other), form.chosen, strict=False):
        if seat in played.cells:
            field.data = f"{seat}-{played.cells[seat].line}"
