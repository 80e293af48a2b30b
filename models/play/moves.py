"""Tracked rounds, whose moves are entered: setting up a table, entering moves and striking them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.ledger.moves import MOST_LINES, MoveMade, MoveStruck, RoundLine, TableLaid, moves_of
from models.play.pen import Pen, SheetError
from models.play.scores import check_open
from models.sheets.round import END, RoundTable, Spot, struck_table
from models.sheets.sheet import Round, Sheet
from models.sheets.striking import struck_lines
from models.texts import say
from rules import RuleBook, Ruling, Tile, Verdict, tile, write_move, write_position
from rules.referee.in_words import lies_on
from rules.referee.judge import rule
from rules.referee.question import Question, Reason
from rules.table.deal import most_each
from rules.table.move import Draw, Lay, Move
from rules.table.position import SEATS, Position
from rules.table.record import Record


class SuspectLine(NamedTuple):
    """A line of a tracked round that would have to be wrong for a move to be right, and a question about it."""

    line: int
    question: str


@dataclass(frozen=True, slots=True)
class MoveRefusal:
    """A move that was not entered because it is against the rules.

    `can_be_agreed` is true if the players may agree to it anyway.
    """

    ruling: Ruling
    can_be_agreed: bool
    suspect: SuspectLine | None


@dataclass(frozen=True, slots=True)
class MoveClash:
    """A move that was not entered because somebody else was first.

    `lines` are the lines entered since this phone last checked; `is_same` says whether one of them is the same move.
    `refused` says why the move would be refused on the table as it is now; None if it would not be.
    """

    lines: tuple[RoundLine, ...]
    is_same: bool
    refused: MoveRefusal | None


def opening_position(sheet: Sheet, round: Round, first: int, dealt: int | None) -> Position:
    """The table before the first move: the round's seats in clockwise order, with all hands as dealt.

    Raises DealError or SheetError.
    """
    seats = dict(zip(SEATS, (sheet.names[seat] for seat in round.seats), strict=False))
    record = Record(
        book=sheet.book, engine=round.engine, first=SEATS[round.seats.index(first)], seats=seats, dealt=dealt
    )
    most = most_each(sheet.book, len(round.seats))
    if dealt is not None and dealt > most:
        raise SheetError(say("table.deal-too-many", players=len(round.seats), most=most))
    if any(train.count == 0 for train in record.begins.seats):
        raise SheetError(say("table.nothing-to-play"))
    return record.begins


def lay_table(
    pen: Pen, round: Round, position: Position, seats: Sequence[int] = (), moves: Sequence[MoveMade] = ()
) -> None:
    """Set up the table of a round: later moves continue from it, and earlier ones become history. Raises SheetError.

    `seats` are the seats that the table's letters stand for, if they are not the round's own. `moves` are entered
    together with the table.
    """
    is_of_round = (str(position.book), position.engine) == (str(pen.sheet.book), round.engine)
    if not is_of_round or len(position.seats) != len(round.seats):
        raise of_another_round(position.book, position.engine)
    lines = moves_of(pen.game, round.number)
    last = lines[-1].number if lines else 0
    _check_kept_open(pen.sheet, round, last + len(moves))
    laid = TableLaid(write_position(position), tuple(seats or round.seats))
    pen.write_moves(round.number, last, [laid, *moves])


def of_another_round(book: RuleBook, engine: int) -> SheetError:
    """The error for a table or a record with rules or an engine that differ from the round's."""
    return SheetError(say("table.other-round", rules=book, engine=tile(engine, engine)))


def _check_kept_open(sheet: Sheet, round: Round, last: int) -> None:
    """Raise SheetError unless scores can be entered in the round and it has room for more lines.

    `last` is the round's newest line.
    """
    if last >= MOST_LINES:
        raise SheetError(say("table.too-many-lines", most=MOST_LINES))
    check_open(sheet, round)


class MoveEntry(NamedTuple):
    """A move as it was entered, its spot, and the newest line that the phone was showing."""

    move: Move
    seen: int
    spot: Spot = END


