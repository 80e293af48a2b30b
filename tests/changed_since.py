"""Intended changes: everything that today's app shows differently from an earlier version. Nothing else may differ."""

import copy
import re
from collections.abc import Callable
from typing import Any

from models.files.schema import VERSION
from tests.shown import Facts


def _by_twelve_hours(time: re.Match[str]) -> str:
    hour = int(time[1])
    return f"{hour % 12 or 12}:{time[2]} {'PM' if hour >= 12 else 'AM'}"


# The texts that 0.8.0 rewords: as earlier versions showed them, and in today's words.
WORDS: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (r"\b(\d{1,2}) ([JFMASOND][a-z]+) (\d{4})\b", r"\2 \1, \3"),
    (r"\b(\d\d):(\d\d)\b", _by_twelve_hours),
    (r"\bLegal only if (.+?) holds no tile\b", r"Allowed only if \1 has no tile"),
    (r"\(left\)|(?<=[A-Za-z]) left(?=$| \|)", lambda left: "(left early)" if left[0][0] == "(" else " left early"),
    (r"\bstruck taken back\b", "crossed out undone"),
    (r"\bstruck struck\b", "crossed out undone"),
    (r"\bstruck\b", "crossed out"),
    (r"\bare (level|tied) on\b", "are tied at"),
    (r"\bThe game goes on\b", "The game continues"),
    (r"\bThe round begins: (\w+) opens\.", r"The round starts: \1 goes first."),
    (r"\bThe table as it lay:", "The table as entered:"),
    (r"\bbelongs after line\b", "goes after line"),
    (r"\bBegun on (.+), gone on with on\b", r"Started on \1, continued on"),
    (r"\bStopped before a round was closed\.", "Stopped before any round was finished."),
    (r"\bcame later\b", "joined late"),
    (r"\blays (?=\d)", "plays "),
    (r", and (taps\.|was caught)", r" and \1"),
    (r"\bTables that are (over|finished) and confirmed:", "Tables finished and confirmed:"),
    (r"\b(\w+) may play only on \1’s own train\b", r"\1 may play only on their own train"),
    (r"\bThe table agreed, against the rules:", "The table agreed to this, against the rules:"),
    (
        r" and share the win: equal totals are a shared win at this table\.",
        ". At this table, tied players share the win.",
    ),
    (r"\bare level at table\b", "are tied at table"),
    (r"\bBy lot (\w+):", r"Decided by a random draw with code \1:"),
    (r"\bBy rounds won:", "Decided by rounds won:"),
    (r": they play for it at table (\d+)\.", r". The playoff is at table \1."),
    (r"\bThe rounds from now on:", "Starting doubles from now on:"),
    (r"\bis seated by lot\b", "is seated with draw code"),
    (r"\bcomes, and sits down at\b", "joins and sits down at"),
    (r"\bThe clock is taken away\.", "The clock is removed."),
    (r"\bRounds begun are finished\.", "Rounds already started are played to the end."),
    (r"\btie decided\b", "tie broken"),
    (r"\bover( and confirmed|, \d+ rounds? not confirmed)", r"finished\1"),
    (r"\bThe tournament begins with\b", "The tournament starts with"),
    # A tie at an earlier table decided no place in the final.
    (r"\b(final, \d+ pips); tie broken", r"\1"),
    (r"\| Rests on$", "| Based on"),
    (
        r"^New tables have been seated since\. Whoever keeps score scans the new card\.$",
        "The next tables have been seated. The scorekeeper should scan the new table’s card.",
    ),
    (r"\| look on,", "| watch,"),
    (r"\| Revoked ", "| Turned off "),
]
# The one penalty that counts, and its night. Up to 0.6.0 the standings of a night left out penalties.
PENALTY = ("March 5, 2026", "Cai", 10)


