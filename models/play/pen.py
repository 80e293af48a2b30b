"""The pen: only whoever holds it writes in a game or in a tournament, and nobody else does until the transaction ends.

Locks are taken in one order, here as everywhere: tournament, games, club. Two who lock each other out would otherwise wait forever.
"""

from collections.abc import Sequence
from datetime import date
from types import TracebackType
from typing import Self

from sqlalchemy import select

from models.access.grants import Opened
from models.ledger.clubs import lock_club
from models.ledger.games import Game, Sitting, lock_game
from models.ledger.hands import release_hand
from models.ledger.keys import Access
from models.ledger.lines import (
    Confirmation,
    Payload,
    Score,
    Seating,
    SheetLine,
    Signature,
    Strike,
    WentOn,
    lines_of,
    signatures_of,
    write_lines,
)
from models.ledger.moves import RoundPayload, write_moves
from models.ledger.nights import Night
from models.ledger.seats import Seat, seats_of
from models.ledger.tournament_lines import TournamentLine, TournamentPayload, write_tournament_line
from models.ledger.tournaments import Tournament, lock_tables, lock_tournament
from models.results.settle import settle
from models.sheets.confirmed import confirmed_rounds, touched_rounds
from models.sheets.fold import fold
from models.sheets.round import Table, load_table
from models.sheets.sheet import Sheet
from models.sheets.tournament import Hall, TableNow, load_hall
from models.store.columns import now
from models.store.database import db
from models.texts import say


class SheetError(ValueError):
    """Something that this sheet cannot take; its message is a sentence for the table."""


class Pen:
    """Somebody who writes in a locked game: the name, the day, and whether it is the tournament's referee.

    It writes only inside its `with`. What is written on the sheet stands on `sheet` at once, and is entered when the pen is put
    down: together with what follows from it, or not at all where anything is raised. Moves and hands are entered at once: where
    something is raised later, the transaction has to be rolled back.
    """

    def __init__(self, game: Game, by: str, today: date, *, is_referee: bool) -> None:
        self.game, self.by, self.today, self.is_referee = game, by, today, is_referee
        self._seats, self._lines = seats_of(game.id), lines_of(game.id)
        self._taken_up = len(self._lines)
        self._sheet: Sheet | None = None
        self._tables: dict[tuple[int, str, tuple[tuple[int, str], ...]], Table | None] = {}
        self._is_held = False
        self.before = self.sheet

    @property
    def sheet(self) -> Sheet:
        """The game as it stands, with what this pen has written."""
        if self._sheet is None:
            self._sheet = fold(self.game, self._seats, self._lines)
        return self._sheet

    def table(self, round: int) -> Table | None:
        """The table of a round as it lies by the rules of the sheet, None where nobody keeps it. It is made once."""
        known = (round, str(self.sheet.book), tuple(self.sheet.everybody.items()))
        if known not in self._tables:
            self._tables[known] = load_table(self.game, self.sheet, round)
        return self._tables[known]

    @property
    def is_in_hall(self) -> bool:
        """The game is a table of a tournament."""
        return self.game.tournament_id is not None

    def write(self, *payloads: Payload) -> None:
        """Write lines that belong together at the end of the sheet. Raises RuntimeError outside the pen's `with`."""
        _check_held(self._is_held)
        if not payloads:
            return
        first = len(self._lines) + 1
        new = [SheetLine(number, first, payload) for number, payload in enumerate(payloads, first)]
        self._lines, self._sheet = [*self._lines, *new], None

    def write_moves(self, round: int, last: int, payloads: Sequence[RoundPayload]) -> None:
        """Enter lines that belong together in a kept round, after the line numbered `last`. Raises as `write`."""
        _check_held(self._is_held)
        write_moves(self.game.id, round, last, self.by, payloads)
        self._tables.clear()

    def release_hand(self, round: int, seat: int, tiles: str) -> None:
        """Show a hand of a kept round to everybody from now on, at once. Raises as `write`."""
        _check_held(self._is_held)
        release_hand(self.game.id, round, seat, tiles, self.by)

    def signatures(self) -> dict[int, Signature]:
        """Who entered each line and when, by the line's number; what this pen has written is signed with this moment."""
        mine = Signature(self.by, now())
        return signatures_of(self.game.id) | {line.number: mine for line in self._lines[self._taken_up :]}

    def seat(self, player_id: int) -> int:
        """The seat of a player, who gets one without a place if there is none. Raises as `write`."""
        _check_held(self._is_held)
        for one in self._seats:
            if one.player_id == player_id:
                return one.id
        seat = Seat(game_id=self.game.id, player_id=player_id, place=None)
        db.session.add(seat)
        db.session.flush()
        self._seats, self._sheet = seats_of(self.game.id), None
        return seat.id

    def lock_club(self) -> None:
        """Nobody else can add players or nights to the game's club until this transaction ends."""
        lock_club(self.game.club_id)

    def __enter__(self) -> Self:
        self._is_held, self.before = True, self.sheet
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self._put_down()
        finally:
            self._is_held = False

    def _put_down(self) -> None:
        """Enter what was written, and bring in line what follows from it. Raises SheetError for a confirmed round that somebody
        else than the referee has changed.
        """
        if len(self._lines) > self._taken_up:
            self._sync_confirmations()
            new = self._lines[self._taken_up :]
            self._taken_up = len(self._lines)
            self._enter(new)
            if any(isinstance(line.payload, WentOn | Strike) for line in new):
                _sync_sittings(self.game, self.sheet)
            if self._decides(new):
                settle(self.game)

    def _enter(self, new: Sequence[SheetLine[Payload]]) -> None:
        for entry in sorted({line.entry for line in new}):
            write_lines(self.game.id, entry - 1, self.by, [line.payload for line in new if line.entry == entry])

    def _decides(self, new: Sequence[SheetLine[Payload]]) -> bool:
        """These lines end the game, open it again, or change what a game that is over has come to."""
        if self.before.is_over:
            return not all(isinstance(line.payload, Seating | Confirmation) for line in new)
        # Scores end a game only where every open round gets some: most sheets need not be read again.
        scores = [line.payload for line in new if isinstance(line.payload, Score)]
        still_open = {round.number for round in self.before.rounds if not round.is_closed}
        is_open_still = len(scores) == len(new) and still_open > {score.round for score in scores}
        return not is_open_still and self.sheet.is_over

    def _sync_confirmations(self) -> None:
        """Only the referee changes scores that a second player has confirmed; the change confirms them again."""
        confirmed = confirmed_rounds(self.before) if self.is_in_hall else {}
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


