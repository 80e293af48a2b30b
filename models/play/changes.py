"""Changes to a game other than scores: arrivals, departures, penalties, seats, rules, stops, confirmations."""

from collections.abc import Sequence

from models.ledger.clubs import lock_club
from models.ledger.lines import (
    Arrival,
    Bonus,
    Confirmation,
    Departure,
    LaterNight,
    NewRules,
    Penalty,
    Seating,
    Stop,
    WentOn,
)
from models.ledger.nights import begin_night
from models.ledger.players import find_or_add_player
from models.play.pen import Pen, SheetError
from models.play.scores import check_still_holds
from models.results.settle import settle
from models.sheets.confirmed import confirmed_rounds, entered_by, touched_rounds
from models.sheets.sheet import Sheet
from models.texts import say
from rules import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_ON_A_SHEET
from rules.names import fold_name


def penalise(pen: Pen, seat: int, pips: int, reason: str, round: int | None = None) -> None:
    """Add pips to a player's total by hand, with a reason; negative pips are a bonus. Raises SheetError.

    The pips belong to `round` or, if that is None, to the round being played.
    """
    sheet = pen.sheet
    if seat not in sheet.names or (round is not None and not 1 <= round <= sheet.rounds_closed):
        raise SheetError(say("sheet.no-such-cell"))
    # After a stop, no later round counts, so the penalty belongs to the last closed one.
    round = round or (sheet.current or sheet.rounds[max(0, sheet.rounds_closed - 1)]).number
    pen.write(Penalty(round, seat, pips, reason) if pips > 0 else Bonus(round, seat, -pips, reason))


def arrive(pen: Pen, name: str, start: int | None, after: int | None = None) -> None:
    """Seat a player between rounds with `start` pips, or with the highest total if `start` is None.

    A player who left and has missed no round comes back without extra pips.

    The player sits next to the seat `after`, clockwise; if that is None, a new player sits last. A player who left
    returns to the same seat unless `after` names another, and keeps the earlier total.

    Raises SheetError or DealError.
    """
    sheet = pen.sheet
    if after is not None and after not in sheet.names:
        raise SheetError(say("sheet.no-such-cell"))
    lock_club(pen.game.club_id)
    player = find_or_add_player(pen.game.club_id, name)
    column = next((column for column in sheet.columns if column.player_id == player.id), None)
    if column is not None and column.left_in is None:
        raise SheetError(say("sheet.sits-already", name=player.name))
    round = sheet.round(sheet.rounds_begun + 1)
    if round is None or sheet.is_over:
        raise SheetError(say("sheet.no-round-left"))
    if sheet.rounds_closed < sheet.rounds_begun:
        raise SheetError(say("sheet.between-rounds", round=sheet.rounds_begun))
    if len(round.seats) >= MOST_ON_A_SHEET:
        raise SheetError(say("sheet.full", most=MOST_ON_A_SHEET))
    highest = max((other.total for other in sheet.columns), default=0)
    brings = column.total if column else 0
    if start is not None and start < brings:
        raise SheetError(say("sheet.brings-more", name=player.name, total=brings))
    if start is None:
        start = brings if column and column.left_in == round.number else highest
    pips = max(0, start - brings)
    seat = pen.seat(player.id)
    arrival = Arrival(round.number, seat, pips)
    anyway, wanted = tuple(pen.sheet_with(arrival).names), _beside(sheet, seat, after)
    pen.write(arrival, *([] if wanted == anyway else [Seating.of(wanted)]))


def _beside(sheet: Sheet, seat: int, after: int | None) -> tuple[int, ...]:
    """The seats in clockwise order, with this one right after the seat `after`.

    If `after` is None, the seat keeps its place, or comes last if it is new.
    """
    seated = [column.seat for column in sheet.columns if column.seat != seat]
    if after not in seated and seat in sheet.names:
        return tuple(sheet.names)
    at = seated.index(after) + 1 if after in seated else len(seated)
    return (*seated[:at], seat, *seated[at:])


