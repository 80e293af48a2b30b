"""Enter the scores of a round, correct them, and swap two that were mixed up."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.exceptions import NotFound

from forms.scores import SeatScoreForm, SwapForm, read_hands
from models.ledger.keys import Access
from models.ledger.lines import Score, SheetLine
from models.ledger.tournaments import find_tournament_table
from models.ledger.waits import waits_of
from models.play.pen import Pen
from models.play.scores import (
    ScoreEntry,
    ScoreObjections,
    SeenScore,
    enter_scores,
    marked_seats,
    read_entry,
    swap_scores,
)
from models.sheets.confirmed import confirmed_rounds
from models.sheets.striking import struck_lines
from rules.referee.in_words import ending_in_words
from rules.scores.left_in_hand import Doubt
from rules.scores.scoring import marker_score
from views.game.scored_round import NOT_TRIED, ScoreRefusal, agreed, may_enter, nameless, write_with
from views.shared.keyring import enters_own_alone, seat_here
from views.shared.once import once
from views.shared.photos import offers_photos
from views.shared.rounds import OpenedRound, fetch_round, take_round
from views.shared.sent_forms import find_revoked_club
from views.shared.undo import offer_undo

pages = Blueprint("scores", __name__)

LONGEST_SHOWN = 20
_TAPPED = re.compile(r"(photo-)?([0-9]{1,18})")


@pages.get("/games/<ref>/rounds/<int:number>")
def round(ref: str, number: int) -> ResponseReturnValue:
    """A round's scores, each with its history. The scorekeeper can enter and correct them here."""
    scored = fetch_round(ref, number)
    return _show(scored, _standing(scored) if may_enter(scored) else None)


@pages.post("/games/<ref>/rounds/<int:number>")
@once
def enter(ref: str, number: int) -> ResponseReturnValue:
    """Enter or correct scores, or show the questions to answer first."""
    try:
        scored, pen = take_round(ref, number)
    except NotFound:
        if find_revoked_club():
            raise
        return _show(fetch_round(ref, number), None)
    standing = _standing(scored)
    sent = read_hands(
        request.form, scored.round.seats, {seat: hand._asdict() for seat, hand in standing.items()}, scored.sheet.book
    )
    _answer_clash(sent)
    unreadable = [seat for seat, hand in sent.items() if not hand.validate()]
    why = NOT_TRIED if unreadable else _enter(scored, pen, sent)
    if why is None:
        return redirect(_onward(scored, sent), 303)
    unseen = {clash.seat: clash.cell.line for clash in why.objections.clashes} if why.objections else {}
    return _show(
        scored, standing | {seat: _as_sent(hand, unseen.get(seat), standing[seat]) for seat, hand in sent.items()}, why
    )


def _enter(scored: OpenedRound, pen: Pen, sent: Mapping[int, SeatScoreForm]) -> ScoreRefusal | None:
    """Enter the typed scores. Returns None on success, or else the reason for the refusal."""
    if refused := nameless(scored) or _strayed(scored) or _emptied(sent, scored):
        return ScoreRefusal(refused)
    entries = {seat: _entry(hand) for seat, hand in sent.items() if hand.is_filled}
    if doubt := _for_another(scored, entries):
        return ScoreRefusal(objections=ScoreObjections((), (doubt,)))
    why = write_with(pen, lambda: enter_scores(pen, scored.round.number, entries, agreed(), _marked()))
    if why is None and not entries and not _marked() and _tapped() is None and "keep" not in request.form:
        return ScoreRefusal(gettext("Type at least one score, or tap “out” for the player who went out."))
    return why


def _marked() -> list[int]:
    """The seats that were tapped because their markers are still out."""
    return [int(seat) for seat in request.form.getlist("marker") if seat.isdecimal() and len(seat) < 19]


def _for_another(scored: OpenedRound, entries: Mapping[int, ScoreEntry]) -> Doubt | None:
    """A question for a player who enters only somebody else's score. None if there is nothing to ask."""
    own, seats = _own_seat(scored), scored.round.cells.keys() | entries.keys()
    if own is None or own in seats or len(entries) != 1 or scored.opened.access >= Access.MANAGE:
        return None
    [(seat, entry)] = entries.items()
    if seat in scored.round.cells:
        return None
    key, score = f"another:{seat}", gettext("out") if entry.left.is_out else entry.left.pips
    names = {"name": scored.sheet.names[seat], "me": scored.sheet.names[own], "score": score}
    text = gettext("Enter “%(score)s” for %(name)s? You are %(me)s on this phone.", **names)
    return None if key in agreed() else Doubt(code="another", key=key, seat=seat, is_impossible=False, text=text)


