"""Tracked rounds: the lines of their tables, and released hands

Revision ID: 0002
Revises: 0001

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column(
            "kind", sa.Enum("table", "move", "strike", name="movekind", native_enum=False, length=10), nullable=False
        ),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("seats", sa.String(length=100), nullable=False),
        sa.Column("after", sa.Integer(), nullable=True),
        sa.Column("strikes", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind <> 'strike' OR strikes IS NOT NULL", name=op.f("ck_moves_strike_is_whole")),
        sa.CheckConstraint("kind <> 'table' OR seats <> ''", name=op.f("ck_moves_table_is_whole")),
        sa.CheckConstraint("after < number", name=op.f("ck_moves_stands_after_an_earlier_line")),
        sa.CheckConstraint("strikes < number", name=op.f("ck_moves_strikes_an_earlier_line")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moves")),
        sa.UniqueConstraint("game_id", "round", "number", name=op.f("uq_moves_game_id_round_number")),
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("tiles", sa.String(length=2000), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hands_game_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_hands_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
    )
    with op.batch_alter_table("hands", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hands_game_id_round"), ["game_id", "round"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("hands", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_hands_game_id_round"))

    op.drop_table("hands")
    op.drop_table("moves")
