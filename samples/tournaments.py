"""Tournaments that are made up, and play themselves."""

from collections.abc import Sequence
from datetime import date
from random import Random

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.tournaments import Tournament
from models.play.referee import SetUp, begin_tournament, decide, seat_by_lot
from models.sheets.fold import load_sheet
from models.sheets.tournament import Hall, TableNow, load_hall
from models.store.database import db
from rules.tournament.course import Next
from rules.tournament.plan import Way
from samples import games
from samples.cast import REFEREE
from samples.pens import direct, referees_pen_of


def begin(club: Club, how: SetUp, names: Sequence[str], day: date) -> Tournament:
    """A tournament of these people, not seated yet. Raises HallError."""
    return begin_tournament(club, how, names, day, REFEREE)


def seat(tournament: Tournament, day: date) -> None:
    """Seat the next stage by the tournament's own lot. Raises HallError."""
    with referees_pen_of(tournament, REFEREE, day) as pen:
        seat_by_lot(pen, pen.stage + 1, tournament.lot)


def table_at(tournament: Tournament, number: int) -> TableNow:
    """A table of the newest stage."""
    return next(table for table in load_hall(tournament).stage if table.number == number)


def game_at(tournament: Tournament, number: int) -> Game:
    """The game at a table of the newest stage."""
    return db.session.get_one(Game, table_at(tournament, number).game_id)


def play_table(game: Game, luck: Random) -> None:
    """Enter and confirm all rounds of a table."""
    games.play(game, len(load_sheet(game).rounds), luck)
    games.confirm(game)


def play_stage(tournament: Tournament, luck: Random) -> Hall:
    """Enter and confirm every round that the tables of the newest stage still have to play."""
    for table in load_hall(tournament).stage:
        if not table.is_done:
            play_table(db.session.get_one(Game, table.game_id), luck)
    return load_hall(tournament)


def play_to_the_end(tournament: Tournament, luck: Random, day: date) -> Hall:
    """Seat, play and confirm stage after stage; a tie is decided by lot."""
    hall = load_hall(tournament)
    while not hall.is_over:
        if hall.step.what is Next.DECISION:
            direct(tournament, REFEREE, decide, hall.step.ties[0], Way.LOT, "1", "")
        elif hall.step.what is Next.SEATING:
            seat(tournament, day)
        hall = play_stage(tournament, luck)
    return hall
