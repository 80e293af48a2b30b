"""The first tables

Revision ID: 0001
Revises:

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("founded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
        sa.UniqueConstraint("ref", name=op.f("uq_clubs_ref")),
    )
    op.create_table(
        "failed_openings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_openings")),
    )
    with op.batch_alter_table("failed_openings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_failed_openings_address_at"), ["address", "at"], unique=False)

    op.create_table(
        "nights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_nights_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nights")),
        sa.UniqueConstraint("club_id", "date", name=op.f("uq_nights_club_id_date")),
        sa.UniqueConstraint("ref", name=op.f("uq_nights_ref")),
    )
    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_nights_club_id"), ["club_id"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded_name", sa.String(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_players_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("club_id", "folded_name", name=op.f("uq_players_club_id_folded_name")),
        sa.UniqueConstraint("ref", name=op.f("uq_players_ref")),
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_players_club_id"), ["club_id"], unique=False)

    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("engines", sa.String(length=80), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_by", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_games_club_id")),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_games_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("ref", name=op.f("uq_games_ref")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_club_id"), ["club_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_night_id"), ["night_id"], unique=False)

    op.create_table(
        "keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=10), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("access", sa.SmallInteger(), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=40), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_by", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_keys_club_id")),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_keys_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keys")),
        sa.UniqueConstraint("ref", name=op.f("uq_keys_ref")),
    )
    op.create_table(
        "receipts",
        sa.Column("once", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("location", sa.String(length=300), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["key_id"], ["keys.id"], name=op.f("fk_receipts_key_id")),
        sa.PrimaryKeyConstraint("once", name=op.f("pk_receipts")),
    )

    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_keys_club_id"), ["club_id"], unique=False)

    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_notes_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notes_night_id"), ["night_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game_id", "place", name=op.f("uq_seats_game_id_place")),
        sa.UniqueConstraint("game_id", "player_id", name=op.f("uq_seats_game_id_player_id")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_player_id"), ["player_id"], unique=False)

    op.create_table(
        "sittings",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_sittings_game_id")),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_sittings_night_id")),
        sa.PrimaryKeyConstraint("game_id", "night_id", name=op.f("pk_sittings")),
    )
    with op.batch_alter_table("sittings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sittings_night_id"), ["night_id"], unique=False)

    op.create_table(
        "lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "score",
                "penalty",
                "arrive",
                "leave",
                "seating",
                "rules",
                "stop",
                "go-on",
                "strike",
                name="kind",
                native_enum=False,
                length=10,
            ),
            nullable=False,
        ),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("pips", sa.Integer(), nullable=True),
        sa.Column("is_out", sa.Boolean(), nullable=True),
        sa.Column("text", sa.String(length=600), nullable=False),
        sa.Column("strikes", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind <> 'arrive' OR (round IS NOT NULL AND seat_id IS NOT NULL AND pips IS NOT NULL)",
            name=op.f("ck_lines_arrive_is_whole"),
        ),
        sa.CheckConstraint(
            "kind <> 'leave' OR (round IS NOT NULL AND seat_id IS NOT NULL)", name=op.f("ck_lines_leave_is_whole")
        ),
        sa.CheckConstraint(
            "kind <> 'penalty' OR (round IS NOT NULL AND seat_id IS NOT NULL AND pips IS NOT NULL)",
            name=op.f("ck_lines_penalty_is_whole"),
        ),
        sa.CheckConstraint(
            "kind <> 'score' OR (round IS NOT NULL AND seat_id IS NOT NULL AND pips IS NOT NULL AND is_out IS NOT NULL)",
            name=op.f("ck_lines_score_is_whole"),
        ),
        sa.CheckConstraint("kind <> 'strike' OR (strikes IS NOT NULL)", name=op.f("ck_lines_strike_is_whole")),
        sa.CheckConstraint("NOT is_out OR pips = 0", name=op.f("ck_lines_out_has_no_pips")),
        sa.CheckConstraint("pips BETWEEN 0 AND 99999", name=op.f("ck_lines_pips_are_pips")),
        sa.CheckConstraint("strikes < number", name=op.f("ck_lines_strikes_an_earlier_line")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_lines_game_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_lines_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lines")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_lines_game_id_number")),
    )


def downgrade() -> None:
    op.drop_table("lines")
    with op.batch_alter_table("sittings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sittings_night_id"))

    op.drop_table("sittings")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_player_id"))

    op.drop_table("seats")
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notes_night_id"))

    op.drop_table("notes")
    op.drop_table("receipts")
    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_keys_club_id"))

    op.drop_table("keys")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_night_id"))
        batch_op.drop_index(batch_op.f("ix_games_club_id"))

    op.drop_table("games")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_club_id"))

    op.drop_table("players")
    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_nights_club_id"))

    op.drop_table("nights")
    with op.batch_alter_table("failed_openings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_failed_openings_address_at"))

    op.drop_table("failed_openings")
    op.drop_table("clubs")
