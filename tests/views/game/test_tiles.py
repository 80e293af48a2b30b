"""A hand scored by tapping the tiles that are left."""

import pytest

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import hand
from tests.views.game.conftest import enter, fill


def test_tapped_tiles_are_added_up(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")
    answer = ana.client.post(ana.path, data=ana.fields | {"tiles": ["9-7", "4-1"]})

    assert "21 9-7 4-1" in ana.read(answer.location)


def test_tiles_of_somebody_else_are_greyed_with_whose_they_are(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")
    ana.client.post(ana.path, data=ana.fields | {"tiles": ["9-7"]})

    assert 'value="9-7" data-pips="16" disabled' in ana.open(f"{game}/rounds/1/seats/{seats[2]}").text
    assert "9 7 Ben" in ana.text
    assert "9 9 in the middle" in ana.text


def test_a_tile_tapped_on_two_phones_is_refused(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")
    ana.client.post(ana.path, data=ana.fields | {"tiles": ["9-7"]})
    ana.open(f"{game}/rounds/1/seats/{seats[2]}")
    ana.page = ana.client.post(ana.path, data=ana.fields | {"tiles": ["9-7", "3-1"]})

    assert ana.page.status_code == 422
    assert "The 9-7 was counted twice" in ana.text
    assert 'value="3-1" data-pips="4" checked' in ana.page.text


@pytest.mark.parametrize("tiles", [[], ["99-1"], ["x"], ["9-7 9-8"]])
def test_tiles_that_are_none_are_refused(ana: Phone, game: str, seats: list[str], tiles: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")

    assert ana.client.post(ana.path, data=ana.fields | {"tiles": tiles}).status_code == 422


def test_tapped_tiles_stay_when_somebody_else_is_entered(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")
    ana.client.post(ana.path, data=ana.fields | {"tiles": ["9-7", "4-1"]})
    enter(ben, game, 1, "", "", "3")

    assert "Round 1, Ben: 21" in ben.read(f"{game}/log")
    assert ben.text.count("Round 1, Ben") == 1


def test_a_tile_may_be_written_with_spaces(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")

    assert ana.client.post(ana.path, data=ana.fields | {"tiles": ["9 - 5"]}).status_code == 303


def test_what_was_typed_is_entered_before_tiles_are_tapped(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    answer = ana.send(tap=seats[2], **hand(seats[0], out=True), **hand(seats[1], "6"))

    assert answer.location == f"{game}/rounds/1/seats/{seats[2]}"
    assert "so far 0 6 " in ana.read(game)


def test_a_score_that_came_second_is_asked_about(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    address = f"{game}/rounds/1/seats/{seats[1]}"
    ana.open(address)
    ben.open(address)
    ben.client.post(address, data=ben.fields | {"tiles": ["9-7"]})

    ana.page = ana.client.post(address, data=ana.fields | {"tiles": ["4-1"]})

    assert ana.page.status_code == 409
    assert ana.client.post(address, data=ana.fields | {"tiles": ["4-1"]}).status_code == 409
    seen = pick(r'name="seen" value="(\d+)">Use mine', ana.page.text)
    assert ana.client.post(address, data=ana.fields | {"tiles": ["4-1"], "seen": seen}).status_code == 303
    assert "so far 5" in ana.read(game)


def test_after_the_game_has_stopped_no_hand_is_counted(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1/seats/{seats[1]}")
    fields = ana.fields
    fill(ben, f"{game}/changes", f"{game}/stop")

    answer = ana.client.post(f"{game}/rounds/1/seats/{seats[1]}", data=fields | {"tiles": ["9-7"]})

    assert answer.status_code == 422
    assert "stopped" in answer.text


def test_after_the_game_has_stopped_no_score_is_entered(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    fields = ana.fields
    fill(ben, f"{game}/changes", f"{game}/stop")

    answer = ana.client.post(f"{game}/rounds/1", data=fields | hand(seats[1], "34"))

    assert answer.status_code == 422
    assert "stopped" in answer.text
    assert 'value="34"' in answer.text
