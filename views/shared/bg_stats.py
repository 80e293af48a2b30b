"""A link that hands a finished game to the app BG Stats, by its documented import of a play."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from urllib.parse import quote

from models.ledger.clubs import Club
from models.ledger.ends import load_end
from models.ledger.games import Game, first_day_of
from models.sheets.outcome import GameOutcome
from models.sheets.round import opener_of
from models.sheets.sheet import Column, Sheet
from models.store.database import db

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# The app takes no longer address. Names are cut to the first of these lengths with which it fits.
MOST_LETTERS = 8000
_NAME_LETTERS = (40, 20, 8)
# An evening goes on after midnight for so long at most.
_AFTER_MIDNIGHT = timedelta(hours=6)


def bg_stats_link(game: Game, sheet: Sheet, outcome: GameOutcome, refs: Mapping[int, str]) -> str:
    """The link. `refs` names the players for the app, so that it knows them again."""
    opener, play = opener_of(game, sheet), _play(game, sheet)
    links = (
        _ADDRESS
        + _data(
            play
            | {"players": [_player(finisher, refs, finisher.seat == opener, most) for finisher in outcome.finishers]}
        )
        for most in _NAME_LETTERS
    )
    return next((link for link in links if len(link) < MOST_LETTERS), "")


def _play(game: Game, sheet: Sheet) -> dict[str, object]:
    """A play without its players. The app reads its moment as UTC; a game that continued is dated by its last night."""
    return {
        "sourceName": "Roundhouse",
        "sourcePlayId": game.ref,
        "playDate": _moment(game, sheet).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": "Mexican Train",
            "sourceGameId": "mexican-train",
            "highestWins": False,
            "noPoints": False,
        },
    }


def _moment(game: Game, sheet: Sheet) -> datetime:
    """The moment of a game; 20:00 of its day if it was entered on another day."""
    entered = load_end(game) if sheet.sittings else game.started_at
    day = sheet.sittings[-1].date if sheet.sittings else first_day_of(game)
    tzinfo = db.session.get_one(Club, game.club_id).tzinfo
    local = entered.astimezone(tzinfo)
    is_of_day = day in (local.date(), (local - _AFTER_MIDNIGHT).date())
    return local if is_of_day else datetime.combine(day, time(20), tzinfo)


def _data(play: Mapping[str, object]) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(finisher: Column, refs: Mapping[int, str], is_opener: bool, letters: int) -> dict[str, object]:
    """A player. Android's import fails without `winner` and `startPlayer`. Players who left have no rank."""
    player = {
        "name": finisher.name[:letters],
        "sourcePlayerId": refs[finisher.player_id],
        "startPlayer": is_opener,
        "winner": finisher.place == 1,
        "score": str(finisher.total),
    }
    return player | ({"rank": finisher.place} if finisher.place else {})
