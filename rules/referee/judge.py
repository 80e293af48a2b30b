"""The referee: rulings on moves, the legal moves, and the table after a move."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.referee.clauses import doubles, drawing, first_turn, tap, trains
from rules.referee.effects import carry_out, lay
from rules.referee.playable import playable
from rules.referee.question import Finding, Question, Reason
from rules.referee.ruling import Ruling
from rules.table.move import Caught, Done, Draw, Lay, Move, Pass
from rules.table.notation import read_move, read_position
from rules.table.position import MEXICAN, Position, Train
from rules.tile import Tile, read_tiles

GivenHand = str | Iterable[Tile] | None
_ORDER = {reason: place for place, reason in enumerate(Reason)}


def judge(position: Position | str, move: Move | str, hand: GivenHand = None) -> Ruling:
    """The ruling on a move, with every reason. Raises NotationError only for text that is not notation."""
    position = read_position(position) if isinstance(position, str) else position
    move = read_move(move) if isinstance(move, str) else move
    return rule(Question(position, _read_hand(hand)), move)


def rule(question: Question, move: Move, names: Mapping[str, str] = MappingProxyType({})) -> Ruling:
    """The ruling on a move that has been read, for players with these names by seat."""
    found = _findings(question, move)
    if len(found) > 1:
        certain = (finding for finding in reversed(found) if finding.reason is not Reason.HAND_UNKNOWN)
        found = sorted({finding.reason: finding for finding in certain}.values(), key=_in_order)
    return Ruling(question=question, move=move, findings=tuple(found), names=names)


def after(position: Position | str, move: Move | str) -> Position:
    """The position after a move, allowed or not; the same position if the move is impossible.

    Raises NotationError for text that is not notation.
    """
    position = read_position(position) if isinstance(position, str) else position
    return carry_out(Question(position), read_move(move) if isinstance(move, str) else move)[0]


def legal_moves(position: Position | str, hand: GivenHand) -> list[Move]:
    """Every legal move of the seat to move with this hand, tiles one at a time, without taps.

    Raises NotationError for text that is not notation.
    """
    position = read_position(position) if isinstance(position, str) else position
    if not position.turn:
        return []
    seat, question = position.turn, Question(position, _read_hand(hand) or ())
    found: list[Move] = [
        Lay(seat=seat, chain=(one.high, one.low), train=train.name) for one, train in playable(question)
    ]
    others = ((Draw(seat), drawing.why_not_draw), (Pass(seat), drawing.why_not_pass), (Done(seat), drawing.why_not_end))
    return found + [move for move, why_not in others if not why_not(question, bool(found))]


def _read_hand(hand: GivenHand) -> tuple[Tile, ...] | None:
    if hand is None:
        return None
    return read_tiles(hand) if isinstance(hand, str) else tuple(hand)


def _in_order(finding: Finding) -> int:
    return _ORDER[finding.reason]


def _findings(question: Question, move: Move) -> list[Finding]:
    position = question.position
    if not position.turn:
        return [Finding(Reason.ROUND_OVER, "round-over")]
    if isinstance(move, Caught):
        return tap.nothing_to_catch(position, position.train(move.seat))
    if move.seat != position.turn:
        return [Finding(Reason.NOT_YOUR_TURN, "not-your-turn")]
    if isinstance(move, Lay):
        return _against_laying(question, move)
    able = drawing.can_play(question)
    if isinstance(move, Draw):
        return _against_the_tile(question, move.drawn) + drawing.why_not_draw(question, able)
    return drawing.why_not_pass(question, able) if isinstance(move, Pass) else drawing.why_not_end(question, able)


def _against_the_tile(question: Question, shown: Tile | None) -> list[Finding]:
    """A finding if the tile is not in this set or is already on the table: facts that no rule decides."""
    if shown is None:
        return []
    if shown.high > question.options.highest:
        return [Finding(Reason.TILE_NOT_IN_SET, "", shown)]
    if shown.bit & question.position.down:
        return [Finding(Reason.TILE_ALREADY_DOWN, "", shown)]
    return []


def _against_laying(question: Question, move: Lay) -> list[Finding]:
    """Every reason against a chain, tile by tile; a tile after the end of the turn is one too many."""
    found: list[Finding] = []
    position, hand, ended = question.position, question.hand, False
    count = position.own.count if hand is None else len(hand)
    tiles = move.tiles
    for at, laid in enumerate(tiles, 1):
        if ended:
            found.append(Finding(Reason.ONE_TILE, "one-tile", laid))
        found += _against_a_tile(question if at == 1 else Question(position, hand), laid, move.train, ended)
        train = position.train(move.train)
        if train is None or position.end(train) not in (laid.high, laid.low) or laid.high > question.options.highest:
            break
        if at < len(tiles):
            position = lay(position, laid, train, count, True, [], False)
            count = None if count is None else max(0, count - 1)
            hand = None if hand is None else tuple(one for one in hand if one != laid)
            ended = ended or not (position.owes or _goes_on(question.position, count, laid))
    return found


def _goes_on(position: Position, left: int | None, laid: Tile) -> bool:
    """True if another tile may follow in the same turn: a first-turn run that has not emptied the hand."""
    return first_turn.is_run(position) and left != 0


def _against_a_tile(question: Question, laid: Tile, on: str, ended: bool) -> list[Finding]:
    position = question.position
    found = _against_the_tile(question, laid)
    if question.hand is not None and laid not in question.hand:
        found.append(Finding(Reason.TILE_NOT_IN_HAND, "", laid))
    train = position.train(on)
    if train is None:
        return [*found, Finding(Reason.NO_SUCH_TRAIN, "")]
    if not ended:
        found += trains.keeps_out(position, train, doubles.binding(position))
        for finding in (doubles.double_as_extra(position, laid), drawing.drawn_tile_only(position, laid)):
            if finding:
                found.append(finding)
    if position.end(train) not in (laid.high, laid.low):
        found.append(Finding(Reason.NO_MATCH, _no_match(position, train, laid), laid, position.end(train)))
    return found


def _no_match(position: Position, train: Train, laid: Tile) -> str:
    """The entry of the ruling table for a tile that does not fit: at a start, at an end, or to begin the Mexican train twice."""
    if not train.path:
        return "no-match-start"
    if train.name != MEXICAN or doubles.duty(position) in ("extra", "cover"):
        return "no-match"
    return "no-match.mexican-started" if position.engine in (laid.high, laid.low) else "no-match.mexican"
