"""The pages. A module without a leading underscore is one page group; the others hold what every group shares."""

from flask import Flask

from views import (
    _answers,
    changes,
    clubs,
    games,
    hands,
    home,
    house_rules,
    keys,
    moves,
    nights,
    positions,
    records,
    reviews,
    rulebooks,
    rulings,
    scores,
    starts,
    tables,
)

GROUPS = (
    home,
    starts,
    clubs,
    keys,
    nights,
    games,
    scores,
    changes,
    tables,
    moves,
    positions,
    records,
    hands,
    reviews,
    rulings,
    rulebooks,
    house_rules,
)


def register(app: Flask) -> None:
    """Every page, what their templates may call, and the headers and error pages of all answers."""
    _answers.register(app)
    for group in GROUPS:
        app.register_blueprint(group.pages)
