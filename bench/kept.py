"""A big round to measure with: eight players, sixty tiles on the table, in moves that the rules allow."""

import random

from bench.simulate import lay_out, play
from models.games import Game
from models.keeping import lay_table
from models.moves import MoveKind, write_moves
from models.scorekeeping import read_sheet
from rules import RuleBook, write_move
from rules.move import Lay, Move
from rules.table import Position

PLAYERS = 8
TILES = 60


def keep_sixty_tiles(game: Game, number: int) -> None:
    """Enter such a round as the kept table of a game's round."""
    sheet = read_sheet(game)
    round = sheet.rounds[number - 1]
    begins, moves = sixty_tiles(sheet.book, round.engine)
    lay_table(game, sheet, round, begins, "Ana")
    lines = [{"kind": MoveKind.MOVE, "text": write_move(move)} for move in moves]
    write_moves(game.id, number, 1, "Ana", lines)


def sixty_tiles(book: RuleBook, engine: int) -> tuple[Position, list[Move]]:
    """The table before the first move, and the moves until sixty tiles lie; the engine counts."""
    for seed in range(1000):
        table = lay_out(book, PLAYERS, random.Random(seed))  # noqa: S311 (a round for show)
        begins, moves = table.position, []
        if begins.engine != engine:
            continue
        for _, move in play(table, random.Random(seed)):  # noqa: S311 (a round for show)
            moves.append(move)
            if 1 + sum(len(one.tiles) for one in moves if isinstance(one, Lay)) == TILES:
                return begins, moves
    raise AssertionError("no such round is found")
