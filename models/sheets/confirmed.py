"""Which rounds of a tournament's table a second player has confirmed, as their scores stand now (D12-9.2)."""

from collections.abc import Mapping

from models.ledger.lines import Confirmation, Payload, Penalty, Score, SheetLine, Strike
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines


def round_changed_by(sheet: Sheet, line: SheetLine[Payload]) -> int | None:
    """The round whose scores a line is about: a score, a penalty, or the striking of one; None for any other."""
    about = line.payload
    while isinstance(about, Strike):
        about = sheet.lines[about.strikes - 1].payload
    return about.round if isinstance(about, Score | Penalty) else None


def touched_rounds(sheet: Sheet) -> dict[int, int]:
    """The newest line that changed what each round counts."""
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
    """The line that confirms each round, of those that have all their scores and whose scores nobody touched since."""
    confirms = {line.number: line.payload.round for line in sheet.lines if isinstance(line.payload, Confirmation)}
    if not confirms:
        return {}
    struck, touched = struck_lines(sheet.lines), touched_rounds(sheet)
    closed = {round.number for round in sheet.rounds if round.is_closed}
    stand = {number: round for number, round in confirms.items() if number not in struck and round in closed}
    return {round: number for number, round in stand.items() if number > touched.get(round, 0)}


def unconfirmed_rounds(sheet: Sheet) -> tuple[int, ...]:
    """The rounds with all their scores that nobody has confirmed yet."""
    confirmed = confirmed_rounds(sheet)
    return tuple(round.number for round in sheet.rounds if round.is_closed and round.number not in confirmed)
