"""The server's side of the outbox: what it says about each entry, and what it records about the entry's wait."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.phone import Phone
from tests.views.conftest import hand, whole_round

NOW = datetime.now(UTC)


def send_from_outbox(phone: Phone, address: str, fields: dict[str, str], **headers: str) -> tuple[int, str | None]:
    """Send a form as the outbox does. Return the status code and what the answer says to the outbox."""
    phone.page = phone.client.post(address, data=fields, headers={"X-Outbox": "1"} | headers)
    return phone.page.status_code, phone.page.headers.get("X-Outbox")


def after(wait: timedelta, clock: datetime = NOW) -> dict[str, str]:
    """The headers of an entry that has waited this long on a phone with this clock."""
    moments = {"X-Entered": clock - wait, "X-Phone-Clock": clock}
    return {name: str(int(moment.timestamp() * 1000)) for name, moment in moments.items()}


@pytest.fixture
def fields(ana: Phone, game: str, seats: list[str]) -> dict[str, str]:
    """The form for the first round, filled in."""
    ana.open(f"{game}/rounds/1")
    return ana.fields | whole_round(seats, "out", "34", "5", "6")


def test_an_entry_is_kept_once_however_often_it_is_sent(ana: Phone, game: str, fields: dict[str, str]) -> None:
    for _ in range(3):
        assert send_from_outbox(ana, f"{game}/rounds/1", fields) == (200, "kept")
        assert ana.page.headers["X-Location"] == game

    assert ana.read(f"{game}/log").count("Ben: 34") == 1


def test_a_browser_without_the_outbox_is_redirected(ana: Phone, game: str, fields: dict[str, str]) -> None:
    answer = ana.client.post(f"{game}/rounds/1", data=fields)

    assert (answer.status_code, "X-Outbox" in answer.headers) == (303, False)


def test_a_score_that_another_phone_changed_is_asked_about(
    ana: Phone, ben: Phone, game: str, seats: list[str], fields: dict[str, str]
) -> None:
    ben.open(f"{game}/rounds/1")
    ben.send_on(**whole_round(seats, "out", "9", "5", "6"))

    assert send_from_outbox(ana, f"{game}/rounds/1", fields) == (409, "asked")
    assert f'data-after="{fields["once"]}"' in ana.page.text
    assert "Total 0 9 5 6" in ana.read(game)


def test_wrong_input_is_asked_about(ana: Phone, game: str, seats: list[str], fields: dict[str, str]) -> None:
    assert send_from_outbox(ana, f"{game}/rounds/1", fields | hand(seats[1], "three")) == (422, "asked")


def test_a_phone_without_a_key_is_refused(ana: Phone, zoe: Phone, game: str, fields: dict[str, str]) -> None:
    zoe.open("/start")
    fields["csrf_token"] = zoe.fields["csrf_token"]

    assert send_from_outbox(zoe, f"{game}/rounds/1", fields) == (404, "refused")


def test_a_server_in_trouble_says_nothing_so_that_the_phone_tries_again(
    ana: Phone, game: str, fields: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("views.game.scores.take_round", fail)

    assert send_from_outbox(ana, f"{game}/rounds/1", fields) == (500, None)


def test_a_wait_stands_beside_the_arrival(ana: Phone, game: str, fields: dict[str, str]) -> None:
    wait = timedelta(minutes=40)

    send_from_outbox(ana, f"{game}/rounds/1", fields, **after(wait))

    sentence = f"entered at {(NOW - wait).astimezone():%-I:%M %p} on the phone"
    assert sentence in ana.read(f"{game}/log")
    assert sentence in ana.read(f"{game}/rounds/1")


@pytest.mark.parametrize(
    "headers",
    [
        after(timedelta(seconds=20)),
        after(timedelta(minutes=40), NOW + timedelta(hours=3)),
        *({"X-Entered": "0", "X-Phone-Clock": said} for said in ("x", "-5", "9" * 30, "²".encode().decode("latin-1"))),
    ],
    ids=["it hardly waited", "the clocks differ", "no clock", "before all clocks", "after all clocks", "no digit"],
)
def test_a_wait_that_says_nothing_is_not_shown(
    ana: Phone, game: str, fields: dict[str, str], headers: dict[str, str]
) -> None:
    assert send_from_outbox(ana, f"{game}/rounds/1", fields, **headers) == (200, "kept")
    assert "on the phone" not in ana.read(f"{game}/log")


def test_the_wait_of_a_move_stands_in_its_log(ana: Phone, table: str) -> None:
    sent = send_from_outbox(ana, table, ana.fields | {"move": "A 9-7@A"}, **after(timedelta(minutes=5)))

    assert sent == (200, "kept")
    assert "on the phone" in ana.read(f"{table}/moves")
