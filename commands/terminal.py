"""Commands for the terminal.

Errors are reported in one sentence, and characters that the terminal cannot show do no harm.
"""

import io
import sys

import click
from flask import current_app
from flask.cli import AppGroup
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from models.store.database import without_password
from models.store.troubles import Trouble, is_without_tables, trouble_of

TROUBLES = {
    Trouble.AWAY: "No database answers at {where}. Is the database running, and is the address right?",
    Trouble.FULL: "The database at {where} cannot be written to. Is the disk full, or the file read-only?",
    Trouble.BUSY: "The database at {where} is busy with something big. Try again in a minute.",
}
NO_TABLES = "There are no tables at {where} yet. Start the server once to make them."


class TerminalCommand(click.Command):
    """A command that says in one sentence what went wrong with the database or a file."""

    def invoke(self, ctx: click.Context) -> object:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except (DBAPIError, PoolTimeout) as error:
            trouble = trouble_of(error)
            if not trouble and not is_without_tables(error):
                raise
            where = without_password(current_app.config["SQLALCHEMY_DATABASE_URI"])
            sentence = TROUBLES[trouble] if trouble else NO_TABLES
            raise click.ClickException(sentence.format(where=where)) from error
        except UnicodeDecodeError as error:
            raise click.ClickException("This file is not text in UTF-8.") from error
        except OSError as error:
            if not error.filename:
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}.") from error


class TerminalGroup(AppGroup):
    """A group of commands of the class `TerminalCommand`."""

    command_class = TerminalCommand


terminal = TerminalGroup()
