"""The bin: thrown-away games, nights and tournaments can be put back for thirty days. A club is deleted at once, for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, or_, select

from models.ledger.clubs import Club
from models.ledger.games import Game, GameNight, lock_game, lock_games, new_stamp
from models.ledger.hands import Hand
from models.ledger.house_rules import HouseRules
from models.ledger.keys import Key
from models.ledger.lines import SheetRow
from models.ledger.moves import RoundRow
from models.ledger.nights import Night, Note
from models.ledger.players import Player
from models.ledger.results import Result, RoundResult
from models.ledger.seats import Seat, seats_of_all
from models.ledger.shared_results import SharedResult
from models.ledger.tallies import Tally
from models.ledger.tournament_lines import TournamentRow
from models.ledger.tournaments import Entrant, Tournament, TournamentTable, lock_tournament, lock_whole_club
from models.ledger.waits import WaitRow
from models.results.settle import settle
from models.store.columns import now
from models.store.database import db
from models.store.uploads import Upload
from models.texts import say

KEPT_FOR = timedelta(days=30)
Thing = Night | Game | Tournament


class BinError(ValueError):
    """Raised for something that cannot be thrown away on its own; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BinItem:
    """A night, game or tournament in the bin: who threw it away, and when it will be gone for good."""

    it: Thing
    night: Night
    names: str
    by: str
    gone_at: datetime


def throw_game(game: Game, by: str) -> None:
    """Put a game in the bin: it can no longer be found and does not count. Raises BinError for a tournament's game."""
    if game.tournament_id is not None:
        raise BinError(say("bin.tournament-first"))
    lock_game(game.id)
    _throw(game, [game], by)


def throw_tournament(tournament: Tournament, by: str) -> None:
    """Put a tournament and its games in the bin."""
    lock_tournament(tournament.id)
    lock_games(Game.club_id == tournament.club_id)
    _throw(tournament, _games(Game.tournament_id == tournament.id), by)


def throw_night(night: Night, by: str) -> None:
    """Put a night in the bin with every game that started on it. Raises BinError if a tournament was played on it."""
    if has_tournament(night):
        raise BinError(say("bin.tournament-first"))
    lock_games(Game.club_id == night.club_id)
    _throw(night, _games(Game.night_id == night.id, Game.binned_at.is_(None)), by)


def _throw(thing: Thing, games: Sequence[Game], by: str) -> None:
    moment = now()
    for thrown in (thing, *games):
        thrown.binned_at, thrown.binned_by = moment, by
    settle(thing.club_id, games)
    empty_bin()


def put_game_back(game: Game) -> None:
    """Take a game out of the bin, together with its night if that is in the bin too."""
    lock_game(game.id)
    _put_back(game, [game])


def put_tournament_back(tournament: Tournament) -> None:
    """Take a tournament out of the bin, with its games and their nights."""
    lock_tournament(tournament.id)
    lock_games(Game.club_id == tournament.club_id)
    _put_back(tournament, _games(Game.tournament_id == tournament.id))


def put_night_back(night: Night) -> None:
    """Take a night out of the bin, with the games that were thrown away together with it."""
    lock_games(Game.club_id == night.club_id)
    _put_back(night, _games(Game.night_id == night.id, Game.binned_at == night.binned_at))


def _put_back(thing: Thing, games: Sequence[Game]) -> None:
    thing.binned_at = None
    for game in games:
        game.binned_at, game.stamp = None, new_stamp()
        db.session.get_one(Night, game.night_id).binned_at = None
    settle(thing.club_id, games)


def _games(*which: ColumnElement[bool]) -> Sequence[Game]:
    return db.session.scalars(select(Game).where(*which)).all()


def has_tournament(night: Night) -> bool:
    """True if a tournament that is not in the bin started or was played on a night."""
    played = select(Game.tournament_id).where(Game.night_id == night.id)
    of_night = (Tournament.night_id == night.id) | Tournament.id.in_(played)
    return db.session.scalar(select(Tournament.id).where(of_night, Tournament.binned_at.is_(None)).limit(1)) is not None


