"""A club with a season behind it, to look round in."""

import random
from dataclasses import replace
from datetime import date, datetime, time, timedelta

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.made_up import REFEREE, play, play_to_the_end, set_up
from models import db, writing
from models.access.tokens import write_token
from models.ledger.clubs import Club, call_player
from models.ledger.games import Game, begin_game
from models.ledger.keys import Access
from models.ledger.lines import backdate
from models.ledger.moves import backdate_moves, moves_of
from models.ledger.nights import Night, add_note, begin_night
from models.ledger.tournaments import backdate_tournament
from models.play import changes
from models.play.house_rules import make_house_rules
from models.play.moves import enter_move, judge_entry, lay_table, opening_position, strike_move
from models.play.referee import seat_by_lot, shorten_rounds
from models.play.scores import Entry, enter_scores
from models.play.start import found_with_keys
from models.sheets.fold import load_sheet, lock_sheet
from models.sheets.round import Table, load_table
from models.sheets.tournament import load_hall
from rules import RULE_BOOKS, Tile, full_set, legal_moves, read_rules, write_tiles
from rules.referee.question import Question
from rules.scores.left_in_hand import Left
from rules.scores.scoring import tally
from rules.table.deal import deal
from rules.table.move import Draw, Lay
from rules.table.position import SEATS
from rules.tournament.plan import Format, Plan

CLUB = "The Thursday table"
MOVES_KEPT = 24
# Which move of a kept round is against the rules, and which is struck and made again.
AGREED_MOVE, STRUCK_MOVE = 14, 17
# The games, weeks ago, of which the last round was kept to its end.
KEPT_WEEKS = (2, 1)
# A tournament, weeks ago: who played, and the doubles to which the referee shortened it.
CUP_WEEKS, CUP, CUP_ENGINES = 12, "Ana Ben Cai Dee Eli Fay Gus Hal Ida", (12, 9, 6, 3, 0)
# How the club plays double nine since it argued about it: the rules it keeps, and what it calls them.
HOUSE_NAME, HOUSE_RULES = "Thursday rules", "double-nine[double-blank=50,tie=most-rounds-won]"
# Who came, with which rules, how many rounds were played, weeks ago.
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


@click.command()
@click.option("--seed", default=5, show_default=True, help="The same seed gives the same season.")
@click.option("--tournament", is_flag=True, help="With a tournament before the season.")
@with_appcontext
def demo(seed: int, tournament: bool) -> None:
    """Fill a club with a season of games in all three rule sets, and print a link that opens it."""
    luck = random.Random(seed)  # noqa: S311 (scores for show)
    labels = {Access.MANAGE: "The demo", Access.SCORE: "Scorekeepers", Access.VIEW: "Everybody who follows"}
    with writing():
        club, key = found_with_keys(CLUB, labels, "Ana")
        make_house_rules(club.id, HOUSE_NAME, read_rules(HOUSE_RULES), "Ana")
        if tournament:
            _play_a_cup(club, luck)
        for weeks, rules, names, rounds in SEASON:
            night = begin_night(club.id, date.today() - timedelta(weeks=weeks))
            players = [call_player(club.id, name) for name in names.split()]
            book = read_rules(rules)
            game = begin_game(night, players, book, book.options.engines, "Ana")
            if weeks in KEPT_WEEKS:
                play(game, rounds - 1, luck)
                keep_to_the_end(game, rounds, luck)
            else:
                play(game, rounds, luck)
            _set_the_clock(game, night)
        add_note(night, "Dee brought the new set. The 9-4 has a chip in it, no peeking.", "Dee")
        _tell_a_story(game)
        keep(game, rounds + 1, luck)
        token = write_token(key, str(current_app.secret_key))
    click.echo(f"{current_app.config['ROUNDHOUSE_ADDRESS'] or 'http://127.0.0.1:8000'}/k/{token}")


