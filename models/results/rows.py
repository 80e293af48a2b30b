"""Results of finished games, one row per player, computed from the sheet and stored for figures over many years.

No row is entered by hand: `flask results` rebuilds them all from the sheets.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from models.ledger.games import Game
from models.sheets.sheet import Column, Sheet

Row = dict[str, Any]


def results_of(game: Game, sheet: Sheet, began: date) -> tuple[list[Row], list[Row]]:
    """Rows for the results of a game and of its rounds; both lists are empty if the game is not over or does not count.

    `began` is the date of the game's first night. A game counts on the last of its nights.
    """
    if not sheet.is_over or not game.counts:
        return [], []
    played_on = sheet.sittings[-1].date if sheet.sittings else began
    players = sum(column.place is not None for column in sheet.columns)
    results, rounds = list[Row](), list[Row]()
    for column in sheet.columns:
        if played := _rounds(game, sheet, column):
            results.append(_result(game, sheet, column, played) | {"played_on": played_on, "players": players})
            rounds += played
    return results, rounds


def _rounds(game: Game, sheet: Sheet, column: Column) -> list[Row]:
    return [
        {
            "game_id": game.id,
            "player_id": column.player_id,
            "round": round.number,
            "engine": round.engine,
            "score": round.cells[column.seat].score,
            "is_out": round.cells[column.seat].is_out,
        }
        for round in sheet.rounds
        if round.is_closed and column.seat in round.cells
    ]


def _result(game: Game, sheet: Sheet, column: Column, rounds: Sequence[Row]) -> Row:
    scores = [row["score"] for row in rounds]
    return {
        "game_id": game.id,
        "player_id": column.player_id,
        "club_id": game.club_id,
        "rules": str(sheet.book),
        "place": column.place,
        "rounds": len(scores),
        "pips": sum(scores),
        "total": column.total,
        "outs": sum(row["is_out"] for row in rounds),
        "best": min(scores),
        "worst": max(scores),
    }
