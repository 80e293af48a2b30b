"""Tournaments in a given state: small ones to check by hand, some waiting for somebody to act, and a full hall."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import NamedTuple

from models.ledger.clubs import Club
from models.ledger.keys import Access
from models.ledger.tournaments import Tournament
from models.play.start import create_club_with_keys
from models.play.tournament_referee import TournamentSetup, begin_tournament, seat_by_hand, set_clock
from models.sheets.tournament import Hall, load_hall
from rules import RULE_BOOKS
from rules.books.options import Playoff
from rules.tournament.plan import Format, Plan
from samples import games, tournaments
from samples.cast import PEOPLE, REFEREE, TODAY
from samples.pens import write_as_referee
from samples.tournaments import game_at, play_stage, play_table

BOOK = RULE_BOOKS["double-twelve"]
# A full hall: its players, its tables of five, and the engines of a game's rounds.
PLAYERS, TABLES = 120, 24
ENGINES = (12, 9, 6, 3, 0)


def plan(format: Format = Format.WINNERS, games: int = 1) -> Plan:
    """A plan for a tournament at tables of up to five."""
    return Plan(format=format, games=games, largest=5, movers=1, playoff=Playoff.IN_PAIRS)


def begin(how: Plan | None = None, names: Sequence[str] = PEOPLE, engines: tuple[int, ...] = (12, 6, 0)) -> Tournament:
    """A tournament of eight players in its own club, with three rounds a game, not seated yet."""
    club, _ = create_club_with_keys("Harbour", {Access.MANAGE: "all"}, REFEREE)
    setup = TournamentSetup(name="Cup", plan=how or plan(), book=BOOK, engines=engines, lot="7")
    return begin_tournament(club, setup, names, TODAY, REFEREE)


def seated(how: Plan | None = None, engines: tuple[int, ...] = (12, 6, 0)) -> Tournament:
    """A tournament like that of `begin`, with Ana to Dee at table 1 and Eli to Hal at table 2."""
    tournament = begin(how, engines=engines)
    write_as_referee(tournament, REFEREE, seat_by_hand, 1, "7", [PEOPLE[:4], PEOPLE[4:]])
    return tournament


def play(tournament: Tournament, number: int, *rounds: Sequence[int], is_confirmed: bool = True) -> Hall:
    """Enter the pips of a table's first rounds, clockwise, and confirm them. Raises SheetError."""
    game = game_at(tournament, number)
    for at, pips in enumerate(rounds, 1):
        games.enter_pips(game, at, pips)
    if is_confirmed:
        games.confirm(game)
    return load_hall(tournament)


class Waiting(NamedTuple):
    """Three tournaments: one with a finished stage, one with a tie to decide, and one in its first game."""

    stage: Tournament
    tie: Tournament
    game: Tournament


def play_until_they_wait(club: Club, day: date) -> Waiting:
    """Play three tournaments in a club until each needs somebody to act.

    Table 2 of the last tournament has played two rounds.
    """
    luck, plan = Random(1), Plan(format=Format.TOTAL, games=2, largest=4, movers=1, playoff=Playoff.ONE_TABLE)
    cup = TournamentSetup(name="Spring cup", plan=plan, book=BOOK, engines=(6, 0), lot="1")
    stage = tournaments.begin(club, cup, PEOPLE[:6], day)
    play_stage(stage, luck)
    tie = tournaments.begin(club, replace(cup, name="Level cup", plan=replace(plan, games=1)), PEOPLE[:2], day)
    play(tie, 1, (0, 5), (5, 0))
    game = tournaments.begin(club, replace(cup, name="Open cup", engines=(12, 6, 0)), PEOPLE, day)
    play_table(game_at(game, 1), luck)
    games.play(game_at(game, 2), 2, luck)
    write_as_referee(game, REFEREE, set_clock, 30, 5)
    return Waiting(stage, tie, game)


def seat_full_hall(engines: tuple[int, ...], players: int) -> Tournament:
    """A tournament of this many players in its own club, seated at tables of five for its first game."""
    club, _ = create_club_with_keys("A full hall", {Access.MANAGE: "all"}, REFEREE)
    names = [f"Player {number}" for number in range(1, players + 1)]
    plan = Plan(format=Format.TOTAL, games=2, largest=5, movers=1, playoff=Playoff.ONE_TABLE)
    setup = TournamentSetup(name="Full hall", plan=plan, book=BOOK, engines=engines, lot="1")
    return tournaments.begin(club, setup, names, TODAY)
