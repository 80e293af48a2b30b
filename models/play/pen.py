"""The pen: the only way to write in a game or a tournament. Nobody else can write there until the transaction ends.

Locks are always taken in the same order: tournament, games, club. Otherwise, two transactions could wait for
each other forever.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from types import TracebackType
from typing import Self

from sqlalchemy import select

from models.access.grants import Opened
from models.ledger.games import Game, GameNight, lock_game, lock_games, usual_colours
from models.ledger.hands import release_hand
from models.ledger.keys import Access
from models.ledger.lines import (
    Confirmation,
    Payload,
    Seating,
    SheetLine,
    Strike,
    WentOn,
    write_lines,
)
from models.ledger.moves import RoundPayload, write_moves
from models.ledger.nights import Night
from models.ledger.seats import Colour, Seat, seats_of, set_colours
from models.ledger.tournament_lines import Deed, TournamentFacts, TournamentLine, write_tournament_line
from models.ledger.tournaments import Tournament, lock_tournament
from models.ledger.waits import SHEET, Wait, write_wait
from models.results.settle import settle
from models.sheets.confirmed import confirmed_rounds, touched_rounds
from models.sheets.fold import fold, load_sheet
from models.sheets.round import RoundTable, load_table
from models.sheets.sheet import Sheet
from models.sheets.tournament import Hall, HallTable, load_hall
from models.store.columns import now
from models.store.database import db
from models.store.transactions import add_row
from models.texts import say


class SheetError(ValueError):
    """Raised for something that cannot be entered on this sheet; the message is a sentence for the players."""


class Pen:
    """A pen for a locked game: the writer's name, the day, and whether the writer is the tournament's referee.

    `wait` says how long the entry waited on a phone without a connection; None if it did not.

    Lines written to the sheet show on `sheet` at once, but are only entered when the pen is put down at the end of its
    `with` block. They are entered together with everything that follows from them, or not at all if anything is raised.
    Moves and hands are entered immediately: if anything is raised later, the transaction has to be rolled back.
    """

    def __init__(self, game: Game, by: str, today: date, *, is_referee: bool, wait: Wait | None = None) -> None:
        self.game, self.by, self.today, self.is_referee, self.wait = game, by, today, is_referee, wait
        self.before = self.sheet = load_sheet(game)
        self._seats, self._lines = seats_of(game.id), self.sheet.lines

    def table(self, round: int) -> RoundTable | None:
        """The table of a tracked round under the sheet's rules; None if its moves are not entered."""
        return load_table(self.game, self.sheet, round)

    @property
    def is_at_tournament(self) -> bool:
        """True if the game is a table of a tournament."""
        return self.game.tournament_id is not None

    def write(self, *payloads: Payload) -> None:
        """Add lines that belong together to the end of the sheet."""
        first = len(self._lines) + 1
        self._lines += tuple(self._line(number, first, payload) for number, payload in enumerate(payloads, first))
        self._fold()

    def sheet_with(self, payload: Payload) -> Sheet:
        """The sheet as it would be with one more line, which is not written."""
        number = len(self._lines) + 1
        return fold(self.game, self._seats, [*self._lines, self._line(number, number, payload)])

    def _fold(self) -> None:
        self.sheet = fold(self.game, self._seats, self._lines)

    def _line(self, number: int, entry: int, payload: Payload) -> SheetLine[Payload]:
        return SheetLine(number=number, entry=entry, payload=payload, by=self.by, at=now())

    def write_moves(self, round: int, last: int, payloads: Sequence[RoundPayload]) -> None:
        """Enter lines that belong together in a tracked round, after the line numbered `last`."""
        write_moves(self.game.id, round, last, self.by, payloads)
        if self.wait:
            write_wait(self.game.id, round, last + 1, self.wait)

    def release_hand(self, round: int, seat: int, tiles: str) -> None:
        """Show a hand from a tracked round to everybody immediately."""
        release_hand(self.game.id, round, seat, tiles, self.by)

    def set_colours(self, colours: Mapping[int, Colour | None]) -> None:
        """Give seats these colors, all at once."""
        set_colours(colours)
        self._seats = seats_of(self.game.id)
        self._fold()

    def seat(self, player_id: int) -> int:
        """The seat of a player. A player without one gets a new seat, which has no place yet."""
        for taken in self._seats:
            if taken.player_id == player_id:
                return taken.id
        usual = usual_colours([player_id]).get(player_id)
        is_free = usual not in {taken.colour for taken in self._seats}
        seat = add_row(Seat(game_id=self.game.id, player_id=player_id, place=None, colour=usual if is_free else None))
        self._seats = seats_of(self.game.id)
        self._fold()
        return seat.id

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Enter the lines written with this pen, and update everything that follows from them.

        Raises SheetError if anybody except the referee has changed a confirmed round.
        """
        if kind is not None or len(self._lines) == self.before.revision:
            return
        self._sync_confirmations()
        new = self._lines[self.before.revision :]
        for entry in sorted({line.entry for line in new}):
            write_lines(self.game.id, entry - 1, self.by, [line.payload for line in new if line.entry == entry])
            if self.wait:
                write_wait(self.game.id, SHEET, entry, self.wait)
        if any(isinstance(line.payload, WentOn | Strike) for line in new):
            _sync_sittings(self.game, self.sheet)
        if self._decides(new):
            settle(self.game.club_id, [self.game])

    def _decides(self, new: Sequence[SheetLine[Payload]]) -> bool:
        """True if these lines end the game, open it again, or change the results of a finished game."""
        if self.before.is_over:
            return not all(isinstance(line.payload, Seating | Confirmation) for line in new)
        return self.sheet.is_over

    def _sync_confirmations(self) -> None:
        """Reconfirm the rounds that the referee has corrected.

        Raises SheetError if anybody else changed a confirmed round.
        """
        confirmed = confirmed_rounds(self.before) if self.is_at_tournament else {}
        if not confirmed:
            return
        lost = sorted(confirmed.keys() - confirmed_rounds(self.sheet).keys())
        if lost and not self.is_referee:
            raise SheetError(say("sheet.confirmed", round=lost[0]))
        # A confirmation that the referee has struck stays struck.
        touched = touched_rounds(self.sheet)
        corrected = [number for number in lost if touched.get(number, 0) > confirmed[number]]
        closed = [number for number in corrected if (round := self.sheet.round(number)) and round.is_closed]
        self.write(*(Confirmation(number, None) for number in closed))


def take_pen(opened: Opened[Game], by: str, today: date | None = None, wait: Wait | None = None) -> Pen:
    """A pen with which the person named `by` can write in a game that a key has opened. This locks the game."""
    lock_game(opened.it.id)
    return Pen(opened.it, by, today or opened.club.today, is_referee=opened.access >= Access.MANAGE, wait=wait)


def _sync_sittings(game: Game, sheet: Sheet) -> None:
    """Make a game's stored sittings match the later nights in its lines."""
    wanted = {sitting.ref for sitting in sheet.sittings}
    rows = db.session.execute(
        select(GameNight, Night).join(Night, Night.id == GameNight.night_id).where(GameNight.game_id == game.id)
    )
    listed = {night.ref: sitting for sitting, night in rows}
    for ref in listed.keys() - wanted:
        db.session.delete(listed[ref])
    for ref in wanted - listed.keys():
        night = db.session.scalar(select(Night).where(Night.ref == ref))
        # A night in the bin may have been deleted.
        if night is not None:
            db.session.add(GameNight(game_id=game.id, night_id=night.id))
    db.session.flush()