def _strayed(scored: OpenedRound) -> str:
    """A sentence about a score typed for somebody who has since left the round; empty if there is none."""
    for seat, name in scored.sheet.everybody.items():
        is_out = f"hand_{seat}-out" in request.form
        left = gettext("out") if is_out else request.form.get(f"hand_{seat}-left", "").strip()[:LONGEST_SHOWN]
        if left and seat not in scored.round.seats:
            return gettext(
                "%(name)s is no longer in this round, so “%(left)s” was not entered. Whose score is it?",
                name=name,
                left=left,
            )
    return ""


def _answer_clash(sent: dict[int, SeatScoreForm]) -> None:
    """Apply the answer about one cell that another phone filled in first: keep that score, or use this one.

    The page asks again about the other such cells, or about all of them if the form was sent without an answer.
    """
    kept, used = (request.form.get(name, type=int) for name in ("keep", "use"))
    for seat, hand in sent.items():
        before = request.form.get(f"before-{seat}", "")
        if seat != used and before.isdecimal() and len(before) < 10:
            hand.seen.data = int(before)
    if kept is not None:
        sent.pop(kept, None)


class ShownHand(NamedTuple):
    """The fields of a hand as the page shows them.

    `seen` is the newest line of the cell, and `before` is the line that the sender had seen. `saved` is the
    current score, shown next to one that was sent but not entered. `errors` says why a field could not be read.
    """

    left: str = ""
    out: bool = False
    typed: str = ""
    seen: int = 0
    before: int = 0
    saved: str = ""
    errors: tuple[str, ...] = ()


def _standing(scored: OpenedRound) -> dict[int, ShownHand]:
    """The current score of each seat, with its line. A seat without a score is marked as out if the moves say so."""
    out = scored.table.out if scored.table and scored.table.is_over else ()
    standing = {}
    for seat in scored.round.seats:
        cell = scored.round.cells.get(seat)
        if cell is None:
            standing[seat] = ShownHand(out=seat in out)
        else:
            typed = "" if cell.is_out else str(cell.pips) if "-" in cell.text else cell.text
            standing[seat] = ShownHand(left=typed, out=cell.is_out, seen=cell.line)
    return standing


def _as_sent(hand: SeatScoreForm, newer: int | None, standing: ShownHand) -> ShownHand:
    """A hand as it was sent. `newer` is the cell's newest line if the sender had not seen it; it now counts as seen."""
    errors = tuple(str(error) for error in hand.left.errors or hand.seen.errors)
    return ShownHand(
        left=hand.left.data or "",
        out=bool(hand.out.data),
        typed=hand.typed.data or "",
        seen=newer or hand.seen.data or 0,
        before=hand.seen.data or 0,
        saved=(gettext("out") if standing.out else standing.left) if standing.seen else "",
        errors=errors,
    )


def _entry(hand: SeatScoreForm) -> ScoreEntry:
    """The score of one seat as it was typed."""
    entry = read_entry(hand.left.data or "0", hand.book)
    left = replace(entry.left, is_out=entry.left.is_out or bool(hand.out.data))
    return replace(entry, left=left, seen=hand.seen.data or 0)


def _emptied(sent: Mapping[int, SeatScoreForm], scored: OpenedRound) -> str:
    """A sentence about scores that somebody tried to remove by emptying the fields; empty if there are none."""
    emptied = [seat for seat, hand in sent.items() if not hand.is_filled and hand.seen.data]
    names = [scored.sheet.names[seat] for seat in emptied if seat in scored.round.cells]
    if not names:
        return ""
    return gettext(
        "Clearing a score does not remove it (%(names)s). Type another one, or tap “Cross out an entry” below.",
        names=", ".join(names),
    )


def _tapped() -> tuple[str, int] | None:
    """The page for tapping (`3`) or photographing (`photo-3`) a hand's tiles, and the seat; None without a `tap`."""
    found = _TAPPED.fullmatch(request.form.get("tap", ""))
    return ("photos.photo" if found[1] else "tiles.tiles", int(found[2])) if found else None


