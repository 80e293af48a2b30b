"""A long log comes in parts, newest first."""

import re

from pytest import MonkeyPatch

from tests.phone import Phone
from tests.views.conftest import move
from tests.views.game.conftest import enter


def numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<span class="number">(\d+)</span>', page)]


def test_every_move_of_a_long_round_is_found_part_by_part(ana: Phone, table: str, monkeypatch: MonkeyPatch) -> None:
    move(ana, table, "A 9-7@A", "A done", "B 9-8@B", "B done")
    all_numbers = numbers(ana.open(f"{table}/moves").text)
    monkeypatch.setattr("views.shared.log_parts.LINES_AT_ONCE", 2)

    first_part = ana.open(f"{table}/moves").text
    assert numbers(first_part) == all_numbers[:2]
    assert f'href="?before={all_numbers[1]}"' in first_part
    second_part = ana.open(f"{table}/moves?before={all_numbers[1]}").text

    assert numbers(second_part) == all_numbers[2:4]
    assert "Earlier" not in ana.open(f"{table}/moves?before=2").text
    assert numbers(ana.open(f"{table}/moves?before=nonsense").text) == all_numbers[:2]


def test_the_log_of_a_sheet_comes_in_parts_that_split_no_entry(ana: Phone, game: str, monkeypatch: MonkeyPatch) -> None:
    for number in (1, 2):
        enter(ana, game, number, "out", "9", "8", "7")
    monkeypatch.setattr("views.shared.log_parts.LINES_AT_ONCE", 1)

    newest_part = ana.open(f"{game}/log").text
    earlier_part = ana.open(f"{game}/log?before=5").text

    assert (numbers(newest_part), numbers(earlier_part)) == ([5, 6, 7, 8], [1, 2, 3, 4])
