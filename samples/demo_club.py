"""The demo club: a season in all three rule sets, with a tournament and two fully tracked rounds."""

from datetime import date, datetime, time, timedelta
from random import Random

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access, Key
from models.ledger.lines import SheetRow
from models.ledger.moves import RoundRow
from models.ledger.nights import Night, add_note, name_night
from models.ledger.seats import Colour, seats_of, set_colours
from models.play.house_rules import make_house_rules
from models.play.start import create_club_with_keys
from models.play.tournament_referee import TournamentSetup, shorten_rounds
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_hall
from models.store.database import db
from rules import RULE_BOOKS, read_rules
from rules.books.options import Playoff
from rules.scores.left_in_hand import HandLeft
from rules.tournament.plan import Format, Plan
from samples import games, tournaments
from samples.cast import KEEPER, REFEREE
from samples.kept_rounds import keep, keep_to_the_end
from samples.pens import write_as_referee

CLUB = "The Kitchen Table"
LABELS = {Access.MANAGE: "The demo", Access.SCORE: "Scorekeepers", Access.VIEW: "Everybody watching"}
# How many weeks ago the games were played in which every move of the last round is entered.
KEPT_WEEKS = (2, 1)
# A tournament: how many weeks ago it was, its players, and the doubles left after the referee shortened it.
CUP_WEEKS, CUP, CUP_ENGINES = 12, "Ana Ben Cai Dee Eli Fay Gus Hal Ida", (12, 9, 6, 3, 0)
# The club's house rules and their name. They were made after an argument about double nine.
HOUSE_NAME, HOUSE_RULES = "Kitchen rules", "double-nine[double-blank=50,tie=most-rounds-won]"
# The colors of the players' markers.
MARKERS = {"Ana": Colour.RED, "Ben": Colour.BLUE, "Dee": Colour.YELLOW, "Fay": Colour.GREEN}
# The name of a night, by how many weeks ago it was.
NIGHT_NAMES = {3: "The long night"}
# For each game: how many weeks ago it was, the rules, the players, and the number of rounds played.
SEASON = [
    (9, "double-nine", "Ana Ben Cai Dee", 10),
    (8, "double-nine", "Ana Ben Cai Dee Eli", 10),
    (7, "double-six", "Ana Ben Cai", 7),
    (6, "double-twelve", "Ana Ben Cai Dee Eli Fay", 13),
    (5, "double-nine", "Ben Cai Dee Fay", 10),
    (4, "double-six", "Ana Dee Eli Fay", 7),
    (3, HOUSE_RULES, "Ana Ben Cai Dee Eli Fay", 10),
    (2, "double-twelve", "Ana Ben Cai Dee", 13),
    (1, HOUSE_RULES, "Ana Ben Cai Dee", 10),
    (0, HOUSE_RULES, "Ana Ben Cai Dee", 4),
]


def create_demo_club(luck: Random, today: date, has_cup: bool) -> tuple[Club, Key]:
    """The club with its season up to today, and its manager's key. The same `luck` gives the same season."""
    club, key = create_club_with_keys(CLUB, LABELS, KEEPER)
    make_house_rules(club.id, HOUSE_NAME, read_rules(HOUSE_RULES), KEEPER)
    if has_cup:
        _play_cup(club, today - timedelta(weeks=CUP_WEEKS), luck)
    for weeks, rules, names, rounds in SEASON:
        game = games.begin(club, names.split(), read_rules(rules), today - timedelta(weeks=weeks))
        set_colours({seat.id: MARKERS[seat.name] for seat in seats_of(game.id) if seat.name in MARKERS})
        if weeks in KEPT_WEEKS:
            games.play(game, rounds - 1, luck)
            keep_to_the_end(game, rounds, luck)
        else:
            games.play(game, rounds, luck)
        _set_clock(game)
        name_night(db.session.get_one(Night, game.night_id), NIGHT_NAMES.get(weeks, ""))
    tonight = db.session.get_one(Night, game.night_id)
    add_note(tonight, "Dee brought the new set. The 9-4 has a chip in it, no peeking.", "Dee")
    _tell_story(game)
    keep(game, rounds + 1, luck)
    return club, key


def _tell_story(game: Game) -> None:
    """Add a correction, a penalty and a late player to the newest game."""
    round = load_sheet(game).rounds[1]
    seat = next(seat for seat in round.seats if not round.cells[seat].is_out)
    games.enter(game, 2, {seat: HandLeft(21)}, "Ben")
    games.penalise(game, round.seats[2], 5, "Forgot a marker twice")
    games.arrive(game, "Gus")


def _play_cup(club: Club, day: date, luck: Random) -> None:
    """Play a past tournament at two tables, with fewer rounds than planned and a correction after a confirmation."""
    book = next(book for book in RULE_BOOKS.values() if book.for_tournaments)
    plan = Plan(format=Format.WINNERS, games=1, largest=6, movers=1, playoff=Playoff.IN_PAIRS)
    setup = TournamentSetup(name="Harbor Cup", plan=plan, book=book, engines=book.options.engines, lot="1")
    cup = tournaments.begin(club, setup, CUP.split(), day)
    write_as_referee(cup, REFEREE, shorten_rounds, CUP_ENGINES, False, "The hall closes at ten.")
    hall = tournaments.play_to_the_end(cup, luck, day)
    game = db.session.get_one(Game, hall.tables[0].game_id)
    seat, cell = next((seat, cell) for seat, cell in load_sheet(game).rounds[0].cells.items() if cell.pips)
    games.enter(game, 1, {seat: HandLeft(cell.pips + 1)}, REFEREE, is_referee=True)
    for table in load_hall(cup).tables:
        _set_clock(db.session.get_one(Game, table.game_id), 17 + 2 * table.stage)
    tournaments.backdate(cup, datetime.combine(day, time(19)).astimezone(), timedelta(minutes=3))


def _set_clock(game: Game, hour: int = 19) -> None:
    """Date the game's lines to its night, minutes apart, and the moves of tracked rounds to later that night, seconds apart."""
    day = db.session.get_one(Night, game.night_id).date
    games.backdate(SheetRow, game.id, datetime.combine(day, time(hour, 30)).astimezone(), timedelta(minutes=3))
    games.backdate(RoundRow, game.id, datetime.combine(day, time(22)).astimezone(), timedelta(seconds=20))
