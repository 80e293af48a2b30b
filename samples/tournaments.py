"""Made-up tournaments that play themselves."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random

from sqlalchemy import select

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.tournament_lines import TournamentRow
from models.ledger.tournaments import Tournament
from models.play.tournament_referee import TournamentSetup, begin_tournament, decide_tie, seat_by_lot
from models.sheets.fold import load_sheet
from models.sheets.tournament import Hall, HallTable, load_hall
from models.store.database import db
from rules.tournament.course import WaitsFor
from rules.tournament.plan import TieBreak
from samples import games
from samples.cast import REFEREE
from samples.pens import referees_pen_of, write_as_referee


def begin(club: Club, how: TournamentSetup, names: Sequence[str], day: date) -> Tournament:
    """A tournament with these players, seated for its first stage. Raises TournamentError."""
    tournament = begin_tournament(club, how, names, day, REFEREE)
    seat(tournament, day)
    return tournament


def seat(tournament: Tournament, day: date) -> None:
    """Seat the next stage with the tournament's own draw code. Raises TournamentError."""
    pen = referees_pen_of(tournament, REFEREE, day)
    seat_by_lot(pen, pen.stage + 1, tournament.lot)


def table_at(tournament: Tournament, number: int) -> HallTable:
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
    """Enter and confirm every round still to be played at the tables of the newest stage."""
    for table in load_hall(tournament).stage:
        if not table.is_done:
            play_table(db.session.get_one(Game, table.game_id), luck)
    return load_hall(tournament)


def play_to_the_end(tournament: Tournament, luck: Random, day: date) -> Hall:
    """Seat, play and confirm stage after stage. Ties are broken by lot."""
    hall = load_hall(tournament)
    while not hall.is_over:
        if hall.next_step.waits_for is WaitsFor.DECISION:
            write_as_referee(tournament, REFEREE, decide_tie, hall.next_step.ties[0], TieBreak.LOT, "1", "")
        elif hall.next_step.waits_for is WaitsFor.SEATING:
            seat(tournament, day)
        hall = play_stage(tournament, luck)
    return hall


def backdate(tournament: Tournament, begun: datetime, apart: timedelta) -> None:
    """Set the times of a tournament: it starts at `begun`, and each line follows `number` times `apart` later."""
    tournament.started_at = begun
    for line in db.session.scalars(select(TournamentRow).filter_by(tournament_id=tournament.id)):
        line.at = begun + line.number * apart
