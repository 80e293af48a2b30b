"""A ruling: the referee's answer to a move, with every reason, what it rests on, and what the move does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rules.books.customs import Standing
from rules.referee.effects import carry_out
from rules.referee.explanation import explain, what_may_be_done
from rules.referee.grounds import grounds
from rules.referee.question import Effects, Finding, Question, Reason
from rules.table.move import Move
from rules.table.position import Position


class Verdict(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    DEPENDS = "depends"


@dataclass(frozen=True)
class Ruling:
    """What the referee says. `findings` are the reasons; clauses, effects and sentences are worked out when
    asked for. `names` are the players' by seat, if they are known.
    """

    question: Question
    move: Move
    findings: tuple[Finding, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    verdict: Verdict = field(init=False)

    def __post_init__(self) -> None:
        if not self.findings:
            verdict = Verdict.LEGAL
        else:
            only_unknown = all(finding.reason is Reason.HAND_UNKNOWN for finding in self.findings)
            verdict = Verdict.DEPENDS if only_unknown else Verdict.ILLEGAL
        object.__setattr__(self, "verdict", verdict)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason, in the referee's order."""
        return tuple(finding.reason for finding in self.findings)

    @cached_property
    def outcome(self) -> tuple[Position, Effects]:
        """The table after the move, whether allowed or not, and what the move does. A move that cannot be made leaves the same
        table and does nothing.
        """
        return carry_out(self.question, self.move)

    @property
    def effects(self) -> tuple[str, ...]:
        """What the move does, in order: `starts A`, `next B`."""
        return tuple(f"{effect} {about}" for effect, about in self.outcome[1])

    @cached_property
    def rests_on(self) -> tuple[str, ...]:
        """The entries of the rule book's ruling table that decide this."""
        return grounds(self.question, self.move, self.findings)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the rule set that decide this."""
        rulings = self.question.position.book.rulings
        return tuple(dict.fromkeys(id for entry in self.rests_on for id in rulings[entry].clauses))

    @cached_property
    def customs(self) -> tuple[str, ...]:
        """The customs that decide this where the rule set is silent, and the house rules among them."""
        book = self.question.position.book
        silent = [custom for entry in self.rests_on for custom in book.rulings[entry].customs]
        decide = [option for entry in self.rests_on for option in book.rulings[entry].options]
        changed = [option for option in decide if option in book.house_rules]
        return tuple(dict.fromkeys(silent + changed))

    @property
    def standing(self) -> Standing:
        """Whether a custom decides, a clause implies, or a clause says it."""
        if self.customs:
            return Standing.CUSTOM
        rulings = self.question.position.book.rulings
        implied = any(rulings[entry].is_implied for entry in self.rests_on)
        return Standing.IMPLIED if implied else Standing.STATED

    @property
    def explanation(self) -> str:
        """Sentences for the people at this table, with their names where they are known, their tiles and their trains.

        They are in the language that is spoken, so that a ruling may be kept for readers of several.
        """
        return explain(self.question, self.move, self.findings, self.names)

    @cached_property
    def instead(self) -> tuple[str, ...]:
        """What the seat may do where this is not legal, as moves; a hidden tile is written with a question mark."""
        if self.verdict is Verdict.LEGAL or self.move.seat != self.question.position.turn:
            return ()
        return what_may_be_done(self.question)
