"""Starting a game or a tournament: names have to differ, and the set has to have the doubles."""

import pytest

from forms.starts import StartForm
from forms.tournaments import ClockForm, DecideForm, LateForm, ScheduleForm, SeatingByHandForm
from rules import RULE_BOOKS
from tests.forms.conftest import Sent, wrong_in


def players(*names: str) -> dict[str, str]:
    """The form fields for these names."""
    return {f"players-{place}": name for place, name in enumerate(names)}


@pytest.mark.parametrize(
    ("names", "rules", "engines", "wrong"),
    [
        (("Ana", "", "Ben"), "double-nine", "", []),
        (("Ana", "Ben"), "double-nine", "9 8 7", []),
        (("Ana",), "double-nine", "", ["players"]),
        (("Ana", "ANA"), "double-nine", "", ["players"]),
        (tuple("ABCDEFGHIJKLMNOP"), "double-six", "", []),
        (("Ana", "Ben"), "double-six", "9 8", ["engines"]),
        (("Ana", "Ben"), "double-ten", "9", ["rules"]),
    ],
)
def test_a_game_starts_with_two_or_more_who_differ(
    sent: Sent, names: tuple[str, ...], rules: str, engines: str, wrong: list[str]
) -> None:
    with sent(StartForm, rules=rules, engines=engines, **players(*names)) as form:
        form.offer({})
        assert wrong_in(form) == wrong
        assert form.names == [name for name in names if name]


def test_late_comers_come_one_at_a_time(sent: Sent) -> None:
    for name, is_right in [("Ida", True), ("Ida, Jon", False)]:
        with sent(LateForm, name=name, table="1") as form:
            form.table.choices = [("1", "")]
            assert form.validate() is is_right


def test_tables_by_hand_are_lines_of_names_with_or_without_numbers(sent: Sent) -> None:
    written = "1. Ana, Ben;Cai\n\n 2) Dee ,, Eli\t Fay \n , \n"
    with sent(SeatingByHandForm, stage="1", lot="7", tables=written) as form:
        assert form.validate()
        assert form.lines == [["Ana", "Ben", "Cai"], ["Dee", "Eli", "Fay"]]


@pytest.mark.parametrize(("typed", "engines"), [("12 8 4", (12, 8, 4)), ("6", (6,)), (" 6 ", (6,))])
def test_a_single_double_is_a_single_round_where_time_is_short(
    sent: Sent, typed: str, engines: tuple[int, ...]
) -> None:
    with sent(ScheduleForm, engines=typed) as form:
        assert form.read(RULE_BOOKS["double-twelve"]) == engines


@pytest.mark.parametrize(("minutes", "warn", "is_right"), [("20", "5", True), ("20", "20", False), ("0", "0", False)])
def test_a_clock_warns_while_it_runs(sent: Sent, minutes: str, warn: str, is_right: bool) -> None:
    with sent(ClockForm, minutes=minutes, warn=warn) as form:
        assert form.validate() is is_right


def test_a_tie_is_of_players_by_their_numbers(sent: Sent) -> None:
    for tied, is_right in [("1 12", True), ("1,12", False), ("1 ", False)]:
        with sent(DecideForm, stage="1", table="0", players=tied, how="lot") as form:
            assert form.validate() is is_right
            assert not is_right or form.tied == (1, 12)
