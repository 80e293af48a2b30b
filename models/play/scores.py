"""Entering scores and striking lines.

Nothing entered ever changes: each change is a new line at the end of the sheet.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from models.ledger.games import Game
from models.ledger.lines import Arrival, Departure, NewRules, Payload, Penalty, Score, SheetLine, Stop, Strike, WentOn
from models.ledger.moves import kept_rounds
from models.play.pen import Pen, SheetError
from models.sheets.fold import read_left
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Cell, Round, Sheet
from models.sheets.striking import struck_lines
from models.texts import say
from rules import RuleBook
from rules.scores.check_by_table import doubts_by_table
from rules.scores.left_in_hand import Doubt, HandLeft, doubt_comma, doubts
from rules.scores.left_in_hand import read_left as read_left_in_hand
from rules.scores.scoring import marker_score
from rules.tile import tile
from rules.typed import UnsureNumberError

# This has to be more than the two scores that a swap changes.
FEWEST_NEW = 3


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """A score as somebody enters it.

    `seen` is the number of the line whose score was in the cell when the form was made, or 0 if the cell was empty.
    `unsure` is the text as typed, if its comma or point is ambiguous.
    """

    left: HandLeft
    text: str
    seen: int = 0
    unsure: str = ""

    def score(self, round: int, seat: int) -> Score:
        """The line for this score."""
        return Score(round=round, seat=seat, pips=self.left.pips, is_out=self.left.is_out, text=self.text)


def read_entry(text: str, book: RuleBook) -> ScoreEntry:
    """Read a score as people type it. Raises NotationError for text that cannot be one."""
    try:
        left, unsure = read_left_in_hand(text, book), ""
    except UnsureNumberError as error:
        if not error.parts:
            raise
        left, unsure = HandLeft(sum(error.parts), parts=error.parts), text.strip()
    return ScoreEntry(left, left.text, unsure=unsure)


class SeenScore(NamedTuple):
    """A score as somebody saw it: a seat, and the line that was in its cell."""

    seat: int
    line: int


@dataclass(frozen=True, slots=True)
class ScoreClash:
    """A cell that another phone filled first, with the line that filled it."""

    seat: int
    cell: Cell
    entered: SheetLine[Payload]


@dataclass(frozen=True, slots=True)
class ScoreObjections:
    """The questions to answer before scores are entered.

    If any scores are impossible, only those are listed, as doubts that no answer can remove.
    """

    clashes: tuple[ScoreClash, ...]
    doubts: tuple[Doubt, ...]


def check_open(sheet: Sheet, round: Round) -> None:
    """Raise SheetError unless scores can be entered in a round.

    A round after the one being played is open only if it has scores already. Once the game is stopped, scores can
    be entered only in closed rounds.
    """
    if sheet.is_stopped and not round.is_closed:
        raise SheetError(say("sheet.stopped"))
    open_round = sheet.next_round
    if open_round and round.number > open_round.number and not round.cells:
        raise SheetError(say("sheet.not-yet", open=open_round.number, round=round.number))


def enter_scores(
    pen: Pen,
    number: int,
    entries: Mapping[int, ScoreEntry],
    agreed: frozenset[str] = frozenset(),
    marked: Collection[int] = (),
) -> ScoreObjections | None:
    """Enter some seats' scores for a round. Returns None if they were entered, or else the questions to answer first.

    `agreed` are the keys of the doubts to which the answer was yes. Each seat in `marked` is charged, once per round,
    for a marker that is still out (custom open-marker). A score that is already in its cell is not written again.

    Raises SheetError for a round or a seat that does not exist. When the pen is put down, it raises SheetError if
    anybody except the referee has changed a confirmed round.
    """
    sheet = pen.sheet
    round = sheet.round(number)
    if round is None or not {*entries, *marked} <= set(round.seats):
        raise SheetError(say("sheet.no-such-cell"))
    check_open(sheet, round)
    new = {
        seat: entry
        for seat, entry in entries.items()
        if not _stands(entry, round.cells.get(seat)) and not _is_untouched(sheet, entry)
    }
    unseen = {seat: cell for seat, cell in round.cells.items() if seat in new and cell.line != new[seat].seen}
    clashes = _clashes(sheet, unseen)
    before = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    after = {seat: left for seat, left in before.items() if seat not in new}
    after |= {seat: entry.left for seat, entry in new.items()}
    table = pen.table(number)
    keys_before = {doubt.key for doubt in _doubts(sheet, round, before, table)}
    asked = _doubts(sheet, round, after, table)
    for seat, entry in new.items():
        if entry.unsure:
            asked.append(doubt_comma(seat, sheet.names[seat], entry.unsure, entry.left))
    if round.is_closed and len(new) >= max(FEWEST_NEW, len(round.seats) - 1):
        # Most likely these are the scores of another round.
        text = say("doubt.whole-round", round=number)
        asked.append(Doubt(code="whole-round", key="whole-round", seat=None, is_impossible=False, text=text))
    unanswered = tuple(
        doubt for doubt in asked if doubt.key not in keys_before and (doubt.is_impossible or doubt.key not in agreed)
    )
    refused = tuple(doubt for doubt in unanswered if doubt.is_impossible)
    if refused:
        return ScoreObjections((), refused)
    if clashes or unanswered:
        return ScoreObjections(clashes, unanswered)
    reason, pips = say("sheet.marker-out"), marker_score(sheet.book)
    marks = [Penalty(number, seat, pips, reason) for seat in marked if seat not in marked_seats(sheet, number)]
    pen.write(*(marks if pips else ()), *(entry.score(number, seat) for seat, entry in new.items()))
    return None


def marked_seats(sheet: Sheet, number: int) -> set[int]:
    """The seats that were charged pips in this round for a marker that was still out."""
    reason = say("sheet.marker-out")
    penalties = (line.payload for line in sheet.penalties)
    return {penalty.seat for penalty in penalties if penalty.round == number and penalty.reason == reason}


def swap_scores(
    pen: Pen, number: int, one: SeenScore, other: SeenScore, agreed: frozenset[str] = frozenset()
) -> ScoreObjections | None:
    """Swap the scores of two players in a round as one act, so that Undo undoes both.

    Like `enter_scores`, this returns None if they were swapped, or else the questions to answer first. It raises
    SheetError in the same cases, and also if a score is missing.
    """
    round = pen.sheet.round(number)
    filled = {seen: round.cells[seen.seat] for seen in (one, other) if seen.seat in round.cells} if round else {}
    if one.seat == other.seat or len(filled) < len((one, other)):
        raise SheetError(say("sheet.nothing-to-swap"))
    # A score that somebody has corrected since is asked about, even if the swap would only restore the old one.
    if changed := {seen.seat: cell for seen, cell in filled.items() if cell.line != seen.line}:
        return ScoreObjections(_clashes(pen.sheet, changed), ())
    entries = {}
    for seen, cell in zip((other, one), filled.values(), strict=True):
        entries[seen.seat] = ScoreEntry(read_left(cell.text, cell.pips, cell.is_out), cell.text, seen.line)
    return enter_scores(pen, number, entries, agreed)


def _clashes(sheet: Sheet, cells: Mapping[int, Cell]) -> tuple[ScoreClash, ...]:
    return tuple(ScoreClash(seat, cell, sheet.lines[cell.line - 1]) for seat, cell in cells.items())


def _doubts(sheet: Sheet, round: Round, left: Mapping[int, HandLeft], table: RoundTable | None) -> list[Doubt]:
    """The doubts about a round's scores, based on the set of tiles, the rules and, if its moves are entered, the table."""
    names = {seat: sheet.names[seat] for seat in round.seats}
    asked = doubts(sheet.book, round.engine, left, names)
    if table is not None and table.is_over:
        # The table has already shown who is out, or that nobody is.
        out = {seat for seat, hand in left.items() if hand.is_out}
        shown = {"nobody-out"} | ({"several-out"} if out == set(table.out) else set())
        asked = [doubt for doubt in asked if doubt.code not in shown]
    if table is not None and not any(doubt.is_impossible for doubt in asked):
        at_table = {seat: sheet.everybody[seat] for seat in table.seats}
        asked += doubts_by_table(table.position, {seat: left[seat] for seat in table.seats if seat in left}, at_table)
    return asked


