"""Moves on a table, and a tournament of eight players at two tables, with Rita as its referee."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec

import pytest
from flask import Flask

from models import writing
from models.ledger.tournaments import Tournament
from models.play.pen import RefereesPen
from models.play.tournament_referee import seat_by_lot
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from models.sheets.tournament import Hall, load_hall
from rules import write_position
from samples.halls import play, seated
from samples.pens import write_as_referee
from samples.tournaments import game_at
from tests.models.conftest import Table, text_of

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]
P = ParamSpec("P")


def keep(table: Table, moves: str, dealt: int | None = None) -> None:
    """Set up the table of the first round and enter these moves, none of which is refused."""
    table.keep(dealt=dealt)
    for text in moves.split(", "):
        assert table.move(text) is None, text


def position(table: Table) -> str:
    """The first round's table in notation."""
    return write_position(table.kept().position)


def failing(table: Table) -> list[str]:
    """The moves of the first round that no longer hold."""
    return [text_of(step.line) for step in table.kept().steps if step.no_longer_holds]


@dataclass
class Cup:
    """A tournament with methods for what its referee and its tables do, each in a transaction of its own."""

    tournament: Tournament

    @property
    def hall(self) -> Hall:
        """The hall as it stands now."""
        return load_hall(self.tournament)

    @property
    def places(self) -> list[str]:
        """The players who have a place, the best first."""
        return [self.hall.names[placing.player] for placing in self.hall.placings if placing.place]

    def sheet(self, number: int) -> Sheet:
        """The sheet at a table of the newest stage."""
        return load_sheet(game_at(self.tournament, number))

    def rita(self, verb: Callable[Concatenate[RefereesPen, P], object], *given: P.args, **named: P.kwargs) -> None:
        """Do something as the referee."""
        with writing():
            write_as_referee(self.tournament, "Rita", verb, *given, **named)

    def play(self, number: int, *rounds: Sequence[int], is_confirmed: bool = True) -> Hall:
        """Enter the pips of a table's first rounds, clockwise, and confirm them."""
        with writing():
            return play(self.tournament, number, *rounds, is_confirmed=is_confirmed)

    def play_first_game(self, *rounds: Sequence[int]) -> Hall:
        """Play table 1 with these pips (or let Ana win it), and let Eli win table 2."""
        self.play(1, *(rounds or [LOW] * 3))
        return self.play(2, HIGH, HIGH, HIGH)

    def play_final(self) -> Hall:
        """Seat the winners of the first game, and let the first of them win the final."""
        self.rita(seat_by_lot, 2, "1")
        return self.play(1, [0, 5], [0, 5], [0, 5])


def opened(make: Callable[P, Tournament], *given: P.args, **named: P.kwargs) -> Cup:
    """A new tournament, made with `begin` or `seated`."""
    with writing():
        return Cup(make(*given, **named))


@pytest.fixture
def cup(store: Flask) -> Cup:
    """A tournament with Ana to Dee at table 1 and Eli to Hal at table 2, who play three rounds."""
    return opened(seated)
