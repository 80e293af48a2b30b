"""A ruling in words for the people at the table: the reasons against a move, or its effects."""

from collections.abc import Mapping

from rules.referee.clauses import doubles, drawing, first_turn, trains
from rules.referee.playable import playable
from rules.referee.question import Effect, Effects, Finding, Question, Reason
from rules.table.move import Done, Draw, Lay, Move, Pass
from rules.table.notation import write_move
from rules.table.position import MEXICAN, Position, Train
from rules.tile import tile
from rules.wording import Reader, list_of, say, say_of

_ENDS = {"out": "ruling.ends-out", "blocked": "ruling.ends-blocked"}


def explain(
    position: Position, move: Move, findings: tuple[Finding, ...], effects: Effects, names: Mapping[str, str]
) -> tuple[str, ...]:
    """A sentence for each reason; if there is none, sentences for what is allowed and what it does."""
    if findings:
        # A player who has begun a run ends it, and does not draw.
        in_run = any(finding.rests_on == "can-play-in-run" for finding in findings)
        reasons = [finding for finding in findings if not (in_run and finding.reason is Reason.DRAW_FIRST)]
        return tuple(_why_not(position, move, finding, names) for finding in reasons)
    sentences = [_allowed(position, move, names)]
    sentences += [effect_in_words(effect, about, position, names) for effect, about in effects]
    return tuple(sentence for sentence in sentences if sentence)


def what_may_be_done(question: Question) -> tuple[str, ...]:
    """The moves that the seat to move may make; without a hand the ends and the trains, such as `A 7-?@M`."""
    position = question.position
    seat = position.turn
    if question.hand is not None:
        moves = [
            write_move(Lay(seat=seat, chain=(domino.high, domino.low), train=train.name))
            for domino, train in playable(question)
        ]
    else:
        left = drawing.playable_ends(position)
        moves = [f"{seat} {end}-?@{train.name}" for train, end in trains.train_ends(position) if end in left]
    if position.has_drawn and position.drawn is not None and question.hand is None:
        moves = [
            write_move(Lay(seat=seat, chain=(domino.high, domino.low), train=train.name))
            for domino, train in playable(question)
        ]
    deeds = ((Draw(seat), drawing.why_not_draw), (Pass(seat), drawing.why_not_pass), (Done(seat), drawing.why_not_end))
    for move, why_not in deeds:
        if all(finding.reason is Reason.HAND_UNKNOWN for finding in why_not(question, drawing.can_play(question))):
            moves.append(write_move(move))
    return tuple(moves)


def seat_name(seat: str, names: Mapping[str, str]) -> str:
    """The name of the player in a seat, or the letter of the seat."""
    return names.get(seat, seat)


def train_name(train: Train | None, position: Position, names: Mapping[str, str]) -> str:
    """`Ana’s train` or `the Mexican train`; empty for none."""
    if train is None:
        return ""
    return owned_train(train.name, names)


def owned_train(owner: str, names: Mapping[str, str]) -> str:
    """The train of a seat in words, or the Mexican train."""
    if owner == MEXICAN:
        return say("ruling.mexican-train")
    name = seat_name(owner, names)
    return say("ruling.train-you" if isinstance(name, Reader) else "ruling.train", name=name)


def _why_not(position: Position, move: Move, finding: Finding, names: Mapping[str, str]) -> str:
    train = position.train(move.train) if isinstance(move, Lay) else None
    open_doubles = doubles.binding(position) or tuple(
        double_train for double_train in position.trains if double_train.has_open_double
    )
    facts = {
        "turn": seat_name(position.turn, names),
        "train": train_name(train, position, names) or (move.train if isinstance(move, Lay) else ""),
        "tile": finding.tile,
        "end": finding.end,
        "drawn": position.drawn,
        "doubles": list_of(
            [
                say(
                    "ruling.double-on",
                    tile=tile(double_train.path[-1], double_train.path[-1]),
                    train=train_name(double_train, position, names),
                )
                for double_train in open_doubles
            ],
            "either",
        ),
        "ends": list_of([str(end) for end in drawing.playable_ends(position)], "either") if position.turn else "",
    }
    return say_of(seat_name(move.seat, names), f"reason.{_sentence(position, move, finding)}", **facts)


def _sentence(position: Position, move: Move, finding: Finding) -> str:
    """The code of the sentence for a reason; some reasons have a sentence that says more."""
    if finding.rests_on in ("can-play-in-run", "double-as-extra"):
        return finding.rests_on
    if finding.reason is Reason.ONE_TILE and position.owes:
        return "one-tile-owed"
    if finding.reason is Reason.ONE_TILE and isinstance(move, Lay):
        before = move.tiles[: move.tiles.index(finding.tile)] if finding.tile in move.tiles else ()
        return "one-tile-after-double" if any(domino.is_double for domino in before) else "one-tile"
    return finding.reason


def _allowed(position: Position, move: Move, names: Mapping[str, str]) -> str:
    name = seat_name(move.seat, names)
    if isinstance(move, Lay):
        laid = list_of([str(domino) for domino in move.tiles])
        return say_of(name, "ruling.may-lay", tiles=laid, train=train_name(position.train(move.train), position, names))
    return say_of(name, f"ruling.may-{move.deed}")


def effect_in_words(effect: Effect, about: str, position: Position, names: Mapping[str, str]) -> str:
    """An effect of a move, as a sentence."""
    if effect is Effect.ROUND_ENDS:
        return say(_ENDS[about])
    train = position.train(about)
    is_later = effect is Effect.MARKER_ON and first_turn.binds_to_own_train(position)
    entry = f"{effect}-first-turn" if is_later else effect
    return say_of(seat_name(about, names), f"effect.{entry}", train=train_name(train, position, names))
