"""The pages. A module without a leading underscore is one page group; the others hold what every group shares."""

from flask import Flask

from views import (
    _answers,
    changes,
    clubs,
    games,
    hands,
    home,
    keys,
    moves,
    nights,
    positions,
    records,
    scores,
    starts,
    tables,
)


def register(app: Flask) -> None:
    """Every page, what their templates may call, and the headers and error pages of all answers."""
    _answers.register(app)
    for group in (home, starts, clubs, keys, nights, games, scores, changes, tables, moves, positions, records, hands):
        app.register_blueprint(group.pages)
