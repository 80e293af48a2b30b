"""Export and import from the pages: nothing is imported without confirmation, and nothing twice."""

import io
import json

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import answer_to, do, ref_of, refusal_of
from tests.views.conftest import begin, bring, club_of, link

TABLE = "Round,Ana,Ben\n9-9,out,34\n8-8,21,out\n"
ASKED = {"day": "2025-04-03", "rules": "double-nine"}


def send_file(phone: Phone, address: str, text: str | bytes, **fields: str) -> TestResponse:
    """Send a page's form with a file, without following a redirect."""
    phone.open(address)
    return send_again(phone, address, text, phone.fields | fields)


def send_again(phone: Phone, address: str, text: str | bytes, fields: dict[str, str]) -> TestResponse:
    """Send these fields with a file that has this text, without following a redirect."""
    data = text if isinstance(text, bytes) else text.encode()
    boundary, body = encode_multipart(fields | {"file": FileStorage(io.BytesIO(data), "file")})
    return phone.client.post(address, data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def file_of(phone: Phone, club: str) -> str:
    """The club as a file."""
    return phone.client.get(f"{club}/club.json").text


def test_a_club_is_founded_from_a_file_after_a_yes(app: Flask, played: Phone, club: str, zoe: Phone) -> None:
    text = file_of(played, club)
    address = send_file(zoe, "/import", text).location
    assert "New games 1" in zoe.read(address)
    assert "/clubs/" not in zoe.open("/").text

    do(zoe, address)

    assert "Everything was imported." in zoe.text
    new_club = zoe.path
    assert new_club != club
    assert json.loads(file_of(zoe, new_club))["nights"][0]["games"] == json.loads(text)["nights"][0]["games"]
    # Its keys open it on other phones.
    phone = Phone(app)
    phone.open(link(zoe, new_club, 2))
    assert "Ana’s table" in phone.read("/")


def test_a_file_is_brought_in_once_however_often_it_is_sent(played: Phone, club: str) -> None:
    address = bring(played, club)

    assert "Nothing: everything in this file is already here." in played.text
    assert "Import it" not in played.text
    do(played, "/start", address)
    assert len(json.loads(file_of(played, club))["nights"][0]["games"]) == 1


def test_what_would_come_is_for_this_club_alone(app: Flask, ana: Phone, club: str) -> None:
    stranger = begin(app, names=("Zoe", "Yan"))
    upload = ref_of(bring(ana, club))

    assert stranger.open(f"{club_of(stranger)}/import/{upload}").status_code == 404


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Choose a file"),
        (b"\xff\xfe\x00", "This is not a text file."),
        ("nonsense", "cannot be read as JSON"),
        ('{"roundhouse": 4}', "it is from a newer version"),
        ('{"roundhouse": 2, "club": {"ref": "<b>"}}', "club.ref: this has to be a code of letters and digits"),
    ],
)
def test_what_is_no_club_is_refused(ana: Phone, club: str, zoe: Phone, text: bytes | str, said: str) -> None:
    for phone, address in ((ana, f"{club}/import"), (zoe, "/import")):
        answer = send_file(phone, address, text)
        assert answer.status_code == 422
        assert said in answer.text


def test_the_same_form_with_another_file_is_asked_about(ana: Phone, club: str) -> None:
    text, address = file_of(ana, club), f"{club}/import"
    ana.open(address)
    fields = ana.fields

    first, second, third = (send_again(ana, address, file, fields) for file in (text, text, f"{text} "))

    assert (first.status_code, second.status_code, third.status_code) == (303, 303, 409)
    assert first.location == second.location
    assert "You already sent this page once, with something different on it" in third.text


def test_a_members_file_may_be_big_and_a_strangers_may_not(ana: Phone, club: str, zoe: Phone) -> None:
    assert send_file(ana, f"{club}/import", file_of(ana, club) + " " * 3_000_000).status_code == 303

    answer = send_file(zoe, "/import", "x" * (1024 * 1024 + 1))

    assert answer.status_code == 413
    assert "Too much at once" in answer.text


def test_other_forms_stay_small(ana: Phone, game: str) -> None:
    ana.open(f"{game}/rounds/1")

    assert ana.send(note="x" * 70_000).status_code == 413


def test_scores_from_a_table_are_shown_before_they_are_entered(ana: Phone, club: str) -> None:
    before = file_of(ana, club)
    ana.page = send_file(ana, f"{club}/scores", TABLE, **ASKED)
    assert ana.page.status_code == 200
    assert "Ana wins with 21" in ana.text
    assert file_of(ana, club) == before

    ana.send_on(f"{club}/scores", **ASKED, text=TABLE, yes="1")

    assert "Ana wins with 21" in ana.text
    assert "April 3, 2025" in ana.read(f"{club}/nights")


def test_the_day_of_a_table_without_one_is_asked_for_beside_its_sheet(ana: Phone, club: str) -> None:
    table = {"text": TABLE, "rules": "double-nine"}
    assert "The table gives no date." in answer_to(ana, f"{club}/scores", **table)

    assert "Type a date" in refusal_of(ana, f"{club}/scores", **table, yes="1")
    assert TABLE.strip() in ana.page.text

    assert "/games/" in ana.send(**table, yes="1", day="2025-04-03").location


def test_the_day_of_one_table_is_not_that_of_the_next(ana: Phone, club: str) -> None:
    ana.open(f"{club}/scores")
    kept = {"day": "2024-03-05", "found": "2024-03-05", "rules": "double-nine"}

    assert "The table gives no date." in ana.send(**kept, text=TABLE).text
    assert "Here is the sheet for April 7, 2024" in ana.send(**kept, text=f"April 7, 2024\n{TABLE}").text