def _stands(entry: ScoreEntry, cell: Cell | None) -> bool:
    """True if the cell already holds this score. A plain sum counts as the same as tapped tiles that add up to it."""
    if cell is None or (cell.pips, cell.is_out) != (entry.left.pips, entry.left.is_out):
        return False
    return cell.text == entry.text or not entry.left.tiles


def _is_untouched(sheet: Sheet, entry: ScoreEntry) -> bool:
    """True if the entry only repeats the score that was in the form when it was made."""
    if not 0 < entry.seen <= len(sheet.lines):
        return False
    seen = sheet.lines[entry.seen - 1].payload
    same = isinstance(seen, Score) and (seen.pips, seen.is_out) == (entry.left.pips, entry.left.is_out)
    return same and not entry.left.tiles


# At a tournament, only the referee decides these, for the whole hall, so nobody can strike them at a single table.
_FOR_THE_HALL = (Arrival, Departure, NewRules, Stop, WentOn)


def check_not_at_tournament(game: Game) -> None:
    """Raise SheetError for a table of a tournament, where the referee decides for the whole hall."""
    if game.tournament_id is not None:
        raise SheetError(say("sheet.in-tournament"))


def strike(pen: Pen, entry: int, mark: str = "") -> None:
    """Strike all lines that were entered together; striking a strike puts back what it struck.

    `mark` names Undo or Redo. Raises SheetError or DealError, for example if scores would lose their round or their
    player.
    """
    before = pen.sheet
    struck = struck_lines(before.lines)
    standing = [line for line in before.lines if line.entry == entry and line.number not in struck]
    if not standing:
        raise SheetError(say("sheet.struck-already"))
    if any(isinstance(line.payload, _FOR_THE_HALL) for line in standing):
        check_not_at_tournament(pen.game)
    pen.write(*(Strike(strikes=line.number, mark=mark) for line in standing))
    check_still_holds(pen.game, before, pen.sheet)


def check_still_holds(game: Game, before: Sheet, after: Sheet) -> None:
    """Raise SheetError or DealError if a change hides scores that count, or contradicts a round's scores or table."""
    if after.hidden_scores - before.hidden_scores:
        raise SheetError(say("sheet.hides-scores"))
    for round in after.rounds:
        if (str(after.book), after.engines) != (str(before.book), before.engines):
            _check_possible(after, round)
    if after.engines != before.engines:
        _check_kept(game, after)


def _check_kept(game: Game, sheet: Sheet) -> None:
    """Raise SheetError if a tracked round no longer has the engine that is on its table."""
    for number in sorted(kept_rounds(game.id)):
        table = load_table(game, sheet, number)
        round = sheet.round(number)
        if table and (round is None or round.engine != table.begins.engine):
            double = tile(table.begins.engine, table.begins.engine)
            raise SheetError(say("table.kept-with", round=number, engine=double))


def _check_possible(sheet: Sheet, round: Round) -> None:
    """Raise SheetError if a round's scores are impossible under the rules of this sheet."""
    left = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    for doubt in _doubts(sheet, round, left, None):
        if doubt.is_impossible:
            raise SheetError(say("sheet.impossible-then", round=round.number, why=doubt.text))