def leave(pen: Pen, seat: int) -> None:
    """Let a player leave: starting with the first round that has no score, the player's total is frozen and the seat is empty.

    Raises SheetError or DealError.
    """
    sheet = pen.sheet
    round = sheet.current
    if round is None or seat not in round.seats:
        raise SheetError(say("sheet.no-such-cell"))
    last_score = max((played.number for played in sheet.rounds if seat in played.cells), default=0)
    first_without = max(round.number, last_score + 1)
    if first_without > len(sheet.rounds):
        raise SheetError(say("sheet.no-round-left"))
    if any(len(played.seats) <= FEWEST_PLAYERS for played in sheet.rounds[first_without - 1 :]):
        raise SheetError(say("sheet.too-few-left", fewest=FEWEST_PLAYERS))
    pen.write(Departure(first_without, seat))


def reseat(pen: Pen, order: Sequence[int]) -> None:
    """Put the seats in another clockwise order. Raises SheetError."""
    sheet = pen.sheet
    if sorted(order) != sorted(sheet.names):
        raise SheetError(say("sheet.not-everybody"))
    if list(order) != [column.seat for column in sheet.columns]:
        pen.write(Seating.of(order))


def mend_rules(pen: Pen, book: RuleBook, engines: tuple[int, ...]) -> None:
    """Correct the rules or the engines from the first round on. Raises SheetError or DealError."""
    before = pen.sheet
    if (str(book), engines) == (str(before.book), before.engines):
        return
    if len(engines) < before.rounds_begun:
        raise SheetError(say("sheet.too-few-rounds", begun=before.rounds_begun, rounds=len(engines)))
    pen.write(NewRules.of(str(book), engines))
    check_still_holds(pen.game, before, pen.sheet)


def stop(pen: Pen, counts: bool = True) -> None:
    """End the game as it stands; a round without all its scores does not count. Raises SheetError.

    If `counts` is false, the game stays but does not count in statistics.
    """
    if pen.sheet.is_over:
        raise SheetError(say("sheet.over-already"))
    pen.game.counts = counts
    pen.write(Stop())


def set_counts(pen: Pen, counts: bool) -> None:
    """Set whether a stopped game counts in statistics and ratings. Raises SheetError."""
    if not pen.sheet.is_stopped:
        raise SheetError(say("sheet.not-stopped"))
    pen.game.counts = counts
    settle(pen.game.club_id, [pen.game])


def go_on(pen: Pen) -> None:
    """Continue a game, perhaps on a later night; a stopped game is reopened. Raises SheetError."""
    if pen.sheet.next_round is None:
        raise SheetError(say("sheet.no-round-left"))
    lock_club(pen.game.club_id)
    night = begin_night(pen.game.club_id, pen.today)
    pen.write(WentOn() if night.id == pen.game.night_id else WentOn.on(LaterNight(night.date, night.ref)))


def confirm(pen: Pen, rounds: Sequence[int], seat: int | None, seen: int) -> None:
    """Confirm the scores of these rounds at a tournament's table, as the second player at `seat` or as the referee.

    `seen` is the newest line of the sheet that the person saw. Raises SheetError.
    """
    sheet = pen.sheet
    confirmed, touched = confirmed_rounds(sheet), touched_rounds(sheet)
    closed = {round.number for round in sheet.rounds if round.is_closed}
    new = [number for number in sorted(set(rounds)) if number not in confirmed]
    if not set(new) <= closed or (seat is not None and seat not in sheet.names):
        raise SheetError(say("sheet.no-such-cell"))
    if any(touched.get(number, 0) > seen for number in new):
        raise SheetError(say("sheet.touched-since"))
    if seat is not None and any(fold_name(sheet.names[seat]) in entered_by(sheet, number) for number in new):
        raise SheetError(say("sheet.not-second", name=sheet.names[seat]))
    pen.write(*(Confirmation(number, seat) for number in new))
