"""Results of finished games, the bin, archived players, and searchable notes

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("brings", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_uploads_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
        sa.UniqueConstraint("ref", name=op.f("uq_uploads_ref")),
    )
    with op.batch_alter_table("uploads", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_uploads_club_id"), ["club_id"], unique=False)

    op.create_table(
        "tallies",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column(
            "side",
            sa.Enum("all", "rules", "players", "engine", "rival", name="side", native_enum=False, length=10),
            nullable=False,
        ),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("pips", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("worst", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_tallies_club_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_tallies_player_id")),
        sa.PrimaryKeyConstraint("player_id", "side", "year", "month", "key", name=op.f("pk_tallies")),
    )
    with op.batch_alter_table("tallies", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tallies_club_id_side_year_month"), ["club_id", "side", "year", "month"], unique=False
        )

    op.create_table(
        "results",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("pips", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("worst", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_results_club_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_results_club_id_played_on_game_id"), ["club_id", "played_on", "game_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_results_player_id_played_on_game_id"), ["player_id", "played_on", "game_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_results_player_id_streak_played_on_game_id"),
            ["player_id", "streak", "played_on", "game_id"],
            unique=False,
        )

    op.create_table(
        "round_results",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("engine", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("is_out", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_round_results_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_round_results_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", "round", name=op.f("pk_round_results")),
    )
    with op.batch_alter_table("round_results", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_round_results_player_id_score"), ["player_id", "score"], unique=False)

    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("binned_by", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("origin", sa.String(length=10), nullable=True))
        batch_op.create_index(batch_op.f("ix_games_origin"), ["origin"], unique=False)

    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.add_column(sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("binned_by", sa.String(length=40), nullable=True))

    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.Text(), nullable=False, server_default=""))

    # Migration 0015 fills it in: a database over many machines does not change tables and rows in one transaction.
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.alter_column("folded", server_default=None)

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("archived_at")

    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_column("folded")

    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.drop_column("binned_by")
        batch_op.drop_column("binned_at")

    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_origin"))
        batch_op.drop_column("origin")
        batch_op.drop_column("binned_by")
        batch_op.drop_column("binned_at")

    with op.batch_alter_table("round_results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_round_results_player_id_score"))

    op.drop_table("round_results")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_player_id_streak_played_on_game_id"))
        batch_op.drop_index(batch_op.f("ix_results_player_id_played_on_game_id"))
        batch_op.drop_index(batch_op.f("ix_results_club_id_played_on_game_id"))

    op.drop_table("results")
    with op.batch_alter_table("tallies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tallies_club_id_side_year_month"))

    op.drop_table("tallies")
    with op.batch_alter_table("uploads", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_uploads_club_id"))

    op.drop_table("uploads")
