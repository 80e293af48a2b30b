"""Games in play: tonight's games that a phone's keys open. Only a game's sheet shows whether the game is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select

from models.access.grants import KEYS_TO_OWN_GAME, VALID
from models.ledger.clubs import Club
from models.ledger.games import Game, played_on
from models.ledger.keys import Key
from models.ledger.lines import SheetRow
from models.ledger.nights import Night, is_still_on
from models.store.database import db


def open_games_of_tonight(key_refs: Sequence[str], moment: datetime) -> list[Game]:
    """The games of the nights that are still on at `moment`, the one with the newest line first. Some of the games may be over.

    A tournament's game is opened only by a key to its own table.
    """
    if not key_refs:
        return []
    clubs = select(Key.club_id).where(VALID)
    lately = (Club.id.in_(clubs), Night.date >= moment.date() - timedelta(days=2))
    nights = select(Night, Club).join(Club, Club.id == Night.club_id).where(*lately)
    on = [
        night.id
        for night, club in db.session.execute(nights, {"keys": key_refs})
        if is_still_on(night.date, night.started_at, club.day_at(moment))
    ]
    return _newest_line_first(on, KEYS_TO_OWN_GAME.params(keys=key_refs).exists()) if on else []


def games_of_night_by_line(night_id: int) -> list[Game]:
    """The games played on a night, the one with the newest line first. Tournament games are left out."""
    return _newest_line_first([night_id], Game.tournament_id.is_(None))


def _newest_line_first(nights: Sequence[int], which: ColumnElement[bool]) -> list[Game]:
    newest = select(func.max(SheetRow.at)).where(SheetRow.game_id == Game.id).scalar_subquery()
    games = select(Game).where(played_on(nights), which)
    return list(db.session.scalars(games.order_by(func.coalesce(newest, Game.started_at).desc(), Game.id.desc())))
