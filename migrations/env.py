"""The migrations' connection to the database: the app's own, online only. With shards each is brought up to date, one by one."""

from alembic import context
from alembic.util import CommandError
from flask import current_app
from sqlalchemy import Connection, NullPool, create_engine

from models.store.shards import Shard, ShardsError, make_schemas, number_apart

migrate = current_app.extensions["migrate"]
shards = migrate.db.shards


def _run(connection: Connection, schema: str | None = None) -> None:
    context.configure(
        connection=connection,
        target_metadata=migrate.db.metadata,
        version_table_schema=schema,
        include_object=lambda _thing, name, *_: name != "alembic_version",
        transaction_per_migration=True,
        **migrate.configure_args,
    )
    with context.begin_transaction():
        context.run_migrations()


def _run_at(shard: Shard) -> None:
    """Bring one shard up to date. Its connections know its schema alone."""
    options = f"-c search_path={shard.schema}"
    engine = create_engine(migrate.db.whole.url, connect_args={"options": options}, poolclass=NullPool)
    with engine.connect() as connection:
        _run(connection, shard.schema)
    with engine.begin() as connection:
        number_apart(connection, shard)


if shards:
    with migrate.db.whole.begin() as connection:
        try:
            make_schemas(connection, shards)
        except ShardsError as error:
            raise CommandError(str(error)) from error
    for shard in shards:
        _run_at(shard)
else:
    with migrate.db.whole.connect() as connection:
        _run(connection)
