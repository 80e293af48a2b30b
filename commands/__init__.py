"""The `flask …` commands for the terminal."""

from flask import Flask


def register(app: Flask) -> None:
    """Register every command."""
    # Imported here, because a process that answers phones imports this package too, and starts sooner without them.
    from commands import backup, club, demo, key, record, results, serve

    every = (serve.serve, demo.demo, backup.backup, backup.restore, results.results, key.key, record.record, club.club)
    for command in every:
        app.cli.add_command(command)
