"""Replaying a record: to its end, or to the first move that is refused."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.referee.clauses.tap import penalty
from rules.referee.effects import carry_out
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.ruling import Ruling, Verdict
from rules.table.move import Caught, Draw, Lay, Move
from rules.table.position import Position
from rules.table.record import Record
from rules.tile import Tile
from rules.wording import list_of, say

KnownHands = dict[str, tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Failure:
    """The first refused move of a record, with its ruling; `index` counts from 0."""

    index: int
    move: Move
    ruling: Ruling


class Replay(NamedTuple):
    """The result of a replay: the position after the record, or before the move that is refused.

    `remarks` are sentences about scores that contradict a hand that is known at the end.
    """

    position: Position
    failure: Failure | None
    remarks: tuple[str, ...] = ()


def replay(record: Record) -> Replay:
    """Play a record until a move is refused; moves that the table agreed to are always played. Never raises."""
    position, hands = record.begins, dict(record.hands)
    for index, move in enumerate(record.moves):
        if not move.is_overruled:
            ruling = rule(Question(position, hands.get(move.seat)), move, record.seats)
            if ruling.verdict is Verdict.ILLEGAL:
                return Replay(position, Failure(index, move, ruling))
        after = carry_out(Question(position), move)[0]
        if after is not position:
            _follow_hand(hands, move, penalty(position))
        position = after
    return Replay(position, None, tuple(_contradicted(record, position, hands)))


def _contradicted(record: Record, position: Position, hands: KnownHands) -> Iterator[str]:
    """A sentence for each score that differs from the pips of the tiles known to be left in that seat's hand."""
    for seat, pips in record.scores.items():
        train = position.train(seat)
        hand = () if train and train.count == 0 else hands.get(seat)
        worth = sum(map(record.book.worth, hand)) if hand is not None else pips
        if worth != pips:
            code = "replay.holds" if hand else "replay.holds-nothing"
            tiles = list_of([str(tile) for tile in sorted(hand or (), reverse=True)])
            yield say(code, name=record.seats[seat], tiles=tiles, pips=worth, score=pips)


def hands_after(hands: Mapping[str, tuple[Tile, ...]], moves: Iterable[Move], begins: Position) -> KnownHands:
    """The hands that are still known after these moves, which were all carried out. `hands` are those known before them."""
    known_hands = dict(hands)
    for move in moves:
        _follow_hand(known_hands, move, penalty(begins))
    return known_hands


def _follow_hand(hands: KnownHands, move: Move, caught: int) -> None:
    """Update the hand of the player who moved; it stays known as long as every tile added to it is shown."""
    held = hands.get(move.seat)
    if held is None:
        return
    if isinstance(move, Lay):
        hands[move.seat] = tuple(tile for tile in held if tile not in move.tiles)
    elif isinstance(move, Draw) and move.drawn is not None:
        hands[move.seat] = (*held, move.drawn)
    elif isinstance(move, Draw | Caught) and (caught or isinstance(move, Draw)):
        del hands[move.seat]
