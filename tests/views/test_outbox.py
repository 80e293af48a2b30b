"""The server's side of the outbox: what it says about each entry, and what it records about the entry's wait."""

from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.test import TestResponse

from tests.phone import Phone
from tests.views.conftest import whole_round

NOW = datetime.now(UTC)


def milliseconds(moment: datetime) -> str:
    return str(int(moment.timestamp() * 1000))


def send_later(phone: Phone, address: str, fields: dict[str, str], wait: timedelta, clock: datetime) -> TestResponse:
    headers = {"X-Outbox": "1", "X-Entered": milliseconds(clock - wait), "X-Phone-Clock": milliseconds(clock)}
    return phone.client.post(address, data=fields, headers=headers)


@pytest.fixture
def fields(ana: Phone, game: str, seats: list[str]) -> dict[str, str]:
    """The form for the first round, filled in."""
    ana.open(f"{game}/rounds/1")
    return ana.fields | whole_round(seats, "out", "34", "5", "6")


def test_an_entry_is_kept_once_however_often_it_is_sent(ana: Phone, game: str, fields: dict[str, str]) -> None:
    answers = [ana.client.post(f"{game}/rounds/1", data=fields, headers={"X-Outbox": "1"}) for _ in range(3)]

    assert [(answer.status_code, answer.headers["X-Outbox"], answer.headers["X-Location"]) for answer in answers] == [
        (200, "kept", game)
    ] * 3
    assert ana.read(f"{game}/log").count("Ben: 34") == 1


def test_a_browser_without_the_outbox_is_redirected(ana: Phone, game: str, fields: dict[str, str]) -> None:
    answer = ana.client.post(f"{game}/rounds/1", data=fields)

    assert (answer.status_code, "X-Outbox" in answer.headers) == (303, False)


def test_a_score_that_another_phone_changed_is_asked_about(
    ana: Phone, ben: Phone, game: str, seats: list[str], fields: dict[str, str]
) -> None:
    ben.open(f"{game}/rounds/1")
    ben.send_on(**whole_round(seats, "out", "9", "5", "6"))

    answer = ana.client.post(f"{game}/rounds/1", data=fields, headers={"X-Outbox": "1"})

    assert (answer.status_code, answer.headers["X-Outbox"]) == (409, "asked")
    assert f'data-after="{fields["once"]}"' in answer.text
    assert "Total 0 9 5 6" in ana.read(game)


def test_wrong_input_is_asked_about(ana: Phone, game: str, seats: list[str], fields: dict[str, str]) -> None:
    wrong_fields = fields | {f"hand_{seats[1]}-left": "three"}

    answer = ana.client.post(f"{game}/rounds/1", data=wrong_fields, headers={"X-Outbox": "1"})

    assert (answer.status_code, answer.headers["X-Outbox"]) == (422, "asked")


def test_a_phone_without_a_key_is_refused(ana: Phone, zoe: Phone, game: str, fields: dict[str, str]) -> None:
    zoe.open("/start")
    token = zoe.fields["csrf_token"]

    answer = zoe.client.post(f"{game}/rounds/1", data=fields | {"csrf_token": token}, headers={"X-Outbox": "1"})

    assert (answer.status_code, answer.headers["X-Outbox"]) == (404, "refused")


def test_a_server_in_trouble_says_nothing_so_that_the_phone_tries_again(
    ana: Phone, game: str, fields: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("views.game.scores.take_round", fail)
    answer = ana.client.post(f"{game}/rounds/1", data=fields, headers={"X-Outbox": "1"})

    assert (answer.status_code, "X-Outbox" in answer.headers) == (500, False)


def test_a_wait_stands_beside_the_arrival(ana: Phone, game: str, fields: dict[str, str]) -> None:
    send_later(ana, f"{game}/rounds/1", fields, timedelta(minutes=40), NOW)

    entry_time = (NOW - timedelta(minutes=40)).astimezone().strftime("%-I:%M %p")
    assert f"entered at {entry_time} on the phone" in ana.read(f"{game}/log")
    assert f"entered at {entry_time} on the phone" in ana.read(f"{game}/rounds/1")


@pytest.mark.parametrize(
    ("waited", "clock"),
    [(timedelta(seconds=20), NOW), (timedelta(minutes=40), NOW + timedelta(hours=3))],
    ids=["it hardly waited", "the clocks differ"],
)
def test_a_wait_that_says_nothing_is_not_shown(
    ana: Phone, game: str, fields: dict[str, str], waited: timedelta, clock: datetime
) -> None:
    answer = send_later(ana, f"{game}/rounds/1", fields, waited, clock)

    assert answer.headers["X-Outbox"] == "kept"
    assert "on the phone" not in ana.read(f"{game}/log")


@pytest.mark.parametrize("said", ["x", "-5", "9" * 30, "²"])
def test_a_clock_that_makes_no_sense_is_ignored(ana: Phone, game: str, fields: dict[str, str], said: str) -> None:
    headers = {"X-Outbox": "1", "X-Entered": "0", "X-Phone-Clock": said.encode("utf-8").decode("latin-1")}

    answer = ana.client.post(f"{game}/rounds/1", data=fields, headers=headers)

    assert answer.headers["X-Outbox"] == "kept"


def test_the_wait_of_a_move_stands_in_its_log(ana: Phone, table: str) -> None:
    fields = ana.fields | {"move": "A 9-7@A"}

    answer = send_later(ana, table, fields, timedelta(minutes=5), NOW)

    assert answer.headers["X-Outbox"] == "kept"
    assert "on the phone" in ana.read(f"{table}/moves")
