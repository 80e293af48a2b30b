"""The share of questions that find their answer: `make look-up`, or with FINAL=1 for people it has not learned from.

Without FINAL, the look-up learns only from the lines of the learning part and is asked those of the choosing
part. With FINAL=1, the shipped look-up is asked.
"""

import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from proofs.look_up.asked_lines import LEARNT, AskedLine, LinePart, read_asked, titles
from proofs.look_up.learn import NetworkPlan, likeliest
from rules import RULE_BOOKS, ask
from rules.answers.learned import NOTHING, learned
from rules.answers.lookup import Sureness

# Writers of whom nothing is learnt.
LEFT_OUT = Path("tests/rules/asked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question that was looked up: its first three answers, and whether the look-up was sure of the first."""

    line: AskedLine
    found: Sequence[str]
    is_sure: bool

    @property
    def is_right(self) -> bool:
        """True if the first answer is right."""
        return bool(self.found) and self.found[0] in self.line.answers

    @property
    def is_among_three(self) -> bool:
        """True if one of the first three is right."""
        return any(answer in self.line.answers for answer in self.found)


def main(words: Sequence[str]) -> None:
    """Print the figures for each writer."""
    print(f"{'':24} asked  first  in 3  sure and wrong  right but not sure   about nothing: sure")
    if "final" in words:
        print(f"the first question of a process {1000 * _first_question():.0f} ms, at most 60")
        for rules in RULE_BOOKS:
            _print_final(rules)
    else:
        lines = read_asked(LEARNT)
        learnt_lines = [line for line in lines if line.part is LinePart.LEARN] + titles()
        _print("the part to choose by", _judge(learnt_lines, [line for line in lines if line.part is LinePart.CHOOSE]))


def _first_question(processes: int = 7) -> float:
    """The median time, in seconds, that a new process takes to answer its first question."""
    code = (
        "import time; from rules import ask; begun = time.perf_counter();"
        "ask('who goes first', 'double-nine'); print(time.perf_counter() - begun)"
    )
    return statistics.median(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)  # noqa: S603 (our own words)
        for _ in range(processes)
    )


def _print_final(rules: str) -> None:
    by_writer: dict[str, list[Judged]] = defaultdict(list)
    times: list[float] = []
    for line in [line for line in read_asked(LEARNT) if line.part is LinePart.MEASURE] + read_asked(LEFT_OUT):
        begun = time.perf_counter()
        judged = look_up(line, rules)
        times.append(time.perf_counter() - begun)
        by_writer[line.writer].append(judged)
    print(f"{rules}: p95 of a question {1000 * float(np.quantile(times, 0.95)):.1f} ms")
    left_out = {line.writer for line in read_asked(LEFT_OUT)}
    _print(
        "measuring part",
        [question for writer, questions in by_writer.items() if writer not in left_out for question in questions],
    )
    for writer in sorted(by_writer):
        _print(f"{'  left out: ' if writer in left_out else '  '}{writer}", by_writer[writer])


def look_up(line: AskedLine, rules: str) -> Judged:
    """The answers that the shipped look-up gives to a question."""
    rulings = ask(line.text, rules)
    answers = [ruling.id for ruling in rulings if ruling.kind == "question"][:3]
    return Judged(line=line, found=answers, is_sure=bool(rulings) and rulings[0].sureness is Sureness.SURE)


def _judge(learnt_lines: Sequence[AskedLine], lines: Sequence[AskedLine]) -> list[Judged]:
    judged = []
    for line, chances in zip(lines, likeliest(learnt_lines, lines, NetworkPlan()), strict=True):
        order = list(chances)[:4]
        answers = [answer for answer in order if answer != NOTHING][:3]
        is_sure = order[0] != NOTHING and chances[order[0]] >= learned().sure
        judged.append(Judged(line=line, found=answers, is_sure=is_sure))
    return judged


def _print(of: str, judged: Sequence[Judged]) -> None:
    figures = figures_of(judged)
    print(
        f"{of:24} {figures['asked']:5.0f} {figures['first']:6.1%} {figures['three']:6.1%} {figures['wrong']:10.1%}"
        f" {figures['unsure']:16.1%} {figures['elsewhere']:16.1%}"
    )


def figures_of(judged: Sequence[Judged]) -> Mapping[str, float]:
    """The promised figures, as shares of the questions that have an answer or of those that are about something else."""
    questions, elsewhere = (
        [question for question in judged if question.line.answers],
        [question for question in judged if not question.line.answers],
    )
    right_questions = [question for question in questions if question.is_right]
    return {
        "asked": len(questions),
        "first": len(right_questions) / max(len(questions), 1),
        "three": sum(question.is_among_three for question in questions) / max(len(questions), 1),
        "wrong": sum(question.is_sure and not question.is_right for question in questions) / max(len(questions), 1),
        "unsure": sum(not question.is_sure for question in right_questions) / max(len(right_questions), 1),
        "elsewhere": sum(question.is_sure for question in elsewhere) / max(len(elsewhere), 1),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
