"""What is done with a sheet: enter a score, strike it, seat and unseat people, mend the rules, stop and go on.

Each verb locks the game, checks against the sheet as it then stands, and adds lines; nothing that was entered is changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from models.clubs import call_player
from models.games import Game, Seat, Sitting, lock_game, seats_of
from models.lines import Kind, Signature, Written, lines_of, signatures_of, write_lines
from models.nights import begin_night
from models.sheet import Cell, Sheet, fold, read_left, struck_lines
from models.store import db
from rules import RuleBook
from rules.deal import FEWEST_PLAYERS, tiles_each
from rules.left_in_hand import Doubt, Left, doubts
from rules.wording import list_of, say


class SheetError(ValueError):
    """Something that this sheet cannot take; its message is a sentence for the table."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A score as somebody enters it. `seen` is the line that stood in the cell when the form was made, 0 for none."""

    left: Left
    text: str
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Clash:
    """Another phone was first: what it entered in the same cell, who did, and when."""

    seat: int
    cell: Cell
    signature: Signature


@dataclass(frozen=True, slots=True)
class Asked:
    """Why a score was not entered yet: what somebody has to answer first."""

    clashes: tuple[Clash, ...]
    doubts: tuple[Doubt, ...]


def read_sheet(game: Game) -> Sheet:
    """The sheet of a game as it stands now."""
    return fold(game, seats_of(game.id), lines_of(game.id))


def lock_sheet(game: Game) -> Sheet:
    """The sheet of a game, with nobody else able to write on it until this transaction ends."""
    lock_game(game.id)
    return read_sheet(game)


def enter_scores(
    game: Game, sheet: Sheet, number: int, entries: Mapping[int, Entry], by: str, agreed: frozenset[str] = frozenset()
) -> Asked | None:
    """Write down some seats' scores for a round on a locked sheet; None when that is done, or what has to be answered first.

    `agreed` are the keys of doubts that were answered with yes. What stands in a cell already is not written again.
    Raises SheetError for a round or a seat that does not exist.
    """
    round = sheet.round(number)
    if round is None or not set(entries) <= set(round.here):
        raise SheetError(say("sheet.no-such-cell"))
    if sheet.is_stopped and not round.is_closed:
        raise SheetError(say("sheet.stopped"))
    open_round = sheet.next_round
    if open_round and round.number > open_round.number and not round.cells:
        raise SheetError(say("sheet.not-yet", open=open_round.number, round=round.number))
    new = {seat: entry for seat, entry in entries.items() if not _stands(entry, round.cells.get(seat))}
    unseen = {seat: cell for seat, cell in round.cells.items() if seat in new and cell.line != new[seat].seen}
    signed = signatures_of(game.id) if unseen else {}
    clashes = tuple(Clash(seat, cell, signed[cell.line]) for seat, cell in unseen.items())
    before = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    after = {seat: left for seat, left in before.items() if seat not in new}
    after |= {seat: entry.left for seat, entry in new.items()}
    names = {seat: sheet.names[seat] for seat in round.here}
    known = {doubt.key for doubt in doubts(sheet.book, round.engine, before, names)}
    unanswered = tuple(
        doubt
        for doubt in doubts(sheet.book, round.engine, after, names)
        if doubt.key not in known and (doubt.is_impossible or doubt.key not in agreed)
    )
    if clashes or unanswered:
        return Asked(clashes, unanswered)
    if new:
        write_lines(game.id, sheet.revision, by, [_score_line(number, seat, entry) for seat, entry in new.items()])
    return None


def _stands(entry: Entry, cell: Cell | None) -> bool:
    return cell is not None and (cell.pips, cell.is_out, cell.text) == (entry.left.pips, entry.left.is_out, entry.text)


def _score_line(number: int, seat: int, entry: Entry) -> dict[str, object]:
    left = entry.left
    return {
        "kind": Kind.SCORE,
        "round": number,
        "seat_id": seat,
        "pips": left.pips,
        "is_out": left.is_out,
        "text": entry.text,
    }


def strike(game: Game, entry: int, by: str) -> None:
    """Strike every line that was entered together; striking a strike puts its lines back. Raises SheetError, DealError."""
    lock_game(game.id)
    lines = lines_of(game.id)
    struck = struck_lines(lines)
    numbers = [line.number for line in lines if line.entry == entry and line.number not in struck]
    if not numbers:
        raise SheetError(say("sheet.struck-already"))
    write_lines(game.id, lines[-1].number, by, [{"kind": Kind.STRIKE, "strikes": number} for number in numbers])
    _check_still_holds(read_sheet(game))


def _check_still_holds(sheet: Sheet) -> None:
    """A strike may bring back rules or people with which the game cannot be played."""
    for round in sheet.rounds:
        if not round.is_closed:
            tiles_each(sheet.book, len(round.here))
            return


def penalise(game: Game, seat: int, pips: int, reason: str, by: str) -> None:
    """Add pips to a player's total by hand, with a reason. Raises SheetError."""
    sheet = lock_sheet(game)
    if seat not in sheet.names:
        raise SheetError(say("sheet.no-such-cell"))
    round = sheet.next_round or sheet.rounds[-1]
    write_lines(
        game.id,
        sheet.revision,
        by,
        [{"kind": Kind.PENALTY, "round": round.number, "seat_id": seat, "pips": pips, "text": reason}],
    )


