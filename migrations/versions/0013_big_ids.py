"""64-bit ids on PostgreSQL

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _change("BIGINT")


def downgrade() -> None:
    _change("INTEGER")


def _change(kind: str) -> None:
    """Change the type of every id, and of every column that holds the id of another row."""
    bind = op.get_bind()
    # Integers of SQLite have 64 bits anyway.
    if bind.dialect.name != "postgresql":
        return
    found = sa.inspect(bind)
    for table in sorted(found.get_table_names()):
        columns = {column["name"]: column for column in found.get_columns(table)}
        held = {name for key in found.get_foreign_keys(table) for name in key["constrained_columns"]}
        ids = [name for name in columns if name == "id" or name in held]
        numbers = [name for name in ids if isinstance(columns[name]["type"], sa.Integer)]
        if numbers:
            changes = ", ".join(f'ALTER COLUMN "{name}" TYPE {kind}' for name in numbers)
            op.execute(f'ALTER TABLE "{table}" {changes}')
        if "id" in numbers and columns["id"]["default"]:
            op.execute(f'ALTER SEQUENCE "{table}_id_seq" AS {kind}')
