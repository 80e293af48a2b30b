"""Throw things away and put them back, and delete a club."""

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, whole_round


def test_a_game_goes_into_the_bin_and_back(played: Phone, ana: Phone, ben: Phone, club: str, game: str) -> None:
    ana.open(f"{game}/changes")

    ana.send_on(f"{game}/throw")

    assert "A game with Ana, Ben, Cai, Dee" in ana.text
    assert [ana.open(game).status_code, ben.open(game).status_code] == [404, 404]
    ana.open(f"{club}/bin")
    ana.send_on(f"{club}/bin/{game.rpartition('/')[2]}")
    assert "34" in ana.text
    assert "The trash is empty." in ana.open(f"{club}/bin").text


def test_a_night_goes_into_the_bin_and_back(ana: Phone, club: str, game: str, night: str) -> None:
    ana.open(night)

    ana.send_on(f"{night}/throw")

    assert [ana.open(night).status_code, ana.open(game).status_code] == [404, 404]
    assert "None yet." in ana.open(f"{club}/nights").text
    ana.open(f"{club}/bin")
    ana.send_on(f"{club}/bin/{night.rpartition('/')[2]}")
    assert ana.path == night
    assert ana.open(game).status_code == 200


def play_more_games(phone: Phone, like: str, count: int) -> None:
    """Play this many games of one round, with the players of another game."""
    for _ in range(count):
        phone.open(f"/start?like={like.rpartition('/')[2]}")
        phone.send_on(engines="9", asked="1")
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
        assert ana.send(f"{club}/bin/{night.rpartition('/')[2]}").status_code == 303
        return thrown, len(said)

    play_more_games(ana, game, 2)
    few = throw_and_put_back()
    play_more_games(ana, game, 6)
    many = throw_and_put_back()

    assert [more - fewer < 6 for fewer, more in zip(few, many, strict=True)] == [True, True], (few, many)


def test_a_tournament_goes_into_the_bin_with_its_games_and_comes_back(ana: Phone, club: str, hall: str) -> None:
    game = pick(r"/games/\w+", ana.open(hall).text)
    ana.open(f"{game}/changes")
    assert ana.send(f"{game}/throw").status_code == 422
    ana.open(hall)
    ana.send_on(f"{hall}/throw")
    assert ana.open(hall).status_code == ana.open(game).status_code == 404

    ana.open(f"{club}/bin")
    assert "The tournament Cup" in ana.text
    ana.send_on(f"{club}/bin/{hall.rpartition('/')[2]}")

    assert ana.path == hall
    assert ana.open(game).status_code == 200


def test_a_night_with_a_tournament_is_not_thrown_away_by_itself(ana: Phone, hall: str, night: str) -> None:
    assert "Cup" in ana.open(night).text

    answer = ana.send(f"{night}/throw")

    assert answer.status_code == 422
    assert "Throw away the whole tournament instead." in answer.text


def test_nobody_else_throws_anything_away(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, club: str, game: str, night: str
) -> None:
    assert "Move to the trash" not in ben.open(f"{game}/changes").text
    for phone in (ben, cai, zoe):
        phone.open("/start")
        for address in (f"{game}/throw", f"{night}/throw", f"{club}/delete"):
            assert phone.send(address, name="Ana’s table").status_code == 404, address

    assert "The trash is empty." in ana.open(f"{club}/bin").text
    assert ana.open(game).status_code == 200


def test_nobody_else_looks_into_the_bin_or_puts_anything_back(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, club: str, game: str
) -> None:
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/throw")

    for phone in (ben, cai, zoe):
        assert phone.open(f"{club}/bin").status_code == phone.open(f"{club}/delete").status_code == 404
        phone.open("/start")
        assert phone.send(f"{club}/bin/{game.rpartition('/')[2]}").status_code == 404

    assert ana.open(game).status_code == 404


def test_the_bin_says_who_threw_something_away(app: Flask, ana: Phone, club: str, game: str, night: str) -> None:
    ana.open(f"{game}/me")
    ana.send_on(name="Gran")
    ana.open(night)

    ana.send_on(f"{night}/throw")

    assert ana.path == f"{club}/bin"
    assert "by Gran" in ana.text


def test_what_is_not_in_this_bin_is_not_put_back(app: Flask, ana: Phone, club: str, game: str) -> None:
    eve = begin(app, names=("Eve", "Yan"))
    eves_game = pick(r"/games/\w+", eve.open("/").text)
    eve.open(f"{eves_game}/changes")
    eve.send_on(f"{eves_game}/throw")

    ana.open(f"{game}/changes")
    for ref in (eves_game.rpartition("/")[2], game.rpartition("/")[2], "nothing"):
        assert ana.send(f"{club}/bin/{ref}").status_code == 404

    assert eve.open(eves_game).status_code == 404


def test_a_club_is_deleted_once_its_name_is_typed(ana: Phone, ben: Phone, club: str, game: str) -> None:
    ana.open(f"{club}/delete")
    answer = ana.send(name="Another")
    assert answer.status_code == 422
    assert "That is not the name of this club." in answer.text

    ana.send_on(name="ana’s TABLE")

    assert ana.path == "/"
    assert [phone.open(address).status_code for phone in (ana, ben) for address in (club, game)] == [404] * 4


def test_another_name_deletes_nothing_and_stays_in_its_field(ana: Phone, club: str, game: str) -> None:
    ana.open(f"{club}/delete")

    ana.page = ana.send(name="Another")

    assert ana.fields["name"] == "Another"
    assert ana.open(game).status_code == 200


def test_a_club_is_not_deleted_by_an_empty_field(ana: Phone, club: str, game: str) -> None:
    ana.open(f"{club}/delete")

    answer = ana.send(name="")

    assert answer.status_code == 422
    assert "Type a name." in answer.text
    assert ana.open(game).status_code == 200
