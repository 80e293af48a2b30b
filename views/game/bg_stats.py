"""A link that passes a finished game to the BG Stats app, in the format that the app documents for importing a play."""

import json
from datetime import UTC, datetime, time, timedelta
from urllib.parse import quote

from models.ledger.clubs import Club
from models.ledger.ends import load_end
from models.ledger.players import player_refs
from models.sheets.round import opener_of
from models.sheets.sheet import Column
from models.store.database import db
from views.game.shown_results import ShownResult

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# The longest address that the app accepts. Names are cut to the first of these lengths at which the address fits.
MOST_LETTERS = 8000
_NAME_LETTERS = (40, 20, 8)
# A game entered up to this long after midnight belongs to the evening before.
_AFTER_MIDNIGHT = timedelta(hours=6)


def bg_stats_link(shown: ShownResult) -> str:
    """The link; empty if it is too long even with short names.

    The refs identify the players, so that the app recognizes them. The app reads the time of a play as UTC.
    """
    finishers, opener = shown.outcome.finishers, opener_of(shown.game, shown.sheet)
    refs = player_refs([finisher.player_id for finisher in finishers])
    play: dict[str, object] = {
        "sourceName": "Roundhouse",
        "sourcePlayId": shown.game.ref,
        "playDate": _moment(shown).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": "Mexican Train",
            "sourceGameId": "mexican-train",
            "highestWins": False,
            "noPoints": False,
        },
    }
    for letters in _NAME_LETTERS:
        play["players"] = [
            _player(finisher, refs[finisher.player_id], finisher.seat == opener, letters) for finisher in finishers
        ]
        link = _ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(link) < MOST_LETTERS:
            return link
    return ""


def _moment(shown: ShownResult) -> datetime:
    """The time at which a game was played; for a continued game, the time on its last night.

    It is 20:00 on the day of the game if the game was entered on another day.
    """
    entered = load_end(shown.game) if shown.sheet.sittings else shown.game.started_at
    tzinfo = db.session.get_one(Club, shown.game.club_id).tzinfo
    local = entered.astimezone(tzinfo)
    is_of_day = shown.day in (local.date(), (local - _AFTER_MIDNIGHT).date())
    return local if is_of_day else datetime.combine(shown.day, time(20), tzinfo)


def _player(finisher: Column, ref: str, is_opener: bool, letters: int) -> dict[str, object]:
    """The entry for a player. BG Stats on Android cannot import one without `winner` and `startPlayer`.

    Early leavers have no rank.
    """
    player = {
        "name": finisher.name[:letters],
        "sourcePlayerId": ref,
        "startPlayer": is_opener,
        "winner": finisher.place == 1,
        "score": str(finisher.total),
    }
    return player | ({"rank": finisher.place} if finisher.place else {})
