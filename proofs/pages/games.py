"""The games whose pages are measured.

This module runs in the checkout that is measured, whether the current one or an older one.
"""

import json
import os
import random
from datetime import date
from typing import Any

from models import db, writing
from models.access.tokens import write_token
from models.ledger.keys import Access
from models.play.start import create_club_with_keys
from proofs.app import create, fill
from proofs.pages.crowd import begin_hall
from rules import RULE_BOOKS
from samples.cast import KEEPER, PEOPLE
from samples.games import begin, play
from samples.kept_rounds import keep_long_round, keep_sixty_tiles
from samples.years import create_club_with_years

PLAYED = 6
# The games of each kind. Lines come in at one after the other, so that none grows longer than a game gets.
KINDS = {"finished": 8, "kept": 8, "long": 2, "waiting": 80}
NIGHTS = 10
# The players of a club's own tournament, and of a full hall.
HALLS = (30, 120)


def _book() -> Any:
    return next(book for book in RULE_BOOKS.values() if book.for_tournaments)


def prepare() -> dict[str, Any]:
    """Make all games and halls in the database of this environment.

    Returns the links to the club and to one with years of play, and the addresses of the club's games by kind.
    For each hall, it returns the address, the link for following it, and the links to its tables.
    """
    app, luck = create(), random.Random(1)  # noqa: S311 (scores for show)
    games: dict[str, list[str]] = {kind: [] for kind in KINDS}
    with app.app_context():
        fill(db)
        db.session.commit()
        with writing():
            club, key = create_club_with_keys("The bench", {Access.MANAGE: "m"}, KEEPER)
            for kind, number in KINDS.items():
                for _ in range(number):
                    game = begin(club, PEOPLE, _book(), date.today())
                    play(game, len(_book().options.engines) if kind == "finished" else PLAYED, luck)
                    if kind == "kept":
                        keep_sixty_tiles(game, PLAYED + 1)
                    if kind == "long":
                        keep_long_round(game, PLAYED + 1)
                    games[kind].append(f"/games/{game.ref}")
            years = create_club_with_years(NIGHTS)[1]
            links = {
                name: f"/k/{write_token(club_key, str(app.secret_key))}"
                for name, club_key in (("club", key), ("years", years))
            }
        db.session.remove()
        db.engine.dispose()
    return {"games": games, "links": links, "halls": [begin_hall(app, players=players) for players in HALLS]}


if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    print(json.dumps(prepare()))
