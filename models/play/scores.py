"""Scores entered and lines struck. Nothing that was entered is changed: whatever is new is a line at the end of the sheet."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.ledger.games import Game
from models.ledger.lines import Arrival, Departure, NewRules, Score, Signature, Stop, Strike, WentOn
from models.ledger.moves import kept_rounds
from models.play.pen import Pen, SheetError
from models.sheets.fold import read_left
from models.sheets.round import Table, load_table
from models.sheets.sheet import Cell, Round, Sheet
from models.sheets.striking import struck_lines
from models.texts import say
from rules.scores.check_by_table import doubts_by_table
from rules.scores.left_in_hand import Doubt, Left, doubts
from rules.table.deal import tiles_each
from rules.tile import tile


@dataclass(frozen=True, slots=True)
class Entry:
    """A score as somebody enters it. `seen` is the line that stood in the cell when the form was made, 0 for none."""

    left: Left
    text: str
    seen: int = 0

    def score(self, round: int, seat: int) -> Score:
        """The line that it makes."""
        return Score(round, seat, self.left.pips, self.left.is_out, self.text)


@dataclass(frozen=True, slots=True)
class Clash:
    """Another phone was first: what it entered in the same cell, who did, and when."""

    seat: int
    cell: Cell
    signature: Signature


@dataclass(frozen=True, slots=True)
class Asked:
    """Why a score was not entered yet: what cannot be, alone, or else what somebody has to answer first."""

    clashes: tuple[Clash, ...]
    doubts: tuple[Doubt, ...]


def check_open(sheet: Sheet, round: Round) -> None:
    """Something can be entered in the round being played, and in any that has scores. Raises SheetError."""
    if sheet.is_stopped and not round.is_closed:
        raise SheetError(say("sheet.stopped"))
    open_round = sheet.next_round
    if open_round and round.number > open_round.number and not round.cells:
        raise SheetError(say("sheet.not-yet", open=open_round.number, round=round.number))


def enter_scores(
    pen: Pen, number: int, entries: Mapping[int, Entry], agreed: frozenset[str] = frozenset()
) -> Asked | None:
    """Write down some seats' scores for a round; None when that is done, or what has to be answered first.

    `agreed` are the keys of doubts that were answered with yes. What stands in a cell already is not written again.
    Raises SheetError for a round or a seat that does not exist, and when the pen is put down for a confirmed round unless the
    referee corrects it.
    """
    sheet = pen.sheet
    round = sheet.round(number)
    if round is None or not set(entries) <= set(round.here):
        raise SheetError(say("sheet.no-such-cell"))
    check_open(sheet, round)
    new = {
        seat: entry
        for seat, entry in entries.items()
        if not _stands(entry, round.cells.get(seat)) and not _is_untouched(sheet, entry)
    }
    unseen = {seat: cell for seat, cell in round.cells.items() if seat in new and cell.line != new[seat].seen}
    signed = pen.signatures() if unseen else {}
    clashes = tuple(Clash(seat, cell, signed[cell.line]) for seat, cell in unseen.items())
    before = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    after = {seat: left for seat, left in before.items() if seat not in new}
    after |= {seat: entry.left for seat, entry in new.items()}
    table = pen.table(number)
    known = {doubt.key for doubt in _doubts(sheet, round, before, table)}
    unanswered = tuple(
        doubt
        for doubt in _doubts(sheet, round, after, table)
        if doubt.key not in known and (doubt.is_impossible or doubt.key not in agreed)
    )
    refused = tuple(doubt for doubt in unanswered if doubt.is_impossible)
    if refused:
        return Asked((), refused)
    if clashes or unanswered:
        return Asked(clashes, unanswered)
    pen.write(*(entry.score(number, seat) for seat, entry in new.items()))
    return None


def _doubts(sheet: Sheet, round: Round, left: Mapping[int, Left], table: Table | None) -> list[Doubt]:
    """What the set, the rules and the kept table speak against."""
    names = {seat: sheet.names[seat] for seat in round.here}
    found = doubts(sheet.book, round.engine, left, names)
    if table is not None and table.is_over:
        # Who is out, and that nobody is, the table has shown already.
        shown = {"nobody-out"} | ({"several-out"} if _are_out(left) == set(table.out) else set())
        found = [doubt for doubt in found if doubt.code not in shown]
    if table is not None and not any(doubt.is_impossible for doubt in found):
        at_table = {seat: sheet.everybody[seat] for seat in table.seats}
        found += doubts_by_table(table.position, {seat: left[seat] for seat in table.seats if seat in left}, at_table)
    return found


def _are_out(left: Mapping[int, Left]) -> set[int]:
    return {seat for seat, hand in left.items() if hand.is_out}


def _stands(entry: Entry, cell: Cell | None) -> bool:
    """The cell holds the same already; typing the sum of tiles that were tapped says nothing new."""
    if cell is None or (cell.pips, cell.is_out) != (entry.left.pips, entry.left.is_out):
        return False
    return cell.text == entry.text or not entry.left.tiles


def _is_untouched(sheet: Sheet, entry: Entry) -> bool:
    """The form held this line when it was made, and nobody changed the field since."""
    if not 0 < entry.seen <= len(sheet.lines):
        return False
    seen = sheet.lines[entry.seen - 1].payload
    same = isinstance(seen, Score) and (seen.pips, seen.is_out) == (entry.left.pips, entry.left.is_out)
    return same and not entry.left.tiles


# What a tournament's referee does for the whole hall, and nobody strikes at one table.
_FOR_THE_HALL = (Arrival, Departure, NewRules, Stop, WentOn)


def check_not_in_hall(game: Game) -> None:
    """Raise SheetError for a table of a tournament, where its referee decides for the whole hall."""
    if game.tournament_id is not None:
        raise SheetError(say("sheet.in-tournament"))


def strike(pen: Pen, entry: int, mark: str = "") -> None:
    """Strike every line that was entered together; striking a strike puts its lines back. `mark` says that Undo or Redo does.

    Raises SheetError, DealError where scores would be left without their round or their player.
    """
    before = pen.sheet
    struck = struck_lines(before.lines)
    standing = [line for line in before.lines if line.entry == entry and line.number not in struck]
    if not standing:
        raise SheetError(say("sheet.struck-already"))
    if any(isinstance(line.payload, _FOR_THE_HALL) for line in standing):
        check_not_in_hall(pen.game)
    pen.write(*(Strike(line.number, mark) for line in standing))
    check_still_holds(pen.game, before, pen.sheet)


def check_still_holds(game: Game, before: Sheet, after: Sheet) -> None:
    """A change may not hide scores that stand, nor make rounds that nobody can play. Raises SheetError, DealError."""
    if after.hidden_scores - before.hidden_scores:
        raise SheetError(say("sheet.hides-scores"))
    for round in after.rounds:
        if not round.is_closed:
            tiles_each(after.book, len(round.here))
        if (str(after.book), after.engines) != (str(before.book), before.engines):
            _check_possible(after, round)
    if after.engines != before.engines:
        _check_kept(game, after)


def _check_kept(game: Game, sheet: Sheet) -> None:
    """A round whose table is kept has the double that lies in its middle. Raises SheetError."""
    for number in sorted(kept_rounds(game.id)):
        table = load_table(game, sheet, number)
        round = sheet.round(number)
        if table and (round is None or round.engine != table.begins.engine):
            double = tile(table.begins.engine, table.begins.engine)
            raise SheetError(say("table.kept-with", round=number, engine=double))


def _check_possible(sheet: Sheet, round: Round) -> None:
    """What was entered has to be possible by the rules of this sheet. Raises SheetError."""
    left = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    names = {seat: sheet.names[seat] for seat in round.here}
    for doubt in doubts(sheet.book, round.engine, left, names):
        if doubt.is_impossible:
            raise SheetError(say("sheet.impossible-then", round=round.number, why=doubt.text))