def arrive(game: Game, name: str, start: int | None, by: str) -> None:
    """Seat somebody from the next round that has no score yet, with `start` pips, or level with the highest total.

    Somebody who left comes back to the same seat, and brings what they had. Raises SheetError, DealError.
    """
    sheet = lock_sheet(game)
    player = call_player(game.club_id, name)
    column = next((column for column in sheet.columns if column.player_id == player.id), None)
    if column is not None and column.left_in is None:
        raise SheetError(say("sheet.sits-already", name=player.name))
    round = next((round for round in sheet.rounds if not round.cells and not round.is_closed), None)
    if round is None or sheet.is_over:
        raise SheetError(say("sheet.no-round-left"))
    tiles_each(sheet.book, len(round.here) + 1)
    highest = max((other.total for other in sheet.columns), default=0)
    pips = max(0, (highest if start is None else start) - (column.total if column else 0))
    write_lines(
        game.id,
        sheet.revision,
        by,
        [{"kind": Kind.ARRIVE, "round": round.number, "seat_id": _seat(game, player.id), "pips": pips}],
    )


def _seat(game: Game, player_id: int) -> int:
    seat = db.session.query(Seat).filter_by(game_id=game.id, player_id=player_id).one_or_none()
    if seat is None:
        seat = Seat(game_id=game.id, player_id=player_id, place=None)
        db.session.add(seat)
        db.session.flush()
    return seat.id


def leave(game: Game, seat: int, by: str) -> None:
    """Freeze a player's total from the first round without their score; the seat is then empty. Raises SheetError."""
    sheet = lock_sheet(game)
    round = sheet.current
    if round is None or seat not in round.here:
        raise SheetError(say("sheet.no-such-cell"))
    if len(round.here) <= FEWEST_PLAYERS:
        raise SheetError(say("sheet.too-few-left", fewest=FEWEST_PLAYERS))
    first_without = round.number + (seat in round.cells)
    write_lines(game.id, sheet.revision, by, [{"kind": Kind.LEAVE, "round": first_without, "seat_id": seat}])


def reseat(game: Game, order: Sequence[int], by: str) -> None:
    """Put the seats in another clockwise order. Raises SheetError."""
    sheet = lock_sheet(game)
    if sorted(order) != sorted(sheet.names):
        raise SheetError(say("sheet.not-everybody"))
    if list(order) != [column.seat for column in sheet.columns]:
        write_lines(game.id, sheet.revision, by, [{"kind": Kind.SEATING, "text": " ".join(map(str, order))}])


def mend_rules(game: Game, book: RuleBook, engines: tuple[int, ...], by: str) -> None:
    """Play by other rules or other starting doubles, from the first round on. Raises SheetError, DealError."""
    sheet = lock_sheet(game)
    begun = max((round.number for round in sheet.rounds if round.cells), default=0)
    if len(engines) < begun:
        raise SheetError(say("sheet.too-few-rounds", begun=begun, rounds=len(engines)))
    tiles_each(book, max(len(round.here) for round in sheet.rounds))
    for round in sheet.rounds[:begun]:
        _check_possible(sheet, book, engines, round.number)
    if (str(book), engines) != (str(sheet.book), sheet.engines):
        write_lines(
            game.id, sheet.revision, by, [{"kind": Kind.RULES, "text": f"{book} {'-'.join(map(str, engines))}"}]
        )


def _check_possible(sheet: Sheet, book: RuleBook, engines: tuple[int, ...], number: int) -> None:
    """A score that was possible by the old rules has to be possible by the new ones."""
    round = sheet.rounds[number - 1]
    left = {seat: read_left(cell.text, cell.pips, cell.is_out) for seat, cell in round.cells.items()}
    names = {seat: sheet.names[seat] for seat in round.here}
    for doubt in doubts(book, engines[number - 1], left, names):
        if doubt.is_impossible:
            raise SheetError(say("sheet.impossible-then", round=number, why=doubt.text))


def stop(game: Game, by: str) -> None:
    """End the game as it stands; a round without all its scores does not count. Raises SheetError."""
    sheet = lock_sheet(game)
    if sheet.is_over:
        raise SheetError(say("sheet.over-already"))
    write_lines(game.id, sheet.revision, by, [{"kind": Kind.STOP}])


def go_on(game: Game, today: date, by: str) -> None:
    """Go on with a game, on another night if it is one; a game that was stopped is open again. Raises SheetError."""
    sheet = lock_sheet(game)
    if sheet.next_round is None:
        raise SheetError(say("sheet.no-round-left"))
    night = begin_night(game.club_id, today)
    elsewhere = f"{night.date} {night.ref}" if night.id != game.night_id else ""
    if elsewhere and db.session.get(Sitting, (game.id, night.id)) is None:
        db.session.add(Sitting(game_id=game.id, night_id=night.id))
    write_lines(game.id, sheet.revision, by, [{"kind": Kind.GO_ON, "text": elsewhere}])


def entry_in_words(sheet: Sheet, entry: Sequence[Written]) -> str:
    """What was entered together, in words."""
    first = entry[0]
    if len(entry) == 1:
        return line_in_words(sheet, first)
    return say("line.several", round=first.round, count=len(entry))


def line_in_words(sheet: Sheet, line: Written) -> str:
    """What a line says, in words for the log."""
    facts = {
        "name": sheet.names.get(line.seat_id or 0, ""),
        "round": line.round,
        "pips": line.pips,
        "text": line.text,
        "strikes": line.strikes,
    }
    if line.kind is Kind.SCORE and line.is_out:
        return say("line.out", **facts)
    if line.kind is Kind.SEATING:
        return say("line.seating", names=list_of([sheet.names.get(int(seat), "?") for seat in line.text.split()]))
    return say(f"line.{line.kind}", **facts)
