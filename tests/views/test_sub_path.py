"""The app under a sub-path: every address that it writes stays under that path."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click import ClickException
from flask import Flask

from models.store.troubles import Trouble
from proofs.page import addresses_of
from tests.conftest import in_a_hurry, make_app, on_a_new_file, pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import share_link
from views.shared.sub_path import sub_path_of

AT = "/roundhouse"
# A browser's request for an address that somebody types.
TYPED = {"Accept": "text/html,*/*"}
# The same through a proxy that strips the sub-path.
STRIPPED = TYPED | {"X-Forwarded-For": "192.168.1.20"}


@pytest.fixture(scope="session")
def app_below(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    address = f"sqlite:///{tmp_path_factory.mktemp('below')}/test.db"
    return in_a_hurry(make_app(address, f"https://house.example{AT}/"))


@pytest.fixture
def below(app_below: Flask, demo_file: tuple[Path, str]) -> Iterator[Phone]:
    """A phone on the page of the demo club, which it manages, with the app under a sub-path."""
    path, address = demo_file
    with on_a_new_file(app_below, path) as app:
        phone = Phone(app)
        phone.open(f"{AT}{address}")
        yield phone


def shape_of(address: str) -> str:
    """An address without its numbers and secrets, so that only one page of each shape is visited."""
    path, _, query = address.partition("?")
    path = re.sub(r"/(clubs|games|nights|players|tournaments|keys|house-rules|pictures|rulings)/[^/]+", r"/\1/x", path)
    return re.sub(r"\d+", "1", path) + "?" + ",".join(sorted(re.findall(r"(\w+)=", query)))


def walk(phone: Phone, most: int) -> tuple[list[str], list[str]]:
    """Visit one page of each shape. Return the addresses visited, and all links on them that lead out of the sub-path."""
    queue, shapes = [f"{AT}/"], {f"{AT}/?"}
    pages: list[str] = []
    strays: list[str] = []
    while queue and len(pages) < most:
        address = queue.pop(0)
        answer = phone.client.get(address, buffered=True)
        pages.append(address)
        assert answer.status_code < 400 or answer.status_code == 422, address
        if "location" in answer.headers:
            links = [answer.headers["location"]]
        else:
            links = addresses_of(answer.text, address) if answer.mimetype in ("text/html", "image/svg+xml") else []
        strays += [f"{link} on {address}" for link in links if not link.startswith(f"{AT}/") or link.startswith(AT * 2)]
        for link in links:
            if shape_of(link) not in shapes:
                shapes.add(shape_of(link))
                queue.append(link)
    return pages, strays


def test_every_address_on_the_demos_pages_is_below_the_sub_path(below: Phone) -> None:
    pages, strays = walk(below, 400)

    assert strays == []
    assert len(pages) > 100


def test_a_form_leads_on_below_the_sub_path(below: Phone) -> None:
    below.open(f"{AT}/start")

    answer = below.send(rules="double-nine", **seat_fields("Ana", "Ben"))

    assert re.fullmatch(rf"{AT}/games/\w+", answer.location)
    assert below.open(answer.location).status_code == 200


def test_the_cookie_stays_below_the_sub_path(app_below: Flask, below: Phone) -> None:
    answer = app_below.test_client().get(f"{AT}/start")

    assert f"Path={AT};" in f"{answer.headers['Set-Cookie']};"


def test_a_keys_link_names_the_sub_path_once(below: Phone) -> None:
    club = pick(rf"{AT}/clubs/\w+", below.open(f"{AT}/").text)
    key = pick(rf'href="({club}/keys/\w+)"', below.open(f"{club}/keys").text)

    links = re.findall(r'https?://[^"<\s]+/k/[\w-]+', below.open(key).text)

    assert {link.partition("/k/")[0] for link in links} == {f"https://house.example{AT}"}
    assert below.client.get(urlsplit(links[0]).path).location.startswith(f"{AT}/")


def test_a_shared_result_names_the_sub_path_once(below: Phone) -> None:
    club = pick(rf"{AT}/clubs/\w+", below.open(f"{AT}/").text)
    games = re.findall(rf'href="({AT}/games/\w+)"', below.open(f"{club}/games?most=9").text)
    below.open(next(game for game in games if "Share the result" in below.open(game).text))

    link = share_link(below)
    answer = below.client.get(link)

    assert link.startswith(f"{AT}/r/")
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer.headers
    assert f'content="https://house.example{link}"' in answer.text
    assert f'<meta property="og:image" content="https://house.example{link}/' in answer.text


def test_what_is_sent_from_its_own_page_swaps_a_part_of_it(below: Phone) -> None:
    below.open(f"{AT}/start")
    game = below.send(rules="double-nine", **seat_fields("Ana", "Ben")).location
    below.open(f"{game}/rounds/1/table")
    seat = pick(r'value="(\d+)"[^>]*><strong>Ana<', below.page.text)
    table = below.send(f"{game}/rounds/1/table/begin", first=seat, me="Ana").location
    below.open(table)

    fields = below.fields | {"move": "A 9-7@A"}
    answer = below.client.post(table, data=fields, headers={"X-Outbox": "1", "HX-Request": "true"})

    assert "X-Location" not in answer.headers
    assert "Ana continues the run from the 7" in answer.text


def test_a_name_that_is_asked_for_leads_back_below_the_sub_path(app_below: Flask, below: Phone) -> None:
    below.open(f"{AT}/start-tournament")
    hall = below.send(name="Cup", players="A, B, C, D, E, F, G, H", largest="5").location
    below.open(f"{hall}/seating")
    below.send(f"{hall}/seating/lot", me="Ana")
    phone = Phone(app_below)
    game = phone.open(pick(rf"{AT}/k/[\w-]+", below.open(f"{hall}/cards").text)).request.path
    address = pick(rf'href="({game}/me\?back=[^"]+)"', phone.open(f"{game}/rounds/1").text)

    phone.open(address)

    assert phone.send(name="Somebody").location == f"{game}/rounds/1"


@pytest.mark.parametrize("path", ["/nowhere", "/roundhouse2/", "/games/nowhere"])
def test_what_is_not_there_is_not_there_below_either(below: Phone, path: str) -> None:
    answer = below.client.get(f"{AT}{path}")

    assert answer.status_code == 404
    assert f'href="{AT}/"' in answer.text


def test_a_proxy_may_strip_the_sub_path(below: Phone) -> None:
    answer = below.client.get("/rulings?q=double", headers=STRIPPED)

    assert answer.status_code == 200
    assert f'href="{AT}/"' in answer.text


def test_the_sub_path_alone_is_the_first_page(below: Phone) -> None:
    assert below.client.get(AT).text == below.client.get(f"{AT}/").text


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("/", f"{AT}/"),
        ("/rulings?q=a%20double", f"{AT}/rulings?q=a%20double"),
        ("/a%0d%0ab%C3%A9", f"{AT}/a%0D%0Ab%C3%A9"),
    ],
)
def test_an_address_typed_without_the_sub_path_leads_there(below: Phone, typed: str, leads_to: str) -> None:
    answer = below.client.get(typed, headers=TYPED)

    assert (answer.status_code, answer.location) == (307, leads_to)


def test_a_machine_that_asks_at_the_root_is_answered_there(below: Phone) -> None:
    assert below.client.get("/rulings").status_code == 200


def test_a_page_that_waits_for_the_database_asks_below_the_sub_path(
    below: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(*_: object, **__: object) -> None:
        raise TimeoutError

    monkeypatch.setattr("views.club.home.render_template", is_away)
    monkeypatch.setattr("views.shared.answers.trouble_of", lambda _: Trouble.AWAY)

    assert f'href="{AT}/?a=1" data-again="{AT}/"' in below.open(f"{AT}/?a=1").text


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("", ""),
        ("http://192.168.1.20:8000", ""),
        ("https://house.example/", ""),
        ("https://house.example/roundhouse/", "/roundhouse"),
        ("https://house.example/games/round-house_2.0~", "/games/round-house_2.0~"),
    ],
)
def test_the_sub_path_is_the_path_of_the_address(address: str, path: str) -> None:
    assert sub_path_of(address) == path


@pytest.mark.parametrize(
    "address",
    ["house.example/roundhouse", "/roundhouse", "https://", "ftp://house.example", "https://house.example/my house"]
    + [f"https://house.example{path}" for path in ("/a;b", "//roundhouse", "/?a=1", "/#a", "/räume")],
)
def test_what_is_no_address_is_said_in_a_sentence(address: str) -> None:
    with pytest.raises(ClickException, match="ROUNDHOUSE_ADDRESS"):
        sub_path_of(address)
