"""Undo and Redo: the acts of a game in order, on its sheet and in its kept rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from itertools import groupby

from models.ledger.games import Game
from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Payload,
    SheetLine,
    Signature,
    Stop,
    Strike,
    WentOn,
    lines_of,
    signatures_of,
)
from models.ledger.moves import MoveStruck, RoundLine, TableLaid, moves_of_game, newest_moves_of
from models.sheets.sheet import Sheet

AnyLine = SheetLine[Payload] | RoundLine


class StrikeMark(StrEnum):
    """The text of a strike made by Undo or Redo. The text of a strike by hand is empty."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act: lines that were entered together, on the sheet (round 0) or in a kept round.

    `about` are the lines that its strikes are about in the end; `puts_back` says that it made them count again. `seats` are the
    seats by letter in a kept round.
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
        """Its name in a form."""
        return f"{self.round}.{self.entry}"

    @property
    def mark(self) -> str:
        """The mark of Undo or Redo if one of them made it; empty for any other act."""
        first = self.lines[0].payload
        return first.mark if isinstance(first, Strike | MoveStruck) else ""


@dataclass(frozen=True, slots=True)
class UndoneAct:
    """An act that Undo took back, and the act that did so. Redo strikes the second one to bring the first one back."""

    act: Act
    taken_back_by: Act


@dataclass(frozen=True, slots=True)
class ActHistory:
    """Every act of a game in order.

    `done` are the acts that Undo can take back, `undone` those that Redo can bring back. In both lists the next act is last.
    """

    acts: Sequence[Act]
    done: Sequence[Act]
    undone: Sequence[UndoneAct]

    @property
    def newest(self) -> str:
        """The name of the newest act in a form, to see that nothing was done since; empty if there is no act."""
        return self.acts[-1].name if self.acts else ""

    def since(self, name: str) -> Sequence[Act]:
        """The acts after the act with this name; all acts if none has this name."""
        names = [act.name for act in self.acts]
        return self.acts[names.index(name) + 1 :] if name in names else self.acts


def load_history(game: Game, sheet: Sheet) -> ActHistory:
    """The history of a game up to now, worked out once for all phones that look at it."""
    return _load_history(game.ref, sheet.revision, newest_moves_of(game.id), game.id, game.tournament_id is not None)


@lru_cache(maxsize=32)
def _load_history(
    _ref: str, _revision: int, _moves: tuple[tuple[int, int, datetime], ...], game_id: int, is_at_tournament: bool
) -> ActHistory:
    return fold_history(acts_of(game_id), is_at_tournament=is_at_tournament)


def acts_of(game_id: int) -> list[Act]:
    """Every act of a game, in the order in which the acts were entered."""
    acts: list[Act] = []
    for round, noted in moves_of_game(game_id).items():
        acts += _acts(round, noted, {line.number: Signature(line.by, line.at) for line in noted})
    acts += _acts(0, lines_of(game_id), signatures_of(game_id))
    return sorted(acts, key=lambda act: act.at)


def _acts(round: int, lines: Sequence[AnyLine], signed: Mapping[int, Signature]) -> Iterator[Act]:
    """The acts of one sheet or kept round. If a clock was once put back, an act takes the time of the act before it."""
    roots: dict[int, tuple[AnyLine, int]] = {}
    seats: tuple[int, ...] = ()
    latest: datetime | None = None
    for _, group in groupby(lines, key=lambda line: line.entry):
        together = tuple(group)
        by, at = signed[together[0].number]
        latest = at if latest is None else max(latest, at)
        for line in together:
            root, deep = roots[line.strikes] if line.strikes is not None else (line, -1)
            roots[line.number] = root, deep + 1
            seats = line.payload.seats if isinstance(line.payload, TableLaid) else seats
        traced = [roots[line.number] for line in together if line.strikes is not None]
        yield Act(
            round=round,
            lines=together,
            about=tuple(root for root, _ in traced),
            puts_back=bool(traced) and traced[0][1] % 2 == 0,
            seats=seats,
            by=by,
            at=latest,
        )


# At a tournament's table only the referee takes these back. Undo cannot take them back, nor anything before them.
_FOR_THE_REFEREE = (Confirmation, Arrival, Departure, NewRules, Stop, WentOn)


def fold_history(acts: Sequence[Act], *, is_at_tournament: bool) -> ActHistory:
    """The history that these acts make; `is_at_tournament` says that the game is a tournament's table."""
    done: list[Act] = []
    undone: list[UndoneAct] = []
    for act in acts:
        if act.mark == StrikeMark.UNDO:
            at = _last(done, act)
            undone += [UndoneAct(done.pop(at), act)] if at is not None else []
        elif act.mark == StrikeMark.REDO:
            at = _last([one.taken_back_by for one in undone], act)
            done += [undone.pop(at).act] if at is not None else []
        else:
            undone.clear()
            if is_at_tournament and any(
                isinstance(line.payload, _FOR_THE_REFEREE) for line in (*act.lines, *act.about)
            ):
                done.clear()
            else:
                done.append(act)
    return ActHistory(tuple(acts), tuple(done), tuple(undone))


def _last(acts: Sequence[Act], strikes: Act) -> int | None:
    """The index of the newest of these acts that this act strikes; None if it strikes none of them."""
    struck = strikes.lines[0].strikes
    for at in range(len(acts) - 1, -1, -1):
        if acts[at].round == strikes.round and any(line.number == struck for line in acts[at].lines):
            return at
    return None
