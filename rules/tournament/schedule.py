"""Which doubles start the rounds, and how many rounds: the referee's to say while the tables play (D12-9.3)."""

from collections.abc import Sequence


def shorten(engines: Sequence[int], begun: int, wanted: Sequence[int]) -> tuple[int, ...]:
    """A table's engines from now on: the rounds begun are finished, and the wanted list goes on behind them.

    All tables play as many rounds, but for one that has begun more already. A double that the table has played is
    replaced by one of the wanted list that it has not.
    """
    played = tuple(engines[:begun])
    spare = [engine for engine in wanted[:begun] if engine not in played]
    rest = [spare.pop(0) if engine in played and spare else engine for engine in wanted[begun:]]
    return played + tuple(engine for engine in rest if engine not in played)
