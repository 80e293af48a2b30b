"""The trains of a table: those of its seats and the Mexican one, and no others."""

import pytest

from rules import judge, read_position
from rules.referee.question import Reason
from rules.table.move import Caught, Lay
from tests.conftest import sure

OF_THREE = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 A3 20"


def test_every_seat_has_its_train_and_all_have_the_mexican_one() -> None:
    position = read_position(OF_THREE)

    assert [sure(position.train(name)).name for name in "ABCM"] == ["A", "B", "C", "M"]


@pytest.mark.parametrize("name", ["D", "E", "H"])
def test_a_seat_that_nobody_sits_on_has_no_train(name: str) -> None:
    position = read_position(OF_THREE)

    assert position.train(name) is None
    assert judge(position, f"A 7-2@{name}").reasons == (Reason.NO_SUCH_TRAIN,)


@pytest.mark.parametrize("name", ["a", "Z", "", "AB"])
def test_a_name_that_no_seat_has_has_no_train_either(name: str) -> None:
    position = read_position(OF_THREE)

    assert judge(position, Lay(seat="A", chain=(7, 2), train=name)).reasons == (Reason.NO_SUCH_TRAIN,)
    assert judge(position, Caught(name)).reasons == (Reason.NOTHING_TO_CATCH,)
