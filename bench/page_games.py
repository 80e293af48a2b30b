"""The games whose pages are measured.

It runs in the checkout that is measured, the current one or that of version 0.5.0.
"""

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any

from flask import Flask

from bench.app import create, fill
from models import db, writing
from rules import RULE_BOOKS

PLAYED = 6
# The games of each kind. Lines come in at one after the other, so that none grows longer than a game gets.
KINDS = {"finished": 8, "kept": 8, "long": 2, "waiting": 80}
NIGHTS = 10
# The players of a club's own tournament, and of a full hall.
HALLS = (30, 120)


@dataclass(frozen=True, kw_only=True)
class Makers:
    """The functions of a version that make things: a club with its key, a game, and what belongs to them."""

    create_club: Callable[[str], tuple[Any, Any]]
    create_years: Callable[[int], tuple[Any, Any]]
    start: Callable[[Any], Any]
    play: Callable[[Any, int, random.Random], None]
    keep_sixty_tiles: Callable[[Any, int], None]
    keep_long_round: Callable[[Any, int], None]
    begin_hall: Callable[[Flask, int], tuple[str, str, list[str]]]
    write_token: Callable[[Any, str], str]


def _makers() -> Makers:
    from bench.crowd import begin_hall
    from models.access.tokens import write_token
    from models.ledger.keys import Access
    from models.play.start import create_club_with_keys
    from samples.cast import KEEPER, PEOPLE
    from samples.games import begin, play
    from samples.kept_rounds import keep_long_round, keep_sixty_tiles
    from samples.years import create_club_with_years

    return Makers(
        create_club=lambda name: create_club_with_keys(name, {Access.MANAGE: "m"}, KEEPER),
        create_years=create_club_with_years,
        start=lambda club: begin(club, PEOPLE, _book(), date.today()),
        play=play,
        keep_sixty_tiles=keep_sixty_tiles,
        keep_long_round=keep_long_round,
        begin_hall=lambda app, players: begin_hall(app, players=players),
        write_token=write_token,
    )


def _makers_of_0_5() -> Makers:
    players = import_module("bench.__main__").PLAYERS
    kept, keys, starting = (import_module(name) for name in ("bench.kept", "models.keys", "models.starting"))

    def create_years(nights: int) -> tuple[Any, Any]:
        club, key_id = import_module("bench.years").found_club_with_years(nights)
        return club, db.session.get(keys.Key, key_id)

    def begin_hall(app: Flask, players: int) -> tuple[str, str, list[str]]:
        crowd = import_module("tests.crowd")
        vars(crowd)["PLAYERS"] = players
        hall: tuple[str, str, list[str]] = crowd.begin_hall(app)
        return hall

    return Makers(
        create_club=lambda name: starting.found_with_keys(name, {keys.Access.MANAGE: "m"}, "Ana"),
        create_years=create_years,
        start=lambda club: starting.start_game(club, players, _book(), _book().options.engines, date.today(), "Ana"),
        play=import_module("commands.made_up").play,
        keep_sixty_tiles=kept.keep_sixty_tiles,
        keep_long_round=kept.keep_long_round,
        begin_hall=begin_hall,
        write_token=keys.write_token,
    )


def _book() -> Any:
    return next(book for book in RULE_BOOKS.values() if book.for_tournaments)


def prepare() -> dict[str, Any]:
    """Make everything in the database of this environment.

    Returns the links of the club and of one with years of play, and the addresses of the club's games by kind. For each
    hall it returns the address, the link to follow it, and the links of its tables.
    """
    try:
        make = _makers()
    except ModuleNotFoundError:
        make = _makers_of_0_5()
    app, luck = create(), random.Random(1)  # noqa: S311 (scores for show)
    games: dict[str, list[str]] = {kind: [] for kind in KINDS}
    with app.app_context():
        fill(db)
        db.session.commit()
        with writing():
            club, key = make.create_club("The bench")
            for kind, number in KINDS.items():
                for _ in range(number):
                    game = make.start(club)
                    make.play(game, len(_book().options.engines) if kind == "finished" else PLAYED, luck)
                    if kind == "kept":
                        make.keep_sixty_tiles(game, PLAYED + 1)
                    if kind == "long":
                        make.keep_long_round(game, PLAYED + 1)
                    games[kind].append(f"/games/{game.ref}")
            years = make.create_years(NIGHTS)[1]
            links = {
                name: f"/k/{make.write_token(club_key, str(app.secret_key))}"
                for name, club_key in (("club", key), ("years", years))
            }
        db.session.remove()
        db.engine.dispose()
    return {"games": games, "links": links, "halls": [make.begin_hall(app, players) for players in HALLS]}


if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    print(json.dumps(prepare()))
