"""Export and import from the pages: nothing is imported without confirmation, and nothing twice."""

import io
import json

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, bring, link

TABLE = "Round,Ana,Ben\n9-9,out,34\n8-8,21,out\n"


def send_file(phone: Phone, address: str, text: str | bytes, **fields: str) -> TestResponse:
    """Send a page's form with a file, without following a redirect."""
    phone.open(address)
    return send_again(phone, address, text, phone.fields | fields)


def send_again(phone: Phone, address: str, text: str | bytes, fields: dict[str, str]) -> TestResponse:
    """Send these fields with a file that has this text, without following a redirect."""
    data = text if isinstance(text, bytes) else text.encode()
    boundary, body = encode_multipart(fields | {"file": FileStorage(io.BytesIO(data), "file")})
    return phone.client.post(address, data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def test_a_club_is_founded_from_a_file_after_a_yes(played: Phone, club: str, zoe: Phone) -> None:
    text = played.client.get(f"{club}/club.json").text
    answer = send_file(zoe, "/import", text)
    zoe.open(answer.location)
    assert "New games 1" in zoe.text
    assert zoe.open("/").text.count("/clubs/") == 0

    zoe.open(answer.location)
    zoe.send_on()

    assert "Everything was imported." in zoe.text
    assert zoe.path != club
    copy = json.loads(zoe.client.get(f"{zoe.path}/club.json").text)
    assert copy["nights"][0]["games"] == json.loads(text)["nights"][0]["games"]


def test_a_file_is_brought_in_once_however_often_it_is_sent(played: Phone, club: str) -> None:
    address = bring(played, club)

    assert "Nothing: everything in this file is already here." in played.text
    assert "Import it" not in played.text
    played.open("/start")
    assert played.send(address).status_code == 303
    assert len(json.loads(played.client.get(f"{club}/club.json").text)["nights"][0]["games"]) == 1


def test_what_would_come_is_for_who_sent_it_for_this_club_alone(
    app: Flask, played: Phone, club: str, zoe: Phone, ben: Phone
) -> None:
    address = bring(played, club)
    stranger = begin(app, names=("Zoe", "Yan"))
    other_club = pick(r"/clubs/\w+", stranger.open("/").text)
    upload = address.rpartition("/")[2]

    assert zoe.open(address).status_code == 404
    assert ben.open(address).status_code == 404
    assert stranger.open(f"{other_club}/import/{upload}").status_code == 404
    assert zoe.open(f"/import/{upload}").status_code == 404


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
def test_what_is_no_club_is_refused_with_the_reason(
    played: Phone, club: str, zoe: Phone, text: bytes | str, said: str
) -> None:
    for phone, address in ((played, f"{club}/import"), (zoe, "/import")):
        answer = send_file(phone, address, text)

        assert answer.status_code == 422
        assert said in answer.text


def test_the_same_form_with_another_file_is_asked_about(played: Phone, club: str) -> None:
    text = played.client.get(f"{club}/club.json").text
    address = f"{club}/import"
    played.open(address)
    fields = played.fields

    first, second, third = (send_again(played, address, file, fields) for file in (text, text, f"{text} "))

    assert (first.status_code, second.status_code, third.status_code) == (303, 303, 409)
    assert first.location == second.location
    assert "You already sent this page once, with something different on it" in third.text


def test_a_stranger_sends_no_huge_file(zoe: Phone) -> None:
    answer = send_file(zoe, "/import", "x" * (1024 * 1024 + 1))

    assert answer.status_code == 413
    assert "Too much at once" in answer.text


def test_a_members_file_may_be_big(played: Phone, club: str) -> None:
    text = played.client.get(f"{club}/club.json").text

    answer = send_file(played, f"{club}/import", text + " " * 3_000_000)

    assert answer.status_code == 303


def test_other_forms_stay_small(played: Phone, game: str) -> None:
    played.open(f"{game}/rounds/2")

    assert played.send(note="x" * 70_000).status_code == 413


def test_scores_from_a_table_are_shown_before_they_are_entered(played: Phone, club: str) -> None:
    before = played.client.get(f"{club}/club.json").text
    answer = send_file(played, f"{club}/scores", TABLE, day="2025-04-03", rules="double-nine")
    assert answer.status_code == 200
    assert "Ana wins with 21" in answer.text
    assert played.client.get(f"{club}/club.json").text == before

    played.page = answer
    last_answer = played.send(f"{club}/scores", day="2025-04-03", rules="double-nine", text=TABLE, yes="1")

    assert last_answer.status_code == 303
    played.open(last_answer.location)
    assert "Ana wins with 21" in played.text
    assert "April 3, 2025" in played.open(f"{club}/nights").text


def test_the_day_of_a_table_without_one_is_asked_for_beside_its_sheet(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")
    table = {"text": TABLE, "rules": "double-nine"}
    assert "The table gives no date." in played.send(**table).text

    without_day = played.send(yes="1", **table)
    assert without_day.status_code == 422
    assert "Type a date" in without_day.text
    assert TABLE.strip() in without_day.text

    assert "/games/" in played.send(yes="1", day="2025-04-03", **table).location


def test_the_day_of_one_table_is_not_that_of_the_next(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")
    first = {"text": f"March 5, 2024\n{TABLE}", "rules": "double-nine"}
    assert "Here is the sheet for March 5, 2024" in played.send(**first).text
    kept = {"day": "2024-03-05", "found": "2024-03-05", "rules": "double-nine"}

    assert "The table gives no date." in played.send(**kept, text=TABLE).text
    assert "Here is the sheet for April 7, 2024" in played.send(**kept, text=f"April 7, 2024\n{TABLE}").text


def test_the_day_of_a_game_may_stand_in_its_table(played: Phone, club: str) -> None:
    answer = send_file(played, f"{club}/scores", f"Game night of March 5, 2024\n{TABLE}", day="", rules="double-nine")

    assert answer.status_code == 200
    assert "Here is the sheet for March 5, 2024" in answer.text


def test_the_first_page_leads_to_a_table_of_scores_for_each_club_that_the_phone_manages(
    played: Phone, club: str, zoe: Phone
) -> None:
    played.open(pick(r'href="([^"]+)">Import a club or scores', played.open("/").text))
    assert f"{club}/scores" in played.page.text

    assert "this phone has no club yet" in zoe.open("/import").text


def test_wrong_lines_are_named_and_nothing_typed_is_lost(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")

    answer = played.send(text=TABLE.replace("34", "many"), day="2025-04-03", rules="double-nine")

    assert answer.status_code == 422
    assert "Line 2: “many” is not a score for Ben." in answer.text
    assert "out,many" in answer.text


def test_what_a_table_will_add_and_what_is_doubtful_is_shown_before_the_yes(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")

    answer = played.send(text='Round,Ana,Ben\n9-9,7,"12,5"\nPenalty,10+5,0\n', day="2025-04-03", rules="double-nine")

    assert answer.status_code == 200
    played.page = answer
    assert "penalty 15" in played.text
    assert "9-9: Nobody went out. Was the round blocked?" in played.text
    assert "9-9: “12,5” for Ben: do you mean 12+5, 17 in all?" in played.text


def test_the_preview_of_a_table_says_who_is_new(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")

    played.page = played.send(text="Round,ANA,Mo\n9-9,out,7\n", day="2025-04-03", rules="double-nine")

    assert "New players: Mo" in played.text
    assert "Players who are already here: Ana" in played.text


def test_a_yes_to_a_table_that_cannot_be_entered_leaves_nothing(played: Phone, club: str) -> None:
    before = played.client.get(f"{club}/club.json").text
    played.open(f"{club}/scores")

    answer = played.send(text="Round,Xi,Yo\n9-9,0,7\n8-8,0,9999\n", day="2025-04-03", rules="double-nine", yes="1")

    assert answer.status_code == 422
    assert played.client.get(f"{club}/club.json").text == before


def test_a_player_who_came_late_starts_in_the_new_game_as_the_table_says(played: Phone, club: str) -> None:
    played.open(f"{club}/scores")
    text = "Round,Ana,Ben,Eli\n9-9,out,34,\n8-8,3,out,9\nStart,0,0,50\nTotal,3,34,59\n"

    played.send_on(text=text, day="2025-04-03", rules="double-nine", yes="1")

    assert "Total 3 34 59" in played.text


def test_totals_so_far_are_asked_about_once(played: Phone, club: str) -> None:
    table = "Round,Ana,Ben\n9-9,0,34\n8-8,21,34\n7-7,21,40\n"
    played.open(f"{club}/scores")
    fields = {"text": table, "day": "2025-04-03", "rules": "double-nine"}
    played.page = played.send(**fields)
    assert "These look like totals after each round" in played.text

    played.page = played.send(f"{club}/scores", **fields, totals="totals")

    assert "Ana wins with 21" in played.text
    played.send_on(f"{club}/scores", **fields, yes="1")
    assert "Total 21 40" in played.text


def test_a_dash_within_a_word_does_not_make_a_file_of_windows_one_of_a_mac(played: Phone, club: str) -> None:
    table = "Round,Renée,Ben\n9-9,out,34\n8-8,12,out\nA semi–final,,\n".encode("cp1252")

    answer = send_file(played, f"{club}/scores", table, day="2026-03-05", rules="double-nine")

    assert "Renée wins with 12" in answer.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_table_is_read_in_what_spreadsheet_programs_write(played: Phone, club: str, encoding: str) -> None:
    table = "Round;Zoë;Jürgen\n9-9;out;34\n8-8;12;out\n".encode(encoding)

    answer = send_file(played, f"{club}/scores", table, day="2025-04-03", rules="double-nine")

    assert "Zoë wins with 12" in answer.text


def test_a_workbook_is_named_with_what_to_do(played: Phone, club: str) -> None:
    answer = send_file(played, f"{club}/scores", b"PK\x03\x04\x14\x00", day="2025-04-03", rules="double-nine")

    assert answer.status_code == 422
    assert "save it as CSV" in answer.text
    assert "PK\x03" not in answer.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"day": "2999-04-03", "rules": "double-nine"}, "That date is in the future."),
        ({"day": "2025-04-03", "rules": "double-ten"}, "Not a valid choice"),
        ({"day": "2025-04-03", "rules": "double-nine", "text": ""}, "Choose a file"),
    ],
)
def test_what_is_missing_beside_a_table_is_asked_for(
    played: Phone, club: str, fields: dict[str, str], said: str
) -> None:
    played.open(f"{club}/scores")

    answer = played.send(**({"text": TABLE} | fields))

    assert answer.status_code == 422
    assert said in answer.text


def test_only_who_manages_brings_something_in(cai: Phone, ben: Phone, club: str) -> None:
    assert cai.open(f"{club}/scores").status_code == 404
    assert ben.open(f"{club}/scores").status_code == 404
    assert ben.open(f"{club}/import").status_code == 404


def test_the_key_of_a_club_that_came_in_opens_it_on_other_phones(
    app: Flask, played: Phone, club: str, zoe: Phone
) -> None:
    answer = send_file(zoe, "/import", played.client.get(f"{club}/club.json").text)
    zoe.open(answer.location)
    zoe.send_on()
    address = link(zoe, zoe.path, 2)
    phone = Phone(app)

    phone.open(address)

    assert "Ana’s table" in phone.open("/").text


def test_a_yes_that_is_sent_twice_brings_the_file_in_once(app: Flask, played: Phone, club: str) -> None:
    text = played.client.get(f"{club}/club.json").text
    zoe = Phone(app)
    zoe.open(send_file(zoe, "/import", text).location)
    address, fields = zoe.path, zoe.fields

    first, second = (zoe.client.post(address, data=fields) for _ in range(2))

    assert (first.status_code, first.location) == (second.status_code, second.location)
    assert first.status_code == 303


def test_a_file_that_has_become_too_much_meanwhile_is_refused_with_the_reason(
    played: Phone, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = json.loads(played.client.get(f"{club}/club.json").text)
    game = file["nights"][0]["games"][0]
    file["nights"][0]["games"].append({**game, "ref": "another"})
    bring(played, club, json.dumps(file))
    monkeypatch.setattr("views.club.imports.MOST_GAMES_OF_A_CLUB", 1)

    answer = played.send()

    assert answer.status_code == 422
    assert "more than 1 games" in answer.text
    assert len(json.loads(played.client.get(f"{club}/club.json").text)["nights"][0]["games"]) == 1


def test_a_file_that_contradicts_itself_founds_nothing(ana: Phone, club: str, hall: str, zoe: Phone) -> None:
    facts = json.loads(ana.client.get(f"{club}/club.json").text)
    facts["tournaments"].append({**facts["tournaments"][0], "ref": "another"})
    zoe.open(send_file(zoe, "/import", json.dumps(facts)).location)

    answer = zoe.send()

    assert answer.status_code == 422
    assert "does not add up" in answer.text
    assert zoe.open("/").text.count("/clubs/") == 0


def test_a_night_of_too_many_games_is_left_to_whoever_runs_the_server(
    ana: Phone, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.files.import_plan.MOST_GAMES_OF_A_NIGHT", 0)
    text = ana.client.get(f"{club}/club.json").text
    ana.open(f"{club}/import")
    fields = ana.fields | {"file": (io.BytesIO(text.encode()), "club.json")}

    answer = ana.client.post(f"{club}/import", data=fields, content_type="multipart/form-data")

    assert answer.status_code == 422
    assert "With this file, a game night would have more than 0 games." in answer.text
