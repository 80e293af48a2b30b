"""Compare both versions' commands: `python -m rules` on all cases and many more moves, and every command of `flask`."""

import csv
import random
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

from proofs.checkout import Answer, Checkout
from proofs.host import Season, last
from proofs.page import first
from proofs.same.differences import Findings, unpacked, without_new

SETS = ("double-nine", "double-six", "double-twelve")
# The number of random moves judged on each case's table, beside its own move, and their seed.
MOVES, SEED = 16, 7
# House rules in a position: the rule set, and its changed options in brackets.
RULES = re.compile(r"^([\w-]+)(?:\[[^]]*\])?")
# Output that a command gives only once: a key's secret.
ONCE = re.compile(r"/k/[\w-]+")
# The season's first club as a file.
CLUB = "club.json"
# The commands, as people type them, for their --help.
HELP: tuple[str, ...] = ("", "backup", "club", "club export", "club import", "demo", "key", "key list", "key new")
HELP += ("record", "record export", "record import", "restore", "results", "routes", "serve")

Words = list[str]


def cases(name: str) -> list[dict[str, str]]:
    """The rows of a table in the referee's tests, wherever its file is. The first line of the file names the columns."""
    paths = sorted((Path(__file__).parents[2] / "tests").rglob(name))
    if not paths:
        raise RuntimeError(f"no {name} is in tests/")
    with paths[0].open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def paraphrases() -> list[str]:
    """The questions that people ask, in their own words."""
    paths = sorted((Path(__file__).parents[2] / "tests").rglob("paraphrases.tsv"))
    return [line.split("\t")[1] for line in paths[0].read_text(encoding="utf-8").splitlines() if "\t" in line]


def questions() -> list[str]:
    """The addresses at which the rulings pages decide every case and answer every question."""
    addresses = [f"/rulings?{urlencode({'rules': SETS[0], 'q': text})}" for text in paraphrases()]
    for case in (*cases("cases.tsv"), *cases("clauses.tsv")):
        fields = {name: case[name] for name in ("position", "move", "hand") if case[name] != "-"}
        addresses.append(f"/rulings/ask?{urlencode(fields)}")
    return addresses


def compare_rules(checkouts: Sequence[Checkout], findings: Findings, options: Iterable[tuple[str, str]]) -> None:
    """Ask both referees about all cases, random moves on their tables, cases under every option, and all questions."""
    luck = random.Random(SEED)  # noqa: S311 (moves to try)
    commands: list[Words] = [["--help"], *([word, "--help"] for word in ("judge", "legal", "replay", "ask"))]
    all_cases = [*cases("cases.tsv"), *cases("clauses.tsv")]
    for case in all_cases:
        commands += _about(case, luck)
    commands += [_judge(case, rules) for rules, case in _by_options(all_cases, options)]
    for text in paraphrases():
        commands += [["ask", text, "--rules", rules, "--json"] for rules in SETS]
        commands.append(["ask", text])
    _compare("rules", commands, checkouts, findings)


def _about(case: dict[str, str], luck: random.Random) -> list[Words]:
    """The commands that ask everything about a case's table, and about random moves on it."""
    position, hand = case["position"], [] if case["hand"] == "-" else ["--hand", case["hand"]]
    commands = [["judge", position, case["move"], *hand], ["judge", position, case["move"], *hand, "--json"]]
    commands += [["legal", position], ["legal", position, "--json"]]
    commands += [["legal", position, *hand], ["legal", position, *hand, "--json"]] if hand else []
    trains = re.findall(r"(?:^|/)([A-M])", position.split()[2])
    highest = {"double-six": 6, "double-twelve": 12}.get(first(RULES, position, 1), 9)
    for _ in range(MOVES):
        seat, train = luck.choice(trains), luck.choice(trains)
        tiles = "-".join(str(luck.randint(0, highest)) for _ in range(luck.choice((2, 2, 2, 3))))
        move = luck.choice(
            (f"{tiles}@{train}", f"{tiles}@{train} tap", f"{tiles}@{train} !", "+", f"+{tiles}", "--", "done", "caught")
        )
        commands.append(["judge", position, f"{seat} {move}", *luck.choice((hand, [])), "--json"])
    return commands


