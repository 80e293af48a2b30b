"""Tournaments to try things on: eight players at two tables, three rounds each."""

from datetime import date

from models.ledger.games import Game
from models.ledger.tournaments import Tournament
from models.play.changes import confirm
from models.play.referee import SetUp, begin_tournament, seat_by_hand
from models.play.scores import Entry, enter_scores
from models.play.start import found_with_keys
from models.sheets.fold import lock_sheet
from models.sheets.tournament import Hall, TableNow, load_hall
from models.store.database import db
from rules import RULE_BOOKS
from rules.books.options import Playoff
from rules.scores.left_in_hand import Left
from rules.tournament.plan import Format, Plan

TODAY = date(2026, 3, 5)
NAMES = ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal"]
BOOK = RULE_BOOKS["double-twelve"]


def plan(format: Format = Format.WINNERS, games: int = 1, playoff: Playoff = Playoff.IN_PAIRS) -> Plan:
    return Plan(format, games, 5, 1, playoff)


def begin(how: Plan | None = None, names=NAMES, engines=(12, 6, 0)) -> Tournament:
    club, _ = found_with_keys("Harbour", {3: "all"}, "Rita")
    return begin_tournament(club, SetUp("Cup", how or plan(), BOOK, engines, "7"), names, TODAY, "Rita")


def seated(how: Plan | None = None, **more) -> Tournament:
    """Ana to Dee at table 1, Eli to Hal at table 2."""
    tournament = begin(how, **more)
    seat_by_hand(tournament, 1, "7", [[1, 2, 3, 4], [5, 6, 7, 8]], TODAY, "Rita")
    return tournament


def game_at(tournament: Tournament, number: int) -> Game:
    return db.session.get_one(Game, table_at(tournament, number).game_id)


def table_at(tournament: Tournament, number: int) -> TableNow:
    return next(table for table in load_hall(tournament).stage if table.number == number)


def enter(game: Game, number: int, pips: list[int], by: str = "Ana", **more) -> None:
    """Clockwise pips of a round; whoever has none went out."""
    sheet = lock_sheet(game)
    round = sheet.rounds[number - 1]
    cells = {seat: round.cells[seat].line for seat in round.cells}
    entries = {
        seat: Entry(Left(left, is_out=not left), str(left), cells.get(seat, 0))
        for seat, left in zip(round.here, pips, strict=True)
    }
    assert enter_scores(game, sheet, number, entries, by, **more) is None


def play(tournament: Tournament, number: int, *rounds: list[int], is_confirmed: bool = True) -> Hall:
    """Enter the rounds of a table from the first on; somebody else than Ana confirms them."""
    game = game_at(tournament, number)
    for at, pips in enumerate(rounds, 1):
        enter(game, at, pips)
    if is_confirmed:
        sheet = lock_sheet(game)
        second = next(column for column in sheet.columns if column.name != "Ana")
        confirm(game, range(1, len(rounds) + 1), second.seat, sheet.revision, second.name)
    return load_hall(tournament)
