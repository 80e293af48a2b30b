"""The players of a club: renaming, merging, archiving and anonymizing them. Their games stay."""

import re
from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import InstrumentedAttribute

from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game, new_stamp
from models.ledger.hands import Hand
from models.ledger.house_rules import HouseRules
from models.ledger.keys import Key
from models.ledger.lines import SheetRow, count_reasons
from models.ledger.moves import RoundRow
from models.ledger.nights import Night, Note
from models.ledger.players import Player, find_player_called
from models.ledger.seats import Seat
from models.ledger.shared_results import SharedResult
from models.ledger.tournament_lines import TournamentRow
from models.ledger.tournaments import Entrant, Tournament, lock_whole_club
from models.results.settle import hand_results_on
from models.store.columns import LONGEST_NAME, now
from models.store.database import db
from models.store.uploads import Upload
from models.texts import say
from rules.names import fold_name


class PlayerError(ValueError):
    """Raised for something that cannot be done with this player; the message is a sentence."""


def rename_player(player: Player, name: str) -> None:
    """Rename a player, including in past games, and the club if it is named after the player ("Ana's table").

    A short name belongs to the old name and is removed with it, unless only capitals change. Sheets show the new
    name at once: they are built from their seats, and each seat has its player's name.

    Raises PlayerError if another player has the name.
    """
    lock_club(player.club_id)
    folded = fold_name(name)
    if find_player_called(player.club_id, name) not in (None, player):
        raise PlayerError(say("player.name-taken", name=name))
    if folded != player.folded_name:
        player.short_name = None
    club = db.session.get_one(Club, player.club_id)
    if club.name.startswith(f"{player.name}’s "):
        club.name = (name + club.name.removeprefix(player.name))[:LONGEST_NAME]
    player.name, player.folded_name = name, folded


def set_short_name(player: Player, short_name: str) -> None:
    """Set the short name that heads narrow columns; an empty string removes it."""
    lock_club(player.club_id)
    player.short_name = short_name or None


def archive_player(player: Player, is_archived: bool) -> None:
    """Archive a player, or bring the player back. Archived players are no longer suggested."""
    player.archived_at = now() if is_archived else None


def merge_players(player: Player, into: Player) -> None:
    """Merge two players who are the same person: all games of the first go to the second, and the first is deleted.

    The second player keeps any short name of their own, or else gets the first player's.

    Raises PlayerError if they are the same player already, or if both were in the same game or tournament.
    """
    lock_whole_club(into.club_id)
    if player.id == into.id:
        raise PlayerError(say("player.merge-self", name=player.name))
    if _count_shared(Entrant.tournament_id, player, into):
        raise PlayerError(say("player.both-entered", name=player.name, other=into.name))
    if both := _count_shared(Seat.game_id, player, into):
        raise PlayerError(say("player.both-sat", name=player.name, other=into.name, count=both))
    into.short_name = into.short_name or player.short_name
    for seated in (Seat, Entrant):
        db.session.execute(update(seated).where(seated.player_id == player.id).values(player_id=into.id))
    hand_results_on(into.club_id, player.id, into.id)
    db.session.execute(delete(Player).where(Player.id == player.id))
    db.session.expire_all()


def _count_shared(place: InstrumentedAttribute[int], player: Player, other: Player) -> int:
    """The number of games or tournaments, as named by this column, that both players were in."""
    player_id = place.class_.player_id
    shared = place.in_(select(place).where(player_id == other.id))
    return db.session.scalar(select(func.count(place)).where(player_id == player.id, shared)) or 0


def mentions_of(player: Player) -> int:
    """The number of notes, night names, penalty reasons and key labels that contain the player's name.

    Such texts are never rewritten.
    """
    name, games = player.name.casefold(), select(Game.id).where(Game.club_id == player.club_id)
    noted = (Night.club_id == player.club_id) & Note.folded.contains(name, autoescape=True)
    notes = db.session.scalar(select(func.count()).select_from(Note).join(Night).where(noted))
    # Databases ignore case only in English letters.
    nights = db.session.scalars(select(Night.name).where(Night.club_id == player.club_id, Night.name.is_not(None)))
    labels = db.session.scalars(select(Key.label).where(Key.club_id == player.club_id))
    named = sum(name in text.casefold() for text in (*nights, *labels) if text)
    return count_reasons(games, name) + named + (notes or 0)


def anonymise_player(player: Player, name: str) -> str:
    """Rename a player to `name` and a number, including as an author and in the club's name. Returns the new name.

    The games stay, and so does whatever was written in notes.
    """
    lock_whole_club(player.club_id)
    taken = set(db.session.scalars(select(Player.folded_name).filter_by(club_id=player.club_id)))
    number = next(number for number in range(1, len(taken) + 2) if fold_name(f"{name} {number}") not in taken)
    old, new = player.folded_name, f"{name} {number}"
    _sign_otherwise(player.club_id, old, new)
    db.session.execute(delete(Upload).where(Upload.club_id == player.club_id))
    club = db.session.get_one(Club, player.club_id)
    club.name = re.sub(rf"(?<!\w){re.escape(player.name)}(?!\w)", new, club.name, flags=re.IGNORECASE)[:LONGEST_NAME]
    player.name, player.folded_name, player.archived_at = new, fold_name(new), player.archived_at or now()
    player.short_name = None
    return new


def _sign_otherwise(club_id: int, folded: str, new: str) -> None:
    """Change the author's name on everything that a person of this name has entered in the club."""
    games = select(Game.id).where(Game.club_id == club_id)
    db.session.execute(update(Game).where(Game.club_id == club_id).values(stamp=new_stamp()))
    signed = [
        (SheetRow.by, SheetRow.game_id.in_(games)),
        (RoundRow.by, RoundRow.game_id.in_(games)),
        (Hand.by, Hand.game_id.in_(games)),
        (Game.started_by, Game.club_id == club_id),
        (Game.binned_by, Game.club_id == club_id),
        (Night.binned_by, Night.club_id == club_id),
        (Note.by, Note.night_id.in_(select(Night.id).where(Night.club_id == club_id))),
        (HouseRules.made_by, HouseRules.club_id == club_id),
        (Tournament.started_by, Tournament.club_id == club_id),
        (Tournament.binned_by, Tournament.club_id == club_id),
        (TournamentRow.by, TournamentRow.tournament_id.in_(select(Tournament.id).where(Tournament.club_id == club_id))),
        (Key.made_by, Key.club_id == club_id),
        (Key.revoked_by, Key.club_id == club_id),
        (SharedResult.made_by, SharedResult.game_id.in_(games)),
        (SharedResult.revoked_by, SharedResult.game_id.in_(games)),
    ]
    for column, of_club in signed:
        written: Sequence[str | None] = db.session.scalars(select(column).where(of_club).distinct()).all()
        same = [by for by in written if by and fold_name(by) == folded]
        if same:
            db.session.execute(update(column.class_).where(of_club, column.in_(same)).values({column.key: new}))
