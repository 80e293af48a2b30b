"""The game from which a club's ratings are due, and the address from which the club was founded

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clubs", sa.Column("founded_from", sa.Text()))
    op.add_column("clubs", sa.Column("due_from_day", sa.Date()))
    op.add_column("clubs", sa.Column("due_from_game", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))


def downgrade() -> None:
    for column in ("due_from_game", "due_from_day", "founded_from"):
        op.drop_column("clubs", column)