def _judge(case: dict[str, str], rules: str) -> Words:
    hand = [] if case["hand"] == "-" else ["--hand", case["hand"]]
    return ["judge", RULES.sub(rules, case["position"], count=1), case["move"], *hand, "--json"]


def _by_options(
    all_cases: Sequence[dict[str, str]], options: Iterable[tuple[str, str]]
) -> Iterable[tuple[str, dict[str, str]]]:
    """For each option that a club can choose, every third case of its rule set, starting at a different one each time."""
    for at, (base, option) in enumerate(options):
        base_cases = [case for case in all_cases if first(RULES, case["position"], 1) == base]
        yield from ((f"{base}[{option}]", case) for case in base_cases[at % 3 :: 3])


def compare_commands(checkouts: Sequence[Checkout], season: Season, findings: Findings) -> None:
    """Compare the commands that change nothing, and a backup. Stores a club and the tracked rounds as files."""
    commands: list[Words] = [[*name.split(), "--help"] for name in HELP]
    commands += [["key", "list"], *(["club", "export", last(club)] for club in season.clubs)]
    commands += [["record", "export", game, number] for game, number in season.kept]
    commands += [
        ["club", "export", "nobody"],
        ["record", "export", "nothing", "1"],
        ["record", "export", season.kept[0][0], "99"],
    ]
    _compare("flask", commands, checkouts, findings)
    for checkout in checkouts:
        checkout.flask("backup", str(checkout.folder / "all.zip"))
    backups = ["\n".join(unpacked((checkout.folder / "all.zip").read_bytes())) for checkout in checkouts]
    findings.answers += 1
    # A backup holds the time when it was made.
    findings.add(
        "flask backup", "terminal", *(re.sub(r'"made_at": "[^"]*"', '"made_at": "*"', text) for text in backups)
    )
    text = checkouts[0].flask("club", "export", last(season.clubs[0]))
    (checkouts[0].folder.parent / CLUB).write_text(text, encoding="utf-8")
    commands = []
    for kept_round in season.kept:
        path = checkouts[0].folder.parent / f"{'-'.join(kept_round)}.toml"
        path.write_text(checkouts[0].answers("flask", [["record", "export", *kept_round]])[0][1], encoding="utf-8")
        commands += [["replay", str(path)], ["replay", str(path), "--json"]]
    _compare("rules", commands, checkouts, findings)


def compare_after(checkouts: Sequence[Checkout], season: Season, findings: Findings) -> None:
    """Compare the commands that write, and the clubs afterwards."""
    path = checkouts[0].folder.parent / CLUB
    target_club = last(season.clubs[-1])
    record = checkouts[0].folder.parent / f"{'-'.join(season.kept[0])}.toml"
    commands: list[Words] = [["results"], ["key", "new", target_club, "score", "--label", "From here"]]
    commands += [
        ["club", "import", str(path), "--into", target_club],
        ["club", "import", str(path)],
        ["club", "import", str(record)],
    ]
    commands += [
        ["record", "import", last(season.spare), "1", str(record)],
        ["record", "import", season.kept[0][0], "1", str(path)],
    ]
    commands += [["key", "list"], *(["club", "export", last(club)] for club in season.clubs), ["results"]]
    _compare("flask", commands, checkouts, findings, writes=True)


def _compare(
    program: str, commands: Sequence[Words], checkouts: Sequence[Checkout], findings: Findings, writes: bool = False
) -> None:
    name = "python -m rules" if program == "rules" else "flask"
    with ThreadPoolExecutor(len(checkouts)) as pool:
        answers = list(pool.map(lambda checkout: checkout.answers(program, commands), checkouts))
    for words, *pair in zip(commands, *answers, strict=True):
        findings.answers += 1
        old, new = (_told(answer, checkout) for answer, checkout in zip(pair, checkouts, strict=True))
        if writes:
            old, new = without_new(old, new), without_new(new, old)
        findings.add(f"{name} {' '.join(words)}"[:200], "terminal", old, new)


def _told(answer: Answer, checkout: Checkout) -> str:
    """An answer as text, without the checkout's folder and new secrets."""
    code, out, err = answer
    text = f"exit {code}\n{out}\n{err}".replace(str(checkout.folder), "FOLDER").replace(str(checkout.code), "CODE")
    return ONCE.sub("/k/*", text)
