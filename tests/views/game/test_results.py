"""The result on the sheet, and the page that shares it."""

import json
import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.ends import load_end
from models.ledger.games import find_game
from models.ledger.nights import Night
from models.ledger.shared_results import SharedResult
from samples.games import enter_pips, go_on, stop
from tests.conftest import pick, sure
from tests.phone import Phone
from tests.views.conftest import begin, club_of, finish_game, keep, link, share_link
from tests.views.game.conftest import enter, fill


def shares(app: Flask) -> list[SharedResult]:
    with app.app_context():
        return list(db.session.scalars(select(SharedResult).order_by(SharedResult.id)))


def share_again(phone: Phone, game: str) -> str:
    """Share the result from the sheet, and return the path of the link."""
    phone.open(game)
    return share_link(phone)


def test_the_sheet_of_a_finished_game_shows_its_result(over: Phone) -> None:
    assert "The winner Ana 0 pips, 6 ahead of Ben" in over.text
    assert "1 Ana 0 2 Ben +6 6 3 Cai +12 12 4 Dee +18 18" in over.text
    assert "Best round Ana, 1-1: 0 against 18 for everybody else Ana, 0-0: 0 against 18 for everybody else" in over.text
    assert "Worst round Dee, 1-1: 9 Dee, 0-0: 9" in over.text
    assert "Share the result" in over.text
    assert "Same players again" in over.text
    milestones = f"{over.path}/result/milestones"
    assert f'hx-get="{milestones}"' in over.page.text
    assert "Ana’s first win." in over.client.get(milestones).text
    assert "Ana’s first win." in over.read(f"{over.path}/result")


def test_a_game_in_play_has_no_result(app: Flask, played: Phone, game: str) -> None:
    assert "Share the result" not in played.text
    assert "milestone" not in played.client.get(f"{game}/result/milestones").text
    assert played.open(f"{game}/result").request.path == game

    played.send_on(f"{game}/result")

    assert played.path == game
    assert shares(app) == []


def test_one_tap_makes_a_link_and_a_second_tap_finds_it(app: Flask, over: Phone) -> None:
    game = over.path
    path = share_link(over)
    over.open(f"{game}/result/link")

    assert re.fullmatch(r"/r/\w+-[\w-]+", path)
    assert path in over.page.text
    assert f'src="{path}/' in over.page.text
    assert "Mexican Train, " in over.text
    assert "Ana wins with 0, Ben 6, Cai 12, Dee 18." in over.text
    assert share_again(over, game) == path
    assert [(share.made_by, share.revoked_at) for share in shares(app)] == [("Ana", None)]


def test_a_phone_that_looks_on_sees_the_result_and_shares_nothing(app: Flask, over: Phone) -> None:
    game, looker = over.path, Phone(app)
    looker.open(link(over, club_of(over), 2))

    assert "The winner Ana" in looker.read(f"{game}/result")
    assert [words for words in ("Share", "BG Stats", "Turn off this link", "/r/") if words in looker.page.text] == []
    looker.open("/start")
    assert looker.send(f"{game}/result").status_code == 404
    assert "Share the result" not in looker.open(game).text
    assert shares(app) == []


def test_an_ended_link_is_not_shown_and_the_next_is_a_new_one(app: Flask, over: Phone) -> None:
    game = over.path
    path = share_link(over)

    assert "Shared by Ana on " in over.read(f"{game}/result/link")

    over.send_on(f"{game}/result/revoke")

    assert over.path == f"{game}/result"
    assert path not in over.page.text
    assert over.send(f"{game}/result/revoke").status_code in (404, 409)
    assert share_again(over, game) != path
    assert [share.revoked_by for share in shares(app)] == ["Ana", None]


def test_somebody_without_a_name_shares_as_this_phone(app: Flask, over: Phone) -> None:
    game, keeper = over.path, Phone(app)
    keeper.open(link(over, club_of(over), 1))
    share_again(keeper, game)

    assert [share.made_by for share in shares(app)] == ["the scorekeeper"]


