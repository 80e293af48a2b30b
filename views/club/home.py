"""The first page: continue tonight's game, or start one."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.access.grants import held_keys, open_clubs, open_games, open_tournaments
from models.access.shards import ask_all, ask_shards
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.tournaments import Tournament
from models.sheets.fold import load_sheets
from models.sheets.sheet import Sheet
from views.shared.in_play import GameInPlay, find_tonight, games_in_play, newest_at
from views.shared.keyring import OPEN_AGAIN, has_old_keys, key_refs, let_go_of
from views.shared.once import on_this_phone

pages = Blueprint("home", __name__)

MOST_GAMES = 4
# A tournament stays on top of the first page for two days.
LONGEST_CUP = timedelta(days=1)


class _Opened(NamedTuple):
    """Everything that a browser's keys open at one shard, the newest of each kind first. `held` are the refs of its clubs."""

    running: list[GameInPlay]
    games: list[tuple[Game, Night, Sheet]]
    clubs: list[Club]
    tournaments: list[Tournament]
    held: list[str]


def _open(refs: Sequence[str]) -> _Opened:
    running = games_in_play(refs)
    held = [club.ref for _, club in held_keys(refs)]
    in_play = {one.game.id for one in running}
    games = [(game, night) for game, night in open_games(refs, MOST_GAMES) if game.id not in in_play]
    sheets, tournaments = load_sheets([game for game, _ in games]), open_tournaments(refs, MOST_GAMES)
    lately = [(game, night, sheet) for (game, night), sheet in zip(games, sheets, strict=True)]
    return _Opened(running=running, games=lately, clubs=open_clubs(refs), tournaments=tournaments, held=held)


def _together(parts: Sequence[_Opened]) -> _Opened:
    """All parts as one."""
    if len(parts) == 1:
        return parts[0]
    return _Opened(
        running=sorted(
            chain(*(part.running for part in parts)), key=lambda one: newest_at(one.game, one.sheet), reverse=True
        ),
        games=sorted(chain(*(part.games for part in parts)), key=lambda one: one[0].started_at, reverse=True)[
            :MOST_GAMES
        ],
        clubs=sorted(chain(*(part.clubs for part in parts)), key=lambda club: club.founded_at, reverse=True),
        tournaments=sorted(chain(*(part.tournaments for part in parts)), key=_started, reverse=True)[:MOST_GAMES],
        held=list(chain(*(part.held for part in parts))),
    )


def _started(one: Tournament) -> datetime:
    return one.started_at


@pages.get("/")
def home() -> ResponseReturnValue:
    """The game in play, and everything else that this browser has opened. Without any key: what this app is, and how to start."""
    parts, is_whole = ask_shards(key_refs(), _open)
    opened = _together(parts)
    if is_whole:
        g.clubs = opened.held
    return render_template(
        "home/home.html",
        running=opened.running,
        games=opened.games,
        clubs=opened.clubs,
        tournaments=opened.tournaments,
        cup=next(
            (one for one in opened.tournaments if date.today() - _started(one).astimezone().date() <= LONGEST_CUP),
            None,
        ),
        is_whole=is_whole,
        told=OPEN_AGAIN if has_old_keys() else "",
    )


@pages.get("/play")
def play() -> ResponseReturnValue:
    """Lead to the game in play, from wherever somebody is; without one, to the game that ended last tonight."""
    newest = max((one for one in ask_all(key_refs(), find_tonight) if one), default=None)
    return redirect(newest.address if newest else url_for("home.home"), 303)


@pages.post("/let-go")
@on_this_phone
def let_go() -> ResponseReturnValue:
    """Let go of a key, when this browser holds as many as it can."""
    let_go_of(request.form.get("key", ""))
    return redirect(url_for("home.home"), 303)
