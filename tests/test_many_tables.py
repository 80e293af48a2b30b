"""A full hall: 24 tables enter scores at once while 100 phones follow the standings, and no score is lost."""

import pytest

from models import db
from models.ledger.games import Game
from models.ledger.lines import Score, lines_of
from models.ledger.tournaments import Tournament
from models.sheets.tournament import Hall, load_hall
from proofs.pages.crowd import FOLLOWERS, begin_hall, fill_hall
from proofs.server import Server, app_of
from samples.halls import TABLES

# `make bench` plays a whole game.
ENGINES = (0,)


def _read(server: Server) -> tuple[Hall, dict[str, dict[tuple[int, int], int]]]:
    """The hall, and the pips by round and seat for each game's address. Asserts that every score was entered only once."""
    with app_of(server).app_context():
        hall = load_hall(db.session.query(Tournament).one())
        sheets = {}
        for table in hall.tables:
            lines = lines_of(db.session.get_one(Game, table.game_id))
            scores = [line.payload for line in lines if isinstance(line.payload, Score)]
            sheets[f"/games/{table.ref}"] = {(score.round, score.seat): score.pips for score in scores}
            assert len(scores) == len(sheets[f"/games/{table.ref}"])
        db.session.remove()
        db.engine.dispose()
    return hall, sheets


# PostgreSQL, which has no one lock for all who write, is tried in tests/test_many_phones.py.
@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_no_score_of_24_tables_is_lost_while_100_phones_follow(server: Server) -> None:
    keepers, followers = fill_hall(server, *begin_hall(app_of(server), ENGINES), len(ENGINES))

    hall, sheets = _read(server)
    assert len(keepers) == TABLES
    assert [phone.broken for phone in (*keepers, *followers) if phone.broken] == []
    assert sheets == {keeper.game: keeper.entered for keeper in keepers}
    assert all(table.is_done for table in hall.tables)
    assert sum(placing.pips for placing in hall.placings) == sum(sum(keeper.entered.values()) for keeper in keepers)
    assert sum(follower.acknowledged for follower in followers) >= FOLLOWERS
