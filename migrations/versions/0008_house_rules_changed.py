"""House rules can be renamed, changed and deleted, with a line for each change

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("house_rules") as batch:
        batch.add_column(sa.Column("was_called", sa.String(40)))
        batch.add_column(sa.Column("is_gone", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("house_rules") as batch:
        batch.alter_column("is_gone", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("house_rules") as batch:
        batch.drop_column("is_gone")
        batch.drop_column("was_called")
