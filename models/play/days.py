"""The day on which a game or a whole night was played: a game scored on paper may be entered later."""

from datetime import date

from sqlalchemy import exists, select

from models.ledger.clubs import lock_club
from models.ledger.games import Game, GameNight, lock_games, new_stamp
from models.ledger.nights import Night, Note, find_or_add_night
from models.ledger.tournaments import Tournament
from models.play.pen import Pen
from models.results.settle import settle
from models.store.columns import now
from models.store.database import db
from models.texts import say


class DayError(ValueError):
    """Raised if something cannot be moved to a day; the message is a sentence."""


def move_game(pen: Pen, day: date) -> None:
    """Move a game to another day: from now on it belongs to that day's night. A night left empty goes into the bin."""
    game = pen.game
    lock_club(game.club_id)
    before = db.session.get_one(Night, game.night_id)
    game.night_id, game.stamp = find_or_add_night(game.club_id, day).id, new_stamp()
    settle(game.club_id, [game])
    uses = (Game.night_id, GameNight.night_id, Tournament.night_id, Note.night_id)
    is_used = any(db.session.scalar(select(exists().where(column == before.id))) for column in uses)
    if before.id != game.night_id and not before.name and not is_used:
        before.binned_at, before.binned_by = now(), pen.by


def move_night(night: Night, day: date) -> None:
    """Move a night to another day, with everything played on it.

    Raises DayError if the club already has a night on that day.
    """
    lock_games(Game.club_id == night.club_id)
    if night.date == day:
        return
    if db.session.scalar(select(Night.id).where(Night.club_id == night.club_id, Night.date == day)):
        raise DayError(say("day.taken"))
    night.date = day
    games = db.session.scalars(select(Game).where(Game.night_id == night.id)).all()
    for game in games:
        game.stamp = new_stamp()
    settle(night.club_id, games)
