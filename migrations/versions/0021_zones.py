"""The time zone of a club

Revision ID: 0021
Revises: 0020

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clubs", sa.Column("zone", sa.Text()))


def downgrade() -> None:
    op.drop_column("clubs", "zone")
