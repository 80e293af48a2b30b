"""An index of the nights that have a name

Revision ID: 0012
Revises: 0011

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    named = sa.text("name IS NOT NULL")
    op.create_index("ix_nights_named", "nights", ["club_id", "name"], sqlite_where=named, postgresql_where=named)


def downgrade() -> None:
    op.drop_index("ix_nights_named", table_name="nights")