def bin_of(club_id: int) -> list[BinItem]:
    """Everything in a club's bin, newest first: nights, tournaments, and games thrown away without their night."""
    since = now() - KEPT_FOR
    nights = db.session.scalars(select(Night).where(Night.club_id == club_id, Night.binned_at > since))
    things: list[tuple[Thing, Night, str]] = [(night, night, "") for night in nights]
    tournaments = db.session.execute(
        select(Tournament, Night)
        .join(Night, Night.id == Tournament.night_id)
        .where(Tournament.club_id == club_id, Tournament.binned_at > since)
    )
    things += [(tournament, night, tournament.name) for tournament, night in tournaments]
    games = db.session.execute(
        select(Game, Night)
        .join(Night, Night.id == Game.night_id)
        .where(
            Game.club_id == club_id,
            Game.tournament_id.is_(None),
            Game.binned_at > since,
            or_(Night.binned_at.is_(None), Night.binned_at != Game.binned_at),
        )
    ).all()
    seats = seats_of_all([game.id for game, _ in games])
    things += [(game, night, ", ".join(seat.name for seat in seats[game.id])) for game, night in games]
    items = [
        BinItem(it=thing, night=night, names=names, by=thing.binned_by or "", gone_at=thing.binned_at + KEPT_FOR)
        for thing, night, names in things
        if thing.binned_at
    ]
    return sorted(items, key=lambda item: item.gone_at, reverse=True)


def find_in_bin(club_id: int, ref: str) -> Thing | None:
    """The night, game or tournament in the club's bin with this `ref`; None if there is none."""
    return next((item.it for item in bin_of(club_id) if item.it.ref == ref), None)


def empty_bin() -> None:
    """Delete everything that was thrown away more than thirty days ago, in every club."""
    old = now() - KEPT_FOR
    _delete_tournaments(Tournament.binned_at <= old)
    _delete_games(Game.binned_at <= old)
    # A night is still needed if any game or tournament belongs to it, even one in the bin.
    needed = exists().where(Game.night_id == Night.id) | exists().where(Tournament.night_id == Night.id)
    gone = list(db.session.scalars(select(Night.id).where(Night.binned_at <= old, ~needed)))
    if gone:
        for model in (Note, GameNight, Key):
            db.session.execute(delete(model).where(model.night_id.in_(gone)))
        db.session.execute(delete(Night).where(Night.id.in_(gone)))


def _delete_tournaments(which: ColumnElement[bool]) -> None:
    """Delete tournaments with their games and keys."""
    gone = list(db.session.scalars(select(Tournament.id).where(which)))
    if gone:
        db.session.execute(delete(Key).where(Key.tournament_id.in_(gone)))
        _delete_games(Game.tournament_id.in_(gone))
        for model in (TournamentRow, Entrant):
            db.session.execute(delete(model).where(model.tournament_id.in_(gone)))
        db.session.execute(delete(Tournament).where(Tournament.id.in_(gone)))


def _delete_games(which: ColumnElement[bool]) -> None:
    games = list(db.session.scalars(select(Game.id).where(which)))
    if games:
        for model in (
            RoundResult,
            Result,
            Hand,
            WaitRow,
            RoundRow,
            SheetRow,
            GameNight,
            Seat,
            SharedResult,
            TournamentTable,
        ):
            db.session.execute(delete(model).where(model.game_id.in_(games)))
        db.session.execute(delete(Game).where(Game.id.in_(games)))


def delete_club(club: Club) -> None:
    """Delete a club with everything in it, at once and for good."""
    lock_whole_club(club.id)
    db.session.execute(delete(Tally).where(Tally.club_id == club.id))
    db.session.execute(delete(Key).where(Key.club_id == club.id))
    _delete_tournaments(Tournament.club_id == club.id)
    _delete_games(Game.club_id == club.id)
    nights = select(Night.id).where(Night.club_id == club.id)
    db.session.execute(delete(Note).where(Note.night_id.in_(nights)))
    for model in (Night, Player, HouseRules, Upload):
        db.session.execute(delete(model).where(model.club_id == club.id))
    db.session.delete(club)
    db.session.flush()
