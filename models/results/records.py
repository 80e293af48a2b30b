"""A club's records over a span: closest game, biggest win, lowest and highest total, worst round and so on."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, select

from models.ledger.games import Game
from models.ledger.players import Player
from models.ledger.results import RESULTS
from models.results.spans import Span
from models.store.database import db
from models.texts import say, say_count
from rules import read_rules
from rules.wording import list_of


class Record(NamedTuple):
    """A record in words, with the day of its game and the game's `ref`."""

    text: str
    day: date
    ref: str


_SECOND, _RIVAL = RESULTS.alias("second"), Player.__table__.alias("rival")
_result = RESULTS.c
_margin = _SECOND.c.total - _result.total
# A shared win leaves second place empty.
_won = and_(_result.place == 1, _margin > 0)
# Each record: its figure, which result is best, and which results can hold it.
_RECORDS = {
    "closest": (_margin, [_margin.asc()], _won),
    "biggest": (_margin, [_margin.desc()], _won),
    "lowest": (_result.total, [_result.total.asc()], _result.place > 0),
    "highest": (_result.total, [_result.total.desc()], _result.place > 0),
    "worst": (_result.worst, [_result.worst.desc()], _result.worst > 0),
    "streak": (_result.streak, [_result.streak.desc()], _result.streak > 0),
    "longest": (_result.rounds, [_result.rounds.desc()], _result.rounds > 1),
    "crowd": (_result.players, [_result.players.desc()], _result.place > 0),
    "first": (_result.total, [_result.played_on.asc(), _result.game_id.asc(), _result.place.asc()], _result.place > 0),
}
EVERY_KIND = (*_RECORDS, "drought")
# The records that name all players who share them.
_OF_PLAYERS = ("lowest", "highest", "worst", "streak")
# The most tied results to read; a big table may have one for each player.
_MOST_EQUAL = 40
# The other records are shown only to somebody who asks for them.
KINDS = tuple(kind for kind in _RECORDS if kind not in ("crowd", "first"))


def records_of(club_id: int, span: Span, kinds: Sequence[str] = KINDS, player_id: int | None = None) -> list[Record]:
    """The records in a span, or one player's if `player_id` is given.

    A shared record names all who hold it, and has the day of the newest such result. A record that no result
    qualifies for is left out. Each record takes one query; most read all results in the span.
    """
    results = (
        select(Player.name, _RIVAL.c.name.label("rival"), _result.rules, _result.rounds, _result.played_on, Game.ref)
        .join(RESULTS, _result.player_id == Player.id)
        .join(Game, Game.id == _result.game_id)
        .outerjoin(_SECOND, and_(_SECOND.c.game_id == _result.game_id, _SECOND.c.place == 2))
        .outerjoin(_RIVAL, _RIVAL.c.id == _SECOND.c.player_id)
        .where(_result.club_id == club_id, span.results)
    )
    own = ""
    if player_id:
        results, own = results.where(_result.player_id == player_id), "own."
    records = []
    for kind in kinds:
        if kind == "drought":
            records += _longest_drought(results, own)
            continue
        figure, best_first, can_hold = _RECORDS[kind]
        newest = (*best_first, _result.played_on.desc(), _result.game_id.desc())
        best = results.add_columns(figure.label("number")).where(can_hold).order_by(*newest).limit(_MOST_EQUAL)
        rows = db.session.execute(best).all()
        records += _shared(kind, own, [row for row in rows if row.number == rows[0].number])
    return records


def _shared(kind: str, own: str, equal: Sequence[Row[Any]]) -> list[Record]:
    """The record that these equal results, newest first, share; an empty list if there are none."""
    if not equal:
        return []
    newest = equal[0]
    names = list_of([*dict.fromkeys(row.name for row in equal)]) if kind in _OF_PLAYERS else newest.name
    facts = {"rival": newest.rival, "number": newest.number, "rules": read_rules(newest.rules).name}
    text = say_count(f"record.{own}{kind}", newest.rounds, name=names, **facts)
    is_again = kind != "first" and len({row.ref for row in equal}) > 1 and names == newest.name
    return [Record(say("record.again", text=text) if is_again else text, newest.played_on, newest.ref)]


def _longest_drought(results: Select[Any], own: str) -> list[Record]:
    """The most games in a row that one player has gone without a win; empty if everybody won every game."""
    oldest_first = (_result.player_id, _result.played_on, _result.game_id)
    rows = db.session.execute(results.add_columns(_result.place).where(_result.place > 0).order_by(*oldest_first))
    droughts, lost, loser = [], 0, None
    # A game with two second places has two rows for each player.
    for row in {(row.name, row.ref): row for row in rows}.values():
        lost = 0 if row.place == 1 else lost + 1 if row.name == loser else 1
        loser = row.name
        droughts.append((lost, row))
    most = max((games for games, _ in droughts), default=0)
    longest = sorted((row for games, row in droughts if games == most), key=lambda row: row.played_on, reverse=True)
    if not most:
        return []
    names = list_of([*dict.fromkeys(row.name for row in longest)])
    return [Record(say(f"record.{own}drought", name=names, number=most), longest[0].played_on, longest[0].ref)]
