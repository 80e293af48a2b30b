"""The scores of a round: typed, or tapped tile by tile."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext

from forms.base import Form
from forms.scores import TilesForm, scores_form
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.lines import Score, SheetLine, signatures_of
from models.play.pen import SheetError, take_pen
from models.play.scores import Asked, Entry, enter_scores
from models.sheets.confirmed import confirmed_rounds
from models.sheets.fold import load_sheet, read_left
from models.sheets.round import Table, load_table
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from rules import full_set, read_tile, tile, write_tiles
from rules.referee.in_words import over_in_words
from rules.scores.left_in_hand import Left
from rules.scores.scoring import tally
from views.shared.keyring import ask_name, fetch_game, name_here
from views.shared.once import once
from views.shared.taken_back import find_taken_back

pages = Blueprint("scores", __name__)


@pages.get("/games/<ref>/rounds/<int:number>")
def round(ref, number):
    """A round's scores with all that was entered for them; whoever keeps score can enter and correct."""
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    played = _find_round(sheet, number)
    is_confirmed = opened.access < Access.MANAGE and number in confirmed_rounds(sheet)
    if opened.access < Access.SCORE or is_confirmed:
        return _show(opened, sheet, played, None)
    ask_name(opened)
    table = None if played.is_closed else load_table(opened.it, sheet, number)
    return _show(opened, sheet, played, scores_form(played.here)(data=_standing(played, table)))


@pages.post("/games/<ref>/rounds/<int:number>")
@once
def enter(ref, number):
    """Enter or correct scores, or show what has to be answered first."""
    opened = fetch_game(ref)
    if opened.access < Access.SCORE:
        if find_taken_back():
            abort(404)
        sheet = load_sheet(opened.it)
        return _show(opened, sheet, _find_round(sheet, number), None)
    pen = take_pen(opened, ask_name(opened))
    played = _find_round(pen.sheet, number)
    form = scores_form(played.here)(data=_standing(played, None))
    if not form.validate_on_submit():
        return _show(opened, pen.before, played, form)
    entries, emptied = _entries(form, played)
    if emptied:
        return _show(opened, pen.before, played, form, refused=_cannot_empty(pen.before, emptied))
    try:
        with pen:
            asked = enter_scores(pen, number, entries, _agreed())
    except SheetError as error:
        return _show(opened, pen.before, played, form, refused=str(error))
    if asked:
        _take_over(form, asked)
        return _show(opened, pen.before, played, form, asked)
    if leads_to := _lead_on(ref, played, entries):
        return redirect(leads_to, 303)
    refused = gettext("Type at least one score, or tap who went out.")
    return _show(opened, pen.before, played, form, refused=refused)


def _find_round(sheet: Sheet, number: int) -> Round:
    return sheet.round(number) or abort(404)


def _standing(played: Round, table: Table | None) -> dict[str, dict[str, object]]:
    """What the fields hold at first: the scores as they stand and which line each is, and who is out by the kept table."""
    out = table.out if table and table.is_over else ()
    standing = {}
    for seat in played.here:
        cell = played.cells.get(seat)
        typed = "" if cell is None or cell.is_out else str(cell.pips) if "-" in cell.text else cell.text
        standing[f"hand_{seat}"] = {
            "left": typed,
            "out": cell.is_out if cell else seat in out,
            "seen": cell.line if cell else 0,
        }
    return standing


def _entries(form: Form, played: Round) -> tuple[dict[int, Entry], list[int]]:
    """What was typed, and the seats whose score somebody tried to take away by emptying its field."""
    entries = {}
    emptied = [seat for seat in played.cells if not form[f"hand_{seat}"].form.is_filled]
    for seat in played.here:
        hand = form[f"hand_{seat}"].form
        if hand.is_filled:
            left, text = hand.hand
            entries[seat] = Entry(left, text, hand.seen.data or 0)
    return entries, [seat for seat in emptied if form[f"hand_{seat}"].form.seen.data]


def _lead_on(ref: str, played: Round, entries: dict[int, Entry]) -> str:
    """Where to go once scores are entered: to somebody's tiles, the next empty field, or the sheet. Empty where none was typed."""
    taps_next = request.form.get("tap", "")
    if taps_next.isdecimal() and len(taps_next) < 10:
        return url_for("scores.tiles", ref=ref, number=played.number, seat=int(taps_next))
    if not entries:
        return ""
    if "next" in request.form and set(played.here) - set(played.cells) - set(entries):
        return url_for("scores.round", ref=ref, number=played.number)
    return url_for("games.sheet", ref=ref)


def _focus(form: Form, played: Round, asked: Asked | None) -> int | None:
    """Whose field the cursor stands in: the first that is refused, or else that is empty; none beside a question."""
    hands = {seat: form[f"hand_{seat}"] for seat in played.here}
    wrong = {seat for seat, hand in hands.items() if hand.errors}
    wrong |= {doubt.seat for doubt in asked.doubts if doubt.seat and doubt.is_impossible} if asked else set()
    if not wrong and not asked:
        wrong = {seat for seat, hand in hands.items() if not hand.form.is_filled}
    return next((seat for seat in played.here if seat in wrong), None)


