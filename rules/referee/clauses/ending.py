"""The end of a turn, and the end of a round: a player is out, or the table is blocked."""

from dataclasses import replace

from rules.books.options import Direction
from rules.referee.clauses import doubles, first_turn
from rules.referee.question import Effect, Effects
from rules.table.position import SEATS, Position, Train, seat_index
from rules.tile import bits_with


def next_seat(position: Position) -> str:
    """The seat after the seat to move (D9-1.5, D12-3.2; custom direction)."""
    step = 1 if position.book.options.direction is Direction.CLOCKWISE else -1
    return SEATS[(seat_index(position.turn) + step) % (len(position.trains) - 1)]


def still_to_come(position: Position) -> list[str]:
    """The seats that have this turn still to play, from the seat to move to the last before the one that opened the round."""
    coming = [position.turn]
    while (following := next_seat(replace(position, turn=coming[-1]))) != position.first:
        coming.append(following)
    return coming


def end_turn(position: Position, effects: Effects, is_out: bool) -> Position:
    """The position after the turn: another seat's turn, or the end of the round. The effect is added to `effects`."""
    seat = next_seat(position)
    first_turns_over = seat == position.first and position.number == 1
    somebody_out = is_out or (first_turns_over and any(train.count == 0 for train in position.seats))
    if somebody_out and (not first_turn.others_finish(position) or first_turns_over):
        effects.append((Effect.ROUND_ENDS, "out"))
        return over(position)
    trains = forget_taps(position) if position.turn else position.trains
    turned = replace(
        position,
        trains=trains,
        turn=seat,
        number=position.number + (seat == position.first),
        owes=False,
        has_drawn=False,
        drawn=None,
    )
    if is_blocked(turned):
        effects.append((Effect.ROUND_ENDS, "blocked"))
        return over(turned)
    effects.append((Effect.NEXT, seat))
    return turned


def forget_taps(position: Position) -> tuple[Train, ...]:
    """The trains without older missed taps: a tap can be caught until the next player's turn is over (custom tap)."""
    if not any(train.is_untapped and train.name != position.turn for train in position.seats):
        return position.trains
    return tuple(
        replace(train, is_untapped=False) if train.is_untapped and train.name != position.turn else train
        for train in position.trains
    )


def over(position: Position) -> Position:
    """The same table with the round ended."""
    return replace(position, turn="", number=0, owes=False, has_drawn=False, drawn=None)


def is_blocked(position: Position) -> bool:
    """True if the boneyard is empty and no tile that is left fits anywhere (D9-4.2, D6-15a; custom dead-double)."""
    if position.boneyard != 0:
        return False
    bound = doubles.binding(position)
    ends = {position.end(train) for train in bound or position.trains}
    highest = position.book.options.highest
    return not any(bits_with(highest, pip) & ~position.down for pip in ends)
