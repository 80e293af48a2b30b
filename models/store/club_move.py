"""Moving a club to another shard. All of its rows are there afterwards, as a backup would have them, or nothing has changed."""

import hashlib
import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, insert, select
from sqlalchemy.exc import DBAPIError

from models.store.backups import line_of, tables_of
from models.store.database import db
from models.store.moved_refs import MovedRef
from models.store.shards import Shard, ShardsError
from models.texts import say

_ROWS_AT_ONCE = 2000
# A row belongs to the club of the first of these that it has.
_OWNERS = {"club_id": "clubs", "game_id": "games", "night_id": "nights", "tournament_id": "tournaments"}
# Seconds that a move waits each time for somebody who is writing.
_PATIENCE_SECONDS = 8


class Moved(NamedTuple):
    """A move: the digest of the club's rows, the same at both shards, their number, and the longest that somebody had to wait."""

    digest: str
    rows: int
    seconds: float


def move_club(club_id: int, origin: Shard, target: Shard) -> Moved:
    """Move a club to another shard. People can read meanwhile, and what they enter is refused for the moment and sent again.

    Raises ShardsError if the club is not there, if the rows are not the same afterwards, or if somebody does not stop writing.
    Then nothing has changed. It also says so if nobody knows whether the move took place.
    """
    if origin == target:
        raise ShardsError(say("shard.there"))
    begun = time.monotonic()
    try:
        with db.whole.begin() as connection:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_PATIENCE_SECONDS}s'")
            digest, rows = _Move(connection, club_id, origin, target).carry_out()
    except DBAPIError as error:
        # A connection that is lost during the commit does not say whether it took place.
        told = "shard.unknown" if error.connection_invalidated else "shard.busy"
        raise ShardsError(say(told, why=error.orig)) from error
    return Moved(digest, rows, time.monotonic() - begun)


class _Move:
    """A move while it is carried out, in one transaction."""

    def __init__(self, connection: Connection, club_id: int, origin: Shard, target: Shard) -> None:
        self.connection, self.club_id, self.origin, self.target = connection, club_id, origin, target
        self.old, self.new = (
            {table.name: table for table in tables_of(connection, shard.schema)} for shard in (origin, target)
        )

    def carry_out(self) -> tuple[str, int]:
        """Move everything. Returns the digest of the rows, and their number."""
        # In the order in which everybody locks them.
        for name in ("tournaments", "games", "clubs"):
            table = self.old[name]
            held = select(table.c.id).where(self._is_mine(table)).order_by(table.c.id).with_for_update()
            locked = self.connection.execute(held).all()
        if not locked:
            raise ShardsError(say("shard.gone"))
        mine = [name for name, table in self.old.items() if self._has_owner(table)]
        before = self._digest([self.old[name] for name in mine], is_locked=True)
        for name in mine:
            table = self.old[name]
            copied = insert(self.new[name]).from_select(table.columns.keys(), select(table).where(self._is_mine(table)))
            self.connection.execute(copied)
        if self._digest([self.new[name] for name in mine]) != before:
            raise ShardsError(say("shard.not-the-same"))
        self._lead_on(mine)
        for name in reversed(mine):
            table = self.old[name]
            self.connection.execute(delete(table).where(self._is_mine(table)))
        return before

    def _has_owner(self, table: Table) -> bool:
        return table.name == "clubs" or any(name in table.columns for name in _OWNERS)

    def _is_mine(self, table: Table) -> ColumnElement[bool]:
        """The rows of a table that belong to the club."""
        if table.name == "clubs":
            return table.c.id == self.club_id
        column = next(name for name in _OWNERS if name in table.columns)
        if column == "club_id":
            return table.c.club_id == self.club_id
        tables = self.old if table.schema == self.origin.schema else self.new
        owner = tables[_OWNERS[column]]
        return table.c[column].in_(select(owner.c.id).where(self._is_mine(owner)))

    def _digest(self, tables: list[Table], is_locked: bool = False) -> tuple[str, int]:
        """The digest of the club's rows in these tables, as a backup writes them, and their number."""
        digest, count = hashlib.sha256(), 0
        for table in tables:
            rows = select(table).where(self._is_mine(table)).order_by(*table.primary_key)
            said = rows.with_for_update() if is_locked else rows
            for row in self.connection.execute(said, execution_options={"yield_per": _ROWS_AT_ONCE}):
                digest.update(line_of(row))
                count += 1
        return digest.hexdigest(), count

    def _lead_on(self, names: list[str]) -> None:
        """Write down at the old shard where each name has gone, and at the new one that it is back if it was there before."""
        moved = MovedRef.__tablename__
        for name in names:
            table = self.old[name]
            if "ref" not in table.columns:
                continue
            refs = list(self.connection.scalars(select(table.c.ref).where(self._is_mine(table))))
            for start in range(0, len(refs), _ROWS_AT_ONCE):
                part = refs[start : start + _ROWS_AT_ONCE]
                self.connection.execute(delete(self.new[moved]).where(self.new[moved].c.ref.in_(part)))
                self.connection.execute(
                    insert(self.old[moved]), [{"ref": ref, "shard": self.target.number} for ref in part]
                )
