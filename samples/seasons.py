"""Seasons played at random, with everything that can happen to a game."""

from contextlib import suppress
from datetime import date, timedelta
from random import Random

from sqlalchemy import select

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.play import changes
from models.play.bin import put_game_back, throw_game
from models.play.pen import SheetError
from models.play.scores import strike
from models.sheets.acts import load_history
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from models.store.database import db
from rules import RULE_BOOKS, DealError, read_rules
from rules.scores.left_in_hand import HandLeft
from samples.cast import PEOPLE
from samples.games import arrive, begin, enter, enter_pips, go_on, penalise, stop
from samples.pens import write

HOUSE = ("double-six[double-blank=50]", "double-nine[blocked=lowest-hand-0,tie=most-rounds-won]")
BOOKS = [*RULE_BOOKS.values(), *map(read_rules, HOUSE)]
NAMES = PEOPLE[:5]


def play_season(club: Club, luck: Random, games: int) -> None:
    """Play this many games over two years. Some are corrected, stopped, thrown away or continued later."""
    day = date(2024, 11, 2)
    for _ in range(games):
        day += timedelta(days=luck.choice([0, 3, 10, 40]))
        play_game(club, day, luck)
        if luck.random() < 0.4:
            change_something(club, luck, day)


def play_game(club: Club, day: date, luck: Random) -> None:
    """Play a short game with some of the players."""
    names, book = luck.sample(NAMES, luck.randint(2, 4)), luck.choice(BOOKS)
    game = begin(club, names, book, day, book.options.engines[: luck.randint(1, 4)])
    for number in range(1, len(game.engines) + 1):
        play_round(game, number, luck)
        if number < len(game.engines):
            between_rounds(game, luck)
    if luck.random() < 0.15:
        penalise(game, load_sheet(game).columns[0].seat, 5)


def between_rounds(game: Game, luck: Random) -> None:
    """Sometimes stop the game, or have a player arrive or leave."""
    what, sheet = luck.random(), load_sheet(game)
    if sheet.is_over:
        return
    with suppress(SheetError, DealError):
        if what < 0.1:
            arrive(game, luck.choice(NAMES))
        elif what < 0.2:
            write(game, "Ana", changes.leave, sheet.columns[0].seat)
        elif what < 0.25:
            stop(game)


def play_round(game: Game, number: int, luck: Random) -> None:
    """Enter scores that often tie. Sometimes nobody goes out."""
    sheet = load_sheet(game)
    if sheet.is_over:
        return
    seats = sheet.rounds[number - 1].seats
    out = luck.choice([*seats, None])
    enter_pips(game, number, [0 if seat == out else luck.choice([1, 2, 5, 9]) for seat in seats])


def penalise_somebody(game: Game, luck: Random) -> None:
    """Give a player a penalty of at most twenty pips."""
    penalise(game, luck.choice(load_sheet(game).columns).seat, luck.randint(1, 20))


def leave_unfinished(club: Club, day: date, luck: Random) -> None:
    """Play a game and leave it unfinished: players come, leave and get penalties, and its last round may be half entered."""
    names, book = luck.sample(NAMES, 4), luck.choice(BOOKS)
    game = begin(club, names, book, day, book.options.engines[:6])
    for number in range(1, luck.randint(2, 5)):
        play_round(game, number, luck)
        between_rounds(game, luck)
        if luck.random() < 0.5:
            penalise_somebody(game, luck)
        if luck.random() < 0.3 and not load_sheet(game).is_over:
            day += timedelta(days=7)
            go_on(game, day)
            correct(game, load_sheet(game), luck)
    sheet = load_sheet(game)
    if sheet.current and luck.random() < 0.7:
        seats = luck.sample(sheet.current.seats, len(sheet.current.seats) - 1)
        enter(game, sheet.current.number, {seat: HandLeft(luck.randint(1, 30)) for seat in seats})
    if luck.random() < 0.2 and sheet.current:
        stop(game)


def change_something(club: Club, luck: Random, day: date) -> None:
    """Change a random game in a random way.

    This may correct a score, undo the newest act, stop or continue the game, change its rules, throw it away or
    put it back.
    """
    games = db.session.scalars(select(Game).where(Game.club_id == club.id).order_by(Game.id)).all()
    game = luck.choice(games)
    if game.binned_at is not None:
        put_game_back(game)
        return
    sheet = load_sheet(game)
    try:
        match luck.choice(["correct", "strike", "stop", "go on", "mend", "throw"]):
            case "correct":
                correct(game, sheet, luck)
            case "strike":
                if done := load_history(game, sheet).done:
                    write(game, "Ben", strike, done[-1].entry)
            case "stop":
                stop(game, "Ben")
            case "go on":
                go_on(game, day, "Ben")
            case "mend":
                more = [engine for engine in (3, 2, 1, 0) if engine not in sheet.engines][:1]
                write(game, "Ben", changes.mend_rules, sheet.book, (*sheet.engines, *more))
            case "throw":
                throw_game(game, "Ben")
    except (SheetError, DealError):
        db.session.flush()


def correct(game: Game, sheet: Sheet, luck: Random) -> None:
    """Replace an existing score."""
    cells = [(round.number, seat) for round in sheet.rounds for seat, cell in round.cells.items() if not cell.is_out]
    if cells:
        number, seat = luck.choice(cells)
        enter(game, number, {seat: HandLeft(luck.choice([1, 3, 12]))}, "Ben")
