"""Which rounds of a tournament's table a second player has confirmed, as their scores stand now (D12-9.2)."""

from collections.abc import Mapping

from models.ledger.lines import Kind, Written
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines

_COUNTS = (Kind.SCORE, Kind.PENALTY)


def round_changed_by(sheet: Sheet, line: Written) -> int | None:
    """The round whose scores a line is about: a score, a penalty, or the striking of one; None for any other."""
    about = line
    while about.strikes is not None:
        about = sheet.lines[about.strikes - 1]
    return about.round if about.kind in _COUNTS else None


def touched_rounds(sheet: Sheet) -> dict[int, int]:
    """The newest line that changed what each round counts."""
    changed = ((round_changed_by(sheet, line), line.number) for line in sheet.lines)
    return {round: number for round, number in changed if round is not None}


def late_corrections(sheet: Sheet) -> list[Written]:
    """The lines that changed a round after it had been confirmed."""
    confirmed: set[int] = set()
    late = []
    for line in sheet.lines:
        if line.kind is Kind.CONFIRM:
            confirmed.add(line.round)
        elif round_changed_by(sheet, line) in confirmed:
            late.append(line)
    return late


def confirmed_rounds(sheet: Sheet) -> Mapping[int, Written]:
    """The line that confirms each round, of those that have all their scores and whose scores nobody touched since."""
    confirms = [line for line in sheet.lines if line.kind is Kind.CONFIRM]
    if not confirms:
        return {}
    struck, touched = struck_lines(sheet.lines), touched_rounds(sheet)
    closed = {round.number for round in sheet.rounds if round.is_closed}
    stand = (line for line in confirms if line.number not in struck and line.number > touched.get(line.round, 0))
    return {line.round: line for line in stand if line.round in closed}


def unconfirmed_rounds(sheet: Sheet) -> tuple[int, ...]:
    """The rounds with all their scores that nobody has confirmed yet."""
    confirmed = confirmed_rounds(sheet)
    return tuple(round.number for round in sheet.rounds if round.is_closed and round.number not in confirmed)
