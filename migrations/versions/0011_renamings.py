"""Games count how often the author of one of their lines was renamed

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite cannot make a table again while others point to it.
    op.add_column("games", sa.Column("renamings", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "renamings")
