"""The effects of a move, even of one that is not allowed: a table may overrule the book."""

from rules.referee.clauses import doubles, ending, first_turn, markers, tap
from rules.referee.question import Effect, Effects, Question
from rules.table.move import Caught, Draw, Lay, Move, Pass
from rules.table.position import Position, Train, find_open_doubles, seat_index
from rules.tile import Tile


def carry_out(question: Question, move: Move) -> tuple[Position, Effects]:
    """The position after a move, and its effects in order.

    A move that cannot be made on a real table leaves the position as it is and has no effects. Such a
    move may name a wrong seat or a train that does not exist, draw from an empty boneyard, or lay a tile that does
    not match, is not in the set or is already on the table.
    """
    position = question.position
    if not position.turn:
        return position, []
    if isinstance(move, Caught):
        return _catch(position, move)
    if move.seat != position.turn:
        return position, []
    if isinstance(move, Lay):
        return _lay_chain(question, move)
    if isinstance(move, Draw):
        return _draw(position, move)
    return _pass(position) if isinstance(move, Pass) else ending.end_turn(position)


def fits(position: Position, laid: Tile, train: Train) -> bool:
    """True if the tile exists in this set, and fits the end of the train."""
    end = position.end(train)
    return (end == laid.high or end == laid.low) and laid.high <= position.book.options.highest


def _lay_chain(question: Question, move: Lay) -> tuple[Position, Effects]:
    position, effects = question.position, Effects()
    tiles = move.tiles
    count = position.own.count if question.hand is None else _held(question.hand, tiles)
    for at, laid in enumerate(tiles):
        train = position.train(move.train)
        if train is None or laid.bit & position.down or not fits(position, laid, train):
            return question.position, []
        is_last = at == len(tiles) - 1
        position, more = lay(position, laid, train, count, taps=move.tap, is_last=is_last)
        effects += more
        count = None if count is None else max(0, count - 1)
        if not position.turn:
            break
    return position, effects


def _held(hand: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> int | None:
    """The number of tiles in a hand that is shown, or None if the hand lacks one of `tiles`.

    Nobody can go out with a tile that they do not hold.
    """
    return len(hand) if set(tiles) <= set(hand) else None


def lay(
    position: Position, laid: Tile, train: Train, count: int | None, *, taps: bool, is_last: bool
) -> tuple[Position, Effects]:
    """The position after one more tile is laid, and the effects. If it was the last tile of the turn, the turn ends.

    `count` is the size of the hand before the tile is laid.
    """
    effects, path = Effects(), train.path or (position.engine,)
    if not train.path:
        effects.append((Effect.STARTS, train.name))
    if train.has_open_double:
        effects.append((Effect.CLOSES, train.name))
    takes_marker = markers.comes_off(position, train)
    if takes_marker:
        effects.append((Effect.MARKER_OFF, position.turn))
    if laid.is_double:
        effects.append((Effect.OPENS, train.name))
    left = None if count is None else max(0, count - 1)
    goes_out = left == 0 and doubles.lets_out(position, laid)
    if goes_out:
        effects.append((Effect.OUT, position.turn))
    owes = laid.is_double and doubles.owes_extra(position, goes_out)
    missed = tap.is_due(position, count) and not taps
    outer = laid.low if laid.high == path[-1] else laid.high
    trains = _with_tile(position, train, (*path, outer), takes_marker, left, missed)
    after = position._replace(
        trains=trains,
        owes=owes,
        has_drawn=False,
        drawn=None,
        down=position.down | laid.bit,
        open_doubles=find_open_doubles(trains) if laid.is_double or position.open_doubles else (),
    )
    if owes:
        return after, [*effects, (Effect.OWES, position.turn)]
    if not is_last or (first_turn.is_run(position) and not goes_out):
        return after, effects
    after, ends = ending.end_turn(after, is_out=goes_out)
    return after, effects + ends


def _with_tile(
    position: Position, on: Train, path: tuple[int, ...], takes_marker: bool, left: int | None, missed: bool
) -> tuple[Train, ...]:
    """The trains with one more tile laid: `on` has its new path, and the player's train its new count and marker."""
    trains, own = list(position.trains), position.own
    count = None if own.count is None else left
    trains[seat_index(own.name)] = own._replace(
        path=path if on is own else own.path,
        has_marker=own.has_marker and not takes_marker,
        count=count,
        is_untapped=missed and count is not None,
    )
    if on is not own:
        trains[position.place(on)] = on._replace(path=path)
    return tuple(trains)


def _draw(position: Position, move: Draw) -> tuple[Position, Effects]:
    if not position.has_boneyard() or (move.drawn is not None and not _can_be_drawn(position, move.drawn)):
        return position, []
    after = _take(position, position.own, 1)._replace(has_drawn=True, drawn=move.drawn)
    return after, [(Effect.DRAWS, move.seat)]


def _can_be_drawn(position: Position, drawn: Tile) -> bool:
    return drawn.high <= position.book.options.highest and not drawn.bit & position.down


def _take(position: Position, train: Train, tiles: int) -> Position:
    """The position after the owner of a train has drawn this many tiles."""
    drawn = train._replace(count=None if train.count is None else train.count + tiles)
    return _with_train(position, drawn)._replace(
        boneyard=None if position.boneyard is None else position.boneyard - tiles
    )


def _with_train(position: Position, changed: Train) -> Position:
    return position._replace(
        trains=tuple(changed if train.name == changed.name else train for train in position.trains)
    )


def _pass(position: Position) -> tuple[Position, Effects]:
    if position.own.has_marker:
        return ending.end_turn(position)
    after, ends = ending.end_turn(_with_train(position, position.own._replace(has_marker=True)))
    return after, [(Effect.MARKER_ON, position.turn), *ends]


def _catch(position: Position, move: Caught) -> tuple[Position, Effects]:
    train = position.train(move.seat)
    if train is None or not position.has_boneyard():
        return position, []
    wanted = max(1, tap.penalty(position))
    tiles = wanted if position.boneyard is None else min(wanted, position.boneyard)
    return _take(position, train._replace(is_untapped=False), tiles), [(Effect.DRAWS, move.seat)] * tiles
