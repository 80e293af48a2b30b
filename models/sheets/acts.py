"""The acts of a game, on its sheet and at its kept tables, in order: Undo takes them back, and Redo brings them again."""

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


class Mark(StrEnum):
    """The text of a strike that Undo or Redo has made. The text of a strike by hand is empty."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Lines that were entered together: on the sheet, which is round 0, or at the table of a round.

    `about` are the lines that its strikes are about in the end, and `puts_back` says that it made them count again. `seats` are
    the seats by letter at a kept table.
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
        """Whether Undo or Redo has made it; empty for anything else."""
        first = self.lines[0].payload
        return first.mark if isinstance(first, Strike | MoveStruck) else ""


@dataclass(frozen=True, slots=True)
class Undone:
    """An act that was taken back, and the act that did it: striking that one brings the other again."""

    act: Act
    taken_back_by: Act


@dataclass(frozen=True, slots=True)
class History:
    """Every act of a game in order; those that Undo takes back, and those that Redo brings again, the next one last."""

    acts: Sequence[Act]
    done: Sequence[Act]
    undone: Sequence[Undone]

    @property
    def newest(self) -> str:
        """The newest act as a form calls it: nothing more was done since."""
        return self.acts[-1].name if self.acts else ""

    def since(self, name: str) -> Sequence[Act]:
        """The acts since the act of this name; all acts if there is none of this name."""
        names = [act.name for act in self.acts]
        return self.acts[names.index(name) + 1 :] if name in names else self.acts


def load_history(game: Game, sheet: Sheet) -> History:
    """The acts of a game up to now, worked out once for all phones that look at it."""
    return _load_history(game.ref, sheet.revision, newest_moves_of(game.id), game.id, game.tournament_id is not None)


@lru_cache(maxsize=32)
def _load_history(
    _ref: str, _revision: int, _moves: tuple[tuple[int, int, datetime], ...], game_id: int, in_hall: bool
) -> History:
    return fold_history(acts_of(game_id), in_hall=in_hall)


def acts_of(game_id: int) -> list[Act]:
    """Every act of a game, in the order in which they were entered."""
    acts: list[Act] = []
    for round, noted in moves_of_game(game_id).items():
        acts += _acts(round, noted, {line.number: Signature(line.by, line.at) for line in noted})
    acts += _acts(0, lines_of(game_id), signatures_of(game_id))
    return sorted(acts, key=lambda act: act.at)


def _acts(round: int, lines: Sequence[AnyLine], signed: Mapping[int, Signature]) -> Iterator[Act]:
    """The acts of one sheet or table. None is earlier than the one before it: clocks were put back, and that was kept once."""
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


# What at a tournament's table only its referee takes back: not in one tap, and nothing that lies before it.
_FOR_THE_REFEREE = (Confirmation, Arrival, Departure, NewRules, Stop, WentOn)


def fold_history(acts: Sequence[Act], *, in_hall: bool) -> History:
    """The history that these acts make; `in_hall` at a tournament's table."""
    done: list[Act] = []
    undone: list[Undone] = []
    for act in acts:
        if act.mark == Mark.UNDO:
            at = _last(done, act)
            undone += [Undone(done.pop(at), act)] if at is not None else []
        elif act.mark == Mark.REDO:
            at = _last([one.taken_back_by for one in undone], act)
            done += [undone.pop(at).act] if at is not None else []
        else:
            undone.clear()
            if in_hall and any(isinstance(line.payload, _FOR_THE_REFEREE) for line in (*act.lines, *act.about)):
                done.clear()
            else:
                done.append(act)
    return History(tuple(acts), tuple(done), tuple(undone))


def _last(acts: Sequence[Act], strikes: Act) -> int | None:
    """The place of the newest of these acts that is struck by this one."""
    struck = strikes.lines[0].strikes
    for at in range(len(acts) - 1, -1, -1):
        if acts[at].round == strikes.round and any(line.number == struck for line in acts[at].lines):
            return at
    return None
