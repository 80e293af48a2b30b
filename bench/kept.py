"""Big rounds to measure with: eight players, sixty tiles on the table or three hundred moves, all of which the rules allow."""

import random

from bench.simulate import lay_out, make, play
from models.ledger.games import Game
from models.ledger.moves import MoveMade, write_moves
from models.play.moves import lay_table
from models.sheets.fold import load_sheet
from rules import RuleBook, legal_moves, write_move
from rules.table.move import Lay, Move, Pass
from rules.table.position import Position

PLAYERS = 8
TILES = 60
MOVES = 300


def keep_sixty_tiles(game: Game, number: int) -> None:
    """Enter such a round as the kept table of a game's round."""
    sheet = load_sheet(game)
    _keep(game, number, *sixty_tiles(sheet.book, sheet.rounds[number - 1].engine))


def keep_long_round(game: Game, number: int) -> None:
    """Enter a round of three hundred moves as the kept table of a game's round."""
    sheet = load_sheet(game)
    _keep(game, number, *long_round(sheet.book, sheet.rounds[number - 1].engine))


def _keep(game: Game, number: int, begins: Position, moves: list[Move]) -> None:
    sheet = load_sheet(game)
    round = sheet.rounds[number - 1]
    lay_table(game, sheet, round, begins, "Ana")
    lines = [MoveMade(write_move(move)) for move in moves]
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


def long_round(book: RuleBook, engine: int) -> tuple[Position, list[Move]]:
    """The table before the first move, and three hundred moves: once the boneyard is empty everybody passes for a while."""
    for seed in range(1000):
        luck = random.Random(seed)  # noqa: S311 (a round for show)
        table = lay_out(book, PLAYERS, luck)
        begins, moves = table.position, []
        while table.position.turn and begins.engine == engine and len(moves) < MOVES:
            seat = table.position.turn
            passes = table.position.boneyard == 0 and len(moves) < MOVES - TILES
            move = Pass(seat) if passes else luck.choice(legal_moves(table.position, table.hands[seat]))
            moves.append(move)
            make(table, move)
        if len(moves) == MOVES:
            return begins, moves
    raise AssertionError("no such round is found")
