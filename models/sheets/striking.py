"""Striking: a line is never deleted; a later line says that it no longer counts."""

from collections.abc import Sequence

from models.ledger.lines import Payload, SheetLine
from models.ledger.moves import RoundLine

AnyLine = SheetLine[Payload] | RoundLine


def struck_lines(lines: Sequence[AnyLine]) -> set[int]:
    """The numbers of the lines that are struck. A strike that is itself struck strikes nothing."""
    struck: set[int] = set()
    for line in reversed(lines):
        if line.strikes is not None and line.number not in struck:
            struck.add(line.strikes)
    return struck
