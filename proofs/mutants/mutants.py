"""The proof that the tests find bugs: one-line bugs are planted one at a time, and a test has to find each of them.

The bugs are those listed in `mutants.toml` and a seeded sample of everything that can be planted in the
rules, the models and the views. The tests that execute a mutant's line run first, then all others of
`make quick`. An interrupted run continues where it stopped.
"""

import argparse
import ast
import json
import queue
import random
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path

from proofs.checkout import HERE
from proofs.mutants.contexts import QUICK, Contexts, copy_code, measure, run_tests
from proofs.mutants.mutations import Mutant, find_mutants, function_at, plant

WORK = HERE / "instance" / "mutants"
NAMED = Path(__file__).with_name("mutants.toml")
ROOMS = ("rules", "models", "views")
WORKERS = 2
# pytest's own: a test that was asked for is not there, or nothing could be read.
MISUSED = 4
LONGEST_SECONDS = 3600


class Ending(StrEnum):
    KILLED = "killed"
    TIMEOUT = "killed by its timeout"
    LIVED = "lived"


@dataclass(frozen=True)
class Outcome:
    """How a mutant ended, and the test that found it."""

    ending: Ending
    test: str = ""


@dataclass(frozen=True)
class Named:
    """A mutant and the reason given in `mutants.toml`: what a planted one breaks, or why nobody can notice an equivalent one."""

    mutant: Mutant
    says: str


def sample(mutants: Iterable[Mutant], number: int, seed: int) -> list[Mutant]:
    """A random sample of the mutants, at most one for each line.

    The same seed gives the same mutants, whatever else changes in the code.
    """
    first_of_line: dict[tuple[str, int], Mutant] = {}
    for mutant in sorted(mutants, key=lambda mutant: (_lot(mutant, seed), mutant.number)):
        first_of_line.setdefault((mutant.path, mutant.number), mutant)
    return list(first_of_line.values())[:number]


def _lot(mutant: Mutant, seed: int) -> float:
    return random.Random(f"{seed} {mutant.path} {mutant.function} {mutant.old} {mutant.new}").random()  # noqa: S311 (no secret)


def all_mutants(code: Path) -> list[Mutant]:
    """Every mutant of the packages in a folder of code."""
    paths = sorted(path for room in ROOMS for path in (code / room).rglob("*.py"))
    return [mutant for path in paths for mutant in find_mutants(str(path.relative_to(code)), path.read_text())]


def read_named(section: str, code: Path) -> list[Named]:
    """The planted or equivalent mutants in `mutants.toml`.

    Raises ValueError unless the code has each old line exactly once.
    """
    named_mutants = []
    for entry in tomllib.loads(NAMED.read_text()).get(section, ()):
        source = (code / entry["path"]).read_text()
        tree = ast.parse(source if entry["path"].endswith(".py") else "")
        lines = enumerate(source.splitlines(), 1)
        numbers = [number for number, line in lines if line.strip() == entry["old"]]
        places = [number for number in numbers if function_at(tree, number) == entry["function"]]
        if len(places) != 1:
            raise ValueError(f"{entry['path']}, {entry['function']}: {entry['old']!r} stands there {len(places)} times")
        mutant = Mutant(number=places[0], **{name: entry[name] for name in ("path", "function", "old", "new")})
        named_mutants.append(Named(mutant, entry["says"]))
    return named_mutants


def try_mutant(code: Path, mutant: Mutant, words: Sequence[str], seconds: float | None = None) -> Outcome:
    """Run pytest with a mutant planted in a copy of the code, then remove the mutant."""
    path = code / mutant.path
    source = path.read_text()
    path.write_text(plant(source, mutant))
    try:
        status, output = run_tests(code, ("-x", "-q", *words), seconds)
    finally:
        path.write_text(source)
    if status == MISUSED and any(word.startswith("@") for word in words):
        # The mutant changes what a test is called: all of them, by no name.
        return try_mutant(code, mutant, QUICK, LONGEST_SECONDS)
    if status is None:
        return Outcome(Ending.TIMEOUT)
    test = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", output, re.MULTILINE)
    return Outcome(Ending.KILLED, test[1] if test else output[-200:]) if status else Outcome(Ending.LIVED)


