"""The referee: rulings on moves, the legal moves, and the table after a move."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType

from rules.referee.clauses import doubles, drawing, first_turn, tap, trains
from rules.referee.clauses.doubles import Duty
from rules.referee.effects import carry_out, fits, lay
from rules.referee.playable import playable
from rules.referee.question import Finding, Question, Reason
from rules.referee.ruling import Ruling
from rules.table.move import Caught, Done, Draw, Lay, Move, Pass
from rules.table.notation import read_move, read_position
from rules.table.position import MEXICAN, Position, Train
from rules.tile import Tile, read_tiles

GivenHand = str | Iterable[Tile] | None


def judge(position: Position | str, move: Move | str, hand: GivenHand = None) -> Ruling:
    """The ruling on a move, with every reason. Raises NotationError only for text that is not notation."""
    position = read_position(position) if isinstance(position, str) else position
    move = read_move(move) if isinstance(move, str) else move
    return rule(Question(position, _read_hand(hand)), move)


def rule(question: Question, move: Move, names: Mapping[str, str] = MappingProxyType({})) -> Ruling:
    """Like `judge`, for a question and a move that are already parsed. `names` are the players' names by seat."""
    findings = _findings(question, move)
    if len(findings) > 1:
        certain = (finding for finding in reversed(findings) if finding.reason is not Reason.HAND_UNKNOWN)
        by_reason = {finding.reason: finding for finding in certain}
        findings = [by_reason[reason] for reason in Reason if reason in by_reason]
    return Ruling(question, move, tuple(findings), names)


def after(position: Position | str, move: Move | str) -> Position:
    """The position after a move, allowed or not; the same position if the move is impossible.

    Raises NotationError for text that is not notation.
    """
    position = read_position(position) if isinstance(position, str) else position
    return carry_out(Question(position), read_move(move) if isinstance(move, str) else move)[0]


def legal_moves(position: Position | str, hand: GivenHand) -> list[Move]:
    """Every legal move for the seat to move with this hand, one tile at a time and without taps.

    Raises NotationError for text that is not notation.
    """
    position = read_position(position) if isinstance(position, str) else position
    if not position.turn:
        return []
    seat, question = position.turn, Question(position, _read_hand(hand) or ())
    moves: list[Move] = [*playable(question)]
    able = bool(moves)
    if not drawing.why_not_draw(question, able):
        moves.append(Draw(seat))
    if not drawing.why_not_pass(question, able):
        moves.append(Pass(seat))
    if drawing.may_end(position):
        moves.append(Done(seat))
    return moves


def _read_hand(hand: GivenHand) -> tuple[Tile, ...] | None:
    if hand is None or isinstance(hand, tuple):
        return hand
    return read_tiles(hand) if isinstance(hand, str) else tuple(hand)


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
        return _against_the_tile(position, move.drawn) + drawing.why_not_draw(question, able)
    return drawing.why_not_pass(question, able) if isinstance(move, Pass) else drawing.why_not_end(question, able)


def _against_the_tile(position: Position, shown: Tile | None) -> list[Finding]:
    """A finding if the tile is not in this set or is already on the table, whatever the rules."""
    if shown is None:
        return []
    if shown.high > position.book.options.highest:
        return [Finding(Reason.TILE_NOT_IN_SET, "", shown)]
    if shown.bit & position.down:
        return [Finding(Reason.TILE_ALREADY_DOWN, "", shown)]
    return []


def _against_laying(question: Question, move: Lay) -> list[Finding]:
    """Every reason against a chain, tile by tile; a tile after the end of the turn is one too many."""
    (position, hand), tiles = question, move.tiles
    train = position.train(move.train)
    findings, ended = _against_a_tile(position, hand, tiles[0], train), False
    if len(tiles) == 1:
        return findings
    count = position.own.count if hand is None else len(hand)
    for before, laid in pairwise(tiles):
        if train is None or not fits(position, before, train):
            break
        position, _ = lay(position, before, train, count, taps=True, is_last=False)
        count = None if count is None else max(0, count - 1)
        hand = None if hand is None else tuple([tile for tile in hand if tile != before])
        # A first-turn run goes on until the hand is empty.
        ended = ended or not (position.owes or (first_turn.is_run(question.position) and count != 0))
        train = position.train(move.train)
        if ended:
            findings.append(Finding(Reason.ONE_TILE, "one-tile", laid))
        findings += _against_a_tile(position, hand, laid, train, ended)
    return findings


def _against_a_tile(
    position: Position, hand: tuple[Tile, ...] | None, laid: Tile, train: Train | None, ended: bool = False
) -> list[Finding]:
    findings = _against_the_tile(position, laid)
    if hand is not None and laid not in hand:
        findings.append(Finding(Reason.TILE_NOT_IN_HAND, "", laid))
    if train is None:
        return [*findings, Finding(Reason.NO_SUCH_TRAIN, "")]
    if not ended:
        findings += trains.keeps_out(position, train, doubles.binding(position))
        if position.owes and (finding := doubles.double_as_extra(position, laid)):
            findings.append(finding)
        if position.drawn is not None and (finding := drawing.drawn_tile_only(position, laid)):
            findings.append(finding)
    end = position.end(train)
    if end != laid.high and end != laid.low:
        findings.append(Finding(Reason.NO_MATCH, _no_match(position, train, laid), laid, end))
    return findings


def _no_match(position: Position, train: Train, laid: Tile) -> str:
    """The ruling table's entry for a tile that does not fit, or that would start the Mexican train a second time."""
    if not train.path:
        return "no-match-start"
    if train.name != MEXICAN or doubles.duty(position) in (Duty.EXTRA, Duty.COVER):
        return "no-match"
    return "no-match.mexican-started" if position.engine in (laid.high, laid.low) else "no-match.mexican"
