"""Starting a game, with a new club and a new night if needed."""

from collections.abc import Mapping
from datetime import date

from models.ledger.clubs import Club, create_club, lock_club
from models.ledger.games import Game, GameTerms, begin_game, usual_colours
from models.ledger.keys import Access, Key, make_key
from models.ledger.nights import begin_night, find_or_add_night
from models.ledger.players import find_or_add_player
from models.ledger.seats import Colour, seats_of, set_colours


def create_club_with_keys(name: str, labels: dict[Access, str], by: str) -> tuple[Club, Key]:
    """Create a club with a key for each kind of access. Returns the club and its manager's key."""
    club = create_club(name)
    return club, make_keys(club, labels, by)


def make_keys(club: Club, labels: dict[Access, str], by: str) -> Key:
    """Make a key to the club for each kind of access. Returns the manager's key."""
    keys = {access: make_key(club.id, access, label, by) for access, label in labels.items()}
    return keys[Access.MANAGE]


def start_game(club: Club, names: list[str], terms: GameTerms, today: date, by: str) -> Game:
    """Start a game tonight with these players in clockwise order; new players join the club.

    Players get their usual colors. A game already played on paper belongs to the day given in `terms`.
    """
    lock_club(club.id)
    players = [find_or_add_player(club.id, name) for name in names]
    usual = usual_colours([player.id for player in players])
    day = terms.played_on or today
    night = begin_night(club.id, today) if day == today else find_or_add_night(club.id, day)
    game = begin_game(night, players, terms, by)
    _bring_colours(game, usual)
    return game


def _bring_colours(game: Game, usual: Mapping[int, Colour]) -> None:
    """Give each seat its player's usual color. If two players have the same one, the first clockwise gets it."""
    brought: dict[Colour, int] = {}
    for seat in seats_of(game.id):
        if seat.player_id in usual:
            brought.setdefault(usual[seat.player_id], seat.id)
    set_colours({seat: colour for colour, seat in brought.items()})
