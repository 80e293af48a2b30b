"""A club's file as it is read, but for lines and tournaments: docs/club-file.md says what each field is."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from models.files.lines import Facts, FileLine
from models.files.tournament import FileTournament
from models.ledger.moves import RoundLine
from rules import RuleBook

VERSION = 2


class FileNote(NamedTuple):
    """A note of a night."""

    text: str
    by: str
    at: datetime


class FileGame(NamedTuple):
    """A game: its own facts, the names at its seats with their places, its lines, the lines of its kept rounds, its hands.

    In lines, moves and hands a seat is its number in `seats`, counted from 1. `facts` are the game as the file has it.
    """

    ref: str
    rules: RuleBook
    engines: tuple[int, ...]
    started_at: datetime
    started_by: str
    seats: tuple[tuple[str, int | None], ...]
    lines: tuple[FileLine, ...]
    moves: Mapping[int, tuple[RoundLine, ...]]
    hands: tuple[Facts, ...]
    facts: Facts


class FileNight(NamedTuple):
    """A night with its notes and games."""

    ref: str
    date: date
    started_at: datetime
    notes: tuple[FileNote, ...]
    games: tuple[FileGame, ...]


class FilePlayer(NamedTuple):
    """A player."""

    ref: str
    name: str
    joined_at: datetime
    archived_at: datetime | None


class FileRules(NamedTuple):
    """One line of a club's house rules: a set was made, changed, renamed or deleted."""

    name: str
    rules: RuleBook
    made_at: datetime
    made_by: str
    was_called: str | None
    is_gone: bool


class ClubFile(NamedTuple):
    """A whole file."""

    ref: str
    name: str
    founded_at: datetime
    players: tuple[FilePlayer, ...]
    house_rules: tuple[FileRules, ...]
    nights: tuple[FileNight, ...]
    tournaments: tuple[FileTournament, ...]
