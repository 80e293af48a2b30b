"""Clubs and games as commands name them."""

import click

from models.ledger.clubs import Club, all_clubs, find_clubs
from models.ledger.games import Game, find_game


def club_called(name: str) -> Club:
    """The one club called this, by its name or the last part of its page's address. Raises ClickException."""
    # A terminal has only the straight apostrophe.
    clubs = find_clubs(name) or find_clubs(name.replace("'", "’"))
    if len(clubs) != 1:
        names = ", ".join(f"{club.name} ({club.ref})" for club in all_clubs())
        raise click.ClickException(f"{len(clubs)} clubs are called {name}. Clubs here: {names or 'none'}")
    return clubs[0]


def game_called(ref: str) -> Game:
    """The game with this name in its address. Raises ClickException."""
    game = find_game(ref)
    if game is None:
        raise click.ClickException(f"There is no game {ref}. Take the last part of the address of its sheet.")
    return game