def enter_move(pen: Pen, round: Round, table: RoundTable, entry: MoveEntry) -> MoveRefusal | MoveClash | None:
    """Enter a move in a tracked round. Returns None if it was entered, or else the reason why not. Raises SheetError.

    A move that replaces a line strikes that line, unless both are the same move.
    """
    move, seen, spot = entry
    _check_kept_open(pen.sheet, round, table.revision)
    refused = judge_entry(Question(table.at(spot)), move, table)
    if refused and move.is_overruled and refused.can_be_agreed:
        refused = None
    if seen != table.revision:
        since = tuple(line for line in table.lines if line.number > seen)
        return MoveClash(since, any(line.move == write_move(move) for line in since), refused)
    if refused:
        return refused
    stands = table.step(spot.line) if spot.is_instead else None
    if stands and stands.line.payload == MoveMade(write_move(move), stands.line.after):
        return None
    strikes = [MoveStruck(strikes=stands.line.number)] if stands else []
    pen.write_moves(round.number, table.revision, [*strikes, MoveMade(write_move(move), spot.line)])
    return None


def judge_entry(question: Question, move: Move, table: RoundTable) -> MoveRefusal | None:
    """The refusal that a move would get if it were entered; None unless the move is certainly illegal."""
    ruling = rule(question, move, table.names)
    if ruling.verdict is not Verdict.ILLEGAL:
        return None
    return MoveRefusal(ruling, ruling.outcome[0] is not question.position, _find_suspect(ruling, table))


def _find_suspect(ruling: Ruling, table: RoundTable) -> SuspectLine | None:
    """The line that would have to be wrong for a refused move to be right; None if there is no such line."""
    move, position = ruling.move, ruling.question.position
    if Reason.TILE_ALREADY_DOWN in ruling.reasons:
        lying = [laid for laid in _tiles_of(move) if laid.bit & position.down]
        return _find_laid(lying[0], position, table) if lying else None
    if Reason.NOT_YOUR_TURN in ruling.reasons and table.steps:
        return SuspectLine(table.steps[-1].line.number, say("table.move-missing"))
    return None


def _tiles_of(move: Move) -> tuple[Tile, ...]:
    """The tiles that a move names."""
    if isinstance(move, Lay):
        return move.tiles
    return (move.drawn,) if isinstance(move, Draw) and move.drawn else ()


def _find_laid(laid: Tile, position: Position, table: RoundTable) -> SuspectLine:
    """The line that laid a tile, or else the line that set up the table."""
    for step in table.steps:
        if isinstance(step.move, Lay) and laid in step.move.tiles:
            where = lies_on(position, laid, table.names)
            return SuspectLine(step.line.number, say("table.lies-there", tile=laid, train=where))
    return SuspectLine(table.opened, say("table.lay-there", tile=laid))


def strike_move(pen: Pen, round: Round, number: int) -> None:
    """Strike one line of a tracked round; the lines after it are replayed. Raises SheetError."""
    lines = moves_of(pen.game, round.number)
    _strike(pen, round, lines, [line for line in lines if line.number == number])


def put_table_back(pen: Pen, round: Round) -> None:
    """Put back the struck table of a round, with everything that was struck together with it. Raises SheetError."""
    strike_moves(pen, round, struck_table(moves_of(pen.game, round.number)))


def strike_moves(pen: Pen, round: Round, entry: int | None, mark: str = "") -> None:
    """Strike lines that were entered together; striking a strike puts back what it struck. `mark` names Undo or Redo.

    Raises SheetError.
    """
    lines = moves_of(pen.game, round.number)
    _strike(pen, round, lines, [line for line in lines if line.entry == entry], mark)


def _strike(pen: Pen, round: Round, lines: Sequence[RoundLine], which: Sequence[RoundLine], mark: str = "") -> None:
    struck = struck_lines(lines)
    wanted = [line.number for line in which if line.number not in struck]
    if not wanted:
        raise SheetError(say("sheet.struck-already"))
    _check_kept_open(pen.sheet, round, lines[-1].number)
    pen.write_moves(round.number, lines[-1].number, [MoveStruck(strikes=number, mark=mark) for number in wanted])
