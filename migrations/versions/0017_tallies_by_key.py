"""Tallies stored in the order of their key on SQLite

Revision ID: 0017
Revises: 0016
"""

from alembic import op

# revision identifiers, used by Alembic.
revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _rebuild(with_rowid=False)


def downgrade() -> None:
    _rebuild(with_rowid=True)


def _rebuild(with_rowid: bool) -> None:
    """Copy the tallies into a table with or without rowids. PostgreSQL has no such choice."""
    if op.get_bind().dialect.name == "sqlite":
        with op.batch_alter_table("tallies", recreate="always", table_kwargs={"sqlite_with_rowid": with_rowid}):
            pass