def handed_over(phone: Phone) -> dict[str, Any]:
    """The play data in the link to BG Stats on the page of the result."""
    data = pick(r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', phone.page.text)
    assert len(data) < 7900
    play: dict[str, Any] = json.loads(unquote(data))
    return play


def test_bg_stats_takes_the_game_by_one_tap(over: Phone) -> None:
    game = over.path
    assert "sends this game to it, along with the players’ names" in over.read(f"{game}/result")
    play = handed_over(over)

    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play.pop("playDate"))
    assert len({player.pop("sourcePlayerId") for player in play["players"]}) == 4
    assert play == {
        "sourceName": "Roundhouse",
        "sourcePlayId": game.rpartition("/")[2],
        "game": {"name": "Mexican Train", "sourceGameId": "mexican-train", "highestWins": False, "noPoints": False},
        "players": [
            {"name": "Ana", "startPlayer": False, "winner": True, "score": "0", "rank": 1},
            {"name": "Ben", "startPlayer": False, "winner": False, "score": "6", "rank": 2},
            {"name": "Cai", "startPlayer": False, "winner": False, "score": "12", "rank": 3},
            {"name": "Dee", "startPlayer": False, "winner": False, "score": "18", "rank": 4},
        ],
    }


@pytest.mark.parametrize("later", [False, True])
def test_bg_stats_dates_a_game_that_went_on_by_its_last_night(app: Flask, ana: Phone, game: str, later: bool) -> None:
    with app.app_context():
        record = sure(find_game(game.rpartition("/")[2]))
        record.started_at -= timedelta(days=7)
        started_at = record.started_at
        enter_pips(record, 1, [0, 10, 20, 30])
        db.session.get_one(Night, record.night_id).date -= timedelta(days=7)
        if later:
            go_on(record, date.today())
        stop(record)
        db.session.commit()
        end = load_end(record)
    ana.open(f"{game}/result")

    assert end - started_at > timedelta(days=6)
    assert handed_over(ana)["playDate"] == (end if later else started_at).strftime("%Y-%m-%d %H:%M:%S")


def test_a_link_is_ended_although_the_game_goes_on_again(app: Flask, over: Phone) -> None:
    game = over.path
    path = share_again(over, game)
    fill(over, game, f"{game}/undo")

    assert "This game is still going" in over.read(f"{game}/result")
    assert "Shared by Ana on " in over.text
    over.send_on(f"{game}/result/revoke")

    assert over.path == game
    assert [share.revoked_by for share in shares(app)] == ["Ana"]
    assert Phone(app).client.get(path).status_code == 404


def test_bg_stats_is_told_who_began_if_somebody_kept_the_first_round(over: Phone) -> None:
    game = over.path
    keep(over, game, 1, "Cai")
    over.open(f"{game}/result")

    assert [player["name"] for player in handed_over(over)["players"] if player["startPlayer"]] == ["Cai"]


def test_eight_names_of_forty_emoji_fit_into_the_link(app: Flask) -> None:
    phone = finish_game(app, tuple(f"{at}" + "🚂" * 38 for at in range(8)))
    phone.open(f"{phone.path}/result")

    assert len({player["name"] for player in handed_over(phone)["players"]}) == 8


def test_before_it_is_shared_one_reads_what_the_link_shows_and_takes_the_places_as_text(over: Phone) -> None:
    places = r"\n1\. Ana 0\n2\. Ben 6\n3\. Cai 12\n4\. Dee 18</textarea>"

    assert "sentences such as “Ana’s third win of 2026”" in over.read(f"{over.path}/result")
    assert "nothing else" not in over.text
    assert re.search(r"Mexican Train \(.+\), \d{4}-\d\d-\d\d" + places, over.page.text)


def test_a_shared_win_names_both_and_says_what_decides(app: Flask) -> None:
    phone = begin(app, names=("Ana", "Ben"), engines="1 0")
    game = phone.path
    enter(phone, game, 1, "out", "3")
    enter(phone, game, 2, "3", "out")

    assert "The winners Ana Ben 3 pips each" in phone.text
    assert "share the win" in phone.text


def test_whoever_manages_the_club_sees_which_results_are_shared(over: Phone) -> None:
    game, club = over.path, club_of(over)
    assert "Shared results" not in over.open(f"{club}/keys").text

    share_again(over, game)

    assert "shared by Ana on " in over.read(f"{club}/keys")
    assert f'href="{game}/result/link"' in over.page.text
    fill(over, f"{game}/result/link", f"{game}/result/revoke")
    assert "Shared results" not in over.open(f"{club}/keys").text
