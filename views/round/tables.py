"""The table of a tracked round: view it and enter its moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from charts.table_from_above import draw_table
from forms.tables import BeginForm, MoveForm
from models.access.grants import Opened, last_move_of
from models.ledger.games import Game
from models.ledger.moves import moves_of
from models.ledger.seats import Colour
from models.play.moves import MoveClash, MoveEntry, MoveRefusal, enter_move, lay_table, opening_position
from models.play.pen import SheetError
from models.sheets.acts import load_history
from models.sheets.log import move_line_in_words
from models.sheets.round import END, RoundTable, Spot, Step, struck_table
from models.sheets.sheet import Round, Sheet
from rules import DealError, NotationError, Verdict, write_move, write_position
from rules.referee.in_words import ending_in_words, instead_in_words, move_in_words, turn_in_words, waiting_in_words
from rules.referee.turn import is_tap_due
from rules.table.deal import comes_from_a_hand, most_players, tiles_each
from rules.table.move import Lay, Move, agreed
from rules.table.notation import read_move_of
from rules.table.position import Position
from rules.wording import say
from views.shared.keyring import Holder, key_refs
from views.shared.once import once, once_then
from views.shared.outbox import say_seen
from views.shared.rhythm import is_seen, lively_seconds
from views.shared.rounds import KeptRound, OpenedRound, fetch_round, take_round
from views.shared.trains import TrainRow, actions, train_rows
from views.shared.undo import UndoRedo, offer_undo

pages = Blueprint("tables", __name__, url_prefix="/games/<ref>/rounds/<int(max=999):number>/table")


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """What the part of a table's page shows that changes.

    `changed` is the move that the next one replaces, and `typed` what the field for a move begins with. `refused` and
    `asked` say why a move was not entered.
    """

    opened: Opened[Game]
    game: Game
    sheet: Sheet
    round: Round
    table: RoundTable
    may_score: bool
    holder: Holder
    spot: Spot
    changed: str
    position: Position
    notation: str
    colours: Mapping[str, Colour]
    picture: str
    rows: Sequence[TrainRow]
    actions: Sequence[tuple[str, Move]]
    tap_is_due: bool
    turn: str
    over: str
    waiting: str
    last: Mapping[str, object] | None
    failing: Sequence[tuple[Step, str]]
    undoing: UndoRedo | None
    lively: int
    typed: str
    refused: str = ""
    asked: Mapping[str, object] | None = None


@pages.get("")
def table(ref: str, number: int) -> ResponseReturnValue:
    """The table as it is now or, before any moves are entered, the form to start entering them."""
    opened_round = fetch_round(ref, number)
    if not isinstance(opened_round, KeptRound):
        return _offer(opened_round)
    return render_template("tables/table.html", **vars(_page(opened_round, _spot(opened_round.table))))


def part(ref: str, number: int) -> ResponseReturnValue:
    """The part of the page that changes, for a script that has just entered something."""
    opened_round = fetch_round(ref, number)
    if not isinstance(opened_round, KeptRound):
        return redirect(_home(opened_round))
    return render_template("tables/_table.html", **vars(_page(opened_round)))


@pages.get("/live")
def live(ref: str, number: int) -> ResponseReturnValue:
    """The part of the page that changes. Answers 204 after one query if no line is newer than `seen`."""
    if is_seen(last_move_of(ref, number, key_refs())):
        return "", 204
    opened_round = fetch_round(ref, number)
    if not isinstance(opened_round, KeptRound):
        return "", 200, {"HX-Redirect": url_for("games.sheet", ref=ref)}
    if opened_round.table.is_over and opened_round.may_score and not opened_round.round.is_closed:
        return "", 200, {"HX-Redirect": url_for("scores.round", ref=ref, number=number)}
    return render_template("tables/_table.html", **vars(_page(opened_round)))


@pages.post("")
@once_then(part)
def enter(ref: str, number: int) -> ResponseReturnValue:
    """Enter the move that was tapped or typed, or show why it was not entered."""
    opened_round, pen = take_round(ref, number)
    if not isinstance(opened_round, KeptRound):
        return _offer(opened_round, refused=gettext("Nobody is tracking the moves in this round."))
    form, table = MoveForm(), opened_round.table
    spot = _spot(table)
    if not form.validate_on_submit():
        refused = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return _again(opened_round, spot, refused=refused)
    try:
        move = _read(form, table.at(spot).turn)
        with pen:
            answer = enter_move(pen, opened_round.round, table, MoveEntry(move, form.seen.data or 0, spot))
    except (NotationError, SheetError) as error:
        return _again(opened_round, spot, refused=str(error), typed=form.text.data)
    if answer is not None:
        status = 409 if isinstance(answer, MoveClash) else 422
        return _again(opened_round, spot, status, asked=_asked(table, move, answer), typed=form.text.data)
    after = pen.table(number)
    say_seen(after.revision if after else 0)
    return redirect(_onward(opened_round, spot, after), 303)


@pages.post("/begin")
@once
def begin(ref: str, number: int) -> ResponseReturnValue:
    """Set up this round's table, so that its moves can be entered from the beginning."""
    opened_round, pen = take_round(ref, number)
    if opened_round.table is not None:
        return redirect(_home(opened_round), 303)
    form = _begin_form(opened_round)
    if not form.validate_on_submit():
        return _offer(opened_round, form)
    try:
        position = opening_position(opened_round.sheet, opened_round.round, form.first.data, form.dealt.data)
        with pen:
            lay_table(pen, opened_round.round, position)
    except (DealError, SheetError) as error:
        return _offer(opened_round, form, str(error))
    return redirect(_home(opened_round), 303)


