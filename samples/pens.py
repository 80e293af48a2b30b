"""Pens for made-up games and tournaments. Each pen makes one change, as a person with a key would."""

from collections.abc import Callable
from datetime import date
from typing import Concatenate, ParamSpec, TypeVar

from models.access.grants import open_at_server
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.play.pen import Pen, RefereesPen, take_pen, take_referees_pen
from samples.cast import TODAY

P = ParamSpec("P")
T = TypeVar("T")


def pen_of(game: Game, by: str, today: date = TODAY, *, is_referee: bool = False) -> Pen:
    """The pen of a game, for a person with this name."""
    return take_pen(open_at_server(game, Access.MANAGE if is_referee else Access.SCORE), by, today)


def referees_pen_of(tournament: Tournament, by: str, today: date = TODAY) -> RefereesPen:
    """The pen of a tournament, for a referee with this name."""
    return take_referees_pen(open_at_server(tournament), by, today)


def write(game: Game, by: str, verb: Callable[Concatenate[Pen, P], T], *arguments: P.args, **named: P.kwargs) -> T:
    """Take the pen of a game, call `verb` with it, and put the pen down. Raises whatever `verb` raises."""
    with pen_of(game, by) as pen:
        return verb(pen, *arguments, **named)


def write_as_referee(
    tournament: Tournament,
    by: str,
    verb: Callable[Concatenate[RefereesPen, P], T],
    *arguments: P.args,
    **named: P.kwargs,
) -> T:
    """Take the pen of a tournament and call `verb` with it. Raises whatever `verb` raises."""
    return verb(referees_pen_of(tournament, by), *arguments, **named)