def test_the_day_of_a_game_may_stand_in_its_table(ana: Phone, club: str) -> None:
    for answer in (
        send_file(ana, f"{club}/scores", f"Game night of March 5, 2024\n{TABLE}", day="", rules="double-nine"),
        ana.send(text=f"March 5, 2024\n{TABLE}", rules="double-nine"),
    ):
        assert answer.status_code == 200
        assert "Here is the sheet for March 5, 2024" in answer.text


def test_the_first_page_leads_to_a_table_for_each_club(ana: Phone, club: str, zoe: Phone) -> None:
    ana.open(pick(r'href="([^"]+)">Import a club or scores', ana.open("/").text))

    assert f"{club}/scores" in ana.page.text
    assert "this phone has no club yet" in zoe.read("/import")


def test_what_a_table_will_add_and_what_is_doubtful_is_shown_before_the_yes(ana: Phone, club: str) -> None:
    words = answer_to(ana, f"{club}/scores", **ASKED, text='Round,ANA,Mo\n9-9,7,"12,5"\nPenalty,10+5,0\n')

    assert "penalty 15" in words
    assert "9-9: Nobody went out. Was the round blocked?" in words
    assert "9-9: “12,5” for Mo: do you mean 12+5, 17 in all?" in words
    assert "New players: Mo" in words
    assert "Players who are already here: Ana" in words


def test_a_yes_to_a_table_that_cannot_be_entered_leaves_nothing(ana: Phone, club: str) -> None:
    before = file_of(ana, club)

    refusal_of(ana, f"{club}/scores", **ASKED, text="Round,Xi,Yo\n9-9,0,7\n8-8,0,9999\n", yes="1")

    assert file_of(ana, club) == before


def test_a_player_who_came_late_starts_in_the_new_game_as_the_table_says(ana: Phone, club: str) -> None:
    text = "Round,Ana,Ben,Eli\n9-9,out,34,\n8-8,3,out,9\nStart,0,0,50\nTotal,3,34,59\n"

    do(ana, f"{club}/scores", **ASKED, text=text, yes="1")

    assert "Total 3 34 59" in ana.text


def test_totals_so_far_are_asked_about_once(ana: Phone, club: str) -> None:
    table = "Round,Ana,Ben\n9-9,0,34\n8-8,21,34\n7-7,21,40\n"
    assert "These look like totals after each round" in answer_to(ana, f"{club}/scores", **ASKED, text=table)

    ana.page = ana.send(f"{club}/scores", **ASKED, text=table, totals="totals")

    assert "Ana wins with 21" in ana.text
    ana.send_on(f"{club}/scores", **ASKED, text=table, yes="1")
    assert "Total 21 40" in ana.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_table_is_read_in_what_spreadsheet_programs_write(ana: Phone, club: str, encoding: str) -> None:
    # A dash within a word does not make a file of Windows one of a Mac.
    table = "Round;Zoë;Jürgen\n9-9;out;34\n8-8;12;out\nA semi–final;;\n".encode(encoding)

    assert "Zoë wins with 12" in send_file(ana, f"{club}/scores", table, **ASKED).text


def test_a_workbook_is_named_with_what_to_do(ana: Phone, club: str) -> None:
    answer = send_file(ana, f"{club}/scores", b"PK\x03\x04\x14\x00", **ASKED)

    assert answer.status_code == 422
    assert "save it as CSV" in answer.text
    assert "PK\x03" not in answer.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"day": "2999-04-03"}, "That date is in the future."),
        ({"rules": "double-ten"}, "Not a valid choice"),
        ({"text": ""}, "Choose a file"),
        ({"text": TABLE.replace("34", "many")}, "Line 2: “many” is not a score for Ben."),
    ],
)
def test_what_is_typed_beside_a_wrong_table_stays(ana: Phone, club: str, fields: dict[str, str], said: str) -> None:
    sent = ASKED | {"text": TABLE} | fields

    assert said in refusal_of(ana, f"{club}/scores", **sent)
    assert sent["text"].strip() in ana.page.text


def test_a_yes_that_is_sent_twice_brings_the_file_in_once(ana: Phone, club: str, zoe: Phone) -> None:
    zoe.open(send_file(zoe, "/import", file_of(ana, club)).location)

    first, second = zoe.send(), zoe.send()

    assert [(answer.status_code, answer.location) for answer in (first, second)] == [(303, first.location)] * 2


def test_a_file_that_has_become_too_much_is_refused(played: Phone, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = json.loads(file_of(played, club))
    games = file["nights"][0]["games"]
    games.append({**games[0], "ref": "another"})
    bring(played, club, json.dumps(file))
    monkeypatch.setattr("views.club.imports.MOST_GAMES_OF_A_CLUB", 1)

    answer = played.send()

    assert answer.status_code == 422
    assert "more than 1 games" in answer.text
    assert len(json.loads(file_of(played, club))["nights"][0]["games"]) == 1


def test_a_file_that_contradicts_itself_founds_nothing(ana: Phone, club: str, hall: str, zoe: Phone) -> None:
    facts = json.loads(file_of(ana, club))
    facts["tournaments"].append({**facts["tournaments"][0], "ref": "another"})

    words = refusal_of(zoe, send_file(zoe, "/import", json.dumps(facts)).location)

    assert "does not add up" in words
    assert "/clubs/" not in zoe.open("/").text


def test_a_night_of_too_many_games_is_not_brought_in(ana: Phone, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.files.import_plan.MOST_GAMES_OF_A_NIGHT", 0)

    answer = send_file(ana, f"{club}/import", file_of(ana, club))

    assert answer.status_code == 422
    assert "With this file, a game night would have more than 0 games." in answer.text
