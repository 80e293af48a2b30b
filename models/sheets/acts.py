"""Undo and Redo: the acts of a game in order, on its sheet and in its kept rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from itertools import groupby

from models.ledger.games import Game
from models.ledger.known_lines import may_remember
from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Payload,
    SheetLine,
    Stop,
    Strike,
    WentOn,
)
from models.ledger.moves import MoveStruck, RoundLine, TableLaid, moves_of, newest_moves_of
from models.sheets.newest import Newest
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

    @property
    def newest_at(self) -> datetime | None:
        """The moment of the newest act; None if there is no act."""
        return self.acts[-1].at if self.acts else None

    def since(self, name: str) -> Sequence[Act]:
        """The acts after the act with this name; all acts if none has this name."""
        names = [act.name for act in self.acts]
        return self.acts[names.index(name) + 1 :] if name in names else self.acts


@dataclass(frozen=True, slots=True)
class _Told:
    """The lines of a sheet or a kept round that acts were made of, and what later ones need to know about them.

    `roots` has for each line the line that it is about in the end, and how many strikes lie between them. `seats` are those of
    the newest table, `latest` is the moment of the last act.
    """

    lines: tuple[AnyLine, ...] = ()
    roots: Mapping[int, tuple[AnyLine, int]] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    latest: datetime | None = None


@dataclass(frozen=True, slots=True)
class _History:
    """A history, and the lines that it was made of, by round (0 for the sheet)."""

    history: ActHistory
    told: Mapping[int, _Told]


_NOTHING = _History(ActHistory((), (), ()), {})


def load_history(game: Game, sheet: Sheet, has_moves: bool = True) -> ActHistory:
    """The history of a game up to now. It goes on from the newest one that this process has made of the game.

    Without `has_moves` no round has a kept table, and none is read.
    """
    newest = _newest(game.id, game.renamings)
    known = newest.made or _NOTHING
    entered = (_entered(game, known) if has_moves else {}) | {0: sheet.lines}
    known = _go_on(known, entered, is_at_tournament=game.tournament_id is not None)
    if may_remember():
        newest.made = known
    return known.history


@lru_cache(maxsize=256)
def _newest(_game_id: int, _renamings: int) -> Newest[_History]:
    return Newest()


def _entered(game: Game, known: _History) -> dict[int, tuple[AnyLine, ...]]:
    """Every line of each kept round, by the round's number."""
    entered: dict[int, tuple[AnyLine, ...]] = {}
    for round, number, at in newest_moves_of(game.id):
        lines = known.told[round].lines if round in known.told else ()
        is_known = lines and (lines[-1].number, lines[-1].at) == (number, at)
        entered[round] = lines if is_known else moves_of(game, round)
    return entered


def _go_on(known: _History, entered: Mapping[int, tuple[AnyLine, ...]], *, is_at_tournament: bool) -> _History:
    """The history that these lines make. It begins with what is known of them, if everything new came later."""
    told, new = {}, []
    for round, lines in entered.items():
        before = known.told.get(round, _Told())
        if lines[: len(before.lines)] != before.lines:
            return _go_on(_NOTHING, entered, is_at_tournament=is_at_tournament)
        acts, told[round] = _acts(round, lines, before)
        new += acts
    new.sort(key=lambda act: act.at)
    is_later = not new or not known.history.acts or new[0].at > known.history.acts[-1].at
    if not is_later or not known.told.keys() <= told.keys():
        return _go_on(_NOTHING, entered, is_at_tournament=is_at_tournament)
    return _History(fold_history(new, known.history, is_at_tournament=is_at_tournament), told)


def _acts(round: int, lines: tuple[AnyLine, ...], told: _Told) -> tuple[list[Act], _Told]:
    """The acts of one sheet or kept round after those that are told, and then everything that is told.

    If a clock was once put back, an act takes the time of the act before it.
    """
    if len(lines) == len(told.lines):
        return [], told
    roots, seats, latest, acts = dict(told.roots), told.seats, told.latest, []
    for _, group in groupby(lines[len(told.lines) :], key=lambda line: line.entry):
        together = tuple(group)
        at = together[0].at
        latest = at if latest is None else max(latest, at)
        for line in together:
            root, deep = roots[line.strikes] if line.strikes is not None else (line, -1)
            roots[line.number] = root, deep + 1
            seats = line.payload.seats if isinstance(line.payload, TableLaid) else seats
        traced = [roots[line.number] for line in together if line.strikes is not None]
        acts.append(
            Act(
                round=round,
                lines=together,
                about=tuple(root for root, _ in traced),
                puts_back=bool(traced) and traced[0][1] % 2 == 0,
                seats=seats,
                by=together[0].by,
                at=latest,
            )
        )
    return acts, _Told(lines, roots, seats, latest)


# At a tournament's table only the referee takes these back. Undo cannot take them back, nor anything before them.
_FOR_THE_REFEREE = (Confirmation, Arrival, Departure, NewRules, Stop, WentOn)


def fold_history(acts: Sequence[Act], before: ActHistory = _NOTHING.history, *, is_at_tournament: bool) -> ActHistory:
    """The history that these acts make after those `before` them; `is_at_tournament` says that the game is a tournament's table."""
    done, undone = list(before.done), list(before.undone)
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
    return ActHistory((*before.acts, *acts), tuple(done), tuple(undone))


def _last(acts: Sequence[Act], strikes: Act) -> int | None:
    """The index of the newest of these acts that this act strikes; None if it strikes none of them."""
    struck = strikes.lines[0].strikes
    for at in range(len(acts) - 1, -1, -1):
        if acts[at].round == strikes.round and any(line.number == struck for line in acts[at].lines):
            return at
    return None
