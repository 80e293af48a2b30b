"""A shared result: its link shows one game to everybody, needs nothing from the browser, and ends when it is revoked."""

import re

import pytest
from flask import Flask
from pytest import MonkeyPatch
from werkzeug.test import TestResponse

from models import db
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import NAMES, begin, club_of, finish_game, link, player_of, share_link
from tests.views.game.conftest import enter, fill
from tests.views.test_limits import low
from views.shared import pictures
from views.shared.keyring import phone_address


@pytest.fixture
def shared(over: Phone) -> str:
    """The path of the link that shares the game's result."""
    return share_link(over)


def meta(page: str, name: str) -> str:
    return pick(rf'<meta (?:property|name)="{name}" content="([^"]*)">', page)


def assert_asks_nothing(answer: TestResponse) -> None:
    """Assert that an answer sets no cookie, depends on none, and asks to be kept out of search engines and logs."""
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "Location" not in answer.headers
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "private" in answer.headers["Cache-Control"]
    assert "no-cache" in answer.headers["Cache-Control"]


def test_everybody_with_the_link_sees_the_same_result_at_once(over: Phone, zoe: Phone, shared: str) -> None:
    assert "The winner Ana 0 pips, 6 ahead of Ben" in zoe.read(shared)
    assert zoe.page.status_code == 200
    assert "default-src 'none'" in zoe.page.headers["Content-Security-Policy"]
    assert '<meta name="robots" content="noindex">' in zoe.page.text
    for phone in (over, zoe):
        answer = phone.client.get(shared)
        assert answer.data == zoe.page.data
        assert_asks_nothing(answer)
        assert_asks_nothing(phone.client.get("/r/wrong-token"))


def test_a_tie_is_told_to_messengers(app: Flask, zoe: Phone) -> None:
    ana = begin(app, names=("Ana", "Ben", "Cai"), engines="1 0")
    game = ana.path
    enter(ana, game, 1, "out", "4", "9")
    enter(ana, game, 2, "4", "out", "9")

    assert meta(zoe.client.get(share_link(ana)).text, "og:title") == "Ana and Ben win with 4"


def test_it_leads_nowhere_into_its_club(zoe: Phone, shared: str) -> None:
    page = zoe.client.get(shared).text

    assert re.findall(r'(?:href|action)="((?!/static/|#)[^"]+)"', page) == ["/"]
    assert not re.search(r"/(games|clubs|nights|k)/", page)
    assert "<form" not in page


def test_messengers_find_a_title_a_line_and_the_picture(app: Flask, zoe: Phone, shared: str) -> None:
    page = zoe.client.get(shared).text
    with app.test_request_context():
        address = phone_address()

    assert meta(page, "og:title") == "Ana wins with 0"
    assert "Ana wins with 0, Ben 6, Cai 12, Dee 18." in meta(page, "og:description")
    assert meta(page, "og:url") == address + shared
    assert meta(page, "og:image").startswith(f"{address}{shared}/")
    assert (meta(page, "og:image:width"), meta(page, "og:image:height")) == ("1200", "630")
    assert meta(page, "og:image:type") == "image/png"
    assert meta(page, "twitter:card") == "summary_large_image"


def test_no_other_page_has_them(over: Phone, shared: str) -> None:
    game = over.path

    assert [page for page in (game, f"{game}/result", "/", f"{game}/follow") if "og:" in over.open(page).text] == []


def picture_of(phone: Phone, shared: str) -> str:
    return pick(r"http://[^/]+(/r/[^\"]+\.png)", phone.client.get(shared).text)


def test_the_picture_is_a_small_png_under_the_same_token(zoe: Phone, shared: str) -> None:
    path = picture_of(zoe, shared)
    answer = zoe.client.get(path)

    assert path.startswith(f"{shared}/")
    assert answer.mimetype == "image/png"
    assert_asks_nothing(answer)
    assert answer.data.startswith(b"\x89PNG")
    assert (int.from_bytes(answer.data[16:20], "big"), int.from_bytes(answer.data[20:24], "big")) == (1200, 630)
    assert len(answer.data) < 300_000


def test_a_correction_or_a_new_name_changes_the_address_and_all_show_it(over: Phone, zoe: Phone, shared: str) -> None:
    first = picture_of(zoe, shared)
    picture = zoe.client.get(first)

    enter(over, over.path, 2, "", "30")
    second = picture_of(zoe, shared)
    assert second != first
    assert zoe.client.get(first).data == zoe.client.get(second).data != picture.data

    player = player_of(over, "Ben")
    fill(over, f"{player}/manage", f"{player}/manage/rename", name="Benjamin")
    assert picture_of(zoe, shared) not in (first, second)
    assert "Benjamin" in zoe.client.get(shared).text


@pytest.mark.parametrize(("page", "deed"), [("result/link", "result/revoke"), ("changes", "throw")])
def test_an_ended_link_shows_what_a_wrong_one_shows(over: Phone, zoe: Phone, shared: str, page: str, deed: str) -> None:
    picture, game = picture_of(zoe, shared), over.path

    fill(over, f"{game}/{page}", f"{game}/{deed}")

    wrong_answer = zoe.client.get(f"{shared[:-1]}{'A' if shared[-1] != 'A' else 'B'}")
    assert "Ana" not in wrong_answer.text
    for answer in (zoe.client.get(shared), zoe.client.get(picture), over.client.get(shared)):
        assert (answer.status_code, answer.data) == (404, wrong_answer.data)
        assert_asks_nothing(answer)


