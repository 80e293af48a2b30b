"""Remove invisible marks from names, as forms do, unless two names would become the same

Revision ID: 0023
Revises: 0022
"""

from collections import Counter

import sqlalchemy as sa
from alembic import op

from rules.names import fold_name, is_visible, typed_name

# revision identifiers, used by Alembic.
revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    players = sa.table(
        "players",
        sa.column("id", sa.BigInteger),
        sa.column("club_id", sa.BigInteger),
        sa.column("name", sa.String),
        sa.column("folded_name", sa.String),
    )
    bind = op.get_bind()
    named = bind.execute(sa.select(players.c.id, players.c.club_id, players.c.name)).all()
    cleaned = {id: (club, typed_name(name)) for id, club, name in named}
    alike = Counter((club, fold_name(name)) for club, name in cleaned.values())
    for id, club, name in named:
        clean = cleaned[id][1]
        if clean != name and is_visible(clean) and alike[club, fold_name(clean)] == 1:
            bind.execute(sa.update(players).where(players.c.id == id).values(name=clean, folded_name=fold_name(clean)))


def downgrade() -> None:
    pass
