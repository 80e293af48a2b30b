"""The pages, in one package per area. Each module that has `pages` is a group; `shared` holds the code that all of them need."""

from flask import Flask
from werkzeug.utils import find_modules, import_string

from views import design, health
from views.shared import answers, limits, once, outbox, sent_links


def register(app: Flask) -> None:
    """Register every page, the functions that templates call, and the headers and error pages of all answers."""
    answers.register(app)
    sent_links.register(app)
    limits.register(app)
    once.register(app)
    outbox.register(app)
    health.register(app)
    for name in find_modules("views", recursive=True):
        module = import_string(name)
        if hasattr(module, "pages") and (app.debug or module is not design):
            app.register_blueprint(module.pages)
