"""Shared results: links that show one game's result to people who have no key."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.games import Game
from models.ledger.nights import Night
from models.store.columns import LONGEST_NAME, At, Base, Id, Name, Ref, UtcMoment, now
from models.store.database import db
from models.store.transactions import add_row


class SharedResult(Base):
    """A link that shows the result of one game, view only, until it is revoked. No browser stores it."""

    __tablename__ = "shared_results"

    id: Mapped[Id]
    ref: Mapped[Ref]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    made_at: Mapped[At]
    made_by: Mapped[Name]
    revoked_at: Mapped[datetime | None] = mapped_column(UtcMoment)
    revoked_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))


def share_result(game_id: int, by: str) -> SharedResult:
    """The unrevoked link of the locked game, or a new one if there is none."""
    return find_shared_result(game_id) or add_row(SharedResult(game_id=game_id, made_by=by))


def find_shared_result(game_id: int) -> SharedResult | None:
    """The unrevoked link of a game; None if its result is not shared."""
    return db.session.scalar(select(SharedResult).filter_by(game_id=game_id, revoked_at=None))


def revoke_shared_result(shared: SharedResult, by: str) -> None:
    """Revoke a link: from now on it shows nothing."""
    shared.revoked_at, shared.revoked_by = now(), by


def shared_results_of(club_id: int) -> list[tuple[SharedResult, Game, Night]]:
    """The unrevoked links of a club's games, newest first, each with its game and the night of that game."""
    links = (
        select(SharedResult, Game, Night)
        .join(Game, Game.id == SharedResult.game_id)
        .join(Night, Night.id == Game.night_id)
        .where(Game.club_id == club_id, Game.binned_at.is_(None), SharedResult.revoked_at.is_(None))
        .order_by(SharedResult.id.desc())
    )
    return [(shared, game, night) for shared, game, night in db.session.execute(links)]
