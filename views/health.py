"""`/health`, for monitoring: it says whether an entry could be saved right now, and nothing about any club."""

from pathlib import Path

from flask import Blueprint, Flask, Response, current_app
from flask_babel import gettext

from models.store.database import db
from models.store.health import Health, HealthCheck

pages = Blueprint("health", __name__)


def register(app: Flask) -> None:
    """Register the app's health check."""
    app.extensions["health"] = HealthCheck(Path(app.root_path) / "migrations", Path(app.instance_path))


@pages.get("/health")
def health() -> Response:
    """One line of plain text for each check, with status 200 if all checks pass, or else 503.

    Reads no session and sets no cookie.
    """
    state = current_app.extensions["health"].look(db.engine)
    response = Response("\n".join([*_lines(state), ""]), 200 if all(state) else 503, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response


def _lines(state: Health) -> list[str]:
    tables = (
        gettext("good: the database’s tables are up to date")
        if state.tables_are_up_to_date
        else gettext("bad: the database’s tables are not up to date")
    )
    return [
        gettext("good: the database answers")
        if state.database_answers
        else gettext("bad: the database does not answer"),
        tables
        if state.database_answers
        else gettext("bad: no way to tell whether the database’s tables are up to date"),
        gettext("good: the disk can be written to")
        if state.disk_takes_files
        else gettext("bad: the disk cannot be written to"),
    ]
