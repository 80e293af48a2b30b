"""A link that hands a finished game to the app BG Stats, by its documented import of a play."""

import json
from collections.abc import Mapping
from urllib.parse import quote

from models.ledger.games import Game
from models.sheets.outcome import Finisher, GameOutcome

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# The app takes no longer address. Names are cut to the first of these lengths with which it fits.
MOST_LETTERS = 8000
_NAME_LETTERS = (40, 20, 8)


def bg_stats_link(game: Game, outcome: GameOutcome, refs: Mapping[int, str], opener: int | None) -> str:
    """The link. `refs` names the players for the app, so that it knows them again; `opener` is the seat that began the game."""
    links = (_ADDRESS + _data(game, outcome, refs, opener, letters) for letters in _NAME_LETTERS)
    return next((link for link in links if len(link) < MOST_LETTERS), "")


def _data(game: Game, outcome: GameOutcome, refs: Mapping[int, str], opener: int | None, letters: int) -> str:
    play = {
        "sourceName": "Roundhouse",
        "sourcePlayId": game.ref,
        "playDate": game.started_at.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": "Mexican Train",
            "sourceGameId": "mexican-train",
            "highestWins": False,
            "noPoints": False,
        },
        "players": [_player(one, refs[one.player_id], one.seat == opener, letters) for one in outcome.finishers],
    }
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(one: Finisher, ref: str, is_opener: bool, letters: int) -> dict[str, object]:
    """A player. Android's import stops without `winner` and `startPlayer`. Players who left have no rank."""
    player = {
        "name": one.name[:letters],
        "sourcePlayerId": ref,
        "startPlayer": is_opener,
        "winner": one.place == 1,
        "score": str(one.total),
    }
    return player | ({"rank": one.place} if one.place else {})
