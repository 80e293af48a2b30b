"""Find a player's lowest and highest total without reading every result

Revision ID: 0024
Revises: 0023
"""

from alembic import op

# revision identifiers, used by Alembic.
revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_COLUMNS = ["player_id", "total", "played_on", "game_id"]


def upgrade() -> None:
    op.create_index(f"ix_results_{'_'.join(_COLUMNS)}", "results", _COLUMNS)


def downgrade() -> None:
    op.drop_index(f"ix_results_{'_'.join(_COLUMNS)}", table_name="results")
