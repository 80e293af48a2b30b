"""What `flask …` does at a terminal."""

from flask import Flask

from commands import serve


def register(app: Flask) -> None:
    """Every command of the terminal."""
    app.cli.add_command(serve.serve)
