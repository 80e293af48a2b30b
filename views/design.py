"""The page that shows every UI component, for people who build pages. It exists only in debug mode."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

pages = Blueprint("design", __name__)


@pages.get("/design")
def design() -> ResponseReturnValue:
    """Every component named in docs/design.md, shown in light mode, in dark mode, and enlarged."""
    return render_template("design/design.html")
