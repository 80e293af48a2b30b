"""Records of tracked rounds: exporting a round as a record, and importing a record into a game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.ledger.games import Game
from models.ledger.hands import released_hands
from models.ledger.moves import MoveMade
from models.ledger.older_rules import pin_rules
from models.play.moves import lay_table, of_another_round
from models.play.pen import Pen, SheetError
from models.play.scores import ScoreEntry, enter_scores
from models.sheets.round import RoundTable
from models.sheets.sheet import Round, Sheet
from models.texts import say
from rules import RuleBook, Tile, read_tiles, write_move, write_tiles
from rules.names import fold_name, tidy_name
from rules.referee.replay import Failure, replay
from rules.scores.left_in_hand import HandLeft
from rules.table.position import SEATS, Position
from rules.table.record import Record


@dataclass(frozen=True, slots=True)
class RecordImport:
    """The result of an import: the number of moves entered, the first refused move, and whether the scores were entered.

    `is_by_order` is true if the names in the record are not those in the game, so that the players were matched by
    their order around the table.
    """

    moves: int
    failure: Failure | None
    has_scores: bool
    is_by_order: bool


def export_record(game: Game, round: Round, table: RoundTable) -> Record:
    """The record of a round, without struck lines, but with the released hands and, if complete, the scores."""
    begins, moves = table.begins, tuple(step.move for step in table.steps)
    cells = round.cells if round.is_closed else {}
    scores = {table.letter(seat): cells[seat].pips for seat in table.seats if seat in cells}
    released = released_hands(game.id, round.number)
    hands = {table.letter(seat): read_tiles(hand.tiles) for seat, hand in released.items() if seat in table.seats}
    record = Record(
        book=begins.book,
        engine=begins.engine,
        first=begins.first,
        seats=dict(table.names),
        moves=moves,
        hands=hands,
        scores=scores,
    )
    # The hand sizes of the players who did not open the round.
    taken = [train.count for train in begins.seats if train.name != begins.first and train.count]
    for dealt in (None, *taken):
        as_dealt = replace(record, dealt=dealt)
        if as_dealt.begins == begins:
            return as_dealt
    return replace(record, hands={}, start=begins)


def import_record(pen: Pen, round: Round, record: Record) -> RecordImport:
    """Enter a record as the table of this round, up to the first move that is refused.

    The record's scores are entered too, if the round has none. Raises SheetError if the record is for a different round.
    """
    game, sheet = pen.game, pen.sheet
    record = _by_the_rules_of(sheet.book, record, pen.is_at_tournament)
    if (str(record.book), record.engine) != (str(sheet.book), round.engine):
        raise of_another_round(record.book, record.engine)
    seats = _seats(sheet, round, record)
    names = {letter: sheet.names[seat] for letter, seat in zip(SEATS, seats, strict=False)}
    is_by_order = any(fold_name(names[letter]) != fold_name(tidy_name(name)) for letter, name in record.seats.items())
    record = replace(record, seats=names)
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
    return RecordImport(len(moves), played.failure, has_scores, is_by_order)


def show_hand(pen: Pen, round: Round, table: RoundTable, seat: int, hand: Sequence[Tile]) -> None:
    """Release a hand as it was dealt.

    Raises SheetError if somebody else has released it, or if the table or another hand contradicts it.
    """
    name, released = pen.sheet.everybody[seat], released_hands(pen.game.id, round.number)
    if seat in released and released[seat].by != pen.by:
        raise SheetError(say("table.released-already", name=name, by=released[seat].by))
    count = (table.begins.train(table.letter(seat)) or table.begins.trains[0]).count
    if count is not None and count != len(hand):
        raise SheetError(say("table.hand-count", name=name, count=count, tapped=len(hand)))
    shown = {tile for other, dealt in released.items() if other != seat for tile in read_tiles(dealt.tiles)}
    twice = sorted(shown & set(hand))
    if twice:
        raise SheetError(say("table.in-two-hands", tile=twice[0]))
    pen.release_hand(round.number, seat, write_tiles(tuple(hand)))


def _by_the_rules_of(book: RuleBook, record: Record, is_at_tournament: bool) -> Record:
    """The record, with its rules replaced by this game's if both are the same in today's terms."""
    if pin_rules(str(record.book), is_at_tournament) != str(book):
        return record
    start = record.start._replace(book=book) if record.start else None
    return replace(record, book=book, start=start)


def _seats(sheet: Sheet, round: Round, record: Record) -> tuple[int, ...]:
    """The seat that each letter stands for: by name, or in clockwise order if the names differ."""
    by_name = {fold_name(sheet.names[seat]): seat for seat in round.seats}
    named = [by_name.get(fold_name(tidy_name(name))) for name in record.seats.values()]
    if len(named) != len(round.seats):
        raise SheetError(say("table.other-players", count=len(named), here=len(round.seats)))
    seats = tuple(seat for seat in named if seat is not None)
    return seats if len(set(seats)) == len(named) else round.seats


def _import_scores(pen: Pen, round: Round, record: Record, ends: Position, seats: tuple[int, ...]) -> bool:
    """Enter the scores of a record if they are all there and all possible. Returns True if they were entered."""
    if len(record.scores) < len(seats):
        return False
    counts = {train.name: train.count for train in ends.seats}
    entries = {}
    for letter, pips in record.scores.items():
        is_out = pips == 0 and counts[letter] == 0
        entries[seats[SEATS.index(letter)]] = ScoreEntry(HandLeft(pips, is_out), str(pips))
    objections = enter_scores(pen, round.number, entries)
    if objections and not objections.clashes and not any(doubt.is_impossible for doubt in objections.doubts):
        objections = enter_scores(pen, round.number, entries, frozenset(doubt.key for doubt in objections.doubts))
    return objections is None
