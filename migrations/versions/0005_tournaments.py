"""Tournaments: their entrants, their tables, the lines of their referees, and keys for tables

Revision ID: 0005
Revises: 0004

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

REFERENCES = (
    ("games", "tournament_id", "tournaments"),
    ("keys", "tournament_id", "tournaments"),
    ("keys", "game_id", "games"),
)


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column(
            "format",
            sa.Enum("winners", "table-points", "move-on", "total", name="format", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("largest", sa.Integer(), nullable=False),
        sa.Column("movers", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("engines", sa.String(length=80), nullable=False),
        sa.Column("lot", sa.String(length=20), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_by", sa.String(length=40), nullable=False),
        sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("binned_by", sa.String(length=40), nullable=True),
        sa.Column("origin", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_tournaments_club_id")),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_tournaments_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("ref", name=op.f("uq_tournaments_ref")),
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournaments_club_id"), ["club_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournaments_night_id"), ["night_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournaments_origin"), ["origin"], unique=False)

    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_entrants_player_id")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_entrants_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entrants")),
        sa.UniqueConstraint("tournament_id", "player_id", name=op.f("uq_entrants_tournament_id_player_id")),
    )
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entrants_player_id"), ["player_id"], unique=False)

    op.create_table(
        "hall_lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "deed",
            sa.Enum(
                "enter",
                "withdraw",
                "seat",
                "schedule",
                "games",
                "clock",
                "clock-off",
                "decide",
                name="deed",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_hall_lines_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hall_lines")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_hall_lines_tournament_id_number")),
    )
    op.create_table(
        "hall_tables",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "stake",
            sa.Enum("game", "playoff", "third", "final", "tie", name="stake", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("settles", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hall_tables_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_hall_tables")),
    )
    # Alembic's own way on SQLite would make a new table and drop the old one, to which every line refers. So the column is
    # added in place.
    for table, column, other in REFERENCES:
        name = f"fk_{table}_{column}"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER CONSTRAINT {name} REFERENCES {other} (id)")
    op.create_index(op.f("ix_games_tournament_id"), "games", ["tournament_id"])
    op.create_index(op.f("ix_keys_tournament_id"), "keys", ["tournament_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_keys_tournament_id"), "keys")
    op.drop_index(op.f("ix_games_tournament_id"), "games")
    for table, column, _ in reversed(REFERENCES):
        op.drop_column(table, column)
    for table in ("hall_tables", "hall_lines", "entrants", "tournaments"):
        op.drop_table(table)