def _home(opened_round: OpenedRound) -> str:
    return url_for("tables.table", ref=opened_round.opened.it.ref, number=opened_round.round.number)


def _onward(opened_round: OpenedRound, spot: Spot, table: RoundTable | None) -> str:
    """The address of the next page: the scores if this move has ended the round, or else the table."""
    if table and table.is_over and spot == END and not opened_round.round.is_closed:
        return url_for("scores.round", ref=opened_round.opened.it.ref, number=opened_round.round.number)
    return _home(opened_round)


def _spot(table: RoundTable) -> Spot:
    """The spot that the address names for a move: after a line, or in place of one. Aborts with 404 if there is no such line."""
    is_instead = "change" in request.args
    text = request.args.get("change" if is_instead else "after", "")
    if not text and not is_instead:
        return END
    if not text.isdecimal() or len(text) > 6 or not table.opened <= int(text) <= table.revision:
        abort(404)
    if is_instead and not table.line(int(text)).move:
        abort(404)
    return Spot(int(text), is_instead)


def _read(form: MoveForm, seat: str) -> Move:
    """The move that was sent, made by `seat` if it names no seat itself. Raises NotationError."""
    text = form.move.data or form.text.data
    if not text:
        raise NotationError(gettext("Type a move, such as 9-4@M."))
    move = read_move_of(seat, text)
    return move._replace(tap=True) if form.tap.data and isinstance(move, Lay) else move


def _page(opened_round: KeptRound, spot: Spot = END) -> TablePage:
    """The table at a spot: as it is now, or where a move is put in or replaced."""
    table, may_score, colours = opened_round.table, opened_round.may_score, opened_round.colours
    position, names = table.at(spot), table.names
    changed = table.line(spot.line) if spot.is_instead and spot.line else None
    return TablePage(
        **opened_round.facts,
        spot=spot,
        changed=move_line_in_words(changed, names) if changed else "",
        position=position,
        notation=write_position(position),
        colours=colours,
        picture=draw_table(position, names, say("train.from-above"), colours),
        rows=train_rows(position, names, may_score),
        actions=actions(position) if may_score else [],
        tap_is_due=is_tap_due(position),
        turn=turn_in_words(position, names),
        over="" if position.turn else ending_in_words(position, names),
        waiting=waiting_in_words(position, names),
        last=_last(table),
        failing=[(step, move_in_words(step.move, names)) for step in table.failing],
        undoing=offer_undo(opened_round.opened.it, opened_round.sheet, opened_round.round.number, table.lines),
        lively=lively_seconds(table.lines[-1].at),
        typed=changed.move if changed else "",
    )


