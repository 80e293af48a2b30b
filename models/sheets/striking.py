"""Striking: a line is never deleted; a later line says that it no longer counts."""

from collections.abc import Sequence
from typing import Protocol


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def strikes(self) -> int | None: ...


def struck_lines(lines: Sequence[_Numbered]) -> set[int]:
    """The numbers of the lines that are struck. A strike that is struck itself strikes nothing."""
    struck: set[int] = set()
    for line in reversed(lines):
        if line.strikes is not None and line.number not in struck:
            struck.add(line.strikes)
    return struck
