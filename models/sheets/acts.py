"""Undo and Redo: the acts on a sheet, or at the table of a tracked round, in order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from models.ledger.games import Game
from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Stop,
    Strike,
    WentOn,
)
from models.ledger.moves import MoveStruck, RoundLine, TableLaid, moves_of
from models.sheets.sheet import Sheet
from models.sheets.striking import AnyLine


class StrikeMark(StrEnum):
    """The text of a strike made by Undo or Redo. The text of a strike by hand is empty."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act: lines that were entered together, on the sheet (round 0) or in a tracked round.

    `about` are the lines that its strikes ultimately refer to; `puts_back` is true if those lines count again.
    `seats` are the seats of a tracked round, in the order of their letters.
    """

    round: int
    lines: Sequence[AnyLine]
    about: Sequence[AnyLine]
    puts_back: bool
    seats: tuple[int, ...]
    by: str
    at: datetime

    @property
    def entry(self) -> int:
        """The number of the act's first line."""
        return self.lines[0].entry

    @property
    def name(self) -> str:
        """The name by which a form refers to the act."""
        return f"{self.round}.{self.entry}"

    @property
    def mark(self) -> str:
        """The Undo or Redo mark, if one of them made the act; otherwise empty."""
        first = self.lines[0].payload
        return first.mark if isinstance(first, Strike | MoveStruck) else ""


@dataclass(frozen=True, slots=True)
class UndoneAct:
    """An act that was undone, and the act that undid it. Redo strikes the second to bring back the first."""

    act: Act
    taken_back_by: Act


@dataclass(frozen=True, slots=True)
class ActHistory:
    """All acts in order.

    `done` are the acts that Undo can undo, `undone` those that Redo can bring back; the last in each list is the
    next to be undone or redone. `overtaken` are the acts undone right before the newest act; Redo can no longer
    bring them back.
    """

    acts: Sequence[Act]
    done: Sequence[Act]
    undone: Sequence[UndoneAct]
    overtaken: Sequence[UndoneAct]

    @property
    def newest(self) -> str:
        """The newest act's name, sent with a form to check that nothing has been done since; empty if there is no act."""
        return self.acts[-1].name if self.acts else ""

    def since(self, name: str) -> Sequence[Act]:
        """The acts after the act with this name; all acts if none has this name."""
        names = [act.name for act in self.acts]
        return self.acts[names.index(name) + 1 :] if name in names else self.acts


def load_history(game: Game, sheet: Sheet, round: int = 0, read: Sequence[RoundLine] = ()) -> ActHistory:
    """The acts on the sheet, or at the table of a tracked round. `read` are the round's lines, if already read."""
    lines: Sequence[AnyLine] = read or moves_of(game, round) if round else sheet.lines
    return fold_history(_acts(round, lines), is_at_tournament=game.tournament_id is not None)


def _acts(round: int, lines: Sequence[AnyLine]) -> Iterator[Act]:
    """The lines grouped into acts, each with the lines that its strikes ultimately refer to."""
    roots: dict[int, tuple[AnyLine, int]] = {}
    seats: tuple[int, ...] = ()
    for _, group in groupby(lines, key=lambda line: line.entry):
        together = tuple(group)
        for line in together:
            root, strikes = roots[line.strikes] if line.strikes is not None else (line, -1)
            roots[line.number] = root, strikes + 1
            seats = line.payload.seats if isinstance(line.payload, TableLaid) else seats
        traced = [roots[line.number] for line in together if line.strikes is not None]
        yield Act(
            round=round,
            lines=together,
            about=tuple(root for root, _ in traced),
            puts_back=bool(traced) and traced[0][1] % 2 == 0,
            seats=seats,
            by=together[0].by,
            at=together[0].at,
        )


# At a tournament table, only the referee can undo acts of these kinds. The Undo button stops at the newest of them.
_FOR_THE_REFEREE = (Confirmation, Arrival, Departure, NewRules, Stop, WentOn)


def fold_history(acts: Iterable[Act], *, is_at_tournament: bool) -> ActHistory:
    """The history that these acts make up; `is_at_tournament` says whether the game is a tournament table."""
    in_order, done, undone, overtaken = tuple(acts), list[Act](), list[UndoneAct](), list[UndoneAct]()
    for act in in_order:
        if act.mark == StrikeMark.UNDO:
            at = _last(done, act)
            undone += [UndoneAct(done.pop(at), act)] if at is not None else []
            overtaken = []
        elif act.mark == StrikeMark.REDO:
            at = _last([pair.taken_back_by for pair in undone], act)
            done += [undone.pop(at).act] if at is not None else []
        else:
            overtaken, undone = undone, []
            if is_at_tournament and any(
                isinstance(line.payload, _FOR_THE_REFEREE) for line in (*act.lines, *act.about)
            ):
                done.clear()
            else:
                done.append(act)
    return ActHistory(in_order, tuple(done), tuple(undone), tuple(overtaken))


def _last(acts: Sequence[Act], strikes: Act) -> int | None:
    """The index of the newest of these acts that this act strikes; None if it strikes none of them."""
    struck = strikes.lines[0].strikes
    return next((at for at in range(len(acts) - 1, -1, -1) if struck in {line.number for line in acts[at].lines}), None)
