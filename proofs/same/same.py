"""Prove that nothing changed: two versions on copies of one season, with every page, file and command compared.

`python -m proofs.same.same --old FOLDER` compares this checkout with another of this repository, only from
outside: through requests, commands and files. It prints every difference, and exits with 1 if there are any.
"""

import argparse
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from proofs.checkout import HERE, Checkout
from proofs.host import Person
from proofs.same.answers import compare_after, compare_commands, compare_rules, questions
from proofs.same.differences import Findings
from proofs.same.post import send_forms
from proofs.same.season import make_season
from proofs.same.walk import MOST_OF_A_PATH, MOST_OF_OTHERS, Seen, Walk

AT_ONCE = 6
ROUTE = re.compile(r"^(\S+) +(?:\S+, )*?GET\b.*? +(/\S*) *$")
PART = re.compile(r"<(?:(\w+)(?:\([^>]*\))?:)?\w+>")


def main() -> None:
    """Compare two checkouts. Exit with 1 if they differ."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, required=True, help="the folder of an older checkout")
    options = parser.parse_args()
    # Its servers stop with it, however it ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        findings = compare(options.old, HERE, Path(folder))
    print(findings.told())
    sys.exit(1 if findings.differences else 0)


def compare(old: Path, new: Path, folder: Path) -> Findings:
    """Compare everything about two checkouts, on copies of a season that the old one makes in a folder."""
    begun, zone = time.monotonic(), _noon()
    first = Checkout(old, _folder(folder, "season"), zone)
    season = make_season(first)
    _say(begun, "the season is made")
    checkouts = [Checkout(code, folder / name, zone) for code, name in ((old, "old"), (new, "new"))]
    for checkout in checkouts:
        shutil.copytree(first.folder, checkout.folder)
        checkout.flask("db", "upgrade")
    findings = Findings()
    compare_rules(checkouts, findings, season.options)
    compare_commands(checkouts, season, findings)
    _say(begun, f"{findings.answers} answers of commands are compared")
    with checkouts[0].serving(), checkouts[1].serving():
        seen, walks = walk(season.people, checkouts, findings)
        _say(begun, f"{findings.addresses} addresses × persons are compared")
        send_forms(walks, findings)
        _say(begun, f"{findings.forms} forms were sent to both")
    compare_after(checkouts, season, findings)
    _say(begun, "and the commands that write")
    print(_unreached(checkouts[1], seen))
    return findings


def walk(people: Sequence[Person], checkouts: Sequence[Checkout], findings: Findings) -> tuple[Seen, list[Walk]]:
    """Let everybody walk the pages. The stranger goes first, and again at the end for public addresses that others found."""
    ports, seen, (stranger, *persons) = (checkouts[0].port, checkouts[1].port), Seen(), people
    plain_paths, statics = _without_arguments(checkouts), [f"/static/{path}" for path in _static_files(checkouts)]
    stranger_walk = Walk(stranger, ports, findings, seen, "identity", MOST_OF_A_PATH)
    stranger_walk.go([*stranger.begins, *plain_paths, *questions(), *statics])
    walks = [
        Walk(
            person, ports, Findings(), seen, "gzip" if at % 2 else "identity", MOST_OF_OTHERS if at else MOST_OF_A_PATH
        )
        for at, person in enumerate(persons)
    ]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            list(pool.map(lambda walker: walker.go([*walker.person.begins, *plain_paths]), walks))
        finally:
            seen.is_over = True
    seen.is_over = False
    for walker in walks:
        findings.add_all(walker.findings)
    # The findings do not depend on the fastest walker, but their order does.
    stranger_walk.go(sorted(seen.deferred))
    return seen, walks


def _folder(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path


def _noon() -> str:
    """A time zone in which it is noon now, so that no new day starts while the two checkouts are compared."""
    hours = datetime.now(UTC).hour - 12
    return f"NOON{hours:+d}"


def _say(begun: float, text: str) -> None:
    print(f"{time.monotonic() - begun:6.1f} s  {text}", flush=True)


def _routes(checkout: Checkout) -> dict[str, str]:
    """The routes that answer GET: each rule with its endpoint."""
    matches = (ROUTE.match(line) for line in checkout.flask("routes").splitlines())
    return {line[2]: line[1] for line in matches if line}


def _without_arguments(checkouts: Sequence[Checkout]) -> list[str]:
    rules = dict.fromkeys(rule for checkout in checkouts for rule in _routes(checkout))
    return [rule for rule in rules if "<" not in rule]


def _static_files(checkouts: Sequence[Checkout]) -> list[str]:
    folders = [checkout.code / "static" for checkout in checkouts]
    return sorted({str(path.relative_to(root)) for root in folders for path in root.rglob("*") if path.is_file()})


def _unreached(new: Checkout, seen: Seen) -> str:
    """A report on the routes that only ever answered with an error, the templates that were never read, and the searches
    that were skipped.
    """
    routes = _routes(new)
    patterns = {rule: _pattern(rule) for rule in routes}
    reached = set()
    for path in {address.partition("?")[0] for address in seen.answered}:
        fitting_rules = [rule for rule, pattern in patterns.items() if pattern.fullmatch(path)]
        # If several rules fit, take the one with the most fixed text.
        reached |= set(sorted(fitting_rules, key=lambda rule: -len(PART.sub("", rule)))[:1])
    missed_routes = [f"{name} {rule}" for rule, name in routes.items() if rule not in reached]
    templates = {str(path.relative_to(new.code / "templates")) for path in (new.code / "templates").rglob("*.html")}
    unread = sorted(templates - new.templates_read)
    lines = [
        f"{len(routes) - len(missed_routes)} of {len(routes)} routes were reached; not: {', '.join(missed_routes) or 'none'}"
    ]
    lines.append(
        f"{len(templates) - len(unread)} of {len(templates)} templates were read; not: {', '.join(unread) or 'none'}"
    )
    left_out: Counter[str] = Counter()
    for path, count in seen.left_out.items():
        left_out[re.sub(r"(?<=s)/\w{10}\b|/\d+", "/…", path)] += count
    lines += [f"{count} more searches of {path} were left out" for path, count in sorted(left_out.items())]
    return "\n".join(lines)


def _pattern(rule: str) -> re.Pattern[str]:
    pieces, at = [], 0
    for part in PART.finditer(rule):
        pieces += [re.escape(rule[at : part.start()]), {"path": ".+", "int": r"\d+"}.get(part[1] or "", "[^/]+")]
        at = part.end()
    return re.compile("".join((*pieces, re.escape(rule[at:]))))


if __name__ == "__main__":
    main()
