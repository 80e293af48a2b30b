"""Enter the scores of a round: typed, or tapped tile by tile."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.scores import RoundScoresForm, TilesForm, scores_form
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.lines import Score, SheetLine, signatures_of
from models.play.pen import Pen, SheetError, take_pen
from models.play.scores import ScoreEntry, ScoreObjections, enter_scores
from models.sheets.confirmed import confirmed_rounds
from models.sheets.fold import load_sheet, read_left
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from rules import full_set, read_tile, tile, write_tiles
from rules.referee.in_words import ending_in_words
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import count_hand
from views.shared.keyring import ask_name, fetch_game, name_here
from views.shared.once import once
from views.shared.revoked_keys import find_revoked_club

pages = Blueprint("scores", __name__)


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round of a game that a key has opened, and its table. The table is None if nobody keeps it."""

    opened: Opened[Game]
    sheet: Sheet
    round: Round
    table: RoundTable | None

    @property
    def is_confirmed(self) -> bool:
        """True if a second player at a tournament's table has confirmed the scores."""
        return self.opened.it.tournament_id is not None and self.round.number in confirmed_rounds(self.sheet)

    @property
    def may_enter(self) -> bool:
        """True if this phone may enter scores here. Only the referee may correct a confirmed round."""
        is_confirmed = self.round.number in confirmed_rounds(self.sheet)
        return self.opened.access >= (Access.MANAGE if is_confirmed else Access.SCORE)

    @property
    def facts(self) -> dict[str, object]:
        """The facts that every page about these scores needs."""
        return {"opened": self.opened, "game": self.opened.it, "sheet": self.sheet, "round": self.round}


class ScoreRefusal(NamedTuple):
    """The reason why nothing was entered: a sentence that refuses it, or questions to answer first."""

    refused: str = ""
    objections: ScoreObjections | None = None

    @property
    def status(self) -> int:
        """The HTTP status of the page that says so."""
        if self.objections and self.objections.clashes:
            return 409
        return 422 if self.objections or self.refused else 200

    @property
    def facts(self) -> dict[str, object]:
        """The facts for the page that says so."""
        return {"refused": self.refused, "objections": self.objections, "agreed": _agreed()}


NOT_TRIED = ScoreRefusal()


def _fetch(opened: Opened[Game], number: int) -> ScoredRound:
    """The round to look at. Aborts with 404 if there is none."""
    sheet = load_sheet(opened.it)
    round = _require_round(sheet, number)
    return ScoredRound(opened, sheet, round, load_table(opened.it, sheet, number))


def _take(opened: Opened[Game], number: int) -> tuple[ScoredRound, Pen]:
    """The round with the pen of its game. Aborts with 404 if there is none."""
    pen = take_pen(opened, ask_name(opened))
    round = _require_round(pen.sheet, number)
    return ScoredRound(opened, pen.sheet, round, pen.table(number)), pen


def _require_round(sheet: Sheet, number: int) -> Round:
    return sheet.round(number) or abort(404)


@pages.get("/games/<ref>/rounds/<int:number>")
def round(ref: str, number: int) -> ResponseReturnValue:
    """A round's scores, with everything that was entered for them. Whoever keeps score can enter and correct them here."""
    opened = fetch_game(ref)
    scored = _fetch(opened, number)
    if not scored.may_enter:
        return _show(scored, None)
    ask_name(opened)
    return _show(scored, _form(scored))


@pages.post("/games/<ref>/rounds/<int:number>")
@once
def enter(ref: str, number: int) -> ResponseReturnValue:
    """Enter or correct scores, or show the questions to answer first."""
    opened = fetch_game(ref)
    if opened.access < Access.SCORE:
        if find_revoked_club():
            abort(404)
        return _show(_fetch(opened, number), None)
    scored, pen = _take(opened, number)
    form = _form(scored)
    why = _enter(scored, pen, form) if form.validate_on_submit() else NOT_TRIED
    if why is not None:
        return _show(scored, form, why)
    return redirect(_onward(scored, form), 303)


def _enter(scored: ScoredRound, pen: Pen, form: RoundScoresForm) -> ScoreRefusal | None:
    """Enter the typed scores. None if that is done, or else why it was not."""
    if emptied := _emptied(form, scored):
        return ScoreRefusal(_cannot_empty(emptied))
    entries = _entries(form, scored.round)
    try:
        with pen:
            objections = enter_scores(pen, scored.round.number, entries, _agreed())
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
        return url_for("scores.tiles", ref=ref, number=played.number, seat=seat)
    if "next" in request.form and set(played.seats) - set(played.cells) - set(_entries(form, played)):
        return url_for("scores.round", ref=ref, number=played.number)
    return url_for("games.sheet", ref=ref)


