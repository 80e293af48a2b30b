"""Fold the notes written before there was a search

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    notes = sa.table("notes", sa.column("id", sa.BigInteger), sa.column("text", sa.Text), sa.column("folded", sa.Text))
    bind = op.get_bind()
    for id, text in bind.execute(sa.select(notes.c.id, notes.c.text).where(notes.c.folded == "")).all():
        bind.execute(sa.update(notes).where(notes.c.id == id).values(folded=text.casefold()))


def downgrade() -> None:
    pass
