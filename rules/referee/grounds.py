"""The grounds of a ruling: the entries of the rule book's ruling table that decide it."""

from rules.referee.clauses import doubles, drawing, first_turn, tap
from rules.referee.clauses.doubles import Duty
from rules.referee.question import Effect, Effects, Finding, Question, Reason
from rules.table.move import Done, Draw, Lay, Move, Pass
from rules.table.position import MEXICAN, Position, Train


def grounds(question: Question, move: Move, findings: tuple[Finding, ...], effects: Effects) -> tuple[str, ...]:
    """The entries of the ruling table behind the reasons against a move, or behind an allowed move with these effects."""
    position = question.position
    duty = doubles.duty(position) if position.turn else Duty.TURN
    if any(finding.reason is not Reason.HAND_UNKNOWN for finding in findings):
        against = [_entry(position, finding.rests_on, duty) for finding in findings if finding.rests_on]
        return tuple(against + _dead(position, duty))
    if isinstance(move, Lay):
        return tuple(_for_laying(question, move, duty, effects))
    if isinstance(move, Draw):
        return (_entry(position, "draw", duty), *_dead(position, duty))
    if isinstance(move, Pass):
        return tuple(_for_passing(question, duty, effects))
    if isinstance(move, Done):
        entries = ["done", "run-double"] if position.own.has_open_double else ["done"]
        return tuple(entries + _ends_first_turns(position, effects))
    return ("caught",)


def _dead(position: Position, duty: Duty) -> list[str]:
    """The entry for a double that nobody can cover, which holds up play only by custom."""
    return ["dead-double"] if duty is Duty.COVER and doubles.has_dead(position) else []


def _ends_first_turns(position: Position, effects: Effects) -> list[str]:
    """The entry for a round that ends after everybody's first turn because a player is out."""
    over = (Effect.ROUND_ENDS, "out") in effects and first_turn.others_finish(position)
    return ["out.first"] if over else []


def _entry(position: Position, name: str, duty: Duty) -> str:
    """The entry for this duty if the book has one, or else the general entry."""
    special = f"{name}.{duty}"
    return special if special in position.book.rulings else name


def _for_laying(question: Question, move: Lay, duty: Duty, effects: Effects) -> list[str]:
    position, first = question.position, move.tiles[0]
    train = position.train(move.train)
    assert train is not None  # noqa: S101 (a legal move has a train)
    entries = [_where(position, train, duty, first.is_double)]
    kinds = [effect for effect, _ in effects]
    if Effect.STARTS in kinds and duty is not Duty.FIRST:
        entries.insert(0, "start.mexican" if train.name == MEXICAN else "start.own")
    elif Effect.STARTS in kinds and train.name != MEXICAN:
        entries.append("start.own")
    if duty is Duty.COVER and len(doubles.binding(position)) > 1:
        entries.append("lay.cover.several")
    if duty is Duty.COVER and not train.has_marker and train.name not in (MEXICAN, position.turn):
        entries.append("lay.cover.closed")
    if duty is Duty.EXTRA and Effect.STARTS in kinds and train.name == MEXICAN:
        entries.append("extra-starts-mexican")
    if duty is Duty.FIRST and any(other.has_open_double for other in position.trains if other is not train):
        entries.append("first-before-cover")
    if position.has_drawn:
        entries.insert(0, _entry(position, "drawn", duty))
    if Effect.MARKER_OFF in kinds:
        entries.insert(0, "marker-off")
    elif position.own.has_marker:
        entries.append("marker-stays")
    if Effect.OUT in kinds:
        entries.insert(0, _out(position, move))
    elif Effect.OWES in kinds:
        entries = ["double", *entries, *_ends_first_turns(position, effects)]
    elif Effect.OPENS in kinds:
        entries.insert(0, "run-double")
    count = position.own.count if question.hand is None else len(question.hand)
    if tap.is_due(position, count) and move.tap:
        entries.insert(0, "tap")
    return entries


def _where(position: Position, train: Train, duty: Duty, is_double: bool) -> str:
    if duty is Duty.COVER:
        return "lay.cover.after-first-turn" if position.number == 2 else "lay.cover"
    if duty is Duty.EXTRA and is_double:
        return "lay.extra.is-double"
    if duty is Duty.EXTRA:
        return "lay.extra.double" if train.has_open_double else "lay.extra.elsewhere"
    is_own = train.name == position.turn
    if duty is Duty.FIRST and train.name == MEXICAN:
        return "lay.first.extend" if train.path else "lay.first.mexican"
    if duty is Duty.FIRST:
        return "lay.first.own" if is_own else "lay.first.marked"
    if train.name == MEXICAN:
        return "lay.turn.mexican"
    return "lay.turn.own" if is_own else "lay.turn.marked"


def _out(position: Position, move: Lay) -> str:
    if first_turn.others_finish(position):
        return "out.first"
    return "out.double" if move.tiles[-1].is_double else "out"


def _for_passing(question: Question, duty: Duty, effects: Effects) -> list[str]:
    position = question.position
    entries = [_entry(position, "pass", duty)]
    if position.has_drawn and drawing.may_keep_drawn(position) and drawing.can_play(question) is not False:
        entries.append("drawn-kept")
    if not position.has_boneyard():
        entries.append("pass-empty")
    if (Effect.ROUND_ENDS, "blocked") in effects:
        entries.append("blocked")
    return entries + _dead(position, duty) + _ends_first_turns(position, effects)
