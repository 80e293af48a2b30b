"""Games in play: those of tonight that the held keys open. A sheet says whether such a game is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select

from models.access.grants import OPENS_GAME
from models.ledger.clubs import Club
from models.ledger.games import Game, GameNight
from models.ledger.keys import Key
from models.ledger.lines import SheetRow
from models.ledger.nights import Night, is_still_on
from models.store.database import db


def open_games_of_tonight(key_refs: Sequence[str], moment: datetime) -> list[Game]:
    """The games of nights that are still on at a moment, newest line first. They may include games that are over.

    A tournament's game is opened only by a key to its own table.
    """
    if not key_refs:
        return []
    held = (Key.ref.in_(key_refs), Key.revoked_at.is_(None))
    lately = select(Night, Club).join(Club, Club.id == Night.club_id)
    nights = lately.where(
        Club.id.in_(select(Key.club_id).where(*held)), Night.date >= moment.date() - timedelta(days=2)
    )
    on = [
        night.id
        for night, club in db.session.execute(nights)
        if is_still_on(night.date, night.started_at, club.day_at(moment))
    ]
    is_mine = Game.tournament_id.is_(None) | (Key.game_id == Game.id)
    opens = select(Key.id).where(Key.club_id == Game.club_id, OPENS_GAME, is_mine, *held)
    return _newest_line_first(on, opens.exists()) if on else []


def games_of_night_by_line(night_id: int) -> list[Game]:
    """The games played on a night, newest line first. Tables of a tournament are left out."""
    return _newest_line_first([night_id], Game.tournament_id.is_(None))


def _newest_line_first(nights: Sequence[int], which: ColumnElement[bool]) -> list[Game]:
    continued = select(GameNight.game_id).where(GameNight.night_id.in_(nights))
    newest = select(func.max(SheetRow.at)).where(SheetRow.game_id == Game.id).scalar_subquery()
    played = select(Game).where(or_(Game.night_id.in_(nights), Game.id.in_(continued)), Game.binned_at.is_(None), which)
    return list(db.session.scalars(played.order_by(func.coalesce(newest, Game.started_at).desc(), Game.id.desc())))
