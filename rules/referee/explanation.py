"""A ruling in words for the people at the table: the reasons against a move, or its effects."""

from collections.abc import Iterable, Mapping

from rules.referee.clauses import doubles, drawing, first_turn, trains
from rules.referee.playable import playable
from rules.referee.question import Effect, Effects, Finding, Question, Reason, TrainEnd
from rules.table.move import Done, Draw, Lay, Move, Pass
from rules.table.notation import write_move
from rules.table.position import MEXICAN, Position
from rules.tile import tile
from rules.wording import Reader, list_of, say, say_of


def explain(
    position: Position, move: Move, findings: tuple[Finding, ...], effects: Effects, names: Mapping[str, str]
) -> tuple[str, ...]:
    """A sentence for each reason against the move or, if it is allowed, one that says so and one for each effect."""
    if findings:
        # A player who has begun a run ends it instead of drawing.
        in_run = any(finding.rests_on == "can-play-in-run" for finding in findings)
        reasons = [finding for finding in findings if not (in_run and finding.reason is Reason.DRAW_FIRST)]
        return tuple(_why_not(position, move, finding, names) for finding in reasons)
    sentences = [_allowed(position, move, names)]
    sentences += [effect_in_words(effect, about, position, names) for effect, about in effects]
    return tuple(sentence for sentence in sentences if sentence)


def what_may_be_done(question: Question) -> tuple[str, ...]:
    """The moves that the seat to move may make; if its hand is hidden, only the matching end is given: `A 7-?@M`."""
    position = question.position
    seat = position.turn
    if question.hand is not None or position.drawn is not None:
        moves = [write_move(move) for move in playable(question)]
    else:
        left = drawing.playable_ends(position)
        moves = [f"{seat} {end}-?@{train.name}" for train, end in trains.train_ends(position) if end in left]
    deeds = ((Draw(seat), drawing.why_not_draw), (Pass(seat), drawing.why_not_pass), (Done(seat), drawing.why_not_end))
    for move, why_not in deeds:
        if all(finding.reason is Reason.HAND_UNKNOWN for finding in why_not(question, drawing.can_play(question))):
            moves.append(write_move(move))
    return tuple(moves)


def seat_name(seat: str, names: Mapping[str, str]) -> str:
    """The name of the player in a seat, or the letter of the seat."""
    return names.get(seat, seat)


def train_name(owner: str, names: Mapping[str, str]) -> str:
    """A train in words: `Ana’s train` or `the Mexican train`."""
    if owner == MEXICAN:
        return say("ruling.mexican-train")
    name = seat_name(owner, names)
    return say("ruling.train-you" if isinstance(name, Reader) else "ruling.train", name=name)


def doubles_in_words(places: Iterable[TrainEnd], names: Mapping[str, str]) -> str:
    """The doubles at the ends of these trains: `the 7-7 on Ana’s train or the 3-3 on the Mexican train`."""
    doubles_on = [
        say("ruling.double-on", tile=tile(end, end), train=train_name(train.name, names)) for train, end in places
    ]
    return list_of(doubles_on, "either")


def _why_not(position: Position, move: Move, finding: Finding, names: Mapping[str, str]) -> str:
    laid_on = move.train if isinstance(move, Lay) else ""
    open_doubles = doubles.binding(position) or [train for train in position.trains if train.has_open_double]
    facts = {
        "turn": seat_name(position.turn, names),
        "train": train_name(laid_on, names) if position.train(laid_on) else laid_on,
        "tile": finding.tile,
        "end": finding.end,
        "drawn": position.drawn,
        "doubles": doubles_in_words([(train, position.end(train)) for train in open_doubles], names),
        "ends": list_of([str(end) for end in drawing.playable_ends(position)], "either") if position.turn else "",
    }
    return say_of(seat_name(move.seat, names), f"reason.{_sentence(position, move, finding)}", **facts)


def _sentence(position: Position, move: Move, finding: Finding) -> str:
    """The code of the sentence that states a reason; some reasons have a more specific sentence."""
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
        return say_of(name, "ruling.may-lay", tiles=laid, train=train_name(move.train, names))
    return say_of(name, f"ruling.may-{move.deed}")


def effect_in_words(effect: Effect, about: str, position: Position, names: Mapping[str, str]) -> str:
    """An effect of a move, as a sentence."""
    if effect is Effect.ROUND_ENDS:
        return say(f"ruling.ends-{about}")
    is_later = effect is Effect.MARKER_ON and first_turn.binds_to_own_train(position)
    entry = f"{effect}-first-turn" if is_later else effect
    return say_of(seat_name(about, names), f"effect.{entry}", train=train_name(about, names))
