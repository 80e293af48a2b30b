"""The effects of a move on a table, allowed or not: a table may overrule the book."""

from dataclasses import replace

from rules.referee.clauses import doubles, ending, first_turn, markers, tap
from rules.referee.question import Effect, Effects, Question
from rules.table.move import Caught, Draw, Lay, Move, Pass
from rules.table.position import Position, Train
from rules.tile import Tile


def carry_out(question: Question, move: Move) -> tuple[Position, Effects]:
    """The position after a move, and its effects in order.

    A move that cannot be made on a real table leaves the position as it is and has no effects. Examples: a wrong seat, a train
    that is not there, a draw from nothing; a tile that does not match, is not in the set or is already on the table.
    """
    position, effects = question.position, Effects()
    if not position.turn:
        return position, effects
    if isinstance(move, Caught):
        return _catch(position, move, effects)
    if move.seat != position.turn:
        return position, effects
    if isinstance(move, Lay):
        return _lay_chain(question, move, effects)
    if isinstance(move, Draw):
        return _draw(position, move, effects)
    if isinstance(move, Pass):
        return _pass(position, effects)
    return ending.end_turn(position, effects, False), effects


def can_lie(position: Position, laid: Tile, train: Train | None) -> bool:
    """True if the tile exists, is not on the table yet, and fits the end of a train that is there."""
    if train is None or laid.high > position.book.options.highest or laid.bit & position.down:
        return False
    return position.end(train) in (laid.high, laid.low)


def _lay_chain(question: Question, move: Lay, effects: Effects) -> tuple[Position, Effects]:
    position = question.position
    tiles = move.tiles
    count = position.own.count if question.hand is None else _held(question.hand, tiles)
    for at, laid in enumerate(tiles):
        train = position.train(move.train)
        if train is None or not can_lie(position, laid, train):
            return question.position, Effects()
        is_last = at == len(tiles) - 1
        position = lay(position, laid, train, count, move.tap, effects, is_last)
        count = None if count is None else max(0, count - 1)
        if not position.turn:
            break
    return position, effects


def _held(hand: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> int | None:
    """The number of tiles in the hand shown; None if it lacks one of these tiles, since nobody goes out with a tile not held."""
    return len(hand) if set(tiles) <= set(hand) else None


def lay(
    position: Position, laid: Tile, train: Train, count: int | None, taps: bool, effects: Effects, is_last: bool
) -> Position:
    """The position with one more tile, and its effects added to `effects`. The turn passes on if that was its last tile.

    `count` is the size of the hand before it.
    """
    seat, end = position.turn, position.end(train)
    outer = laid.low if laid.high == end else laid.high
    if not train.path:
        effects.append((Effect.STARTS, train.name))
    if train.has_open_double:
        effects.append((Effect.CLOSES, train.name))
    takes_marker = markers.comes_off(position, train)
    if takes_marker:
        effects.append((Effect.MARKER_OFF, seat))
    if laid.is_double:
        effects.append((Effect.OPENS, train.name))
    left = None if count is None else max(0, count - 1)
    goes_out = left == 0 and doubles.lets_out(position, laid)
    if goes_out:
        effects.append((Effect.OUT, seat))
    owes = doubles.owes_extra(position, laid, goes_out)
    path = (*(train.path or (position.engine,)), outer)
    missed = tap.is_due(position, count) and not taps
    trains = _with_tile(position, train.name, path, takes_marker, left, missed)
    after = replace(position, trains=trains, down=position.down | laid.bit, owes=owes, has_drawn=False, drawn=None)
    if owes:
        effects.append((Effect.OWES, seat))
        return after
    if not is_last or (first_turn.is_run(position) and not goes_out):
        return after
    return ending.end_turn(after, effects, goes_out)


def _with_tile(
    position: Position, on: str, path: tuple[int, ...], takes_marker: bool, left: int | None, missed: bool
) -> tuple[Train, ...]:
    """The trains with one more tile: its path is longer, and the player's own train has its new count and marker."""
    trains = []
    for train in position.trains:
        is_own = train.name == position.turn
        if not is_own and train.name != on:
            trains.append(train)
            continue
        count = left if is_own and train.count is not None else train.count
        has_marker = train.has_marker and not (is_own and takes_marker)
        is_untapped = missed and count is not None if is_own else train.is_untapped
        trains.append(
            Train(
                name=train.name,
                path=path if train.name == on else train.path,
                has_marker=has_marker,
                count=count,
                is_untapped=is_untapped,
            )
        )
    return tuple(trains)


def _draw(position: Position, move: Draw, effects: Effects) -> tuple[Position, Effects]:
    if not position.has_boneyard() or (move.drawn is not None and not _can_be_drawn(position, move.drawn)):
        return position, effects
    effects.append((Effect.DRAWS, move.seat))
    return replace(_take(position, move.seat, 1), has_drawn=True, drawn=move.drawn), effects


def _can_be_drawn(position: Position, drawn: Tile) -> bool:
    return drawn.high <= position.book.options.highest and not drawn.bit & position.down


def _take(position: Position, seat: str, tiles: int) -> Position:
    tiles = tiles if position.boneyard is None else min(tiles, position.boneyard)
    trains = tuple(
        replace(train, count=None if train.count is None else train.count + tiles) if train.name == seat else train
        for train in position.trains
    )
    return replace(position, trains=trains, boneyard=None if position.boneyard is None else position.boneyard - tiles)


def _pass(position: Position, effects: Effects) -> tuple[Position, Effects]:
    if not position.own.has_marker:
        effects.append((Effect.MARKER_ON, position.turn))
        trains = tuple(
            replace(train, has_marker=True) if train.name == position.turn else train for train in position.trains
        )
        position = replace(position, trains=trains)
    return ending.end_turn(position, effects, False), effects


def _catch(position: Position, move: Caught, effects: Effects) -> tuple[Position, Effects]:
    train = position.train(move.seat)
    if train is None or not position.has_boneyard():
        return position, effects
    caught = _take(position, move.seat, max(1, tap.penalty(position)))
    trains = tuple(replace(one, is_untapped=False) if one.name == move.seat else one for one in caught.trains)
    effects += [(Effect.DRAWS, move.seat)] * max(1, tap.penalty(position))
    return replace(caught, trains=trains), effects
