"""The commands of `flask …` for a terminal."""

from flask import Flask


def register(app: Flask) -> None:
    """Register every command."""
    # Imported here, because a process that answers phones has this package too, and starts sooner without them.
    from commands import backup, club, demo, key, record, results, serve

    app.cli.add_command(serve.serve)
    app.cli.add_command(key.key)
    app.cli.add_command(record.record)
    app.cli.add_command(club.club)
    app.cli.add_command(demo.demo)
    app.cli.add_command(backup.backup)
    app.cli.add_command(backup.restore)
    app.cli.add_command(results.results)