def _focus(form: RoundScoresForm, played: Round, objections: ScoreObjections | None) -> int | None:
    """The seat whose field gets the cursor: the first refused, or else the first empty. None beside a question."""
    wrong = {seat for seat in played.seats if form.of_seat(seat).errors}
    wrong |= {doubt.seat for doubt in objections.doubts if doubt.seat and doubt.is_impossible} if objections else set()
    if not wrong and not objections:
        wrong = {seat for seat in played.seats if not form.of_seat(seat).is_filled}
    return next((seat for seat in played.seats if seat in wrong), None)


def _agreed() -> frozenset[str]:
    """The doubts that somebody said yes to."""
    return frozenset(request.form.get("agreed", "").split("|")) - {""}


def _take_over(form: RoundScoresForm, objections: ScoreObjections) -> None:
    """Note that the second person has now seen what the first one entered."""
    for clash in objections.clashes:
        form.of_seat(clash.seat).seen.data = clash.cell.line


def _show(scored: ScoredRound, form: RoundScoresForm | None, why: ScoreRefusal = NOT_TRIED) -> ResponseReturnValue:
    played, history = scored.round, _history(scored)
    page = render_template(
        "scores/round.html",
        **scored.facts,
        **why.facts,
        form=form,
        focus=_focus(form, played, why.objections) if form else None,
        history=history,
        struck=struck_lines(scored.sheet.lines),
        signed=signatures_of(scored.opened.it.id) if history else {},
        me=name_here(scored.opened.club),
        is_confirmed=scored.is_confirmed,
        table_says=_ended(scored),
    )
    return page, 422 if form and form.errors else why.status


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


@pages.get("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
def tiles(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """The tiles left in one hand, tapped on a picture of the set. Tiles in other hands cannot be tapped."""
    opened = fetch_game(ref, Access.SCORE)
    scored = _fetch(opened, number)
    _require_seat(scored, seat)
    ask_name(opened)
    return _show_tiles(scored, seat, _tiles_form(scored.round, seat))


@pages.post("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
@once
def enter_tiles(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """Enter the tiles left in one hand, or show the questions to answer first."""
    scored, pen = _take(fetch_game(ref, Access.SCORE), number)
    _require_seat(scored, seat)
    form = _tiles_form(scored.round, seat)
    if not form.validate_on_submit():
        return _show_tiles(scored, seat, form)
    try:
        with pen:
            objections = enter_scores(pen, number, {seat: _tiles_entry(form, scored)}, _agreed())
    except SheetError as error:
        return _show_tiles(scored, seat, form, ScoreRefusal(str(error)))
    if objections is None:
        return redirect(url_for("scores.round", ref=ref, number=number), 303)
    if objections.clashes:
        form.seen.data = objections.clashes[0].cell.line
    return _show_tiles(scored, seat, form, ScoreRefusal(objections=objections))


def _require_seat(scored: ScoredRound, seat: int) -> None:
    if seat not in scored.round.seats:
        abort(404)


def _tiles_form(played: Round, seat: int) -> TilesForm:
    cell = played.cells.get(seat)
    mine = read_left(cell.text, cell.pips, cell.is_out).tiles if cell else ()
    return TilesForm(data={"tiles": [str(one) for one in mine], "seen": cell.line if cell else 0})


def _tiles_entry(form: TilesForm, scored: ScoredRound) -> ScoreEntry:
    left = tuple(read_tile(text) for text in form.tiles.data or ())
    return ScoreEntry(
        HandLeft(count_hand(left, scored.sheet.book).pips, tiles=left), write_tiles(left), form.seen.data or 0
    )


def _show_tiles(scored: ScoredRound, seat: int, form: TilesForm, why: ScoreRefusal = NOT_TRIED) -> ResponseReturnValue:
    book = scored.sheet.book
    page = render_template(
        "scores/tiles.html",
        **scored.facts,
        **why.facts,
        seat=seat,
        form=form,
        taken=_taken(scored, seat),
        counts={str(one): pips for one, pips in count_hand(full_set(book.options.highest), book).lines},
    )
    return page, 422 if form.errors else why.status


def _taken(scored: ScoredRound, seat: int) -> dict[str, str]:
    """The tiles that cannot be in this hand, each with its place: on the kept table, in the middle, in another hand."""
    table, played = scored.table, scored.round
    lying = [one for train in table.position.trains for one in train.tiles] if table else []
    taken = {str(one): gettext("on the table") for one in lying}
    taken[str(tile(played.engine, played.engine))] = gettext("in the middle")
    for other, cell in played.cells.items():
        if other != seat:
            held = read_left(cell.text, cell.pips, cell.is_out).tiles
            taken |= {str(one): scored.sheet.names[other] for one in held}
    return taken
