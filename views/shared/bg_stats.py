"""A link that hands a finished game to the app BG Stats, by its documented import of a play."""

import json
from collections.abc import Mapping
from urllib.parse import quote

from models.ledger.ends import load_end
from models.ledger.games import Game
from models.sheets.outcome import Finisher, GameOutcome
from models.sheets.round import opener_of
from models.sheets.sheet import Sheet

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# The app takes no longer address. Names are cut to the first of these lengths with which it fits.
MOST_LETTERS = 8000
_NAME_LETTERS = (40, 20, 8)


def bg_stats_link(game: Game, sheet: Sheet, outcome: GameOutcome, refs: Mapping[int, str]) -> str:
    """The link. `refs` names the players for the app, so that it knows them again."""
    opener, play = opener_of(game, sheet), _play(game, sheet)
    links = (
        _ADDRESS
        + _data(play | {"players": [_player(one, refs, one.seat == opener, most) for one in outcome.finishers]})
        for most in _NAME_LETTERS
    )
    return next((link for link in links if len(link) < MOST_LETTERS), "")


def _play(game: Game, sheet: Sheet) -> dict[str, object]:
    """A play without its players. The app reads its moment as UTC; a game that went on is dated by its last night."""
    moment = load_end(game) if sheet.sittings else game.started_at
    return {
        "sourceName": "Roundhouse",
        "sourcePlayId": game.ref,
        "playDate": moment.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": "Mexican Train",
            "sourceGameId": "mexican-train",
            "highestWins": False,
            "noPoints": False,
        },
    }


def _data(play: Mapping[str, object]) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(one: Finisher, refs: Mapping[int, str], is_opener: bool, letters: int) -> dict[str, object]:
    """A player. Android's import stops without `winner` and `startPlayer`. Players who left have no rank."""
    player = {
        "name": one.name[:letters],
        "sourcePlayerId": refs[one.player_id],
        "startPlayer": is_opener,
        "winner": one.place == 1,
        "score": str(one.total),
    }
    return player | ({"rank": one.place} if one.place else {})