class Trial:
    """Mutants on trial, one in each copy of the code at a time. Their outcomes are stored in a file."""

    def __init__(self, copies: Sequence[Path], contexts: Contexts, kept: Path) -> None:
        self.contexts, self.kept = contexts, kept
        self.copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for copy in copies:
            self.copies.put(copy)
        files = (path for room in ROOMS for path in (copies[0] / room).rglob("*.*") if path.is_file())
        self.digests = {str(path.relative_to(copies[0])): sha256(path.read_bytes()).hexdigest() for path in files}
        self.outcomes: dict[Mutant, Outcome] = {}
        for line in kept.read_text().splitlines() if kept.exists() else ():
            facts = json.loads(line)
            mutant = Mutant(**facts["mutant"])
            if facts["digest"] == self.digests.get(mutant.path):
                self.outcomes[mutant] = Outcome(Ending(facts["ending"]), facts["test"])

    def run(self, mutants: Sequence[Mutant]) -> None:
        """Run the tests that execute each mutant's line, then all other tests for the mutants that survived."""
        with ThreadPoolExecutor(self.copies.qsize()) as pool:
            for is_covering in (True, False):
                list(pool.map(partial(self._try, is_covering=is_covering), mutants))
                mutants = [mutant for mutant in mutants if self.outcomes[mutant].ending is Ending.LIVED]

    def _try(self, mutant: Mutant, is_covering: bool) -> None:
        covering_tests = self.contexts.of(mutant.path, mutant.number)
        tests = covering_tests if is_covering else sorted(self.contexts.seconds.keys() - covering_tests)
        outcome, begun = Outcome(Ending.LIVED), time.monotonic()
        if tests:
            copy = self.copies.get()
            tests_file = copy.with_name(f"{copy.name}.tests")
            tests_file.write_text("\n".join(tests))
            seconds = 10 * sum(self.contexts.seconds.get(test, 0) for test in tests) + 60
            outcome = try_mutant(copy, mutant, (*QUICK, f"@{tests_file}"), seconds)
            self.copies.put(copy)
        self.outcomes[mutant] = outcome
        if outcome.ending is not Ending.LIVED or not is_covering:
            facts = {"mutant": asdict(mutant), "digest": self.digests[mutant.path], **asdict(outcome)}
            with self.kept.open("a") as file:
                file.write(json.dumps(facts) + "\n")
        result = f"{outcome.ending}, {len(tests)} tests, {time.monotonic() - begun:.0f} s"
        print(f"{mutant.path}:{mutant.number} {result}", flush=True)


def told(mutants: Sequence[Mutant], outcomes: dict[Mutant, Outcome], equivalents: dict[Mutant, str]) -> str:
    """A report: the mutants that survived, with their old and new lines, then the counts for each package and in total."""
    lived = [mutant for mutant in mutants if outcomes[mutant].ending is Ending.LIVED]
    lines = []
    for mutant in lived:
        reason = f" (equivalent: {equivalents[mutant]})" if mutant in equivalents else ""
        lines += [f"{mutant.path}:{mutant.number} {mutant.function}{reason}", f"- {mutant.old}", f"+ {mutant.new}"]
    for mutant in mutants:
        if outcomes[mutant].ending is Ending.TIMEOUT:
            lines.append(f"{mutant.path}:{mutant.number} {mutant.function} was {Ending.TIMEOUT}")
        if mutant in equivalents and mutant not in lived:
            lines.append(
                f"{mutant.path}:{mutant.number} {mutant.function} is no equivalent: {outcomes[mutant].test} finds it"
            )
    for room in (*ROOMS, ""):
        room_mutants = [mutant for mutant in mutants if mutant.path.startswith(room)]
        alive = [mutant for mutant in room_mutants if mutant in lived]
        same = sum(mutant in equivalents for mutant in alive)
        count, killed = len(room_mutants) - same, len(room_mutants) - len(alive)
        share = f"{100 * killed / count:.1f} %" if count else "-"
        lines.append(f"{room or 'all'}: {killed} killed, {len(alive) - same} lived, {same} equivalent; {share} killed")
    return "\n".join(lines)


def main() -> None:
    """Plant one-line bugs and check that the tests find them.

    Exit with 1 if one survives and is not listed as equivalent.
    """
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    copies = [WORK / f"code-{number}" for number in range(WORKERS)]
    digests = [copy_code(copy) for copy in copies]
    planted = {named.mutant: named.says for named in read_named("planted", HERE)}
    equivalents = {named.mutant: named.says for named in read_named("equivalent", HERE)}
    drawn = sample(all_mutants(HERE), options.number, options.seed)
    trial = Trial(copies, measure(copies[0], digests[0], WORK), WORK / "outcomes.jsonl")
    settled = {
        mutant
        for mutant, outcome in trial.outcomes.items()
        if outcome.ending is not Ending.LIVED or mutant in equivalents
    }
    trial.run([mutant for mutant in dict.fromkeys((*planted, *drawn)) if mutant not in settled])
    print(f"\nPlanted by hand:\n{told(list(planted), trial.outcomes, equivalents)}")
    print(f"\nDrawn with seed {options.seed}:\n{told(drawn, trial.outcomes, equivalents)}")
    is_alive = any(trial.outcomes[mutant].ending is Ending.LIVED for mutant in {*planted, *drawn} - equivalents.keys())
    sys.exit(1 if is_alive else 0)


if __name__ == "__main__":
    main()
