"""Shared by the pages of a game."""

from flask import render_template

from models.access.grants import Opened
from models.ledger.games import Game


def show(template: str, opened: Opened[Game], **facts: object) -> str:
    """A page of the game."""
    return render_template(f"{template}.html", opened=opened, game=opened.it, **facts)
