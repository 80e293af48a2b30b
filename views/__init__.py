"""The pages, in one package per area. Each module that has `pages` is a group; `shared` holds what all of them need."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from flask import Blueprint, Flask

from views import design, health
from views.shared import answers, limits, once, outbox, sent_links

AREAS = ("club", "game", "round", "rulings", "tournament")


def register(app: Flask) -> None:
    """Register every page, the functions that templates call, and the headers and error pages of all answers."""
    answers.register(app)
    sent_links.register(app)
    limits.register(app)
    once.register(app)
    outbox.register(app)
    health.register(app)
    app.register_blueprint(health.pages)
    for pages in _groups():
        app.register_blueprint(pages)
    if app.debug:
        app.register_blueprint(design.pages)


def _groups() -> Iterator[Blueprint]:
    for area in AREAS:
        for module in iter_modules(import_module(f"views.{area}").__path__):
            pages = getattr(import_module(f"views.{area}.{module.name}"), "pages", None)
            if pages:
                yield pages
