"""Undo and Redo on lines from a file: their marks may strike anything, and nothing breaks."""

from collections.abc import Sequence
from datetime import UTC, datetime

from models.ledger.lines import Payload, SheetLine, Stop, Strike, WentOn
from models.sheets.acts import Act, StrikeMark, fold_history

AT = datetime(2026, 3, 5, tzinfo=UTC)


def acts(*payloads: Payload) -> list[Act]:
    """Acts of one line each on a sheet, in this order."""
    return [
        Act(
            round=0,
            lines=(SheetLine(number=number, entry=number, payload=payload, by="Ana", at=AT),),
            about=(),
            puts_back=False,
            seats=(),
            by="Ana",
            at=AT,
        )
        for number, payload in enumerate(payloads, 1)
    ]


def entries(done: Sequence[Act]) -> list[int]:
    """The entry numbers of acts."""
    return [act.entry for act in done]


def test_an_undo_of_an_earlier_act_takes_that_one_back() -> None:
    history = fold_history(acts(Stop(), WentOn(), Strike(strikes=1, mark=StrikeMark.UNDO)), is_at_tournament=False)

    assert entries(history.done) == [2]
    assert entries([pair.act for pair in history.undone]) == [1]


def test_an_undo_and_a_redo_of_what_never_stood_change_nothing() -> None:
    history = fold_history(
        acts(Stop(), Strike(strikes=9, mark=StrikeMark.UNDO), Strike(strikes=9, mark=StrikeMark.REDO)),
        is_at_tournament=False,
    )

    assert (entries(history.done), history.undone) == ([1], ())


def test_an_act_that_is_named_by_nobody_was_seen_by_nobody() -> None:
    history = fold_history(acts(Stop(), WentOn()), is_at_tournament=False)

    assert entries(history.since("0.1")) == [2]
    assert entries(history.since("")) == [1, 2]
    assert history.newest == "0.2"
