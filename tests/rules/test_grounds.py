"""A ruling cites the house rule that decides it, and every option that the referee reads is cited in at least one."""

import re
from pathlib import Path

import pytest

from rules import judge, read_position
from rules.books.options import offered_values

CLAUSES = Path(__file__).parents[2] / "rules" / "referee" / "clauses"

# An ordinary turn, a first turn, a double that owes a tile, and one to cover on a closed train.
NINE = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 A3 20"
FIRST = "double-nine 9 A/B/C/M A1 24"
SECOND = "double-nine 9 A:9-7-7/B:9-1/M A2 20"
OWES = "double-nine 9 A:9-7-7/B:9-4/C:9-5/M:9-2 A3! 20"
CLOSED = "double-nine 9 A:9-7/B:9-4-4/C:9-5/M:9-2 A3 20"
SIX_FIRST = "double-six 6 A/B/C/M A1 12"
TWELVE_FIRST = "double-twelve 12 A/B/C/M:12-4 A1 40"
TWELVE_OWES = "double-twelve 12 A:12-7-7/B:12-4/C:12-5/M:12-3 A3! 30"
ANYWHERE = "double-twelve[extra-tile-on=any-open-train] 12 A:12-7-7/B:12-4/C:12-5/M A3! 30"
TAPPED = "double-twelve 12 A(1)~:12-7-1/B(4):12-4/M:12-3 B6 30"
# Every tile with a 5 is on the table, and every train ends in a 5.
BLOCKED = "double-six 5 A*:5-0-1-5/B*:5-2-3-5/M:5-4-6-5 A3 0"

# The entry of the ruling table, a house rule, and a table, a move and a hand about which it decides.
CITED = [
    ("not-your-turn", "direction=counter-clockwise", NINE, "C 5-1@C", None),
    ("own-train-only", "first-turn-trains=own", TWELVE_FIRST, "A 4-1@M", None),
    ("mexican-not-yet", "mexican-opens=second-turn", TWELVE_FIRST, "A 4-1@M", None),
    ("double-first-after-first-turn", "first-turn-double=no-exemption", SECOND, "A 9-2@M", None),
    ("cover-own-double", "extra-tile-on=double", OWES, "A 2-1@M", None),
    ("extra-starts-mexican", "extra-starts-mexican=no", ANYWHERE, "A 12-1@M", None),
    ("double-as-extra", "double-as-extra=no", ANYWHERE.replace("/M", "/M:12-3"), "A 3-3@M", None),
    ("one-tile", "first-turn=one-tile", FIRST, "A 9-4-1@A", None),
    ("can-play-in-run", "first-turn=run", "double-twelve 12 A:12-7/B/M A1 40", "A --", None),
    ("draw-first", "draws=until-it-plays", NINE.replace("A3 ", "A3+ "), "A --", "8-8"),
    ("draw-first", "first-turn-draw=yes", FIRST, "A --", "8-8"),
    ("no-first-turn-draw", "first-turn-draw=no", SIX_FIRST, "A +", "5-5"),
    ("nothing-to-end.first", "first-turn=one-tile", FIRST, "A done", None),
    ("nothing-to-catch", "tap=none", TAPPED, "A caught", None),
    ("lay.first.own", "first-turn=one-tile", FIRST, "A 9-4@A", None),
    ("lay.first.own", "first-turn-trains=open", FIRST, "A 9-4@A", None),
    ("lay.first.own", "mexican-opens=after-own-train", FIRST, "A 9-4@A", None),
    ("lay.turn.own", "freeze=none", CLOSED, "A 7-1@A", None),
    ("lay.turn.own", "dead-double=released", NINE, "A 7-1@A", None),
    ("lay.extra.double", "extra-tile-on=any-open-train", TWELVE_OWES, "A 7-1@A", None),
    ("lay.extra.double", "double-as-extra=no", TWELVE_OWES, "A 7-1@A", None),
    ("lay.extra.double", "extra-starts-mexican=no", TWELVE_OWES, "A 7-1@A", None),
    ("lay.cover", "cover-closed-train=no", CLOSED.replace("B:", "B*:"), "A 4-1@B", None),
    ("lay.cover.closed", "cover-closed-train=no", CLOSED, "A 4-1@B", None),
    ("start.mexican", "mexican-opens=after-own-train", "double-nine 9 A:9-7/B:9-4/M A3 20", "A 9-1@M", None),
    ("run-double", "first-turn-double=exempt", TWELVE_FIRST, "A 4-4@M", None),
    ("double", "first-turn-double=no-exemption", FIRST, "A 9-4-4@A", None),
    ("double", "out-on-double=must-cover", NINE, "A 2-2@M", None),
    ("marker-off", "marker-off=any-play", NINE.replace("A:", "A*:"), "A 2-1@M", None),
    ("out", "out-on-double=must-cover", NINE.replace("A:", "A(1):"), "A 2-1@M", None),
    ("tap", "tap=1", NINE.replace("A:", "A(2):"), "A 2-1@M tap", None),
    ("caught", "tap=2", TAPPED, "A caught", None),
    ("draw", "must-play=no", NINE, "A +", None),
    ("draw", "draws=until-it-plays", NINE, "A +", "8-8"),
    ("draw", "first-turn-draw=yes", FIRST, "A +", "8-8"),
    ("pass", "must-play=no", NINE.replace("A3 20", "A3 0"), "A --", None),
    ("pass", "voluntary-marker=yes", NINE.replace("A3 ", "A3+7-1 "), "A --", None),
    ("pass", "drawn-tile=may", NINE.replace("A3 ", "A3+7-1 "), "A --", None),
    ("pass.first", "first-turn-draw=no", SIX_FIRST, "A --", "5-5"),
    ("blocked", "blocked=lowest-hand-0", BLOCKED, "A --", None),
    ("blocked", "dead-double=released", BLOCKED, "A --", None),
    ("done", "first-turn=run", "double-twelve 12 A:12-7/B/M A1 40", "A done", None),
]


@pytest.mark.parametrize(
    ("entry", "change", "table", "move", "hand"), CITED, ids=[" ".join(case[:2]) for case in CITED]
)
def test_a_house_rule_is_cited_by_the_rulings_that_it_decides(
    entry: str, change: str, table: str, move: str, hand: str | None
) -> None:
    option, _, value = change.partition("=")
    position = read_position(table)
    ruling = judge(position._replace(book=position.book.with_house_rules({option: value})), move, hand)

    assert entry in ruling.rests_on
    assert option in ruling.customs
    assert ruling.standing == "custom"


def test_that_a_closed_train_is_open_to_a_cover_is_implied_and_of_a_marked_one_it_is_said() -> None:
    standings = [judge(table, "A 4-1@B").standing for table in (CLOSED, CLOSED.replace("B:", "B*:"))]

    assert standings == ["implied", "stated"]


def test_every_option_that_the_referee_reads_and_a_group_can_change_has_such_a_ruling() -> None:
    referee = "".join(path.read_text() for path in CLAUSES.glob("*.py"))
    read = {option.replace("_", "-") for option in re.findall(r"\.options\.(\w+)", referee)}
    choices = {option for option in read if offered_values(option)}

    assert len(choices) > 15
    assert choices - {change.partition("=")[0] for _, change, *_ in CITED} == set()
