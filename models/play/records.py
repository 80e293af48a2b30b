"""A kept round as a record, out of the book and into it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from models.ledger.games import Game
from models.ledger.hands import released_hands
from models.ledger.moves import MoveMade
from models.ledger.older_rules import pin_rules
from models.play.moves import lay_table, of_another_round
from models.play.pen import Pen, SheetError
from models.play.scores import Entry, enter_scores
from models.sheets.round import Table
from models.sheets.sheet import Round, Sheet
from models.texts import say
from rules import RuleBook, Tile, read_tiles, write_move, write_tiles
from rules.names import fold_name, tidy_name
from rules.referee.replay import Failure, replay
from rules.scores.left_in_hand import Left
from rules.table.position import SEATS, Position
from rules.table.record import Record


@dataclass(frozen=True, slots=True)
class Imported:
    """How many moves of a record were entered, the one that was refused, and whether its scores were entered.

    `is_by_order`: its players have other names, and were taken in their order round the table.
    """

    moves: int
    failure: Failure | None
    has_scores: bool
    is_by_order: bool


def export_record(game: Game, round: Round, table: Table) -> Record:
    """The round as it stands: struck lines left out, scores once all are there, only hands that their owners released."""
    begins, moves = table.begins, tuple(step.move for step in table.steps)
    cells = round.cells if round.is_closed else {}
    scores = {table.letter(seat): cells[seat].pips for seat in table.seats if seat in cells}
    released = released_hands(game.id, round.number)
    hands = {table.letter(seat): read_tiles(hand.tiles) for seat, hand in released.items() if seat in table.seats}
    record = Record(begins.book, begins.engine, begins.first, dict(table.names), moves, hands=hands, scores=scores)
    for dealt in (None, *_dealt(begins, record.first)):
        as_dealt = replace(record, dealt=dealt)
        if as_dealt.begins == begins:
            return as_dealt
    return replace(record, hands={}, start=begins)


def _dealt(begins: Position, first: str) -> Iterator[int]:
    """How many tiles each may have taken, by the hand of somebody who did not open the round."""
    counts = (train.count for train in begins.seats if train.name != first)
    return (count for count in counts if count)


def import_record(pen: Pen, round: Round, record: Record) -> Imported:
    """Enter a record as this round's table, up to the first move that is refused; its scores too, if the round has none.

    Raises SheetError where the record is of another round.
    """
    game, sheet = pen.game, pen.sheet
    record = _by_the_rules_of(sheet.book, record, pen.is_in_hall)
    if (str(record.book), record.engine) != (str(sheet.book), round.engine):
        raise of_another_round(record.book, record.engine)
    seats = _seats(sheet, round, record)
    here = {letter: sheet.names[seat] for letter, seat in zip(SEATS, seats, strict=False)}
    is_by_order = any(fold_name(here[letter]) != fold_name(tidy_name(name)) for letter, name in record.seats.items())
    record = replace(record, seats=here)
    played = replay(record)
    moves = record.moves[: played.failure.index] if played.failure else record.moves
    lines = [MoveMade(write_move(move)) for move in moves]
    lay_table(pen, round, record.begins, seats, lines)
    released = released_hands(game.id, round.number)
    for letter, hand in record.hands.items():
        if seats[SEATS.index(letter)] not in released:
            pen.release_hand(round.number, seats[SEATS.index(letter)], write_tiles(hand))
    takes_scores = played.failure is None and not round.cells
    has_scores = takes_scores and _import_scores(pen, round, record, played.position, seats)
    return Imported(len(moves), played.failure, has_scores, is_by_order)


def release(pen: Pen, round: Round, table: Table, seat: int, hand: Sequence[Tile]) -> None:
    """Release a hand as it was dealt. Raises SheetError where the table, the set or another hand speaks against it."""
    name, released = pen.sheet.everybody[seat], released_hands(pen.game.id, round.number)
    if seat in released and released[seat].by != pen.by:
        raise SheetError(say("table.released-already", name=name, by=released[seat].by))
    count = (table.begins.train(table.letter(seat)) or table.begins.trains[0]).count
    if count is not None and count != len(hand):
        raise SheetError(say("table.hand-count", name=name, count=count, tapped=len(hand)))
    others = {one for other, theirs in released.items() if other != seat for one in read_tiles(theirs.tiles)}
    twice = sorted(others & set(hand))
    if twice:
        raise SheetError(say("table.in-two-hands", tile=twice[0]))
    pen.release_hand(round.number, seat, write_tiles(tuple(hand)))


def _by_the_rules_of(book: RuleBook, record: Record, is_in_hall: bool) -> Record:
    """The record with this game's rules, where an older version has only named them otherwise; else as it is."""
    if pin_rules(str(record.book), is_in_hall) != str(book):
        return record
    start = replace(record.start, book=book) if record.start else None
    return replace(record, book=book, start=start)


def _seats(sheet: Sheet, round: Round, record: Record) -> tuple[int, ...]:
    """Whose seat each letter is: by name, or where the names are others, clockwise."""
    here = {fold_name(sheet.names[seat]): seat for seat in round.here}
    named = [here.get(fold_name(tidy_name(name))) for name in record.seats.values()]
    if len(named) != len(round.here):
        raise SheetError(say("table.other-players", count=len(named), here=len(round.here)))
    found = tuple(seat for seat in named if seat is not None)
    return found if len(set(found)) == len(named) else round.here


def _import_scores(pen: Pen, round: Round, record: Record, ends: Position, seats: tuple[int, ...]) -> bool:
    """Enter the scores of a record where all are there and all are possible."""
    if len(record.scores) < len(seats):
        return False
    counts = {train.name: train.count for train in ends.seats}
    entries = {}
    for letter, pips in record.scores.items():
        is_out = pips == 0 and counts[letter] == 0
        entries[seats[SEATS.index(letter)]] = Entry(Left(pips, is_out), str(pips))
    asked = enter_scores(pen, round.number, entries)
    if asked and not asked.clashes and not any(doubt.is_impossible for doubt in asked.doubts):
        asked = enter_scores(pen, round.number, entries, frozenset(doubt.key for doubt in asked.doubts))
    return asked is None
