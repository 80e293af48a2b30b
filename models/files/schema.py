"""The types of a club file. docs/club-file.md explains each field, and docs/club-file.schema.json is made from these types."""

from functools import cached_property
from typing import Annotated

from msgspec import Meta

from models.files.fields import (
    ALWAYS,
    MOST,
    Day,
    Flag,
    Many,
    Moment,
    Name,
    Part,
    Place,
    Ref,
    ShortName,
    WithRules,
    Zone,
)
from models.files.lines import FileRound, LineOfSheet
from models.files.tournament import FileTournament
from models.ledger.contents import PRINTABLE, By, Engines, Notation, Number, RoundNumber
from models.ledger.lines import Payload, SheetLine
from models.ledger.moves import RoundLine
from models.ledger.seats import Colour, NamedSeat

VERSION = 3


class FileClub(Part):
    """The club."""

    ref: Ref
    name: Name
    founded_at: Moment
    zone: Zone | None = None


class FilePlayer(Part):
    """A player."""

    ref: Ref
    name: Name
    joined_at: Moment
    archived_at: Moment | None = None
    short_name: ShortName | None = None


class FileRules(WithRules):
    """One line of a club's house rules: a set was made, changed, renamed or deleted."""

    after_rules = "made_at"
    name: Name
    made_at: Moment
    made_by: By
    was_called: Name | None = None
    gone: Flag = False


class FileNote(Part):
    """A note about a night."""

    text: Annotated[str, Meta(max_length=2000, pattern=PRINTABLE)]
    by: By
    at: Moment


class FileSeat(Part):
    """A seat: its player, its place in clockwise order, and the color of the marker. Late players have no place."""

    player: Name
    place: Place | None = None
    colour: Colour | None = None


class FileHand(Part):
    """A hand as it was dealt."""

    round: RoundNumber
    seat: Number
    tiles: Notation
    by: By
    at: Moment


class FileWait(Part):
    """The time that an entry waited on a phone, by the phone's clock.

    Round 0 is the sheet; any other is a tracked round.
    """

    round: Annotated[int, Meta(ge=0, le=999)]
    entry: Annotated[int, Meta(ge=1, le=99_999)]
    entered_at: Moment
    sent_at: Moment


class FileGame(WithRules):
    """A game. Lines, tracked rounds and hands refer to a seat by its number in `seats`, counted from 1."""

    ref: Ref
    engines: Engines
    started_at: Moment
    started_by: By
    seats: Annotated[tuple[FileSeat, ...], Meta(max_length=MOST, extra_json_schema={"minItems": 2, **ALWAYS})] = ()
    lines: Many[LineOfSheet] = ()
    kept: Many[FileRound] = ()
    hands: Many[FileHand] = ()
    kept_only: Flag = False
    waits: Annotated[tuple[FileWait, ...], Meta(max_length=MOST)] = ()

    @property
    def named_seats(self) -> list[NamedSeat]:
        """The game's seats, with numbers in place of ids."""
        return [
            NamedSeat(id=number, player_id=number, name=seat.player, place=seat.place, colour=seat.colour)
            for number, seat in enumerate(self.seats, 1)
        ]

    @cached_property
    def sheet(self) -> tuple[SheetLine[Payload], ...]:
        """The lines of the game's sheet, as `SheetLine` objects."""
        return tuple(SheetLine(*line.numbered(number)) for number, line in enumerate(self.lines, 1))

    @cached_property
    def moves(self) -> dict[int, tuple[RoundLine, ...]]:
        """The lines of the game's tracked rounds, by round number."""
        return {
            kept.round: tuple(RoundLine(*line.numbered(number)) for number, line in enumerate(kept.lines, 1))
            for kept in self.kept
        }


class FileNight(Part):
    """A night with its name, notes and games."""

    ref: Ref
    date: Day
    started_at: Moment
    name: Name | None = None
    notes: Many[FileNote] = ()
    games: Many[FileGame] = ()


class ClubFile(Part):
    """A whole club file."""

    roundhouse: Annotated[int, Meta(ge=1, le=VERSION)]
    club: FileClub
    players: Many[FilePlayer] = ()
    house_rules: Many[FileRules] = ()
    nights: Many[FileNight] = ()
    tournaments: Annotated[tuple[FileTournament, ...], Meta(max_length=MOST)] = ()
