"""Clubs and games as commands name them, each at the shard where it lives."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from models.ledger.clubs import Club, all_clubs, find_clubs
from models.ledger.games import Game, find_game
from models.store.database import at, db, every_shard
from models.store.shards import Shard
from models.store.troubles import trouble_of


@contextmanager
def at_club(name: str) -> Iterator[tuple[Club, Shard | None]]:
    """A block at the shard of the one club called this, by its name or the last part of its page's address."""
    found: list[tuple[int, Shard | None]] = []
    for shard in every_shard():
        try:
            with at(shard):
                # A terminal has only the straight apostrophe.
                clubs = find_clubs(name) or find_clubs(name.replace("'", "’"))
                found += [(club.id, shard) for club in clubs]
        except Exception as error:
            if shard is None or trouble_of(error) is None:
                raise
            raise click.ClickException(f"The shard {shard.schema} does not answer. Try again in a minute.") from error
    if len(found) != 1:
        raise click.ClickException(f"{len(found)} clubs are called {name}. Clubs here: {', '.join(_names()) or 'none'}")
    [(id, shard)] = found
    with at(shard):
        yield db.session.get_one(Club, id), shard


def _names() -> Iterator[str]:
    for shard in every_shard():
        with at(shard):
            yield from (f"{club.name} ({club.ref})" for club in all_clubs())


@contextmanager
def at_game(ref: str) -> Iterator[Game]:
    """A block at the shard of the game with this name in its address."""
    for shard in every_shard():
        with at(shard):
            game = find_game(ref)
            if game is not None:
                yield game
                return
    raise click.ClickException(f"There is no game {ref}. Take the last part of the address of its sheet.")