def keep(game: Game, number: int, luck: random.Random, most: int = MOVES_KEPT) -> dict[int, list[Tile]]:
    """Keep the table of a round and play its first moves at random, one of them against the rules, one struck and made again.

    Gives the hands that are left, by seat.
    """
    sheet = lock_sheet(game)
    round = sheet.rounds[number - 1]
    tiles = list(full_set(sheet.book.options.highest))
    luck.shuffle(tiles)
    dealt = deal(sheet.book, len(round.here), round.engine, tiles)
    hands = {SEATS[at]: list(hand) for at, hand in enumerate(dealt.hands)}
    boneyard = list(dealt.boneyard)
    begins = opening_position(sheet, round, round.here[dealt.holder or 0], max(map(len, dealt.hands)))
    lay_table(game, sheet, round, begins, "Ana")
    for at in range(most):
        table = load_table(game, sheet, number)
        if table is None or table.is_over:
            break
        seat = table.position.turn
        move = luck.choice(legal_moves(table.position, hands[seat]))
        if at == AGREED_MOVE:
            move = _against_the_rules(table, hands[seat]) or move
        if isinstance(move, Draw):
            hands[seat].append(boneyard.pop())
            move = replace(move, drawn=hands[seat][-1])
        if isinstance(move, Lay):
            hands[seat] = [one for one in hands[seat] if one not in move.tiles]
        by = sheet.names[round.here[at % 2]]
        enter_move(game, sheet, round, table, move, by, table.revision)
        if at == STRUCK_MOVE:
            newest = moves_of(game.id, number)[-1].number
            strike_move(game, sheet, round, "Ben", newest)
            again = load_table(game, sheet, number)
            if again:
                enter_move(game, sheet, round, again, move, by, again.revision)
    seats = dict(zip(SEATS, round.here, strict=False))
    return {seats[letter]: hand for letter, hand in hands.items()}


def _against_the_rules(table: Table, hand: list[Tile]) -> Lay | None:
    """A tile of this hand that fits somewhere it may not go, and the table lets it lie."""
    position, seat = table.position, table.position.turn
    ends = [(train.name, position.end(train)) for train in position.trains]
    laid = (
        Lay(seat, (end, one.low if one.high == end else one.high), train, is_overruled=True)
        for one in hand
        for train, end in ends
        if end in (one.high, one.low)
    )
    refused = ((move, judge_entry(Question(position), move, table)) for move in laid)
    return next((move for move, why in refused if why and why.can_be_agreed), None)


def keep_to_the_end(game: Game, number: int, luck: random.Random) -> None:
    """Keep a round until somebody is out or nobody can go on, and enter what is left in the others."""
    left = keep(game, number, luck, most=500)
    sheet = lock_sheet(game)
    entries = {}
    for seat, hand in left.items():
        pips = tally(hand, sheet.book).pips
        entries[seat] = Entry(Left(pips, not hand, tiles=tuple(hand)), write_tiles(tuple(hand)) if hand else "0")
    asked = enter_scores(game, sheet, number, entries, "Ana")
    if asked:
        agreed = frozenset(doubt.key for doubt in asked.doubts)
        enter_scores(game, sheet, number, entries, "Ana", agreed)


def _tell_a_story(game: Game) -> None:
    """The newest game shows a correction, a penalty and somebody who came late."""
    sheet = load_sheet(game)
    round = sheet.rounds[1]
    seat = next(seat for seat in round.here if not round.cells[seat].is_out)
    seen = round.cells[seat].line
    enter_scores(game, sheet, 2, {seat: Entry(Left(21), "21", seen)}, "Ben", agreed=frozenset({"nobody-out:"}))
    changes.penalise(game, round.here[2], 5, "Forgot a marker twice", "Ana")
    changes.arrive(game, "Gus", None, "Ana")


def _play_a_cup(club: Club, luck: random.Random) -> None:
    """A tournament on two tables, long over: fewer rounds than there might be, a correction after a round was confirmed."""
    book = next(book for book in RULE_BOOKS.values() if book.for_tournaments)
    day = date.today() - timedelta(weeks=CUP_WEEKS)
    plan = Plan(Format.WINNERS, 1, 6, 1, book.options.playoff)
    cup = set_up(club, "Harbour Cup", CUP.split(), plan, book, book.options.engines, day)
    seat_by_lot(cup, 1, cup.lot, day, REFEREE)
    shorten_rounds(cup, CUP_ENGINES, False, "The hall closes at ten.", REFEREE)
    hall = play_to_the_end(cup, luck, day)
    game = db.session.get_one(Game, hall.tables[0].game_id)
    sheet = lock_sheet(game)
    seat, cell = next((seat, cell) for seat, cell in sheet.rounds[0].cells.items() if cell.pips)
    entry = Entry(Left(cell.pips + 1), str(cell.pips + 1), cell.line)
    enter_scores(game, sheet, 1, {seat: entry}, REFEREE, is_referee=True)
    night = db.session.get_one(Night, cup.night_id)
    for table in load_hall(cup).tables:
        _set_the_clock(db.session.get_one(Game, table.game_id), night)
    backdate_tournament(cup, datetime.combine(day, time(19)).astimezone(), timedelta(minutes=3))


def _set_the_clock(game: Game, night: Night) -> None:
    """The lines were entered on the night itself, a few minutes apart; those of a kept round after them, faster."""
    backdate(game.id, datetime.combine(night.date, time(19, 30)).astimezone(), timedelta(minutes=3))
    backdate_moves(game.id, datetime.combine(night.date, time(22)).astimezone(), timedelta(seconds=20))
