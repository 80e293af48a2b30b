"""Drawing and passing: when a player may or must draw or pass, and the duty that comes with a drawn tile."""

from rules.books.options import DrawnTile, Draws, YesNo
from rules.referee.clauses import doubles, first_turn, markers, trains
from rules.referee.question import Finding, Question, Reason
from rules.table.position import Position
from rules.tile import Tile

_CAN_PLAY = Finding(Reason.CAN_PLAY, "can-play")
_DRAW_FIRST = Finding(Reason.DRAW_FIRST, "draw-first")
_HAND_UNKNOWN = {what: Finding(Reason.HAND_UNKNOWN, what) for what in ("draw", "pass")}
_NOTHING_TO_END = Finding(Reason.NOTHING_TO_END, "nothing-to-end")


def can_play(question: Question) -> bool | None:
    """True if the seat to move holds a tile that it may lay; None if that depends on a hidden hand.

    After a draw, only the drawn tile counts or, if it was not shown, any tile in the hand.
    """
    position = question.position
    held = question.hand
    if position.has_drawn and position.drawn is not None:
        held = (position.drawn,)
    if held is None:
        return None if playable_ends(position) else False
    ends = [end for _, end in trains.train_ends(position)]
    for tile in held:
        fits = tile.high in ends or tile.low in ends
        if fits and not (position.owes and doubles.double_as_extra(position, tile)):
            return True
    return False


def playable_ends(position: Position) -> list[int]:
    """The open numbers that the seat to move could play on with a tile not yet on the table, lowest first."""
    ends = sorted({end for _, end in trains.train_ends(position)})
    return [end for end in ends if not position.is_dead(end)]


def drawn_tile_only(position: Position, laid: Tile) -> Finding | None:
    """The reason a tile other than the one just drawn and shown may not be laid (D9-2.4c, D6-10b, D12-4.2)."""
    if position.drawn == laid:
        return None
    return Finding(Reason.DRAWN_TILE_ONLY, "drawn-tile-only")


def why_not_draw(question: Question, able: bool | None) -> list[Finding]:
    """Every reason against drawing now (D9-2.4, D9-3.3a, D9-3.6a, D6-10a, D12-4.1, D12-5.2; custom draws).

    In this module, `able` is the result of `can_play`.
    """
    position = question.position
    if position.has_drawn and position.book.options.draws is Draws.ONE:
        return [Finding(Reason.ONE_DRAW, "one-draw")]
    findings = [] if position.has_drawn else _must_play(position, "draw", able)
    if not position.has_boneyard():
        findings.append(Finding(Reason.BONEYARD_EMPTY, "boneyard-empty"))
    if not first_turn.gives_draw(position):
        findings.append(Finding(Reason.NO_FIRST_TURN_DRAW, "no-first-turn-draw"))
    return findings


def why_not_pass(question: Question, able: bool | None) -> list[Finding]:
    """Every reason against passing now (D9-1.9, D9-2.5, D9-3.3b, D9-3.6b, D6-10c, D6-11, D12-4.2, D12-5.3).

    Players who open their train on purpose need not draw first (custom voluntary-marker).
    """
    position = question.position
    if position.has_drawn:
        return _after_a_draw(question, able)
    findings = _must_play(position, "pass", able)
    if position.has_boneyard() and first_turn.gives_draw(position) and not markers.may_open_on_purpose(position):
        findings.append(_DRAW_FIRST)
    return findings


def why_not_end(question: Question, able: bool | None) -> list[Finding]:
    """Every reason against ending a first-turn run; none if `may_end` is true (D9-1.7, D6-7; custom first-turn)."""
    position = question.position
    if may_end(position):
        return []
    if position.owes:
        return [Finding(Reason.EXTRA_TILE_OWED, "extra-tile-owed")]
    if able and question.hand is not None and not position.has_drawn and _has_to_play(position):
        return [_CAN_PLAY, _NOTHING_TO_END]
    return [_NOTHING_TO_END]


def may_end(position: Position) -> bool:
    """True if the seat to move may end the first-turn run that it has started (D9-1.7, D6-7)."""
    return not position.owes and first_turn.has_run(position)


def _must_play(position: Position, what: str, able: bool | None) -> list[Finding]:
    """The reason the seat may not draw or pass: anybody who can play must (D9-2.4a, D6-10a, D12-4.1; custom must-play).

    A player who has started a run ends it with `done` instead.
    """
    if may_end(position):
        return [Finding(Reason.CAN_PLAY, "can-play-in-run")]
    if able is False or not _has_to_play(position) or (what == "pass" and markers.may_open_on_purpose(position)):
        return []
    return [_CAN_PLAY if able else _HAND_UNKNOWN[what]]


def _has_to_play(position: Position) -> bool:
    return position.book.options.must_play is YesNo.YES


def _after_a_draw(question: Question, able: bool | None) -> list[Finding]:
    position = question.position
    if markers.may_open_on_purpose(position):
        return []
    findings = []
    if not may_keep_drawn(position):
        if able:
            findings = [Finding(Reason.DRAWN_MUST_PLAY, "drawn-must-play")]
        elif able is None:
            findings = [_HAND_UNKNOWN["pass"]]
    if position.book.options.draws is Draws.UNTIL_IT_PLAYS and position.has_boneyard():
        findings.append(_DRAW_FIRST)
    return findings


def may_keep_drawn(position: Position) -> bool:
    """True if a drawn tile that fits may stay in the hand (custom drawn-tile).

    The value `may` makes an exception for covers and extra tiles.
    """
    kept = position.book.options.drawn_tile
    return kept is DrawnTile.MAY_ALWAYS or (
        kept is DrawnTile.MAY and doubles.duty(position) in (doubles.Duty.TURN, doubles.Duty.FIRST)
    )
