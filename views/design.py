"""The page that shows every component of the pages, for people who build them. It exists in debug mode only."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

pages = Blueprint("design", __name__)


@pages.get("/design")
def design() -> ResponseReturnValue:
    """Every component in light, in dark and large, as docs/design.md names them."""
    return render_template("design/design.html")
