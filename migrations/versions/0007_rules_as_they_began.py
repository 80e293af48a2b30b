"""Games and tournaments name the rules they started with if a default or the meaning of a value has changed since

Revision ID: 0007
Revises: 0006
"""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

from models.ledger.older_rules import pin_first_word

# revision identifiers, used by Alembic.
revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

GAMES = sa.table(
    "games", sa.column("id", sa.Integer), sa.column("tournament_id", sa.Integer), sa.column("rules", sa.Text)
)
TOURNAMENTS = sa.table("tournaments", sa.column("id", sa.Integer), sa.column("rules", sa.Text))
LINES, MOVES = (
    sa.table(
        name,
        sa.column("id", sa.Integer),
        sa.column("game_id", sa.Integer),
        sa.column("kind", sa.String),
        sa.column("text", sa.Text),
    )
    for name in ("lines", "moves")
)
RESULTS = sa.table(
    "results",
    sa.column("played_on", sa.Date),
    sa.column("rules", sa.Text),
    *(
        sa.column(name, sa.Integer)
        for name in ("game_id", "player_id", "club_id", "place", "rounds", "pips", "total", "outs", "best", "worst")
    ),
)
TALLIES = sa.table("tallies", sa.column("side", sa.String), sa.column("club_id", sa.Integer))
TALLIED = [
    "player_id",
    "side",
    "year",
    "month",
    "key",
    "club_id",
    "games",
    "wins",
    "losses",
    "rounds",
    "pips",
    "total",
    "outs",
    "best",
    "worst",
]


def upgrade() -> None:
    _rewrite(pin_first_word)


def downgrade() -> None:
    _rewrite(_unpin)


def _unpin(text: str, is_in_hall: bool) -> str:
    rules, space, rest = text.partition(" ")
    key, bracket, changes = rules.partition("[")
    named = dict(change.split("=") for change in changes.removesuffix("]").split(",")) if bracket else {}
    if named.get("drawn-tile") == "may-always":
        named["drawn-tile"] = "may"
    if named.pop("playoff", "in-pairs") != "one-table" and is_in_hall:
        named["playoff"] = "in-pairs"
    changed = ",".join(f"{option}={named[option]}" for option in sorted(named))
    return f"{key}[{changed}]{space}{rest}" if changed else f"{key}{space}{rest}"


def _rewrite(told: Callable[[str, bool], str]) -> None:
    bind = op.get_bind()
    in_hall = set(bind.scalars(sa.select(GAMES.c.id).where(GAMES.c.tournament_id.is_not(None))))
    for id, text in bind.execute(sa.select(TOURNAMENTS.c.id, TOURNAMENTS.c.rules)).all():
        bind.execute(sa.update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(rules=told(text, True)))
    for id, text in bind.execute(sa.select(GAMES.c.id, GAMES.c.rules)).all():
        if told(text, id in in_hall) != text:
            bind.execute(sa.update(GAMES).where(GAMES.c.id == id).values(rules=told(text, id in in_hall)))
    for entered, kind in ((LINES, "rules"), (MOVES, "table")):
        columns = entered.c.id, entered.c.game_id, entered.c.text
        for id, game, text in bind.execute(sa.select(*columns).where(entered.c.kind == kind)).all():
            if told(text, game in in_hall) != text:
                bind.execute(sa.update(entered).where(entered.c.id == id).values(text=told(text, game in in_hall)))
    clubs = set()
    named = sa.select(RESULTS.c.game_id, RESULTS.c.club_id, RESULTS.c.rules).distinct()
    for game, club, text in bind.execute(named).all():
        if told(text, game in in_hall) != text:
            bind.execute(sa.update(RESULTS).where(RESULTS.c.game_id == game).values(rules=told(text, game in in_hall)))
            clubs.add(club)
    for club in clubs:
        _tally_rules(bind, club)


def _tally_rules(bind: sa.Connection, club: int) -> None:
    """Recompute a club's tallies by rule set: for each month, for each year, and for all time."""
    bind.execute(sa.delete(TALLIES).where(TALLIES.c.club_id == club, TALLIES.c.side == "rules"))
    played, nothing = RESULTS.c, sa.literal(0)
    year, month = sa.extract("year", played.played_on), sa.extract("month", played.played_on)
    every: tuple[tuple[sa.ColumnElement[int], ...], ...] = ((year, month), (year,), ())
    for spans in every:
        of_year, of_month, *_ = (*spans, nothing, nothing)
        sums = sa.select(
            played.player_id,
            sa.literal("rules", sa.String),
            of_year,
            of_month,
            played.rules,
            played.club_id,
            sa.func.count(played.place),
            sa.func.sum(sa.case((played.place == 1, 1), else_=0)),
            nothing,
            sa.func.sum(played.rounds),
            sa.func.sum(played.pips),
            sa.func.sum(sa.case((played.place.is_not(None), played.total), else_=0)),
            sa.func.sum(played.outs),
            sa.func.min(played.best),
            sa.func.max(played.worst),
        )
        grouped = sums.where(played.club_id == club).group_by(played.player_id, played.club_id, played.rules, *spans)
        tallies = sa.table("tallies", *(sa.column(name) for name in TALLIED))
        bind.execute(sa.insert(tallies).from_select(TALLIED, grouped))
