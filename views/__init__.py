"""The pages. A module without a leading underscore is one page group; the others hold what every group shares."""

from flask import Flask

from views import (
    _answers,
    _limits,
    bins,
    changes,
    clubs,
    confirmations,
    exports,
    games,
    hands,
    history,
    home,
    house_rules,
    imports,
    keys,
    moves,
    nights,
    pictures,
    players,
    positions,
    prints,
    records,
    referee,
    reviews,
    rulebooks,
    rulings,
    scores,
    starts,
    statistics,
    tables,
    tournaments,
    undo,
)

GROUPS = (
    home,
    starts,
    clubs,
    players,
    statistics,
    history,
    keys,
    nights,
    tournaments,
    referee,
    games,
    scores,
    confirmations,
    changes,
    undo,
    pictures,
    prints,
    tables,
    moves,
    positions,
    records,
    hands,
    reviews,
    rulings,
    rulebooks,
    house_rules,
    exports,
    imports,
    bins,
)


def register(app: Flask) -> None:
    """Every page, what their templates may call, and the headers and error pages of all answers."""
    _answers.register(app)
    _limits.register(app)
    for group in GROUPS:
        app.register_blueprint(group.pages)
