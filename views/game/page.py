"""Code shared by the pages of a game."""

from flask import render_template

from models.access.grants import Opened
from models.ledger.games import Game


def show(template: str, opened: Opened[Game], **facts: object) -> str:
    """Render one of the game's pages."""
    return render_template(f"{template}.html", opened=opened, game=opened.it, **facts)
