"""Receipts have an owner and name a key by its ref, which is never used again; wrong links are counted in memory

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("failed_openings")
    with op.batch_alter_table("receipts") as batch:
        batch.add_column(sa.Column("owner", sa.String(64), nullable=False, server_default=""))
        batch.add_column(sa.Column("key_ref", sa.String(10)))
        # Older forms were answered long ago, so nobody needs their keys again.
        batch.drop_constraint("fk_receipts_key_id", type_="foreignkey")
        batch.drop_column("key_id")
    with op.batch_alter_table("receipts") as batch:
        batch.alter_column("owner", server_default=None)
    op.create_index("ix_receipts_at", "receipts", ["at"])


def downgrade() -> None:
    op.drop_index("ix_receipts_at", "receipts")
    with op.batch_alter_table("receipts") as batch:
        batch.drop_column("owner")
        batch.drop_column("key_ref")
        batch.add_column(sa.Column("key_id", sa.Integer()))
        batch.create_foreign_key("fk_receipts_key_id", "keys", ["key_id"], ["id"])
    op.create_table(
        "failed_openings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failed_openings"),
    )
    op.create_index("ix_failed_openings_address_at", "failed_openings", ["address", "at"])
