"""The schedule of rounds: the referee may change the doubles and the number of rounds during play (D12-9.3)."""

from collections.abc import Sequence


def shorten(engines: Sequence[int], begun: int, wanted: Sequence[int]) -> tuple[int, ...]:
    """A table's engines after a change: those of the rounds already started, then the ones in `wanted`.

    All tables play the same number of rounds, except one that has already started more. A double in
    `wanted` that the table has already played is replaced by one in `wanted` that it has not.
    """
    played = tuple(engines[:begun])
    spare = [engine for engine in wanted[:begun] if engine not in played]
    rest = [spare.pop(0) if engine in played and spare else engine for engine in wanted[begun:]]
    return played + tuple(engine for engine in rest if engine not in played)
