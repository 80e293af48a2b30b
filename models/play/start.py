"""Starting to play: a club if there is none, the night, the game."""

from datetime import date

from models.ledger.clubs import Club, call_player, found_club, lock_club
from models.ledger.games import Game, Terms, begin_game
from models.ledger.keys import Access, Key, make_key
from models.ledger.nights import begin_night


def found_with_keys(name: str, labels: dict[Access, str], by: str) -> tuple[Club, Key]:
    """A new club with a key for each access, and the one that manages it."""
    club = found_club(name)
    return club, make_keys(club, labels, by)


def make_keys(club: Club, labels: dict[Access, str], by: str) -> Key:
    """A key to the club for each access; the one that manages it."""
    keys = {access: make_key(club.id, access, label, by) for access, label in labels.items()}
    return keys[Access.MANAGE]


def start_game(club: Club, names: list[str], terms: Terms, today: date, by: str) -> Game:
    """A game tonight with these people, clockwise; new players join the club."""
    lock_club(club.id)
    players = [call_player(club.id, name) for name in names]
    return begin_game(begin_night(club.id, today), players, terms, by)
