"""A ruling: the referee's answer to a move, with every reason, the grounds and the effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.books.customs import Basis
from rules.referee.effects import carry_out
from rules.referee.explanation import explain, what_may_be_done
from rules.referee.grounds import grounds
from rules.referee.question import Effects, Finding, Question, Reason
from rules.table.move import Move
from rules.table.position import Position


class Verdict(StrEnum):
    """The referee's answer in a word; `depends` if a hidden hand makes the difference."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DEPENDS = "depends"


@dataclass(frozen=True)
class Ruling:
    """The referee's answer to a move. Clauses, effects and sentences are computed on demand.

    `findings` are the reasons against the move; `names` are the players' names by seat, if known.
    """

    question: Question
    move: Move
    findings: tuple[Finding, ...]
    names: Mapping[str, str]

    @property
    def verdict(self) -> Verdict:
        """The answer in a word."""
        if not self.findings:
            return Verdict.LEGAL
        only_unknown = all(finding.reason is Reason.HAND_UNKNOWN for finding in self.findings)
        return Verdict.DEPENDS if only_unknown else Verdict.ILLEGAL

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason, in the referee's order."""
        return tuple(finding.reason for finding in self.findings)

    @cached_property
    def outcome(self) -> tuple[Position, Effects]:
        """The table after the move, allowed or not, and the effects of the move.

        A move that cannot be made leaves the table as it is and has no effects.
        """
        return carry_out(self.question, self.move)

    @property
    def effects(self) -> tuple[str, ...]:
        """The effects of the move, in order: `starts A`, `next B`."""
        return tuple(f"{effect} {about}" for effect, about in self.outcome[1])

    @cached_property
    def rests_on(self) -> tuple[str, ...]:
        """The entries in the rule book's ruling table that decide this ruling."""
        return grounds(self.question, self.move, self.findings, self.outcome[1])

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the rule set that decide this ruling."""
        rulings = self.question.position.book.rulings
        return tuple(dict.fromkeys(id for entry in self.rests_on for id in rulings[entry].clauses))

    @cached_property
    def customs(self) -> tuple[str, ...]:
        """The customs that decide this ruling where the rule set is silent, and the house rules that affect it."""
        book = self.question.position.book
        silent = [custom for entry in self.rests_on for custom in book.rulings[entry].customs]
        decide = [option for entry in self.rests_on for option in book.rulings[entry].options]
        changed = [option for option in decide if option in book.house_rules]
        return tuple(dict.fromkeys(silent + changed))

    @property
    def standing(self) -> Basis:
        """Custom if a custom decides, implied if the clauses only imply the ruling, and stated if they state it."""
        if self.customs:
            return Basis.CUSTOM
        rulings = self.question.position.book.rulings
        implied = any(rulings[entry].is_implied for entry in self.rests_on)
        return Basis.IMPLIED if implied else Basis.STATED

    @property
    def sentences(self) -> tuple[str, ...]:
        """The ruling in sentences for the people at this table, naming them (if known), their tiles and their trains.

        Each call uses the current language, so one ruling can be shown to readers of several languages.
        """
        return explain(self.question.position, self.move, self.findings, self.outcome[1], self.names)

    @property
    def explanation(self) -> str:
        """The sentences as one text."""
        return " ".join(self.sentences)

    @cached_property
    def instead(self) -> tuple[str, ...]:
        """The moves that the seat may make instead if this one is not legal. A hidden tile is written with a question mark."""
        if self.verdict is Verdict.LEGAL or self.move.seat != self.question.position.turn:
            return ()
        return what_may_be_done(self.question)
