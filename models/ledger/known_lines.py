"""Lines that this process has read before. Lines are only ever added, so a page reads only the newest ones."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakSet, ref

from sqlalchemy import Select
from sqlalchemy.orm import SessionTransaction

from models.ledger.games import Game
from models.store.database import db, is_writing, read_rows

# The sheets or kept rounds that a process remembers: more than a big tournament plays at a time.
_MOST = 256

_with_new_lines: WeakSet[SessionTransaction] = WeakSet()

L = TypeVar("L")


def note_new_lines() -> None:
    """Note that this transaction writes lines, before it does so. Lines that it reads afterwards are not remembered."""
    db.session.connection()
    writes = db.session().get_transaction()
    if writes is not None:
        _with_new_lines.add(writes)


def may_remember() -> bool:
    """True unless this transaction has written lines: it may yet be rolled back, and their numbers used again."""
    return db.session().get_transaction() not in _with_new_lines


class _Found(NamedTuple, Generic[L]):
    """The lines of one sheet or kept round, the row of the newest, and the transaction in which they were read."""

    newest_row: tuple[Any, ...] = ()
    lines: tuple[L, ...] = ()
    read_in: Callable[[], SessionTransaction | None] = lambda: None


class _Known(Generic[L]):
    """A place for what was found last. It changes as one, because other threads read it too."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found = _Found[L]()


class LineReader(Generic[L]):
    """Reads the lines of a sheet or a kept round.

    `statement` finds the rows of a game whose number is at least `from_number`, in order; the number is their first column.
    `read` makes a line of a row.
    """

    def __init__(self, statement: Select[Any], read: Callable[[tuple[Any, ...]], L]) -> None:
        self._statement, self._read = statement, read
        self._known = lru_cache(maxsize=_MOST)(self._nothing_known)

    @staticmethod
    def _nothing_known(_game_id: int, _renamings: int, **_named: int) -> _Known[L]:
        return _Known()

    def lines(self, game: Game, **named: int) -> tuple[L, ...]:
        """Every line of the game's sheet, or of its kept round that `named` names, in order.

        The newest known row is read again. If its number belongs to another line now, the database is another one.
        """
        known = self._known(game.id, game.renamings, **named)
        transaction = db.session().get_transaction()
        may_keep = may_remember()
        newest_row, lines, read_in = known.found
        # Whoever writes reads again behind the lock: on PostgreSQL another line may have come in before it.
        if may_keep and transaction and read_in() is transaction and not is_writing():
            return lines
        rows = self._rows(game, newest_row[0] if newest_row else 0, named)
        if newest_row and rows[:1] != [newest_row]:
            rows, lines = self._rows(game, 0, named), ()
        elif newest_row:
            del rows[0]
        lines += tuple(map(self._read, rows))
        transaction = db.session().get_transaction()
        if may_keep and transaction and lines:
            known.found = _Found(rows[-1] if rows else newest_row, lines, ref(transaction))
        return lines

    def forget(self) -> None:
        """Forget all lines. Tests need it, because they copy one club into many databases."""
        self._known.cache_clear()

    def _rows(self, game: Game, from_number: int, named: dict[str, int]) -> list[tuple[Any, ...]]:
        found = read_rows(self._statement, {**named, "game": game.id, "from_number": from_number})
        return [tuple(row) for row in found]
