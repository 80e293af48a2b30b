"""The tests that execute each line and how long they take, from one run of `make quick` on a copy of the code."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from coverage import CoverageData

from proofs.checkout import HERE

QUICK = ("-m", "not browser and not postgresql and not heavy", "--hypothesis-profile", "quick")
# The same tests and the same draws each time, whatever an earlier run left.
ALIKE = ("-p", "no:cacheprovider", "--hypothesis-seed", "0")
# Tests that take longer come last.
SLOW_SECONDS = 0.3
_TIME = re.compile(r"^ *([\d.]+)s (?:call|setup|teardown) +(\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Contexts:
    """How many seconds each test takes, and the tests by path and line. Tests that execute few lines come first."""

    seconds: dict[str, float]
    tests: dict[str, dict[int, list[str]]]

    def of(self, path: str, number: int) -> list[str]:
        """The tests that execute a line; none if only imports execute it."""
        return self.tests.get(path, {}).get(number, [])


def copy_code(folder: Path) -> str:
    """Copy this checkout, with its uncommitted files, into a new folder. Returns a digest of all the files."""
    shutil.rmtree(folder, ignore_errors=True)
    digest = sha256()
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in sorted(subprocess.check_output(listed, cwd=HERE, text=True).split("\0")):  # noqa: S603 (our own words)
        if (path := HERE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / name)
            digest.update(f"{name}\0".encode() + path.read_bytes())
    # Compiled code is held against the text, not against its time: planting and taking away may be within a second.
    compiling = (sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(folder))
    subprocess.check_call(compiling)  # noqa: S603 (our own words)
    return digest.hexdigest()


def run_tests(
    code: Path, words: Sequence[str], seconds: float | None = None, **settings: str
) -> tuple[int | None, str]:
    """Run pytest on a copy of the code. Returns its exit code (None after a timeout) and its output."""
    shutil.rmtree(code / ".hypothesis", ignore_errors=True)
    command = (sys.executable, "-m", "pytest", *ALIKE, *words)
    environment = (
        os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": str(code)} | settings
    )
    process = subprocess.Popen(  # noqa: S603 (our own words)
        command, cwd=code, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode, output.decode()


def measure(code: Path, digest: str, work: Path) -> Contexts:
    """The contexts of a copy of the code. They stay in the work folder for the next run with the same digest.

    Raises RuntimeError if a test fails.
    """
    log, data = work / f"{digest}.log", work / f"{digest}.coverage"
    if not (log.exists() and data.exists()):
        for path in (*work.glob("*.log"), *work.glob("*.coverage*")):
            path.unlink()
        words = (*QUICK, "-n", "2", "--cov", "--cov-context=test", "--cov-report=", "--durations=0", "-vv")
        status, output = run_tests(code, words, COVERAGE_FILE=str(data))
        if status != 0:
            raise RuntimeError(output[-3000:])
        log.write_text(output)
    return read_contexts(log, data)


def read_contexts(log: Path, data: Path) -> Contexts:
    """The contexts in pytest's output and coverage's data."""
    seconds: dict[str, float] = defaultdict(float)
    for time, test in _TIME.findall(log.read_text()):
        seconds[test] += float(time)
    coverage = CoverageData(str(data))
    coverage.read()
    root = os.path.commonpath(coverage.measured_files())
    by_line, lines = {}, Counter[str]()
    for file in coverage.measured_files():
        names_by_line = coverage.contexts_by_lineno(file).items()
        tests = {number: {name.rpartition("|")[0] for name in names} - {""} for number, names in names_by_line}
        by_line[os.path.relpath(file, root)] = tests
        lines.update(test for line_tests in tests.values() for test in line_tests)
    return Contexts(
        dict(seconds),
        {
            path: {
                number: sorted(line_tests, key=lambda test: (seconds[test] > SLOW_SECONDS, lines[test], test))
                for number, line_tests in tests.items()
            }
            for path, tests in by_line.items()
        },
    )
