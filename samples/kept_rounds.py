"""Made-up rounds with their moves: a few moves, a whole round, or as many tiles and moves as a page may have to show."""

from random import Random

from models.ledger.games import Game
from models.ledger.moves import MoveMade, moves_of
from models.play.moves import MoveEntry, enter_move, judge_entry, lay_table, opening_position, strike_move
from models.sheets.fold import load_sheet
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Round, Sheet
from rules import RuleBook, Tile, legal_moves, write_move
from rules.referee.question import Question
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import count_hand
from rules.table.move import Draw, Lay, Move, Pass
from rules.table.position import Position
from samples.cast import KEEPER, PEOPLE
from samples.games import enter
from samples.pens import pen_of, write
from samples.rounds import RandomRound, hands_of, lay_out, make, play, shuffle_and_deal

# The number of moves in an unfinished tracked round, and the most moves in a finished one.
SOME_MOVES, ALL_MOVES = 24, 500
# The number of the move that breaks the rules, and that of the move that is crossed out and made again.
AGREED_MOVE, STRUCK_MOVE = 14, 17
# The most tiles on the table and the most moves in the rounds to show, with all eight players at one table.
TILES, MOVES = 60, 300


def begin(game: Game, number: int, dealt: int | None = None) -> None:
    """Set up a round's table, dealt as the rules say or with this many tiles each. The player in the first seat starts.

    Raises SheetError or DealError.
    """
    sheet = load_sheet(game)
    round = sheet.rounds[number - 1]
    write(game, KEEPER, lay_table, round, opening_position(sheet, round, round.seats[0], dealt))


def keep(game: Game, number: int, luck: Random, most: int = SOME_MOVES) -> RandomRound:
    """Set up a round's table and enter its first moves, played at random.

    One move breaks the rules, and one is crossed out and made again. Returns the resulting table, with every hand.
    """
    sheet = load_sheet(game)
    round = sheet.rounds[number - 1]
    dealt = shuffle_and_deal(sheet.book, len(round.seats), round.engine, luck)
    begins = opening_position(sheet, round, round.seats[dealt.holder or 0], max(map(len, dealt.hands)))
    write(game, KEEPER, lay_table, round, begins)
    table = RandomRound(begins, hands_of(dealt), list(reversed(dealt.boneyard)))
    for at in range(most):
        if not table.position.turn:
            break
        hand = table.hands[table.position.turn]
        move = luck.choice(legal_moves(table.position, hand))
        if at == AGREED_MOVE:
            move = _against_the_rules(_kept(game, sheet, number), hand) or move
        if isinstance(move, Draw):
            move = move._replace(drawn=table.boneyard[0])
        by = sheet.names[round.seats[at % 2]]
        _enter(game, sheet, number, move, by)
        if at == STRUCK_MOVE:
            write(game, "Ben", strike_move, round, moves_of(game, number)[-1].number)
            _enter(game, sheet, number, move, by)
        make(table, move)
    return table


def _kept(game: Game, sheet: Sheet, number: int) -> RoundTable:
    kept = load_table(game, sheet, number)
    if kept is None:
        raise LookupError(f"nobody keeps round {number}")
    return kept


def _enter(game: Game, sheet: Sheet, number: int, move: Move, by: str) -> None:
    """Enter a move after the newest line."""
    kept = _kept(game, sheet, number)
    if write(game, by, enter_move, sheet.rounds[number - 1], kept, MoveEntry(move, kept.revision)):
        raise ValueError(f"{write_move(move)} is refused")


def _against_the_rules(kept: RoundTable, hand: list[Tile]) -> Lay | None:
    """A move that lays a tile from this hand by agreement, where it fits but is not allowed.

    None if there is no such tile.
    """
    position, seat = kept.position, kept.position.turn
    ends = [(train.name, position.end(train)) for train in position.trains]
    laid = (
        Lay(seat=seat, chain=(end, tile.low if tile.high == end else tile.high), train=train, is_overruled=True)
        for tile in hand
        for train, end in ends
        if end in (tile.high, tile.low)
    )
    refused = ((move, judge_entry(Question(position), move, kept)) for move in laid)
    return next((move for move, why in refused if why and why.can_be_agreed), None)


def keep_to_the_end(game: Game, number: int, luck: Random) -> None:
    """Enter a round's moves until a player is out or nobody can move. Then enter the tiles left in each hand."""
    hands = keep(game, number, luck, ALL_MOVES).hands.values()
    sheet = load_sheet(game)
    seats = sheet.rounds[number - 1].seats
    left = {
        seat: HandLeft(count_hand(hand, sheet.book), is_out=not hand, tiles=tuple(hand))
        for seat, hand in zip(seats, hands, strict=True)
    }
    enter(game, number, left)


def keep_sixty_tiles(game: Game, number: int) -> None:
    """Enter a round of eight players with sixty tiles on the table."""
    sheet = load_sheet(game)
    _write(game, sheet.rounds[number - 1], *_sixty_tiles(sheet.book, sheet.rounds[number - 1].engine))


def keep_long_round(game: Game, number: int) -> None:
    """Enter a round of eight players with three hundred moves."""
    sheet = load_sheet(game)
    _write(game, sheet.rounds[number - 1], *_long_round(sheet.book, sheet.rounds[number - 1].engine))


def _write(game: Game, round: Round, begins: Position, moves: list[Move]) -> None:
    """Write all moves at once. The rules allow each of them."""
    with pen_of(game, KEEPER) as pen:
        lay_table(pen, round, begins, moves=[MoveMade(write_move(move)) for move in moves])


def _sixty_tiles(book: RuleBook, engine: int) -> tuple[Position, list[Move]]:
    """The table before the first move, and the moves until sixty tiles are on the table, including the engine."""
    for seed in range(1000):
        table = lay_out(book, len(PEOPLE), Random(seed))
        begins, moves = table.position, []
        if begins.engine != engine:
            continue
        for _, move in play(table, Random(seed)):
            moves.append(move)
            if 1 + sum(len(lay.tiles) for lay in moves if isinstance(lay, Lay)) == TILES:
                return begins, moves
    raise LookupError("no such round is found")


def _long_round(book: RuleBook, engine: int) -> tuple[Position, list[Move]]:
    """The table before the first move, and three hundred moves. Once the boneyard is empty, players pass for a while."""
    for seed in range(1000):
        luck = Random(seed)
        table = lay_out(book, len(PEOPLE), luck)
        begins, moves = table.position, list[Move]()
        while table.position.turn and begins.engine == engine and len(moves) < MOVES:
            seat = table.position.turn
            passes = table.position.boneyard == 0 and len(moves) < MOVES - TILES
            move = Pass(seat) if passes else luck.choice(legal_moves(table.position, table.hands[seat]))
            moves.append(move)
            make(table, move)
        if len(moves) == MOVES:
            return begins, moves
    raise LookupError("no such round is found")
