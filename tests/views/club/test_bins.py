"""Throw things away and put them back, and delete a club."""

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import do, ref_of, refusal_of, throw
from tests.views.conftest import begin, whole_round


def put_back(phone: Phone, club: str, address: str) -> None:
    do(phone, f"{club}/bin", f"{club}/bin/{ref_of(address)}")


def test_a_game_goes_into_the_bin_and_back(played: Phone, ben: Phone, club: str, game: str) -> None:
    throw(played, game)

    assert "A game with Ana, Ben, Cai, Dee" in played.text
    assert [played.open(game).status_code, ben.open(game).status_code] == [404, 404]
    put_back(played, club, game)
    assert "34" in played.text
    assert "The trash is empty." in played.read(f"{club}/bin")


def test_a_night_goes_into_the_bin_and_back(ana: Phone, club: str, game: str, night: str) -> None:
    do(ana, night, f"{night}/throw")

    assert [ana.open(night).status_code, ana.open(game).status_code] == [404, 404]
    assert "None yet." in ana.read(f"{club}/nights")
    put_back(ana, club, night)
    assert ana.path == night
    assert ana.open(game).status_code == 200


def play_more_games(phone: Phone, like: str, count: int) -> None:
    """Play this many games of one round, with the players of another game."""
    for _ in range(count):
        do(phone, f"/start?like={ref_of(like)}", engines="9-9", asked="1")
        phone.open(f"{phone.path}/rounds/1")
        seats = [name.split("_")[1].split("-")[0] for name in phone.fields if name.endswith("-seen")]
        phone.send_on(**whole_round(seats, "out", "3", "4", "5"))


def test_a_night_of_many_games_goes_into_the_bin_and_back_with_no_step_for_each_game(
    ana: Phone, club: str, game: str, night: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other games are rated later.
    monkeypatch.setattr("models.results.ratings.GAMES_AT_ONCE", 1)

    def throw_and_put_back() -> tuple[int, int]:
        ana.open(night)
        said.clear()
        assert ana.send(f"{night}/throw").status_code == 303
        thrown = len(said)
        ana.open(f"{club}/bin")
        said.clear()
        assert ana.send(f"{club}/bin/{ref_of(night)}").status_code == 303
        return thrown, len(said)

    play_more_games(ana, game, 2)
    few = throw_and_put_back()
    play_more_games(ana, game, 6)
    many = throw_and_put_back()

    assert [more - fewer < 6 for fewer, more in zip(few, many, strict=True)] == [True, True], (few, many)


def test_a_tournament_goes_into_the_bin_with_its_games_and_comes_back(ana: Phone, club: str, hall: str) -> None:
    game = pick(r"/games/\w+", ana.open(hall).text)
    refusal_of(ana, f"{game}/changes", f"{game}/throw")
    do(ana, hall, f"{hall}/throw")
    assert ana.open(hall).status_code == ana.open(game).status_code == 404
    assert "The tournament Cup" in ana.read(f"{club}/bin")

    put_back(ana, club, hall)

    assert ana.path == hall
    assert ana.open(game).status_code == 200


def test_a_night_with_a_tournament_is_not_thrown_away_by_itself(ana: Phone, hall: str, night: str) -> None:
    assert "Cup" in ana.read(night)
    assert "Throw away the whole tournament instead." in refusal_of(ana, night, f"{night}/throw")


def test_a_scorekeeper_throws_nothing_away_and_puts_nothing_back(ana: Phone, ben: Phone, club: str, game: str) -> None:
    assert "Move to the trash" not in ben.read(f"{game}/changes")
    throw(ana, game)
    ben.open("/start")

    assert ben.send(f"{club}/bin/{ref_of(game)}").status_code == 404
    assert ana.open(game).status_code == 404


def test_the_bin_says_who_threw_something_away(ana: Phone, club: str, game: str, night: str) -> None:
    do(ana, f"{game}/me", name="Gran")

    do(ana, night, f"{night}/throw")

    assert ana.path == f"{club}/bin"
    assert "by Gran" in ana.text


def test_what_is_not_in_this_bin_is_not_put_back(app: Flask, ana: Phone, club: str, game: str) -> None:
    eve = begin(app, names=("Eve", "Yan"))
    eves_game = eve.path
    throw(eve, eves_game)

    ana.open(f"{game}/changes")
    for ref in (ref_of(eves_game), ref_of(game), "nothing"):
        assert ana.send(f"{club}/bin/{ref}").status_code == 404

    assert eve.open(eves_game).status_code == 404


def test_a_club_is_deleted_once_its_name_is_typed(ana: Phone, ben: Phone, club: str, game: str) -> None:
    do(ana, f"{club}/delete", name="ana’s TABLE")

    assert ana.path == "/"
    assert [phone.open(address).status_code for phone in (ana, ben) for address in (club, game)] == [404] * 4


@pytest.mark.parametrize(("name", "why"), [("Another", "That is not the name of this club."), ("", "Type a name.")])
def test_another_name_deletes_nothing_and_stays(ana: Phone, club: str, game: str, name: str, why: str) -> None:
    assert why in refusal_of(ana, f"{club}/delete", name=name)
    assert ana.fields["name"] == name
    assert ana.open(game).status_code == 200