class RefereesPen:
    """The pen of a tournament's referee: the referee's name, the day, and the hall as it was when the pen was taken.

    The tournament and all its tables are locked. The pen writes immediately: if anything is raised later, the
    transaction has to be rolled back.
    """

    def __init__(self, tournament: Tournament, by: str, today: date) -> None:
        self.tournament, self.by, self.today = tournament, by, today
        self.hall: Hall = load_hall(tournament)
        self._last = self.hall.lines[-1].number if self.hall.lines else 0

    @property
    def stage(self) -> int:
        """The number of the newest stage, 0 before the first."""
        return len(self.hall.course.stages)

    def write(
        self, deed: Deed, facts: TournamentFacts, *, stage: int | None = None, table: int = 0, reason: str = ""
    ) -> None:
        """Record what the referee did, for everybody to read.

        The line is about the newest stage unless `stage` is given.
        """
        self._last += 1
        line = TournamentLine(
            number=self._last,
            deed=deed,
            facts=facts,
            stage=self.stage if stage is None else stage,
            table=table,
            reason=reason,
            by=self.by,
            at=now(),
        )
        write_tournament_line(self.tournament.id, line)

    def at_table(self, table: HallTable) -> Pen:
        """A pen for the game at a table."""
        return Pen(db.session.get_one(Game, table.game_id), self.by, self.today, is_referee=True)


def take_referees_pen(opened: Opened[Tournament], by: str, today: date | None = None) -> RefereesPen:
    """A pen with which the person named `by` can referee a tournament that a key has opened.

    This locks the tournament and its tables.
    """
    lock_tournament(opened.it.id)
    lock_games(Game.tournament_id == opened.it.id)
    return RefereesPen(opened.it, by, today or opened.club.today)
