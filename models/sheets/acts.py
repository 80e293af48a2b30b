"""Undo and Redo: the acts on a sheet, or at the table of a kept round, in order."""

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
    """An act: lines that were entered together, on the sheet (round 0) or in a kept round.

    `about` are the lines that its strikes are ultimately about; `puts_back` says that it made them count again.
    `seats` are the seats by letter in a kept round.
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
        """The number of its first line."""
        return self.lines[0].entry

    @property
    def name(self) -> str:
        """The name of the act in a form."""
        return f"{self.round}.{self.entry}"

    @property
    def mark(self) -> str:
        """The mark of Undo or Redo if one of them made it; empty for any other act."""
        first = self.lines[0].payload
        return first.mark if isinstance(first, Strike | MoveStruck) else ""


@dataclass(frozen=True, slots=True)
class UndoneAct:
    """An act that Undo undid, and the act that did so. Redo strikes the second one to bring the first one back."""

    act: Act
    taken_back_by: Act


@dataclass(frozen=True, slots=True)
class ActHistory:
    """Every act in order.

    `done` are the acts that Undo can undo, `undone` those that Redo can bring back. In both lists the next act is last.
    `overtaken` are the acts undone directly before the newest act, which Redo can no longer reach.
    """

    acts: Sequence[Act]
    done: Sequence[Act]
    undone: Sequence[UndoneAct]
    overtaken: Sequence[UndoneAct]

    @property
    def newest(self) -> str:
        """The name of the newest act in a form, to check that nothing was done since; empty if there is no act."""
        return self.acts[-1].name if self.acts else ""

    def since(self, name: str) -> Sequence[Act]:
        """The acts after the act with this name; all acts if none has this name."""
        names = [act.name for act in self.acts]
        return self.acts[names.index(name) + 1 :] if name in names else self.acts


def load_history(game: Game, sheet: Sheet, round: int = 0, read: Sequence[RoundLine] = ()) -> ActHistory:
    """The acts of the sheet, or those at the table of a kept round. `read` are its lines, if already read."""
    lines: Sequence[AnyLine] = read or moves_of(game, round) if round else sheet.lines
    return fold_history(_acts(round, lines), is_at_tournament=game.tournament_id is not None)


def _acts(round: int, lines: Sequence[AnyLine]) -> Iterator[Act]:
    """Lines that were entered together, each group with what its strikes ultimately refer to."""
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


# At a tournament's table only the referee takes these back. Undo cannot take them back, nor anything before them.
_FOR_THE_REFEREE = (Confirmation, Arrival, Departure, NewRules, Stop, WentOn)


def fold_history(acts: Iterable[Act], *, is_at_tournament: bool) -> ActHistory:
    """The history that these acts make; `is_at_tournament` says that the game is a tournament's table."""
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
