"""The stamp of a game, a number that tells a process whether its cached sheet is current

Revision ID: 0019
Revises: 0018
"""

from alembic import op

# revision identifiers, used by Alembic.
revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("games", "renamings", new_column_name="stamp")


def downgrade() -> None:
    op.alter_column("games", "stamp", new_column_name="renamings")
