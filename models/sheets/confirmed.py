"""Confirmed rounds: rounds at a tournament table whose current scores a second player has confirmed (D12-9.2)."""

from collections.abc import Mapping, Set

from models.ledger.lines import Confirmation, Payload, Penalty, Score, SheetLine, Strike, lines_with
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines
from rules.names import fold_name


def round_changed_by(sheet: Sheet, line: SheetLine[Payload]) -> int | None:
    """The round that a line changes, if the line is a score, a penalty, or the strike of one; otherwise None."""
    about = line.payload
    while isinstance(about, Strike):
        about = sheet.lines[about.strikes - 1].payload
    return about.round if isinstance(about, Score | Penalty) else None


def touched_rounds(sheet: Sheet) -> dict[int, int]:
    """The number of the newest line that changed each round's scores or penalties, by round."""
    changed = ((round_changed_by(sheet, line), line.number) for line in sheet.lines)
    return {round: number for round, number in changed if round is not None}


def late_corrections(sheet: Sheet) -> list[SheetLine[Payload]]:
    """The lines that changed a round after it had been confirmed."""
    confirmed: set[int] = set()
    late = []
    for line in sheet.lines:
        if isinstance(line.payload, Confirmation):
            confirmed.add(line.payload.round)
        elif round_changed_by(sheet, line) in confirmed:
            late.append(line)
    return late


def confirmed_rounds(sheet: Sheet) -> Mapping[int, int]:
    """For each confirmed round, the number of the line that confirms it.

    A confirmation counts while the round has all its scores and nobody has changed them since. The pen confirms again what
    the referee corrects.
    """
    confirms = {line.number: line.payload.round for line in lines_with(Confirmation, sheet.lines)}
    if not confirms:
        return {}
    struck, touched = struck_lines(sheet.lines), touched_rounds(sheet)
    closed = {round.number for round in sheet.rounds if round.is_closed}
    stand = {number: round for number, round in confirms.items() if number not in struck and round in closed}
    return {round: number for number, round in stand.items() if number > touched.get(round, 0)}


def unconfirmed_rounds(sheet: Sheet) -> tuple[int, ...]:
    """The rounds that have all their scores but are not confirmed."""
    confirmed = confirmed_rounds(sheet)
    return tuple(round.number for round in sheet.rounds if round.is_closed and round.number not in confirmed)


def entered_by(sheet: Sheet, number: int) -> Set[str]:
    """The folded names of those who entered a round's current scores: none of them can confirm it."""
    return {fold_name(sheet.lines[cell.line - 1].by) for cell in sheet.rounds[number - 1].cells.values()}