def _check_held(is_held: bool) -> None:
    if not is_held:
        raise RuntimeError("a pen writes inside its with, so that nothing that was written is forgotten")


def take_pen(opened: Opened[Game], by: str, today: date | None = None) -> Pen:
    """The pen of a game that a key has opened for somebody of this name; the game is locked from now on."""
    lock_game(opened.it.id)
    return Pen(opened.it, by, today or date.today(), is_referee=opened.access >= Access.MANAGE)


def _sync_sittings(game: Game, sheet: Sheet) -> None:
    """The nights on which the game is listed are those on which it went on, as the lines now stand."""
    wanted = {sitting.ref for sitting in sheet.sittings}
    rows = db.session.execute(
        select(Sitting, Night).join(Night, Night.id == Sitting.night_id).where(Sitting.game_id == game.id)
    )
    listed = {night.ref: sitting for sitting, night in rows}
    for ref in listed.keys() - wanted:
        db.session.delete(listed[ref])
    for ref in wanted - listed.keys():
        night = db.session.scalar(select(Night).where(Night.ref == ref))
        # A night that was thrown away may be gone for good.
        if night is not None:
            db.session.add(Sitting(game_id=game.id, night_id=night.id))
    db.session.flush()


class RefereesPen:
    """The referee of a locked tournament, all of whose tables are locked too: the name, the day, the hall as the pen found it.

    It writes only inside its `with`, at once: where something is raised later, the transaction has to be rolled back.
    """

    def __init__(self, tournament: Tournament, by: str, today: date) -> None:
        self.tournament, self.by, self.today = tournament, by, today
        self.hall: Hall = load_hall(tournament)
        self._last = self.hall.lines[-1].number if self.hall.lines else 0
        self._is_held = False

    def __enter__(self) -> Self:
        self._is_held = True
        return self

    def __exit__(self, *_: object) -> None:
        self._is_held = False

    @property
    def stage(self) -> int:
        """The number of the newest stage, 0 before the first."""
        return len(self.hall.course.stages)

    def write(self, payload: TournamentPayload, *, stage: int | None = None, table: int = 0, reason: str = "") -> None:
        """Write down what was done, for everybody to read: about the newest stage, or another one. Raises RuntimeError outside
        the pen's `with`.
        """
        _check_held(self._is_held)
        self._last += 1
        about = self.stage if stage is None else stage
        line = TournamentLine(self._last, payload, about, table, reason, self.by, now())
        write_tournament_line(self.tournament.id, line)

    def at_table(self, table: TableNow) -> Pen:
        """The pen of a table's game."""
        return Pen(db.session.get_one(Game, table.game_id), self.by, self.today, is_referee=True)

    def lock_club(self) -> None:
        """Nobody else can add players or nights to the tournament's club until this transaction ends."""
        lock_club(self.tournament.club_id)


def take_referees_pen(opened: Opened[Tournament], by: str, today: date | None = None) -> RefereesPen:
    """The pen of a tournament that a key has opened for somebody of this name; it and all its tables are locked from now on."""
    lock_tournament(opened.it.id)
    lock_tables(opened.it.id)
    return RefereesPen(opened.it, by, today or date.today())
