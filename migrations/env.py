"""Connects the migrations to the database through the app's own connection. There is no offline mode."""

from alembic import context
from flask import current_app

migrate = current_app.extensions["migrate"]

with migrate.db.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=migrate.db.metadata,
        include_object=lambda _thing, name, *_: name != "alembic_version",
        transaction_per_migration=True,
        **migrate.configure_args,
    )
    with context.begin_transaction():
        context.run_migrations()
