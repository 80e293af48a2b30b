"""House rules of clubs

Revision ID: 0003
Revises: 0002

"""

import sqlalchemy as sa
from alembic import op

# revision identifiers, used by Alembic.
revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_house_rules_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_rules")),
    )
    with op.batch_alter_table("house_rules", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_house_rules_club_id"), ["club_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("house_rules", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_house_rules_club_id"))

    op.drop_table("house_rules")