def as_today(then: Facts) -> Facts:
    """The facts that an earlier version showed, in today's words."""
    now = {part: facts if part in ("kept", "links") else in_words(facts) for part, facts in copy.deepcopy(then).items()}
    in_hall = set(then["kept"].get("games of tournaments", ()))
    for address, game in (now["games"] | now["binned"]).items():
        ref = address.rpartition("/")[2]
        game["log"] = [pin(reworded(line), ref in in_hall) for line in game["log"]]
        part_half_round(game)
        # The leaders are now named in another way.
        game["says"] = [words for words in game["says"] if not re.match(r"After \d+ rounds?: ", words)]
        for kept in game.get("kept", {}).values():
            kept["moves"] = [pin(line, ref in in_hall) for line in kept["moves"]]
    now["kept"]["games"] = [pin(line, line.split()[0] in in_hall) for line in now["kept"]["games"]]
    for night, date in zip(now["nights"].values(), now["club"]["nights"], strict=True):
        if date == PENALTY[0]:
            head, *rows = night["stands"]
            night["stands"] = [head, *sorted(map(with_penalty, rows), key=lambda row: float(cells(row)[-1]))]
    return now


def in_words(facts: Facts | list[Any] | str) -> Any:
    """Facts in the words of 0.8.0."""
    if isinstance(facts, dict):
        return {name: in_words(fact) for name, fact in facts.items()}
    if isinstance(facts, list):
        return [in_words(fact) for fact in facts]
    for old, new in WORDS if isinstance(facts, str) else ():
        facts = re.sub(old, new, facts)
    return facts


def reworded(line: str) -> str:
    return line.replace("leaves; the last round counted is the one before round", "leaves before round")


def pin(line: str, in_hall: bool) -> str:
    """The line, with the rules in it written as they are today."""
    line = re.sub(r"(drawn-tile=may)\b(?!-)", r"\1-always", line).replace("playoff=in-pairs", "playoff=pairs-to-two")
    return re.sub(r"\b(double-(six|nine|twelve))(?![\w\[])", r"\1[playoff=one-table]", line) if in_hall else line


def part_half_round(game: Facts) -> None:
    """Take a half-entered round out of the totals, and put the totals that include it into an extra row.

    Up to 0.6.0 the totals included such a round.
    """
    half = next((cells(row)[1:] for row in game["sheet"] if cells(row)[0].endswith(" now")), [])
    counts = [re.match(r"\d+", cell) for cell in half]
    if not any(counts):
        return
    at = next(at for at, row in enumerate(game["sheet"]) if row.startswith("Total"))
    before = cells(game["sheet"][at])[1:]
    totals = [str(int(total) - int(count[0] if count else 0)) for total, count in zip(before, counts, strict=True)]
    so_far = [total if count else "" for total, count in zip(before, counts, strict=True)]
    game["sheet"][at] = " | ".join(["Total", *totals])
    game["sheet"].append(" | ".join(["so far", *so_far]))
    if "csv" in game:
        game["csv"] = [game["sheet"][at] if row.startswith("Total") else row for row in game["csv"]]
        game["csv"].append(" | ".join(["So far", *so_far]))


def cells(row: str) -> list[str]:
    return row.split(" | ")


def with_penalty(row: str) -> str:
    name, won, pips, rounds, _ = cells(row)
    if name != PENALTY[1]:
        return row
    total = int(pips) + PENALTY[2]
    return f"{name} | {won} | {total} | {rounds} | {total / int(rounds):.1f}"


def file_as_today(file: Facts) -> Facts:
    """A club's file in today's form, in which games and tournaments keep the rules that they started with."""
    now = copy.deepcopy(file) | {"roundhouse": VERSION}
    in_hall = {table["game"] for tournament in now.get("tournaments", ()) for table in tournament["tables"]}
    for tournament in now.get("tournaments", ()):
        tournament["rules"] = pin(tournament["rules"], True)
    for game in (game for night in now["nights"] for game in night["games"]):
        game["rules"] = pin(game["rules"], game["ref"] in in_hall)
        for line in [*game["lines"], *(line for kept in game.get("kept", ()) for line in kept["lines"])]:
            if line["kind"] in ("rules", "table"):
                line["text"] = pin(line["text"], game["ref"] in in_hall)
    return now
