"""A cache of the last result for each sheet, tracked round and hall that this process computed.

No other cache in models/ has results that can become outdated. A result is valid while everything that it
was computed from is unchanged. For a sheet (`load_sheets` in fold.py) that is the number and the moment of
its newest line, the rules, the seats with their players' names, and the game's stamp, which changes when an
author's name does. A ruling on a move of a tracked round is a pure function of the table and the move, and is
cached in round.py.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from threading import Lock
from typing import Any, Protocol, TypeVar

from models.store.transactions import is_writing


class Folded(Protocol):
    """Something computed from lines, together with those lines."""

    @property
    def lines(self) -> Sized:
        """The lines that the result was computed from."""


T = TypeVar("T", bound=Folded | None)

# The most results to cache, more than a big tournament needs, and the most lines in all of them: about 30 megabytes.
_MOST, _MOST_LINES = 500, 100_000

_results: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()
_lock = Lock()


def recall(about: Hashable, made_of: object) -> Any:
    """The last result for `about`, if it was computed from the same inputs; otherwise None."""
    with _lock:
        before, result = _results.get(about, (None, None))
        if before != made_of:
            return None
        _results.move_to_end(about)
        return result


def keep(about: Hashable, made_of: object, result: Folded | None) -> None:
    """Keep this result, unless this transaction writes: it may be rolled back, and its line numbers used again."""
    if result is None or is_writing():
        return
    with _lock:
        _results[about] = made_of, result
        _results.move_to_end(about)
        while len(_results) > _MOST or sum(len(folded.lines) for _, folded in _results.values()) > _MOST_LINES:
            _results.popitem(last=False)


def remembered(about: Hashable, made_of: object, make: Callable[[], T]) -> T:
    """The last result for `about`, or a new one if the last was computed from different inputs."""
    result: T | None = recall(about, made_of)
    if result is None:
        result = make()
        keep(about, made_of, result)
    return result
