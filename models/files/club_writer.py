"""Exports a club or one of its nights as a file; docs/club-file.md describes it.

The file holds everything that was entered, and nothing derived. Keys and everything in the bin are left out.
"""

import json
from collections.abc import Iterator
from datetime import date, datetime

from sqlalchemy import select

from models.files.games import load_entered_game
from models.files.lines import Facts, write_line
from models.files.rows import write_part
from models.files.schema import (
    VERSION,
    FileClub,
    FileGame,
    FileHand,
    FileNight,
    FileNote,
    FilePlayer,
    FileRules,
    FileSeat,
)
from models.files.tournament import tournament_facts
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.house_rules import HouseRules
from models.ledger.nights import Night, notes_of
from models.ledger.players import Player
from models.ledger.seats import Seat
from models.ledger.tournaments import Entrant, Tournament
from models.ledger.waits import waits_by_round
from models.store.database import db
from rules import RuleBook


def write_club(club: Club, only: Night | None = None) -> Iterator[str]:
    """The file, a piece at a time: the whole club, or only one night with the players of that night."""
    nights = [Night.id == only.id] if only else [Night.club_id == club.id, Night.binned_at.is_(None)]
    yield _text({"roundhouse": VERSION, "club": write_part(FileClub, club)})[:-1]
    yield from _list("players", (write_part(FilePlayer, player) for player in _players(club, only)))
    yield from _list("house_rules", (write_part(FileRules, made, gone=made.is_gone) for made in _made(club, only)))
    chosen = db.session.scalars(select(Night).where(*nights).order_by(Night.date))
    yield from _list("nights", (_night(night) for night in chosen.all()))
    tournaments = _tournaments(club, only)
    if tournaments:
        yield from _list("tournaments", (tournament_facts(tournament) for tournament in tournaments))
    yield "\n}\n"


def _tournaments(club: Club, only: Night | None) -> list[Tournament]:
    """The club's tournaments that are not in the bin; for one night, only those played entirely on that night."""
    chosen = select(Tournament).filter_by(club_id=club.id, binned_at=None).order_by(Tournament.id)
    if only:
        elsewhere = select(Game.tournament_id).where(Game.night_id != only.id, Game.tournament_id.is_not(None))
        chosen = chosen.where(Tournament.night_id == only.id, Tournament.id.not_in(elsewhere))
    return list(db.session.scalars(chosen))


def _list(name: str, things: Iterator[Facts]) -> Iterator[str]:
    yield f',\n"{name}": ['
    for number, thing in enumerate(things):
        yield f"{',' if number else ''}\n{_text(thing)}"
    yield "\n]"


def _text(facts: Facts) -> str:
    return json.dumps(facts, ensure_ascii=False, default=_value)


def _value(value: datetime | date | RuleBook) -> str:
    return str(value) if isinstance(value, RuleBook) else value.isoformat()


def _players(club: Club, only: Night | None) -> list[Player]:
    everybody = select(Player).where(Player.club_id == club.id).order_by(Player.id)
    if only:
        games = select(Game.id).where(Game.night_id == only.id, Game.binned_at.is_(None))
        seated = Player.id.in_(select(Seat.player_id).where(Seat.game_id.in_(games)))
        entered = select(Entrant.player_id).join(Tournament).where(Tournament.night_id == only.id)
        everybody = everybody.where(seated | Player.id.in_(entered))
    return list(db.session.scalars(everybody))


def _made(club: Club, only: Night | None) -> list[HouseRules]:
    """The club's house rules; for one night, only those used in the games of that night."""
    made = list(db.session.scalars(select(HouseRules).filter_by(club_id=club.id).order_by(HouseRules.id)))
    if only is None:
        return made
    played = {str(game.rules) for game in db.session.scalars(select(Game).filter_by(night_id=only.id, binned_at=None))}
    return [rules for rules in made if str(rules.rules) in played]


def _night(night: Night) -> Facts:
    games = db.session.scalars(select(Game).filter_by(night_id=night.id, binned_at=None).order_by(Game.id))
    notes = [write_part(FileNote, note) for note in notes_of(night.id)]
    return write_part(FileNight, night, notes=notes, games=[_game(game) for game in games])


def _game(game: Game) -> Facts:
    """A game as it is written in the file. Its seats are numbered from 1 in the order in which they are listed."""
    entered = load_entered_game(game)
    facts = write_part(
        FileGame,
        game,
        ref=game.origin or game.ref,
        seats=[write_part(FileSeat, seat, player=seat.name) for seat in entered.seats],
        lines=[write_line(line) for line in entered.lines],
        kept=[{"round": round, "lines": [write_line(line) for line in lines]} for round, lines in entered.kept.items()],
        hands=[write_part(FileHand, hand) for hand in entered.hands],
        waits=tuple(
            {"round": round, "entry": entry, **wait._asdict()}
            for round, waited in waits_by_round(game.id).items()
            for entry, wait in waited.items()
        ),
        kept_only=not game.counts,
    )
    db.session.expunge(game)
    return facts
