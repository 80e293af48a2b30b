"""Three shards on PostgreSQL for tests: their tables, and a watch for statements that name no shard."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.schema import CreateSchema, DropSchema

from commands import club, demo
from models import db
from models.store import database, shards
from models.store.database import at
from models.store.shards import number_apart
from tests.many_machines import OF_TESTS
from views.shared import shards as pages_of_shards

SETTING = "first, second, third"


def make_shards() -> None:
    """Make three empty shards in the app's database."""
    for shard in db.shards:
        with db.whole.execution_options(**OF_TESTS).begin() as connection:
            connection.execute(DropSchema(shard.schema, cascade=True, if_exists=True))
            connection.execute(CreateSchema(shard.schema))
        with at(shard):
            db.create_all()
        with db.whole.execution_options(**OF_TESTS).begin() as connection:
            number_apart(connection, shard)


def empty_shards() -> None:
    """Empty all tables of all shards, and let their counters begin where they began."""
    names = [table.name for table in reversed(db.metadata.sorted_tables)]
    numbered = [table.name for table in db.metadata.sorted_tables if "id" in table.columns]
    with db.whole.execution_options(**OF_TESTS).begin() as connection:
        for shard in db.shards:
            said = [f"DELETE FROM {shard.schema}.{name}" for name in names]  # noqa: S608 (our own tables)
            said += [f"ALTER SEQUENCE {shard.schema}.{name}_id_seq RESTART" for name in numbered]
            connection.execute(text("; ".join(said)))


@contextmanager
def all_at_second(app: Flask) -> Iterator[None]:
    """A block in which everybody is at the second shard who is nowhere else, and in which new clubs are founded there."""
    with app.app_context():
        shard = db.shards[1]
    with pytest.MonkeyPatch.context() as patch:
        here = type(shards.shard_here)("shard_here", default=shard)
        for module in (shards, database):
            patch.setattr(module, "shard_here", here)
        for module in (club, demo, pages_of_shards):
            patch.setattr(module, "find_emptiest_shard", lambda: shard)
        pages_of_shards._emptiest.cache_clear()
        yield


def watch_shards() -> Callable[[], None]:
    """Fail every statement of an app with shards that names a table without its shard, until the function that this gives is called."""
    tables = "|".join(table.name for table in db.metadata.sorted_tables)
    homeless = re.compile(rf"\b(?:FROM|JOIN|INTO|UPDATE|ONLY)\s+\"?(?:{tables})\b")

    def check(connection: Connection, _cursor: Any, statement: str, *_: object) -> None:
        how = connection.get_execution_options()
        if how.get("shards") and not how.get("of_tests"):
            assert not homeless.search(statement), statement

    event.listen(Engine, "before_cursor_execute", check)
    return lambda: event.remove(Engine, "before_cursor_execute", check)
