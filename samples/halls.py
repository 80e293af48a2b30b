"""Tournaments in a certain state: small ones to work out by hand, those that wait for something, and a full hall."""

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import NamedTuple

from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.play.referee import SetUp, seat_by_hand, set_clock
from models.play.start import found_with_keys
from models.sheets.tournament import Hall, load_hall
from rules import RULE_BOOKS
from rules.books.options import Playoff
from rules.tournament.plan import Format, Plan
from samples import games, tournaments
from samples.cast import PEOPLE, REFEREE, TODAY
from samples.pens import direct
from samples.tournaments import game_at, play_stage, play_table

BOOK = RULE_BOOKS["double-twelve"]
# A full hall: everybody at tables of five, for a game of so many rounds.
PLAYERS, TABLES = 120, 24
ENGINES = (12, 9, 6, 3, 0)


def plan(format: Format = Format.WINNERS, games: int = 1, playoff: Playoff = Playoff.IN_PAIRS) -> Plan:
    """A tournament at tables of up to five."""
    return Plan(format, games, 5, 1, playoff)


def begin(how: Plan | None = None, names: Sequence[str] = PEOPLE, engines: tuple[int, ...] = (12, 6, 0)) -> Tournament:
    """A tournament of eight in a club of its own, three rounds a game, not seated yet."""
    club, _ = found_with_keys("Harbour", {Access.MANAGE: "all"}, REFEREE)
    return tournaments.begin(club, SetUp("Cup", how or plan(), BOOK, engines, "7"), names, TODAY)


def seated(how: Plan | None = None, engines: tuple[int, ...] = (12, 6, 0)) -> Tournament:
    """Such a tournament with Ana to Dee at table 1, Eli to Hal at table 2."""
    tournament = begin(how, engines=engines)
    direct(tournament, REFEREE, seat_by_hand, 1, "7", [PEOPLE[:4], PEOPLE[4:]])
    return tournament


def play(tournament: Tournament, number: int, *rounds: Sequence[int], is_confirmed: bool = True) -> Hall:
    """Enter the rounds of a table from the first on, in pips clockwise, and confirm them. Raises SheetError."""
    game = game_at(tournament, number)
    for at, pips in enumerate(rounds, 1):
        games.enter_pips(game, at, pips)
    if is_confirmed:
        games.confirm(game)
    return load_hall(tournament)


class Waiting(NamedTuple):
    """Three tournaments: one whose stage is over, one with a tie to decide, one whose first game is being played."""

    stage: Tournament
    tie: Tournament
    game: Tournament


def play_until_they_wait(club: Club, day: date) -> Waiting:
    """Play three tournaments of a club until somebody has to do something; at table 2 of the last, two rounds are played."""
    luck, plan = Random(1), Plan(Format.TOTAL, 2, 4, 1, Playoff.ONE_TABLE)
    stage = _seat(club, SetUp("Spring cup", plan, BOOK, (6, 0), "1"), PEOPLE[:6], day)
    play_stage(stage, luck)
    tie = _seat(club, SetUp("Level cup", plan._replace(games=1), BOOK, (6, 0), "1"), PEOPLE[:2], day)
    play(tie, 1, (0, 5), (5, 0))
    game = _seat(club, SetUp("Open cup", plan, BOOK, (12, 6, 0), "1"), PEOPLE, day)
    play_table(game_at(game, 1), luck)
    games.play(game_at(game, 2), 2, luck)
    direct(game, REFEREE, set_clock, 30, 5)
    return Waiting(stage, tie, game)


def seat_full_hall(engines: tuple[int, ...] = ENGINES) -> Tournament:
    """A tournament of 120 in a club of its own, seated at 24 tables of five for its first game."""
    club, _ = found_with_keys("A full hall", {Access.MANAGE: "all"}, REFEREE)
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    plan = Plan(Format.TOTAL, 2, 5, 1, Playoff.ONE_TABLE)
    return _seat(club, SetUp("Full hall", plan, BOOK, engines, "1"), names, TODAY)


def _seat(club: Club, how: SetUp, names: Sequence[str], day: date) -> Tournament:
    tournament = tournaments.begin(club, how, names, day)
    tournaments.seat(tournament, day)
    return tournament
