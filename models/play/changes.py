"""What happens to a game besides scores: people come and go, pips are added, rules are mended, the table stops and goes on.

Each verb locks the game, checks against the sheet as it then stands, and adds lines.
"""

from collections.abc import Sequence
from datetime import date

from models.ledger.clubs import call_player, lock_club
from models.ledger.games import Game, Seat
from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    LaterNight,
    NewRules,
    Penalty,
    Seating,
    Stop,
    WentOn,
    signatures_of,
    write_lines,
)
from models.ledger.nights import begin_night
from models.play.scores import (
    SheetError,
    check_still_holds,
    keep_confirmed,
    keep_sittings,
    settle_after,
)
from models.sheets.confirmed import confirmed_rounds, touched_rounds
from models.sheets.fold import load_sheet, lock_sheet
from models.store.database import db
from rules import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS
from rules.names import fold_name
from rules.table.deal import tiles_each
from rules.wording import say


def penalise(game: Game, seat: int, pips: int, reason: str, by: str, *, is_referee: bool = False) -> None:
    """Add pips to a player's total by hand, with a reason. Raises SheetError."""
    sheet = lock_sheet(game)
    if seat not in sheet.names:
        raise SheetError(say("sheet.no-such-cell"))
    # In a game that has stopped, no round that is still to come counts.
    closed = sheet.rounds_closed
    round = sheet.current or sheet.rounds[max(0, closed - 1)]
    write_lines(
        game.id,
        sheet.revision,
        by,
        [Penalty(round.number, seat, pips, reason)],
    )
    settle_after(game, sheet, load_sheet(game))
    keep_confirmed(game, sheet, by, is_referee)


def arrive(game: Game, name: str, start: int | None, by: str) -> None:
    """Seat somebody between rounds, with `start` pips, or level with the highest total.

    Somebody who left comes back to the same seat, and brings what they had. Raises SheetError, DealError.
    """
    sheet = lock_sheet(game)
    lock_club(game.club_id)
    player = call_player(game.club_id, name)
    column = next((column for column in sheet.columns if column.player_id == player.id), None)
    if column is not None and column.left_in is None:
        raise SheetError(say("sheet.sits-already", name=player.name))
    round = sheet.round(sheet.rounds_begun + 1)
    if round is None or sheet.is_over:
        raise SheetError(say("sheet.no-round-left"))
    if sheet.rounds_closed < sheet.rounds_begun:
        raise SheetError(say("sheet.between-rounds", round=sheet.rounds_begun))
    tiles_each(sheet.book, len(round.here) + 1)
    highest = max((other.total for other in sheet.columns), default=0)
    brings = column.total if column else 0
    if start is not None and start < brings:
        raise SheetError(say("sheet.brings-more", name=player.name, total=brings))
    pips = max(0, (highest if start is None else start) - brings)
    write_lines(
        game.id,
        sheet.revision,
        by,
        [Arrival(round.number, _seat(game, player.id), pips)],
    )


def _seat(game: Game, player_id: int) -> int:
    seat = db.session.query(Seat).filter_by(game_id=game.id, player_id=player_id).one_or_none()
    if seat is None:
        seat = Seat(game_id=game.id, player_id=player_id, place=None)
        db.session.add(seat)
        db.session.flush()
    return seat.id


def leave(game: Game, seat: int, by: str) -> None:
    """Freeze a player's total from the first round without their score; the seat is then empty.

    Raises SheetError, DealError.
    """
    sheet = lock_sheet(game)
    round = sheet.current
    if round is None or seat not in round.here:
        raise SheetError(say("sheet.no-such-cell"))
    last_score = max((played.number for played in sheet.rounds if seat in played.cells), default=0)
    first_without = max(round.number, last_score + 1)
    if first_without > len(sheet.rounds):
        raise SheetError(say("sheet.no-round-left"))
    if any(len(played.here) <= FEWEST_PLAYERS for played in sheet.rounds[first_without - 1 :]):
        raise SheetError(say("sheet.too-few-left", fewest=FEWEST_PLAYERS))
    tiles_each(sheet.book, len(round.here) - 1)
    write_lines(game.id, sheet.revision, by, [Departure(first_without, seat)])
    settle_after(game, sheet, load_sheet(game))


def reseat(game: Game, order: Sequence[int], by: str) -> None:
    """Put the seats in another clockwise order. Raises SheetError."""
    sheet = lock_sheet(game)
    if sorted(order) != sorted(sheet.names):
        raise SheetError(say("sheet.not-everybody"))
    if list(order) != [column.seat for column in sheet.columns]:
        write_lines(game.id, sheet.revision, by, [Seating(tuple(order))])


def mend_rules(game: Game, book: RuleBook, engines: tuple[int, ...], by: str) -> None:
    """Play by other rules or other starting doubles, from the first round on. Raises SheetError, DealError."""
    sheet = lock_sheet(game)
    if (str(book), engines) == (str(sheet.book), sheet.engines):
        return
    if len(engines) < sheet.rounds_begun:
        raise SheetError(say("sheet.too-few-rounds", begun=sheet.rounds_begun, rounds=len(engines)))
    write_lines(game.id, sheet.revision, by, [NewRules(str(book), engines)])
    after = load_sheet(game)
    check_still_holds(game, sheet, after)
    settle_after(game, sheet, after)


def stop(game: Game, by: str) -> None:
    """End the game as it stands; a round without all its scores does not count. Raises SheetError."""
    sheet = lock_sheet(game)
    if sheet.is_over:
        raise SheetError(say("sheet.over-already"))
    write_lines(game.id, sheet.revision, by, [Stop()])
    settle_after(game, sheet, load_sheet(game))


def go_on(game: Game, today: date, by: str) -> None:
    """Go on with a game, on another night if it is one; a game that was stopped is open again. Raises SheetError."""
    sheet = lock_sheet(game)
    if sheet.next_round is None:
        raise SheetError(say("sheet.no-round-left"))
    lock_club(game.club_id)
    night = begin_night(game.club_id, today)
    elsewhere = LaterNight(night.date, night.ref) if night.id != game.night_id else None
    write_lines(game.id, sheet.revision, by, [WentOn(elsewhere)])
    after = load_sheet(game)
    keep_sittings(game, after)
    settle_after(game, sheet, after)


def confirm(game: Game, rounds: Sequence[int], seat: int | None, seen: int, by: str) -> None:
    """A second player at a tournament's table says that these rounds' scores are right; without a seat the referee does.

    `seen` is the newest line of the sheet that was looked at. Raises SheetError.
    """
    sheet = lock_sheet(game)
    confirmed, touched = confirmed_rounds(sheet), touched_rounds(sheet)
    closed = {round.number for round in sheet.rounds if round.is_closed}
    new = [number for number in sorted(set(rounds)) if number not in confirmed]
    if not set(new) <= closed or (seat is not None and seat not in sheet.names):
        raise SheetError(say("sheet.no-such-cell"))
    if any(touched.get(number, 0) > seen for number in new):
        raise SheetError(say("sheet.touched-since"))
    if seat is not None:
        signed = signatures_of(game.id)
        entered = {cell.line for number in new for cell in sheet.rounds[number - 1].cells.values()}
        if fold_name(sheet.names[seat]) in {fold_name(signed[line].by) for line in entered}:
            raise SheetError(say("sheet.not-second", name=sheet.names[seat]))
    write_lines(game.id, sheet.revision, by, [Confirmation(number, seat) for number in new])