def _onward(scored: OpenedRound, sent: Mapping[int, SeatScoreForm]) -> str:
    """The address of the next page: a hand's tiles or photo, the next empty field, or the sheet."""
    ref, played = scored.opened.it.ref, scored.round
    if tapped := _tapped():
        page, seat = tapped
        return url_for(page, ref=ref, number=played.number, seat=seat)
    filled = {seat for seat, hand in sent.items() if hand.is_filled}
    if "next" in request.form and set(played.seats) - set(played.cells) - filled:
        return url_for("scores.round", ref=ref, number=played.number)
    return url_for("games.sheet", ref=ref)


def _own_seat(scored: OpenedRound) -> int | None:
    return seat_here(scored.opened.club, {seat: scored.sheet.names[seat] for seat in scored.round.seats})


def _focus(hands: Mapping[int, ShownHand], order: tuple[int, ...], objections: ScoreObjections | None) -> int | None:
    """The seat whose field gets the cursor: the first with an error, or else the first empty one.

    None if a question is asked.
    """
    wrong = {seat for seat, hand in hands.items() if hand.errors}
    wrong |= {doubt.seat for doubt in objections.doubts if doubt.seat and doubt.is_impossible} if objections else set()
    if not wrong and not objections:
        wrong = {seat for seat, hand in hands.items() if not (hand.left or hand.out)}
    return next((seat for seat in order if seat in wrong), None)


def _show(
    scored: OpenedRound,
    hands: Mapping[int, ShownHand] | None,
    why: ScoreRefusal = NOT_TRIED,
    swapping: SwapForm | None = None,
) -> ResponseReturnValue:
    """The round's page, view-only if there are no hands to fill in.

    If `swapping` is given, `why` says why the swap was refused.
    """
    own, history = _own_seat(scored), _history(scored)
    seated = find_tournament_table(scored.opened.it)
    # Some phones show only the row of the person who holds them.
    order = (own,) if own is not None and enters_own_alone(scored.opened.club) else scored.round.seats
    is_wrong = any(hand.errors for hand in (hands or {}).values()) or (swapping and swapping.errors)
    return render_template(
        "scores/round.html",
        **scored.facts,
        **why.facts,
        hands=hands,
        order=order,
        own=own,
        focus=None if swapping else _focus(hands or {}, order, why.objections),
        swapping=swapping,
        history=history,
        struck=struck_lines(scored.sheet.lines),
        waits=waits_of(scored.opened.it.id) if history else {},
        seated=seated,
        is_confirmed=seated is not None and scored.round.number in confirmed_rounds(scored.sheet),
        table_says=_ended(scored),
        undoing=offer_undo(scored.opened.it, scored.sheet) if hands else None,
        takes_photos=offers_photos(scored.sheet.book),
        marker_pips=marker_score(scored.sheet.book),
        marked=marked_seats(scored.sheet, scored.round.number),
        newly_marked=_marked(),
    ), 422 if is_wrong else why.status


def _ended(scored: OpenedRound) -> str:
    """The end of the round in words, if its moves are entered.

    Empty until the round ends, and again once all scores are entered.
    """
    table = scored.table
    if table is None or not table.is_over or scored.round.is_closed:
        return ""
    return ending_in_words(table.position, table.names)


def _history(scored: OpenedRound) -> dict[int, list[SheetLine[Score]]]:
    """Every score entered in the round, by seat."""
    by_seat: dict[int, list[SheetLine[Score]]] = {}
    for line in scored.sheet.entered_for(scored.round.number):
        by_seat.setdefault(line.payload.seat, []).append(line)
    return by_seat


@pages.post("/games/<ref>/rounds/<int:number>/swap")
@once
def swap(ref: str, number: int) -> ResponseReturnValue:
    """Swap the scores of two players, or show why they cannot be swapped."""
    scored, pen = take_round(ref, number)
    form = SwapForm()
    why = _swap(scored, pen, form) if form.validate_on_submit() else NOT_TRIED
    if why is None:
        return redirect(url_for("games.sheet", ref=ref), 303)
    # Select the same players again, with their current scores.
    for field, (seat, _) in zip((form.one, form.other), form.chosen, strict=False):
        if seat in scored.round.cells:
            field.data = f"{seat}-{scored.round.cells[seat].line}"
    return _show(scored, _standing(scored), why, form)


def _swap(scored: OpenedRound, pen: Pen, form: SwapForm) -> ScoreRefusal | None:
    """Swap the chosen scores. Returns None on success, or else the reason for the refusal."""
    if refused := nameless(scored):
        return ScoreRefusal(refused)
    first, second = (SeenScore(*seen) for seen in form.chosen)
    return write_with(pen, lambda: swap_scores(pen, scored.round.number, first, second, agreed()))
