"""A club's players on the pages of a manager: rename, merge, archive, anonymize."""

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import club_of, player_of


@pytest.fixture
def player(ana: Phone, club: str) -> str:
    """The address of Dee's page."""
    return pick(r'href="(/clubs/\w+/players/\w+)">Dee', ana.open(club).text)


def test_a_player_is_renamed(ana: Phone, game: str, player: str) -> None:
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/rename", name="Deirdre")

    assert "Deirdre" in ana.text
    assert "Deirdre" in ana.open(game).text


@pytest.mark.parametrize(
    ("name", "said"), [("", "Type a name."), ("ana", "Merge the two if they are the same person.")]
)
def test_a_name_that_cannot_be_is_refused(ana: Phone, player: str, name: str, said: str) -> None:
    ana.open(f"{player}/manage")

    answer = ana.send(f"{player}/manage/rename", name=name)

    assert answer.status_code == 422
    assert said in answer.text


def test_a_short_name_stands_at_the_head_of_the_column(ana: Phone, game: str, player: str) -> None:
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/rename", name="Deirdre Featherstonehaugh")
    assert "Round Ana Ben Cai Deirdre Deirdre Featherstonehaugh" in ana.read(game)

    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/short-name", short_name=" <b>Di ")
    assert (
        '<span class="name" title="Deirdre Featherstonehaugh" aria-hidden="true">&lt;b&gt;Di</span>'
        in ana.open(game).text
    )
    assert ana.open(f"{player}/manage").text.count('value="&lt;b&gt;Di"') == 1

    ana.send_on(f"{player}/manage/short-name", short_name="")
    assert "Round Ana Ben Cai Deirdre Deirdre Featherstonehaugh" in ana.read(game)


@pytest.mark.parametrize(
    ("short_name", "said"),
    [("Deirdreee", "At most 8 characters."), ("a\x00b", "cannot be shown"), ("\u0301", "Type a name.")],
)
def test_a_short_name_that_cannot_be_is_refused(ana: Phone, player: str, short_name: str, said: str) -> None:
    ana.open(f"{player}/manage")

    answer = ana.send(f"{player}/manage/short-name", short_name=short_name)

    assert answer.status_code == 422
    assert said in answer.text


def test_two_of_one_table_are_not_merged(ana: Phone, player: str) -> None:
    ref = pick(r'<option value="(\w+)">Ben', ana.open(f"{player}/manage").text)

    answer = ana.send(f"{player}/manage/merge", other=ref, stays=ref)

    assert answer.status_code == 422
    assert "so they must be two different people." in answer.text


@pytest.mark.parametrize(("stays", "goes"), [("Dee", "Didi"), ("Didi", "Dee")])
def test_two_names_become_one_player_once_somebody_has_said_whose_stays(
    app: Flask, ana: Phone, club: str, player: str, stays: str, goes: str
) -> None:
    ana.open(f"/start?club={club.rpartition('/')[2]}")
    ana.send_on(rules="double-six", **seat_fields("Didi", "Ben"))
    didi = pick(r'href="(/clubs/\w+/players/\w+)">Didi', ana.open(club).text)
    pages = {"Dee": player, "Didi": didi}
    ana.open(f"{didi}/manage")
    ana.page = ana.send(f"{didi}/manage/merge", other=player.rpartition("/")[2])
    assert "Which name do you want to keep?" in ana.text and "1 game so far" in ana.text

    ana.send_on(f"{didi}/manage/merge", stays=pages[stays].rpartition("/")[2])

    assert ana.path == pages[stays]
    assert f">{goes}" not in ana.open(club).text
    assert ana.open(pages[goes]).status_code == 404


def test_archived_and_back(ana: Phone, club: str, player: str) -> None:
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/archive")
    assert "(archived)" in ana.open(club).text

    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/archive")

    assert "(archived)" not in ana.open(club).text


def test_a_name_is_taken_away(ana: Phone, club: str, game: str, player: str) -> None:
    ana.open(f"{player}/manage")
    ana.send_on(f"{player}/manage/anonymise")

    assert "The games are now under Player 1." in ana.text
    assert "Dee" not in ana.open(game).text


def test_a_form_that_takes_a_name_away_and_comes_again_takes_nothing_more(played: Phone, game: str, club: str) -> None:
    ana = played
    own = pick(r'href="(/clubs/\w+/players/\w+)">Ana', ana.open(club).text)
    ana.open(f"{own}/manage")
    fields = ana.fields

    answers = [ana.client.post(f"{own}/manage/anonymise", data=fields).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert "Player 1" in ana.open(f"{game}/log").text
    assert "Player 2" not in ana.text


def test_only_who_manages_does_that(ben: Phone, cai: Phone, player: str) -> None:
    for phone in (ben, cai):
        assert phone.open(player).status_code == 200
        assert "Rename, merge, archive" not in phone.text
        assert phone.open(f"{player}/manage").status_code == 404


def test_somebody_is_merged_into_a_player_of_the_same_club_alone(ana: Phone, game: str, player: str) -> None:
    ana.open(f"{player}/manage")

    answer = ana.send(f"{player}/manage/merge", other="nobody")

    assert answer.status_code == 422
    assert "Not a valid choice" in answer.text
    assert "Dee" in ana.open(game).text


def test_the_link_to_words_that_stay_leads_only_to_nights_where_they_stand(
    ana: Phone, club: str, night: str, player: str
) -> None:
    ana.open(night)
    ana.send_on(f"{night}/name", name="DEE’s birthday")
    address = pick(r'<a href="([^"]+)">See where', ana.open(f"{player}/manage").text)
    assert night in ana.open(address).text
    assert "Game nights with “Dee” in a note or in their name:" in ana.text

    ana.open(night)
    ana.send_on(f"{night}/name", name="Christmas")

    assert night not in ana.open(address).text


def test_somebody_who_never_finished_a_game_is_merged_and_no_game_of_the_club_is_counted_again(
    demo: Phone, said: list[str]
) -> None:
    demo.open(f"/start?club={club_of(demo).rpartition('/')[2]}")
    demo.send_on(**seat_fields("Eve", "Yan"), asked="1")
    eve, fay = player_of(demo, "Eve"), player_of(demo, "Fay")
    demo.open(f"{eve}/manage")
    said.clear()

    answer = demo.send(f"{eve}/manage/merge", other=fay.rpartition("/")[2], stays=fay.rpartition("/")[2])

    assert answer.status_code == 303
    assert [words for words in said if "FROM lines" in words or words.startswith("INSERT INTO results")] == []
    assert demo.open(eve).status_code == 404
