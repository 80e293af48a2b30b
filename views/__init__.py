"""The pages, in one package per area. Each module that has `pages` is a group; `shared` holds what all of them need."""

from flask import Flask

from views import design, health
from views.club import (
    bins,
    clubs,
    exports,
    history,
    home,
    house_rules,
    imports,
    keys,
    nights,
    phones,
    players,
    starts,
    statistics,
    years,
)
from views.game import (
    changes,
    colours,
    confirmations,
    games,
    photos,
    pictures,
    prints,
    results,
    scores,
    shared_results,
    short_names,
    tiles,
    undo,
)
from views.round import hand_photos, hands, moves, positions, records, reviews, tables
from views.rulings import in_app, learn, rulebooks, rulings
from views.shared import answers, limits, once, outbox, sent_links
from views.tournament import keys as hall_keys
from views.tournament import referee, seating, tournaments

GROUPS = (
    home,
    starts,
    clubs,
    players,
    statistics,
    years,
    history,
    keys,
    phones,
    nights,
    tournaments,
    referee,
    seating,
    hall_keys,
    games,
    scores,
    tiles,
    photos,
    short_names,
    confirmations,
    changes,
    colours,
    undo,
    pictures,
    prints,
    results,
    shared_results,
    tables,
    moves,
    positions,
    records,
    hands,
    hand_photos,
    reviews,
    rulings,
    in_app,
    rulebooks,
    learn,
    house_rules,
    exports,
    imports,
    bins,
    health,
)


def register(app: Flask) -> None:
    """Register every page, the functions that templates call, and the headers and error pages of all answers."""
    answers.register(app)
    sent_links.register(app)
    limits.register(app)
    once.register(app)
    outbox.register(app)
    health.register(app)
    for group in GROUPS:
        app.register_blueprint(group.pages)
    if app.debug:
        app.register_blueprint(design.pages)