@pytest.mark.parametrize(
    "token", ["x", "x-", "-", "x-y", "{ref}", "{ref}-", "{ref}-ü", "%ff-%ed%a0%80", "{ref}-" + "A" * 24]
)
def test_a_made_up_token_shows_nothing(zoe: Phone, shared: str, token: str) -> None:
    made_up_token = token.format(ref=shared.removeprefix("/r/").partition("-")[0])

    assert zoe.client.get(f"/r/{made_up_token}").status_code == 404
    assert zoe.client.get(f"/r/{made_up_token}/x.png").status_code == 404


def test_a_keys_token_shows_no_result_and_a_results_token_opens_nothing(over: Phone, zoe: Phone, shared: str) -> None:
    key = link(over, club_of(over), 0)

    assert zoe.client.get(key.replace("/k/", "/r/")).status_code == 404
    assert zoe.client.get(shared.replace("/r/", "/k/")).status_code == 404


def test_no_browser_keeps_the_address_of_a_link_that_was_written_otherwise(zoe: Phone, shared: str) -> None:
    answer = zoe.client.get(f"{shared}//x.png")

    assert (answer.status_code, answer.headers["Cache-Control"]) == (308, "private, no-store")


def test_wrong_links_are_counted_and_right_ones_are_not(app: Flask, zoe: Phone, shared: str) -> None:
    low(app, WRONG_LINKS=3)

    assert [zoe.client.get(f"/r/x-{at}").status_code for at in range(5)] == [404, 404, 404, 429, 429]
    assert [zoe.client.get(shared).status_code for _ in range(5)] == [200] * 5


def test_a_game_that_goes_on_or_has_no_round_shows_only_that(over: Phone, zoe: Phone, shared: str) -> None:
    game, picture = over.path, picture_of(zoe, shared)

    over.send_on(f"{game}/undo")
    assert "This game is still going" in zoe.read(shared)
    assert [name for name in NAMES if name in zoe.text] == []
    assert "og:" not in zoe.page.text
    assert zoe.client.get(picture).status_code == 404

    over.send_on(f"{game}/undo")
    fill(over, f"{game}/changes", f"{game}/stop")
    assert "Stopped before any round was finished" in zoe.read(shared)
    assert "still going" not in zoe.text


def test_nothing_is_written_and_little_is_asked(zoe: Phone, shared: str, said: list[str]) -> None:
    said.clear()
    zoe.client.get(shared)

    assert [words for words in said if not words.startswith(("SELECT", "WITH", "BEGIN"))] == []
    assert len(said) <= 16


def test_odd_names_are_escaped_on_the_page_and_drawn_without_their_odd_letters(app: Flask) -> None:
    names = ("李雷", "🚂Tom", "عمر", "Łukasz", "Ζωή", "<b>&Bo", '"><script>', "W" * 40)
    phone = finish_game(app, names, "double-twelve")
    shared = share_link(phone)
    page = Phone(app).client.get(shared).text

    assert "<b>&Bo" not in page
    assert "<script>" not in page
    assert [name for name in ("李雷", "🚂Tom", "عمر", "Łukasz", "Ζωή", "W" * 40) if name not in page] == []
    assert Phone(app).client.get(picture_of(Phone(app), shared)).status_code == 200


def test_a_deleted_club_takes_its_links_along(over: Phone, zoe: Phone, shared: str) -> None:
    club = club_of(over)
    fill(over, f"{club}/delete", f"{club}/delete", name="Ana’s table")

    assert zoe.client.get(shared).status_code == 404


@pytest.mark.parametrize("path", ["/r/x-1/a/a/a", "/r/a%00", "/r/x-1", "/r/x-2", "/r/x-1/y.png"])
def test_errors_of_every_kind_ask_nothing_and_keep_out_of_search_engines(app: Flask, zoe: Phone, path: str) -> None:
    low(app, WRONG_LINKS=1)

    for status in (404, 429 if path.startswith("/r/x-") and "/a" not in path else 404):
        answer = zoe.client.get(path)
        assert answer.status_code == status
        assert_asks_nothing(answer)


def test_a_picture_that_the_phone_has_is_not_drawn_again(zoe: Phone, shared: str, monkeypatch: MonkeyPatch) -> None:
    path = picture_of(zoe, shared)
    tag = zoe.client.get(path).headers["ETag"]
    monkeypatch.setattr(pictures, "draw_png", None)
    answer = zoe.client.get(path, headers={"If-None-Match": tag})

    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
    assert_asks_nothing(answer)


def test_while_a_picture_is_drawn_no_connection_is_held(zoe: Phone, shared: str, monkeypatch: MonkeyPatch) -> None:
    transactions: list[bool] = []

    def draw(_svg: str) -> bytes:
        transactions.append(db.session().in_transaction())
        return b"drawn"

    path = picture_of(zoe, shared)
    monkeypatch.setattr(pictures, "draw_png", draw)

    assert zoe.client.get(path).data == b"drawn"
    assert transactions == [False]


def test_drawings_are_limited(app: Flask, over: Phone, zoe: Phone, shared: str, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_drawn", type(pictures._drawn)())
    low(app, DRAWINGS_AN_HOUR=1)
    path = picture_of(zoe, shared)
    assert [zoe.client.get(path).status_code for _ in range(3)] == [200] * 3

    enter(over, over.path, 2, "", "30")

    assert zoe.client.get(path).status_code == 429
