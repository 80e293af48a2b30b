"""The end of a turn, and the end of a round: a player is out, or the table is blocked."""

from rules.books.options import Direction
from rules.referee.clauses import doubles, first_turn
from rules.referee.question import Effect, Effects
from rules.table.position import SEATS, Position, seat_index


def next_seat(position: Position) -> str:
    """The seat after the seat to move (D9-1.5, D12-3.2; custom direction)."""
    step = 1 if position.book.options.direction is Direction.CLOCKWISE else -1
    return SEATS[(seat_index(position.turn) + step) % (len(position.trains) - 1)]


def still_to_come(position: Position) -> list[str]:
    """The seats still to play, from the seat to move to the one before the round's opener."""
    coming = [position.turn]
    while (following := next_seat(position._replace(turn=coming[-1]))) != position.first:
        coming.append(following)
    return coming


def end_turn(position: Position, *, is_out: bool = False) -> tuple[Position, Effects]:
    """The position after the turn, and the effect: another seat's turn, or the end of the round."""
    seat = next_seat(position)
    first_turns_over = seat == position.first and position.number == 1
    somebody_out = is_out or (first_turns_over and any(train.count == 0 for train in position.seats))
    if somebody_out and (not first_turn.others_finish(position) or first_turns_over):
        return over(position), [(Effect.ROUND_ENDS, "out")]
    turned = forget_taps(position).at_turn(seat, position.number + (seat == position.first))
    if is_blocked(turned):
        return over(turned), [(Effect.ROUND_ENDS, "blocked")]
    return turned, [(Effect.NEXT, seat)]


def forget_taps(position: Position) -> Position:
    """The table without older missed taps, which can be caught only until the next player's turn is over (custom tap)."""
    trains, turn = position.trains, position.turn
    missed = [train for train in trains if train.is_untapped and train.name != turn]
    if not missed:
        return position
    return position._replace(
        trains=tuple(train._replace(is_untapped=False) if train in missed else train for train in trains)
    )


def over(position: Position) -> Position:
    """The same table with the round ended."""
    return position.at_turn("", 0)


def is_blocked(position: Position) -> bool:
    """True if the boneyard is empty and no tile that is left fits anywhere (D9-4.2, D6-15a; custom dead-double)."""
    if position.boneyard != 0:
        return False
    bound = doubles.binding(position)
    ends = {position.end(train) for train in bound or position.trains}
    return all(map(position.is_dead, ends))
