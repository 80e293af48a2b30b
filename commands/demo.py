"""A club with a season behind it, to look round in."""

import random
from datetime import date, datetime, time, timedelta

import click
from flask import current_app
from flask.cli import with_appcontext

from models import changes, writing
from models.clubs import call_player
from models.games import Game, begin_game
from models.keeping import enter_move, lay_table, opening_position, read_table
from models.keys import Access, write_token
from models.lines import backdate
from models.nights import Night, add_note, begin_night
from models.scorekeeping import Entry, enter_scores, lock_sheet, read_sheet
from models.starting import found_with_keys
from rules import RULE_BOOKS, RuleBook, full_set, legal_moves, write_tiles
from rules.deal import deal
from rules.left_in_hand import Left
from rules.move import Lay
from rules.scoring import tally
from rules.table import SEATS

CLUB = "The Thursday table"
MOVES_KEPT = 24
# Who came, with which rules, how many rounds were played, weeks ago.
SEASON = [
    (9, "double-nine", "Ana Ben Cai Dee", 10),
    (8, "double-nine", "Ana Ben Cai Dee Eli", 10),
    (7, "double-six", "Ana Ben Cai", 7),
    (6, "double-twelve", "Ana Ben Cai Dee Eli Fay", 13),
    (5, "double-nine", "Ben Cai Dee Fay", 10),
    (4, "double-six", "Ana Dee Eli Fay", 7),
    (3, "double-nine", "Ana Ben Cai Dee Eli Fay", 10),
    (2, "double-twelve", "Ana Ben Cai Dee", 13),
    (1, "double-nine", "Ana Ben Cai Dee", 10),
    (0, "double-nine", "Ana Ben Cai Dee", 4),
]


@click.command()
@click.option("--seed", default=5, show_default=True, help="The same seed gives the same season.")
@with_appcontext
def demo(seed: int) -> None:
    """Fill a club with a season of games in all three rule sets, and print a link that opens it."""
    luck = random.Random(seed)  # noqa: S311 (scores for show)
    labels = {Access.MANAGE: "The demo", Access.SCORE: "Scorekeepers", Access.VIEW: "Everybody who follows"}
    with writing():
        club, key = found_with_keys(CLUB, labels, "Ana")
        for weeks, rules, names, rounds in SEASON:
            night = begin_night(club.id, date.today() - timedelta(weeks=weeks))
            players = [call_player(club.id, name) for name in names.split()]
            book = RULE_BOOKS[rules]
            game = begin_game(night, players, book, book.options.engines, "Ana")
            play(game, rounds, luck)
            _set_the_clock(game, night)
        add_note(night, "Dee brought the new set. The 9-4 has a chip in it, no peeking.", "Dee")
        _tell_a_story(game)
        keep(game, rounds + 1, luck)
        token = write_token(key, str(current_app.secret_key))
    click.echo(f"{current_app.config['ROUNDHOUSE_ADDRESS'] or 'http://127.0.0.1:8000'}/k/{token}")


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


def keep(game: Game, number: int, luck: random.Random) -> None:
    """Keep the table of a round and play its first moves at random, by the rules."""
    sheet = lock_sheet(game)
    round = sheet.rounds[number - 1]
    tiles = list(full_set(sheet.book.options.highest))
    luck.shuffle(tiles)
    dealt = deal(sheet.book, len(round.here), round.engine, tiles)
    hands = {SEATS[at]: list(hand) for at, hand in enumerate(dealt.hands)}
    begins = opening_position(sheet, round, round.here[dealt.holder or 0], None)
    lay_table(game, sheet, round, begins, "Ana")
    for at in range(MOVES_KEPT):
        table = read_table(game, sheet, number)
        if table is None or table.is_over:
            return
        seat = table.position.turn
        move = luck.choice(legal_moves(table.position, hands[seat]))
        if isinstance(move, Lay):
            hands[seat] = [one for one in hands[seat] if one not in move.tiles]
        by = sheet.names[round.here[at % 2]]
        enter_move(game, sheet, round, table, move, by, table.revision)


def _leftovers(book: RuleBook, engine: int, players: int, luck: random.Random) -> list[tuple]:
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)
    dealt = deal(book, players, engine, tiles)
    return [tuple(luck.sample(hand, luck.randint(1, max(2, len(hand) // 2)))) for hand in dealt.hands]


def _tell_a_story(game: Game) -> None:
    """The newest game shows a correction, a penalty and somebody who came late."""
    sheet = read_sheet(game)
    round = sheet.rounds[1]
    seat = next(seat for seat in round.here if not round.cells[seat].is_out)
    seen = round.cells[seat].line
    enter_scores(game, sheet, 2, {seat: Entry(Left(21), "21", seen)}, "Ben", agreed=frozenset({"nobody-out:"}))
    changes.penalise(game, round.here[2], 5, "Forgot a marker twice", "Ana")
    changes.arrive(game, "Gus", None, "Ana")


def _set_the_clock(game: Game, night: Night) -> None:
    """The lines were entered on the night itself, a few minutes apart."""
    backdate(game.id, datetime.combine(night.date, time(19, 30)).astimezone(), timedelta(minutes=3))
