"""Clubs no longer move to another shard

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("moved_refs")


def downgrade() -> None:
    op.create_table(
        "moved_refs",
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("ref", name="pk_moved_refs"),
    )
