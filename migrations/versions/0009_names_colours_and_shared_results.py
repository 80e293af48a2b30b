"""Names for nights, short names for players, colors for seats, and shared results

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in batches: SQLite cannot make a table again while others point to it.
    op.add_column("nights", sa.Column("name", sa.String(40)))
    op.add_column("players", sa.Column("short_name", sa.String(8)))
    op.add_column("seats", sa.Column("colour", sa.String(10)))
    op.create_index(op.f("ix_seats_game_id_colour"), "seats", ["game_id", "colour"], unique=True)
    op.create_table(
        "shared_results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(10), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(40), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
        sa.Column("revoked_by", sa.String(40)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_shared_results_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_results")),
        sa.UniqueConstraint("ref", name=op.f("uq_shared_results_ref")),
    )
    op.create_index(op.f("ix_shared_results_game_id"), "shared_results", ["game_id"])


def downgrade() -> None:
    op.drop_table("shared_results")
    op.drop_index(op.f("ix_seats_game_id_colour"), "seats")
    op.drop_column("seats", "colour")
    op.drop_column("players", "short_name")
    op.drop_column("nights", "name")
