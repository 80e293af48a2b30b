"""Games and tournaments that are made up: for the demo, for benchmarks, and to look round in."""

import random
from datetime import date

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.tournaments import Tournament
from models.play.changes import confirm
from models.play.referee import SetUp, begin_tournament, decide, seat_by_lot
from models.play.scores import Entry, enter_scores
from models.sheets.fold import load_sheet, lock_sheet
from models.sheets.tournament import Hall, load_hall
from models.store.database import db
from rules import RuleBook, full_set, write_tiles
from rules.scores.left_in_hand import Left
from rules.scores.scoring import tally
from rules.table.deal import deal
from rules.tournament.course import Next
from rules.tournament.plan import Plan, Way

REFEREE = "Rita"


def play(game: Game, rounds: int, luck: random.Random) -> None:
    """Enter believable scores for the first rounds of a game: hands as dealt, most of each played."""
    for number in range(1, rounds + 1):
        sheet = lock_sheet(game)
        round = sheet.rounds[number - 1]
        out = None if luck.random() < 0.06 else luck.choice(round.here)
        hands = _leftovers(sheet.book, round.engine, len(round.here), luck)
        entries = {}
        for seat, hand in zip(round.here, hands, strict=True):
            pips = tally(hand, sheet.book).pips
            if seat == out:
                entries[seat] = Entry(Left(0, is_out=True), "0")
            elif luck.random() < 0.3 and pips:
                entries[seat] = Entry(Left(pips, tiles=hand), write_tiles(hand))
            else:
                entries[seat] = Entry(Left(pips or 1), str(pips or 1))
        enter_scores(game, sheet, number, entries, "Ana", agreed=frozenset({"nobody-out:"}))


def _leftovers(book: RuleBook, engine: int, players: int, luck: random.Random) -> list[tuple]:
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)
    dealt = deal(book, players, engine, tiles)
    return [tuple(luck.sample(hand, luck.randint(1, max(2, len(hand) // 2)))) for hand in dealt.hands]


def set_up(
    club: Club, name: str, names: list[str], plan: Plan, book: RuleBook, engines: tuple[int, ...], today: date
) -> Tournament:
    """A tournament whose players nobody has seated yet."""
    return begin_tournament(club, SetUp(name, plan, book, engines, "1"), names, today, REFEREE)


def play_stage(tournament: Tournament, luck: random.Random) -> Hall:
    """Enter and confirm every round that the tables of the newest stage still have to play."""
    for table in load_hall(tournament).stage:
        if not table.is_done:
            play_table(db.session.get_one(Game, table.game_id), luck)
    return load_hall(tournament)


def play_table(game: Game, luck: random.Random) -> None:
    """Enter and confirm all rounds of a table."""
    play(game, len(load_sheet(game).rounds), luck)
    sheet = load_sheet(game)
    closed = [round.number for round in sheet.rounds if round.is_closed]
    second = next(column for column in sheet.columns if column.name != "Ana")
    confirm(game, closed, second.seat, sheet.revision, second.name)


def play_to_the_end(tournament: Tournament, luck: random.Random, today: date) -> Hall:
    """Seat, play and confirm stage after stage; a tie is decided by lot."""
    hall = load_hall(tournament)
    while not hall.is_over:
        if hall.step.what is Next.DECISION:
            decide(tournament, hall.step.ties[0], Way.LOT, "1", today, "", REFEREE)
        elif hall.step.what is Next.SEATING:
            seat_by_lot(tournament, len(hall.course.stages) + 1, tournament.lot, today, REFEREE)
        hall = play_stage(tournament, luck)
    return hall
