"""What a manager does with players and with what is thrown away, from the pages."""

import re

import pytest

from tests.views.conftest import whole_round


@pytest.fixture
def player(ana, club) -> str:
    """The address of Dee's page."""
    return re.search(r'href="(/clubs/\w+/players/\w+)">Dee', ana.open(club).text)[1]


def test_a_player_is_renamed(ana, game, player):
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/rename", name="Deirdre")

    assert "Deirdre" in ana.text
    assert "Deirdre" in ana.open(game).text


@pytest.mark.parametrize(("name", "said"), [("", "Type a name."), ("ana", "Merge the two if they are one person.")])
def test_a_name_that_cannot_be_is_refused(ana, player, name, said):
    ana.open(f"{player}/manage")

    answer = ana.send(f"{player}/manage/rename", name=name)

    assert answer.status_code == 422
    assert said in answer.text


def test_two_of_one_table_are_not_merged(ana, player):
    other = re.search(r'<option value="(\w+)">Ben', ana.open(f"{player}/manage").text)[1]

    answer = ana.send(f"{player}/manage/merge", into=other)

    assert answer.status_code == 422
    assert "They are two people." in answer.text


def test_a_player_is_merged_into_another(app, ana, club, player):
    ana.open(f"/start?club={club.rpartition('/')[2]}")
    ana.send_on(rules="double-six", **{"players-0": "Didi", "players-1": "Ben"})
    didi = re.search(r'href="(/clubs/\w+/players/\w+)">Didi', ana.open(club).text)[1]
    into = player.rpartition("/")[2]
    ana.open(f"{didi}/manage")

    ana.send_on(f"{didi}/manage/merge", into=into)

    assert ana.path == player
    assert "Didi" not in ana.open(club).text
    assert ana.open(didi).status_code == 404


def test_archived_and_back(ana, club, player):
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/archive")
    assert "(archived)" in ana.open(club).text

    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/archive")

    assert "(archived)" not in ana.open(club).text


def test_a_name_is_taken_away(ana, club, game, player):
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/anonymise")

    assert "The games are under Player 1." in ana.text
    assert "Dee" not in ana.open(game).text


def test_only_who_manages_does_that(ben, cai, player):
    for phone in (ben, cai):
        assert phone.open(player).status_code == 200
        assert "Rename, merge, archive" not in phone.text
        assert phone.open(f"{player}/manage").status_code == 404


def test_a_game_goes_into_the_bin_and_back(ana, ben, club, game, seats):
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "30", "5"))
    ana.open(f"{game}/changes")

    ana.send_on(f"{game}/throw")

    assert "A game of Ana, Ben, Cai, Dee" in ana.text
    assert [ana.open(game).status_code, ben.open(game).status_code] == [404, 404]
    ana.open(f"{club}/bin")
    ana.send_on(f"{club}/bin/{game.rpartition('/')[2]}")
    assert "34" in ana.text
    assert "It is empty." in ana.open(f"{club}/bin").text


def test_a_night_goes_into_the_bin_and_back(ana, club, game):
    night = re.search(r"/nights/\w+", ana.open(game).text)[0]
    ana.open(night)

    ana.send_on(f"{night}/throw")

    assert [ana.open(night).status_code, ana.open(game).status_code] == [404, 404]
    assert "None yet." in ana.open(f"{club}/nights").text
    ana.open(f"{club}/bin")
    ana.send_on(f"{club}/bin/{night.rpartition('/')[2]}")
    assert ana.path == night
    assert ana.open(game).status_code == 200


def test_nobody_else_throws_anything_away(ben, game):
    ben.open(f"{game}/changes")

    assert "Into the bin" not in ben.text
    ben.open("/start")
    assert ben.send(f"{game}/throw").status_code == 404


def test_a_club_is_deleted_once_its_name_is_typed(ana, ben, club, game):
    ana.open(f"{club}/delete")
    refused = ana.send(name="Another")
    assert refused.status_code == 422
    assert "That is not the name of this club." in refused.text

    ana.send_on(name="ana’s TABLE")

    assert ana.path == "/"
    assert [phone.open(address).status_code for phone in (ana, ben) for address in (club, game)] == [404] * 4
