"""Compare both versions' commands: `python -m rules` over all cases and many more moves, and every command of `flask`."""

import csv
import random
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

from bench.checkout import Answer, Checkout
from bench.differences import Findings, unpacked, without_new
from bench.host import Season, last
from bench.page import first

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
    """The lines of a table of the referee's tests, wherever its file is. Its first line names the columns."""
    found = sorted((Path(__file__).parents[1] / "tests").rglob(name))
    if not found:
        raise RuntimeError(f"no {name} is in tests/")
    with found[0].open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def paraphrases() -> list[str]:
    """The questions that people ask, in their words."""
    found = sorted((Path(__file__).parents[1] / "tests").rglob("paraphrases.tsv"))
    return [line.split("\t")[1] for line in found[0].read_text(encoding="utf-8").splitlines() if "\t" in line]


def questions() -> list[str]:
    """The addresses of all cases and all questions on the pages of rulings."""
    asked = [f"/rulings?{urlencode({'rules': SETS[0], 'q': text})}" for text in paraphrases()]
    for case in (*cases("cases.tsv"), *cases("clauses.tsv")):
        fields = {name: case[name] for name in ("position", "move", "hand") if case[name] != "-"}
        asked.append(f"/rulings/ask?{urlencode(fields)}")
    return asked


def compare_rules(both: Sequence[Checkout], findings: Findings, options: Iterable[tuple[str, str]]) -> None:
    """Ask both referees the cases, random moves on their tables, cases under every option, and all questions."""
    luck = random.Random(SEED)  # noqa: S311 (moves to try)
    asked: list[Words] = [["--help"], *([word, "--help"] for word in ("judge", "legal", "replay", "ask"))]
    found = [*cases("cases.tsv"), *cases("clauses.tsv")]
    for case in found:
        asked += _about(case, luck)
    asked += [_judge(case, rules) for rules, case in _by_options(found, options)]
    for text in paraphrases():
        asked += [["ask", text, "--rules", rules, "--json"] for rules in SETS]
        asked.append(["ask", text])
    _compare("rules", asked, both, findings)


def _about(case: dict[str, str], luck: random.Random) -> list[Words]:
    """Everything to ask about a case's table, with random moves on it."""
    position, hand = case["position"], [] if case["hand"] == "-" else ["--hand", case["hand"]]
    asked = [["judge", position, case["move"], *hand], ["judge", position, case["move"], *hand, "--json"]]
    asked += [["legal", position], ["legal", position, "--json"]]
    asked += [["legal", position, *hand], ["legal", position, *hand, "--json"]] if hand else []
    trains = re.findall(r"(?:^|/)([A-M])", position.split()[2])
    highest = {"double-six": 6, "double-twelve": 12}.get(first(RULES, position, 1), 9)
    for _ in range(MOVES):
        seat, train = luck.choice(trains), luck.choice(trains)
        tiles = "-".join(str(luck.randint(0, highest)) for _ in range(luck.choice((2, 2, 2, 3))))
        move = luck.choice(
            (f"{tiles}@{train}", f"{tiles}@{train} tap", f"{tiles}@{train} !", "+", f"+{tiles}", "--", "done", "caught")
        )
        asked.append(["judge", position, f"{seat} {move}", *luck.choice((hand, [])), "--json"])
    return asked


def _judge(case: dict[str, str], rules: str) -> Words:
    hand = [] if case["hand"] == "-" else ["--hand", case["hand"]]
    return ["judge", RULES.sub(rules, case["position"], count=1), case["move"], *hand, "--json"]


def _by_options(
    found: Sequence[dict[str, str]], options: Iterable[tuple[str, str]]
) -> Iterable[tuple[str, dict[str, str]]]:
    """Cases of a rule set, a third of them for each option that a club can choose, every third in turn."""
    for at, (base, option) in enumerate(options):
        fit = [case for case in found if first(RULES, case["position"], 1) == base]
        yield from ((f"{base}[{option}]", case) for case in fit[at % 3 :: 3])


def compare_commands(both: Sequence[Checkout], season: Season, findings: Findings) -> None:
    """Compare the commands that change nothing, and a backup. Stores a club and the kept rounds as files."""
    asked: list[Words] = [[*name.split(), "--help"] for name in HELP]
    asked += [["key", "list"], *(["club", "export", last(club)] for club in season.clubs)]
    asked += [["record", "export", game, number] for game, number in season.kept]
    asked += [
        ["club", "export", "nobody"],
        ["record", "export", "nothing", "1"],
        ["record", "export", season.kept[0][0], "99"],
    ]
    _compare("flask", asked, both, findings)
    for one in both:
        one.flask("backup", str(one.folder / "all.zip"))
    packed = ["\n".join(unpacked((one.folder / "all.zip").read_bytes())) for one in both]
    findings.answers += 1
    # A backup holds the time when it was made.
    findings.add(
        "flask backup", "terminal", *(re.sub(r'"made_at": "[^"]*"', '"made_at": "*"', text) for text in packed)
    )
    text = both[0].flask("club", "export", last(season.clubs[0]))
    (both[0].folder.parent / CLUB).write_text(text, encoding="utf-8")
    asked = []
    for kept in season.kept:
        path = both[0].folder.parent / f"{'-'.join(kept)}.toml"
        path.write_text(both[0].answers("flask", [["record", "export", *kept]])[0][1], encoding="utf-8")
        asked += [["replay", str(path)], ["replay", str(path), "--json"]]
    _compare("rules", asked, both, findings)


def compare_after(both: Sequence[Checkout], season: Season, findings: Findings) -> None:
    """Compare the commands that write, and the clubs afterwards."""
    path = both[0].folder.parent / CLUB
    into = last(season.clubs[-1])
    record = both[0].folder.parent / f"{'-'.join(season.kept[0])}.toml"
    asked: list[Words] = [["results"], ["key", "new", into, "score", "--label", "From here"]]
    asked += [
        ["club", "import", str(path), "--into", into],
        ["club", "import", str(path)],
        ["club", "import", str(record)],
    ]
    asked += [
        ["record", "import", last(season.spare), "1", str(record)],
        ["record", "import", season.kept[0][0], "1", str(path)],
    ]
    asked += [["key", "list"], *(["club", "export", last(club)] for club in season.clubs), ["results"]]
    _compare("flask", asked, both, findings, writes=True)


def _compare(
    which: str, asked: Sequence[Words], both: Sequence[Checkout], findings: Findings, writes: bool = False
) -> None:
    name = "python -m rules" if which == "rules" else "flask"
    with ThreadPoolExecutor(len(both)) as pool:
        answers = list(pool.map(lambda one: one.answers(which, asked), both))
    for words, *found in zip(asked, *answers, strict=True):
        findings.answers += 1
        old, new = (_told(answer, one) for answer, one in zip(found, both, strict=True))
        if writes:
            old, new = without_new(old, new), without_new(new, old)
        findings.add(f"{name} {' '.join(words)}"[:200], "terminal", old, new)


def _told(answer: Answer, checkout: Checkout) -> str:
    """An answer as text, without the checkout's folder and new secrets."""
    code, out, err = answer
    text = f"exit {code}\n{out}\n{err}".replace(str(checkout.folder), "FOLDER").replace(str(checkout.code), "CODE")
    return ONCE.sub("/k/*", text)
