"""Makes up games: seats players, and enters scores that could come from real hands."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import TypeVar

from sqlalchemy import select

from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms
from models.ledger.lines import SheetRow
from models.ledger.moves import RoundRow
from models.play import changes
from models.play.scores import ScoreEntry, enter_scores
from models.play.start import start_game
from models.sheets.fold import load_sheet
from models.store.database import db
from rules import RuleBook, Tile
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import count_hand
from samples.cast import KEEPER
from samples.pens import pen_of, write
from samples.rounds import shuffle_and_deal

LineRow = TypeVar("LineRow", SheetRow, RoundRow)


def begin(club: Club, names: Sequence[str], book: RuleBook, day: date, engines: Sequence[int] = ()) -> Game:
    """A new game with these players, clockwise, with all its rounds or only the rounds with these engines."""
    return start_game(club, list(names), GameTerms(book, tuple(engines) or book.options.engines), day, KEEPER)


def enter(game: Game, number: int, left: Mapping[int, HandLeft], by: str = KEEPER, *, is_referee: bool = False) -> None:
    """Enter a round's scores by seat, replacing any that are there, and answer yes to every doubt.

    Raises SheetError, or ValueError for impossible scores.
    """
    with pen_of(game, by, is_referee=is_referee) as pen:
        cells = pen.sheet.rounds[number - 1].cells
        entries = {
            seat: ScoreEntry(hand, hand.text or str(hand.pips), cells[seat].line if seat in cells else 0)
            for seat, hand in left.items()
        }
        asked = enter_scores(pen, number, entries)
        if asked:
            asked = enter_scores(pen, number, entries, frozenset(doubt.key for doubt in asked.doubts))
        if asked:
            raise ValueError(" ".join(doubt.text for doubt in asked.doubts))


def enter_pips(game: Game, number: int, pips: Sequence[int], by: str = KEEPER, *, is_referee: bool = False) -> None:
    """Enter the pips of a whole round, clockwise. A player with no pips went out. Raises the same errors as `enter`."""
    seats = load_sheet(game).rounds[number - 1].seats
    left = {seat: HandLeft(score, is_out=not score) for seat, score in zip(seats, pips, strict=True)}
    enter(game, number, left, by, is_referee=is_referee)


def play(game: Game, rounds: int, luck: Random) -> None:
    """Enter believable scores for those of the first `rounds` rounds that are not closed yet.

    The scores look as if hands had been dealt and about half the tiles laid.
    """
    for number in range(1, rounds + 1):
        sheet = load_sheet(game)
        round = sheet.rounds[number - 1]
        if round.is_closed:
            continue
        out = None if luck.random() < 0.06 else luck.choice(round.seats)
        hands = _leftovers(sheet.book, len(round.seats), round.engine, luck)
        left = {}
        for seat, hand in zip(round.seats, hands, strict=True):
            pips = count_hand(hand, sheet.book)
            if seat == out:
                left[seat] = HandLeft(0, is_out=True)
            elif luck.random() < 0.3 and pips:
                left[seat] = HandLeft(pips, tiles=hand)
            else:
                left[seat] = HandLeft(pips or 1)
        enter(game, number, left)


def _leftovers(book: RuleBook, players: int, engine: int, luck: Random) -> list[tuple[Tile, ...]]:
    hands = shuffle_and_deal(book, players, engine, luck).hands
    return [tuple(luck.sample(hand, luck.randint(1, max(2, len(hand) // 2)))) for hand in hands]


def confirm(game: Game) -> None:
    """Confirm every closed round of a tournament game, as a player who did not enter its scores. Raises SheetError."""
    sheet = load_sheet(game)
    closed = [round.number for round in sheet.rounds if round.is_closed]
    second = next(column for column in sheet.columns if column.name != KEEPER)
    write(game, second.name, changes.confirm, closed, second.seat, sheet.revision)


def penalise(game: Game, seat: int, pips: int, reason: str = "Late") -> None:
    """Add pips to a player's total. Raises SheetError."""
    write(game, KEEPER, changes.penalise, seat, pips, reason)


def arrive(game: Game, name: str) -> None:
    """Seat a late player, who starts with the highest total. Raises SheetError or DealError."""
    write(game, KEEPER, changes.arrive, name, None)


def go_on(game: Game, day: date, by: str = KEEPER) -> None:
    """Continue a game on this day. Raises SheetError."""
    with pen_of(game, by, day) as pen:
        changes.go_on(pen)


def stop(game: Game, by: str = KEEPER) -> None:
    """Stop a game as it stands. Raises SheetError."""
    write(game, by, changes.stop)


def backdate(row: type[LineRow], game_id: int, begun: datetime, apart: timedelta) -> None:
    """Set the times of all lines on a game's sheet, or in its tracked rounds: each is `begun` plus `entry` times `apart`."""
    for line in db.session.scalars(select(row).filter_by(game_id=game_id)):
        line.at = begun + line.entry * apart
