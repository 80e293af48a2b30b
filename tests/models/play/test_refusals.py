"""A move that is not entered comes back with all there is to say: the line that may be wrong, and what would follow."""

import pytest

from models.play.moves import lay_table
from models.play.pen import SheetError
from rules import read_position
from samples.pens import write


def test_a_tile_that_lies_points_to_the_line_that_laid_it(table):
    table.keep()
    for text in ("A 9-7@A", "A done"):
        table.move(text)

    assert table.move("B 9-7@B").suspect == (2, "The 9-7 is on Ana’s train: was that wrong?")
    assert table.move("B +9-7").suspect == (2, "The 9-7 is on Ana’s train: was that wrong?")
    assert table.move("B 9-9@B").suspect == (1, "The 9-9 lay there when the table was set: was that wrong?")


def test_a_move_out_of_turn_points_to_the_line_before_it(table):
    table.keep()
    assert table.move("B 9-5@B").suspect is None
    table.move("A 9-7@A")

    assert table.move("B 9-5@B").suspect == (2, "Is a move before this one missing, or wrong?")
    assert table.move("A 7-3@M").suspect is None


def test_whoever_was_overtaken_hears_what_would_follow(table):
    table.keep()
    table.move("A 9-7@A")

    fits, same = table.move("A 7-3@A", seen=1), table.move("A 9-7@A", seen=1)

    assert (fits.is_same, fits.refused) == (False, None)
    assert same.is_same
    assert same.refused.suspect.line == 2
    assert table.move("A 9-5@M", seen=1).refused.can_be_agreed
    assert table.move("A 9-5@M !", seen=1).refused is None


def test_a_table_of_another_round_is_not_laid(table):
    other = read_position("double-nine 8 A/B/C/D/M A1 ?")

    with pytest.raises(SheetError, match="This is of another round: double-nine, with the 8-8"):
        write(table.game, "Ana", lay_table, table.sheet.rounds[0], other)
