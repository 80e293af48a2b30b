"""Undo and Redo on lines from a file: their marks may strike anything, and nothing breaks."""

from collections.abc import Iterable
from datetime import UTC, datetime

from models.ledger.lines import Payload, SheetLine, Stop, Strike, WentOn
from models.sheets.acts import Act, ActHistory, StrikeMark, fold_history

AT = datetime(2026, 3, 5, tzinfo=UTC)


def history_of(*payloads: Payload) -> ActHistory:
    """The history of a sheet with acts of one line each, in this order."""
    lines = [SheetLine(number=n, entry=n, payload=payload, by="Ana", at=AT) for n, payload in enumerate(payloads, 1)]
    acts = [Act(round=0, lines=(line,), about=(), puts_back=False, seats=(), by="Ana", at=AT) for line in lines]
    return fold_history(acts, is_at_tournament=False)


def entries(done: Iterable[Act]) -> list[int]:
    """The entry numbers of acts."""
    return [act.entry for act in done]


def test_an_undo_of_an_earlier_act_takes_that_one_back() -> None:
    history = history_of(Stop(), WentOn(), Strike(strikes=1, mark=StrikeMark.UNDO))

    assert entries(history.done) == [2]
    assert entries(pair.act for pair in history.undone) == [1]


def test_an_undo_and_a_redo_of_what_never_stood_change_nothing() -> None:
    history = history_of(Stop(), *(Strike(strikes=9, mark=mark) for mark in (StrikeMark.UNDO, StrikeMark.REDO)))

    assert (entries(history.done), history.undone) == ([1], ())


def test_an_act_that_is_named_by_nobody_was_seen_by_nobody() -> None:
    history = history_of(Stop(), WentOn())

    assert entries(history.since("0.1")) == [2]
    assert entries(history.since("")) == [1, 2]
    assert history.newest == "0.2"