def _last(table: RoundTable) -> dict[str, object] | None:
    """The newest move in words, and what its ruling depends on while hands are hidden."""
    if not table.steps:
        return None
    step = max(table.steps, key=lambda played: played.line.number)
    depends = step.ruling.explanation if step.ruling.verdict is Verdict.DEPENDS else ""
    return {"line": step.line, "words": move_in_words(step.move, table.names), "depends": depends}


def _again(
    opened_round: KeptRound,
    spot: Spot,
    status: int = 422,
    *,
    refused: str = "",
    asked: Mapping[str, object] | None = None,
    typed: str | None = "",
) -> ResponseReturnValue:
    """The table page with a message about a move that was not entered."""
    page = _page(opened_round, spot)
    page = replace(page, refused=refused, asked=asked, typed=typed or page.typed)
    is_script = "HX-Request" in request.headers
    return render_template("tables/_table.html" if is_script else "tables/table.html", **vars(page)), status


def _asked(table: RoundTable, move: Move, answer: MoveRefusal | MoveClash) -> dict[str, object]:
    """The template variables for a move that was not entered: lines that came in before it, and any refusal."""
    clash = answer if isinstance(answer, MoveClash) else MoveClash((), False, answer)
    return {
        "text": write_move(move),
        "words": move_in_words(move, table.names),
        "since": [(line, move_line_in_words(line, table.names)) for line in clash.lines],
        "is_same": clash.is_same,
        "refusal": _refusal(clash.refused, table.names) if clash.refused else None,
    }


def _refusal(refused: MoveRefusal, names: Mapping[str, str]) -> dict[str, object]:
    """The reasons for a refusal, and the ways to continue."""
    ruling, position = refused.ruling, refused.ruling.question.position
    return {
        "ruling": ruling,
        "book": position.book,
        "instead": [instead_in_words(text, names) for text in ruling.instead],
        "agree": write_move(agreed(ruling.move)) if refused.can_be_agreed else "",
        "suspect": refused.suspect,
    }


def _offer(opened_round: OpenedRound, form: BeginForm | None = None, refused: str = "") -> ResponseReturnValue:
    """The page to start entering this round's moves, unless the round has too many players."""
    if not opened_round.may_score:
        abort(404)
    form, players = form or _begin_form(opened_round), len(opened_round.round.seats)
    most = most_players(opened_round.sheet.book)
    if players > most:
        advice = gettext(
            "With these rules the referee can help at most %(most)s players. You can still keep score on the sheet.",
            most=most,
        )
        return render_template(
            "errors/error.html", title=gettext("Too many players for the referee"), advice=advice
        ), 422
    page = render_template(
        "tables/begin.html",
        **opened_round.facts,
        form=form,
        refused=refused,
        put_back=_put_back(opened_round),
        undoing=offer_undo(opened_round.opened.it, opened_round.sheet, opened_round.round.number),
        each=tiles_each(opened_round.sheet.book, players),
        from_hand=comes_from_a_hand(opened_round.sheet.book),
    )
    return page, 422 if form.errors or refused else 200


def _put_back(opened_round: OpenedRound) -> bool:
    """True if the page itself has to offer to put back a struck table, because Undo and Redo do not."""
    game, number = opened_round.opened.it, opened_round.round.number
    history = load_history(game, opened_round.sheet, number)
    offered = [*history.done[-1:], *(act.taken_back_by for act in history.undone[-1:])]
    entry = struck_table(moves_of(game, number))
    return entry is not None and entry not in [act.entry for act in offered]


def _begin_form(opened_round: OpenedRound) -> BeginForm:
    form = BeginForm()
    form.first.choices = [(seat, opened_round.sheet.names[seat]) for seat in opened_round.round.seats]
    return form
