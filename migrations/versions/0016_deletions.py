"""Indexes for deletions, because the database looks in all other tables for rows that refer to a deleted one

Revision ID: 0016
Revises: 0015
"""

from alembic import op

# revision identifiers, used by Alembic.
revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

POINTING = (("lines", "seat_id"), ("hands", "seat_id"), ("keys", "night_id"), ("keys", "game_id"))


def upgrade() -> None:
    for table, column in POINTING:
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    for table, column in POINTING:
        op.drop_index(f"ix_{table}_{column}", table_name=table)
