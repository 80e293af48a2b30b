"""The page that changes a player; the figures of a player are in test_statistics.py."""

import pytest

from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.club.conftest import answer_to, do, ref_of, refusal_of
from tests.views.conftest import club_of, player_of


@pytest.fixture
def player(ana: Phone, club: str) -> str:
    """The address of Dee's page."""
    return player_of(ana, "Dee")


@pytest.fixture
def manage(player: str) -> str:
    """The address of the page that changes Dee."""
    return f"{player}/manage"


def test_a_player_is_renamed(ana: Phone, game: str, manage: str) -> None:
    do(ana, manage, f"{manage}/rename", name="Deirdre")

    assert "Deirdre" in ana.text
    assert "Deirdre" in ana.read(game)


@pytest.mark.parametrize(
    ("form", "sent", "why"),
    [
        ("rename", {"name": ""}, "Type a name."),
        ("rename", {"name": "ana"}, "Merge the two if they are the same person."),
        ("short-name", {"short_name": "Deirdreee"}, "At most 8 characters."),
        ("short-name", {"short_name": "a\x00b"}, "cannot be shown"),
        ("short-name", {"short_name": "\u0301"}, "Type a name."),
    ],
)
def test_a_name_that_cannot_be_is_refused(ana: Phone, manage: str, form: str, sent: dict[str, str], why: str) -> None:
    assert why in refusal_of(ana, manage, f"{manage}/{form}", **sent)


def test_a_short_name_stands_at_the_head_of_the_column(ana: Phone, game: str, manage: str) -> None:
    do(ana, manage, f"{manage}/rename", name="Deirdre Featherstonehaugh")
    assert "Round Ana Ben Cai Deirdre Deirdre Featherstonehaugh" in ana.read(game)

    do(ana, manage, f"{manage}/short-name", short_name=" <b>Di ")
    head = '<span class="name" title="Deirdre Featherstonehaugh" aria-hidden="true">&lt;b&gt;Di</span>'
    assert head in ana.open(game).text
    assert ana.open(manage).text.count('value="&lt;b&gt;Di"') == 1

    ana.send_on(f"{manage}/short-name", short_name="")
    assert "Round Ana Ben Cai Deirdre Deirdre Featherstonehaugh" in ana.read(game)


def test_two_of_one_table_are_not_merged(ana: Phone, manage: str) -> None:
    ben = pick(r'<option value="(\w+)">Ben', ana.open(manage).text)

    page = refusal_of(ana, manage, f"{manage}/merge", other=ben, stays=ben)

    assert "so they must be two different people." in page


@pytest.mark.parametrize(("stays", "goes"), [("Dee", "Didi"), ("Didi", "Dee")])
def test_two_become_one_player_by_a_name_that_stays(ana: Phone, club: str, player: str, stays: str, goes: str) -> None:
    do(ana, f"/start?club={ref_of(club)}", rules="double-six", **seat_fields("Didi", "Ben"))
    pages = {"Dee": player, "Didi": player_of(ana, "Didi")}
    manage = f"{pages['Didi']}/manage"
    page = answer_to(ana, manage, f"{manage}/merge", other=ref_of(player))
    assert "Which name do you want to keep?" in page and "1 game so far" in page

    ana.send_on(f"{manage}/merge", stays=ref_of(pages[stays]))

    assert ana.path == pages[stays]
    assert f">{goes}" not in ana.open(club).text
    assert ana.open(pages[goes]).status_code == 404


def test_archived_and_back(ana: Phone, club: str, manage: str) -> None:
    for is_archived in (True, False):
        do(ana, manage, f"{manage}/archive")
        assert ("(archived)" in ana.read(club)) == is_archived


def test_a_name_is_taken_away(ana: Phone, game: str, manage: str) -> None:
    do(ana, manage, f"{manage}/anonymise")

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


def test_only_who_manages_does_that(ben: Phone, player: str) -> None:
    assert ben.open(player).status_code == 200
    assert "Rename, merge, archive" not in ben.text


def test_somebody_is_merged_into_a_player_of_the_same_club_alone(ana: Phone, game: str, manage: str) -> None:
    assert "Not a valid choice" in refusal_of(ana, manage, f"{manage}/merge", other="nobody")
    assert "Dee" in ana.read(game)


def test_the_link_to_words_that_stay_leads_only_to_nights_where_they_stand(ana: Phone, night: str, manage: str) -> None:
    do(ana, night, f"{night}/name", name="DEE’s birthday")
    address = pick(r'<a href="([^"]+)">See where', ana.open(manage).text)
    assert night in ana.open(address).text
    assert "Game nights with “Dee” in a note or in their name:" in ana.text

    do(ana, night, f"{night}/name", name="Christmas")

    assert night not in ana.open(address).text


def test_merging_somebody_without_a_finished_game_counts_no_game_again(demo: Phone, said: list[str]) -> None:
    do(demo, f"/start?club={ref_of(club_of(demo))}", **seat_fields("Eve", "Yan"), asked="1")
    eve, fay = player_of(demo, "Eve"), ref_of(player_of(demo, "Fay"))
    demo.open(f"{eve}/manage")
    said.clear()

    demo.send_on(f"{eve}/manage/merge", other=fay, stays=fay)

    assert [words for words in said if "FROM lines" in words or words.startswith("INSERT INTO results")] == []
    assert demo.open(eve).status_code == 404
