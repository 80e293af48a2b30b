"""Pages without a network: visited pages open, and so do saved rules, but nothing from links with secrets is kept.

Browsers consider 127.0.0.1 as safe as HTTPS, so they allow the service worker there.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, play_a_round, send
from tests.browser.test_outbox import club_of, new_key, revoke

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name.split(" ")[0]] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""


CONTENTS = """async () => {
  let text = "";
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    // A page may be taken away between the two.
    for (const request of await cache.keys()) text += await (await cache.match(request))?.text() ?? "";
  }
  return text;
}"""


def kept(phone: Page) -> dict[str, list[str]]:
    """The paths of everything that the phone has stored, by kind."""
    paths: dict[str, list[str]] = phone.evaluate(KEPT)
    return paths


def let_worker_in(phone: Page) -> None:
    """Wait until the service worker handles the page's requests."""
    phone.goto("/")
    phone.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    phone.wait_for_timeout(300)


@pytest.fixture
def ana(page: Page) -> Page:
    """The phone that started a game, on the sheet, with the service worker running."""
    let_worker_in(page)
    play_a_round(page, ["Ana", "Ben"], ("out", "12"))
    return page


def share_key(ana: Page, new_phone: NewPhone) -> tuple[Page, str, str]:
    """Another phone with a key, the address of the key's page, and the key's link."""
    key, link = new_key(ana)
    ben = new_phone()
    let_worker_in(ben)
    ben.goto(link)
    return ben, key, link


def keeps(phone: Page, path: str) -> None:
    """Wait until the phone has stored a page."""
    for _ in range(50):
        if path in kept(phone).get("pages", []):
            return
        phone.wait_for_timeout(100)
    raise AssertionError(kept(phone))


def forgets_ana(phone: Page) -> None:
    """Wait until nothing that the phone has stored names Ana."""
    for _ in range(50):
        if "Ana" not in phone.evaluate(CONTENTS):
            return
        phone.wait_for_timeout(100)
    raise AssertionError(kept(phone))


def test_pages_are_read_without_a_network_if_they_were_visited_or_are_the_form_in_play(ana: Page) -> None:
    game = ana.url
    ana.goto(game)
    for path in (path_of(game), f"{path_of(game)}/rounds/2"):
        keeps(ana, path)
    ana.context.set_offline(True)

    ana.goto(f"{game}/log")
    expect(ana.get_by_role("heading", name="No connection")).to_be_visible()
    ana.goto(game)
    expect(ana.get_by_text("No connection. This page was last updated:")).to_be_visible()
    expect(ana.get_by_role("region", name="The sheet")).to_contain_text("12")
    ana.get_by_role("link", name="Enter scores for round 2", exact=True).click()
    expect(ana.get_by_role("heading", name="Scores for round 2")).to_be_visible()
    ana.goto(game)
    expect(ana.get_by_text("This page was last updated")).to_be_visible()
    ana.context.set_offline(False)
    expect(ana.get_by_text("This page was last updated")).to_be_hidden()


def test_rules_answers_and_lesson_are_kept_by_one_tap(ana: Page) -> None:
    ana.goto("/rulings?rules=double-six")
    ana.get_by_role("button", name="Save these rules on this phone").click()
    expect(ana.get_by_role("button", name="Saved on this phone")).to_be_visible(timeout=60_000)
    ana.context.set_offline(True)

    for address, heading in (
        ("/rules/double-six", "Double six"),
        ("/rulings/tiles-each?rules=double-six", "How many tiles do we each take?"),
        ("/learn/markers?rules=double-six", "A train with a marker"),
    ):
        ana.goto(address)
        expect(ana.get_by_role("heading", name=heading, level=1)).to_be_visible()


def test_nothing_of_a_link_with_a_secret_is_kept(ana: Page, new_phone: NewPhone) -> None:
    game = ana.url
    ben, key, link = share_key(ana, new_phone)
    for page in (key, f"{club_of(ana)}/share", f"{game}/print", game):
        ana.goto(page)
    keeps(ben, path_of(ben.url))

    for phone in (ana, ben):
        kept_paths = [path for paths in kept(phone).values() for path in paths]
        assert not [path for path in kept_paths if re.search("/[kr]/|/keys/|/share$|/print$", path)]
        assert link not in phone.evaluate(CONTENTS)


@pytest.mark.parametrize(
    "seen_at", ["the first page", "the page itself", "a page that was never kept", "the home screen’s icon"]
)
def test_after_a_revocation_nothing_of_the_club_is_left(ana: Page, new_phone: NewPhone, seen_at: str) -> None:
    ben, key, link = share_key(ana, new_phone)
    game = ben.url
    for address in ("/", game, f"{game}/log", f"{game}/rounds/1"):
        ben.goto(address)
        keeps(ben, path_of(ben.url))
    assert "Ana" in ben.evaluate(CONTENTS)
    revoke(ana, key)

    statistics = f"{club_of(ana)}/statistics"
    addresses = {"the first page": "/", "a page that was never kept": statistics, "the home screen’s icon": link}
    ben.goto(addresses.get(seen_at, game))

    forgets_ana(ben)
    assert [path for path in kept(ben)["pages"] if not path.endswith("/")] == []


@pytest.mark.parametrize("opened", ["the home screen’s icon", "the link of the QR code", "a page that was never kept"])
def test_after_a_club_is_deleted_nothing_of_it_is_left_on_a_phone(ana: Page, new_phone: NewPhone, opened: str) -> None:
    ben, _, link = share_key(ana, new_phone)
    club = club_of(ana)
    keeps(ben, path_of(ben.url))
    assert "Ana" in ben.evaluate(CONTENTS)
    send(ana, f"{club}/delete", name="Ana’s table")

    icon = f"{link}?club={club.rpartition('/')[2]}"
    ben.goto({"the home screen’s icon": icon, "the link of the QR code": link}.get(opened, f"{club}/statistics"))

    forgets_ana(ben)


def test_an_app_on_the_home_screen_opens_the_last_kept_page_without_a_network(ana: Page, new_phone: NewPhone) -> None:
    ben, *_ = share_key(ana, new_phone)
    game = ben.url
    keeps(ben, path_of(game))
    address: Any = ben.evaluate(
        "fetch(document.querySelector('[rel=manifest]').href).then((answer) => answer.json()).then(({ start_url }) => start_url)"
    )
    assert re.fullmatch(r"(/\w+)?/k/\S+\?club=\w+", address)
    ben.context.set_offline(True)

    ben.goto(address)

    expect(ben.get_by_role("region", name="The sheet")).to_be_visible()
    assert ben.url == game


def test_sixty_pages_are_kept_at_most(ana: Page) -> None:
    game = ana.url
    for number in range(32):
        ana.goto(f"{game}/log?x={number}")
        ana.goto(f"{game}/follow?x={number}")
    ana.wait_for_timeout(500)

    assert len(kept(ana)["pages"]) == 60


def path_of(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)