def _cannot_empty(sheet: Sheet, seats: list[int]) -> str:
    names = ", ".join(sheet.names[seat] for seat in seats)
    return gettext(
        "A score is not taken away by emptying it (%(names)s). Type another, or strike it in the log.", names=names
    )


def _agreed() -> frozenset[str]:
    """The doubts to which somebody said yes."""
    return frozenset(request.form.get("agreed", "").split("|")) - {""}


def _take_over(form: Form, asked: Asked) -> None:
    """Whoever was second has now seen what the first entered."""
    for clash in asked.clashes:
        form[f"hand_{clash.seat}"].form.seen.data = clash.cell.line


def _show(
    opened: Opened[Game], sheet: Sheet, played: Round, form: Form | None, asked: Asked | None = None, refused: str = ""
):
    table = load_table(opened.it, sheet, played.number)
    history = [line for line in sheet.lines if isinstance(line.payload, Score) and line.payload.round == played.number]
    status = 409 if asked and asked.clashes else 422 if asked or refused or (form and form.errors) else 200
    page = render_template(
        "scores/round.html",
        opened=opened,
        game=opened.it,
        sheet=sheet,
        round=played,
        form=form,
        focus=_focus(form, played, asked) if form else None,
        asked=asked,
        agreed=_agreed(),
        refused=refused,
        history=_by_seat(history),
        struck=struck_lines(sheet.lines),
        signed=signatures_of(opened.it.id) if history else {},
        me=name_here(opened.club),
        is_confirmed=opened.it.tournament_id is not None and played.number in confirmed_rounds(sheet),
        table_says=over_in_words(table.position, table.names)
        if table and table.is_over and not played.is_closed
        else "",
    )
    return page, status


def _by_seat(history: list[SheetLine[Score]]) -> dict[int, list[SheetLine[Score]]]:
    by_seat: dict[int, list[SheetLine[Score]]] = {}
    for line in history:
        by_seat.setdefault(line.payload.seat, []).append(line)
    return by_seat


@pages.get("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
def tiles(ref, number, seat):
    """The tiles left in one hand, tapped on a picture of the set; what others have left cannot be tapped."""
    opened = fetch_game(ref, Access.SCORE)
    sheet = load_sheet(opened.it)
    played = _find_round(sheet, number)
    if seat not in played.here:
        abort(404)
    ask_name(opened)
    return _show_tiles(opened, sheet, played, seat, _tiles_form(played, seat))


@pages.post("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
@once
def enter_tiles(ref, number, seat):
    """Enter the tiles left in one hand, or show what has to be answered first."""
    opened = fetch_game(ref, Access.SCORE)
    pen = take_pen(opened, ask_name(opened))
    played = _find_round(pen.sheet, number)
    if seat not in played.here:
        abort(404)
    form = _tiles_form(played, seat)
    asked, refused = None, ""
    if form.validate_on_submit():
        left = tuple(read_tile(text) for text in form.tiles.data)
        counted = Left(tally(left, pen.before.book).pips, tiles=left)
        try:
            with pen:
                entry = Entry(counted, write_tiles(left), form.seen.data or 0)
                asked = enter_scores(pen, number, {seat: entry}, _agreed())
        except SheetError as error:
            refused = str(error)
        if asked is None and not refused:
            return redirect(url_for("scores.round", ref=ref, number=number), 303)
        if asked and asked.clashes:
            form.seen.data = asked.clashes[0].cell.line
    return _show_tiles(opened, pen.before, played, seat, form, asked, refused)


def _tiles_form(played: Round, seat: int) -> TilesForm:
    cell = played.cells.get(seat)
    mine = read_left(cell.text, cell.pips, cell.is_out).tiles if cell else ()
    return TilesForm(data={"tiles": [str(one) for one in mine], "seen": cell.line if cell else 0})


def _show_tiles(
    opened: Opened[Game],
    sheet: Sheet,
    played: Round,
    seat: int,
    form: TilesForm,
    asked: Asked | None = None,
    refused: str = "",
):
    page = render_template(
        "scores/tiles.html",
        opened=opened,
        game=opened.it,
        sheet=sheet,
        round=played,
        seat=seat,
        form=form,
        asked=asked,
        agreed=_agreed(),
        refused=refused,
        taken=_taken(opened.it, sheet, played, seat),
        counts={str(one): pips for one, pips in tally(full_set(sheet.book.options.highest), sheet.book).lines},
    )
    return page, 409 if asked and asked.clashes else 422 if asked or refused or form.errors else 200


def _taken(game: Game, sheet: Sheet, played: Round, seat: int) -> dict[str, str]:
    """The tiles that cannot be in this hand, and where they are: on the kept table, in the middle, in other hands."""
    table = load_table(game, sheet, played.number)
    lying = [one for train in table.position.trains for one in train.tiles] if table else []
    taken = {str(one): gettext("on the table") for one in lying}
    taken[str(tile(played.engine, played.engine))] = gettext("in the middle")
    for other, cell in played.cells.items():
        if other != seat:
            held = read_left(cell.text, cell.pips, cell.is_out).tiles
            taken |= {str(one): sheet.names[other] for one in held}
    return taken
