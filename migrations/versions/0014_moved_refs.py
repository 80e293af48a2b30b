"""Refs of things that have moved to another shard, and the club of each receipt, which moves with it

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moved_refs",
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("ref", name="pk_moved_refs"),
    )
    op.add_column("receipts", sa.Column("club_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))


def downgrade() -> None:
    op.drop_column("receipts", "club_id")
    op.drop_table("moved_refs")
