"""Phone-sized pages in a real browser, and the server that they talk to."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app import LIMITS
from proofs.chromium import find_chromium
from proofs.page import fields_of
from proofs.server import Server
from rules.names import isolated
from tests.browser.proxies import new_server
from tests.conftest import missing
from tests.phone import seat_fields
from tests.views.conftest import whole_round

CHROMIUM = find_chromium()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]
# No authority signs the test certificates. A context can be told to accept them, but its service workers would not know. Real
# phones learn the name roundhouse.local from their network.
FLAGS += ["--ignore-certificate-errors", "--host-resolver-rules=MAP roundhouse.local 127.0.0.1"]

# Seconds for one test, even on a busy machine, where the walk through all pages takes over a minute.
PATIENCE = 220
# Milliseconds for one step: no test is about speed, so this only has to catch a page that never comes.
STEP = 30_000
expect.set_options(timeout=STEP)

# A page ignores taps for a moment after it loads, because one may be the second of a double tap. Tests need not wait for that.
TAPPED_AT_ONCE = """addEventListener("animationstart", ({ target }) =>
  target.getAnimations().filter((one) => one.animationName === "settle").forEach((one) => one.finish()), true)"""

Colours = Literal["light", "dark"]
NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if not CHROMIUM:
        missing("Chromium")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browsers(launch_browser: Callable[[], Browser]) -> Iterator[list[Browser]]:
    """The browsers of this process, in the order they were started: just one, unless one had to be killed."""
    browsers = [launch_browser()]
    yield browsers
    browsers[-1].close()


@pytest.fixture
def browser(browsers: list[Browser], launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    """A browser that responds. Some Playwright calls never return: after `PATIENCE` the browser is killed, and they fail."""
    if not browsers[-1].is_connected():
        browsers.append(launch_browser())
    timer = Timer(PATIENCE, kill_browsers)
    timer.start()
    yield browsers[-1]
    timer.cancel()


def kill_browsers() -> None:
    """Kill the browsers that this process started through Playwright's driver."""
    files = Path("/proc").glob("[0-9]*/stat")
    parents = {int(file.parent.name): int(file.read_text().rpartition(")")[2].split()[1]) for file in files}
    drivers = {child for child, parent in parents.items() if parent == os.getpid()}
    for child, parent in parents.items():
        if parent in drivers and "chrom" in Path(f"/proc/{child}/cmdline").read_text():
            os.kill(child, signal.SIGKILL)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits for strangers, because all tests here come from one address and start their own clubs."""
    server = new_server(tmp_path_factory.mktemp("served"))
    with pytest.MonkeyPatch.context() as patch:
        for limit in LIMITS:
            patch.setenv(limit, str(10**6))
        server.start()
    yield server
    server.stop()


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[NewPhone]:
    """Add a phone to the table, with its own cookies. Any error on its pages fails the test.

    With `waits`, a page ignores taps for a moment after it has loaded, as it does on real phones.
    """
    contexts, complaints = [], []

    def new(
        width: int = 360,
        height: int = 740,
        *,
        colours: Colours | None = None,
        scripts: bool = True,
        waits: bool = False,
    ) -> Page:
        context = browser.new_context(
            reduced_motion="reduce",
            viewport={"width": width, "height": height},
            base_url=server.address,
            ignore_https_errors=True,
            color_scheme=colours,
            java_script_enabled=scripts,
        )
        context.set_default_timeout(STEP)
        if not waits:
            context.add_init_script(TAPPED_AT_ONCE)
        contexts.append(context)
        context.on("page", lambda page: lead_below(page, urlsplit(server.address).path))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if "Content Security Policy" in message.text else None,
        )
        return page

    yield new
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_phone: NewPhone) -> Page:
    """A phone of the usual size."""
    return new_phone()


def lead_below(page: Page, sub_path: str) -> None:
    """Make a page's navigation methods accept addresses as tests write them, and resolve them under the server's sub-path."""

    def led(go: Callable[..., Any]) -> Callable[..., Any]:
        return lambda address, **options: go(below(address, sub_path), **options)

    for owner, names in ((page, ("goto", "wait_for_url")), (page.request, ("get", "post"))):
        for name in names if sub_path else ():
            setattr(owner, name, led(getattr(owner, name)))


def below(address: Any, sub_path: str) -> Any:
    """The address with the sub-path in front. Full addresses, patterns, and paths that already have it stay as they are."""
    is_above = isinstance(address, str) and address.startswith("/") and not address.startswith(f"{sub_path}/")
    return sub_path + address if is_above else address


def send(page: Page, address: str, **fields: str) -> str:
    """Send one of the app's forms with this phone's cookies, without rendering a page. Returns the redirect address."""
    filled = fields_of(page.request.get(address).text())
    answer = page.request.post(address, form={**filled, **fields})
    assert answer.ok, answer.text()
    return answer.url


def start_game(page: Page, names: list[str], rules: str = "double-nine", *, me: str = "", **fields: str) -> str:
    """Start a game, say who uses the phone, and open the sheet. Returns the sheet's address."""
    game = send(page, "/start", rules=rules, **seat_fields(*names), **fields)
    if me:
        send(page, f"{game}/me", name=me)
    page.goto(game)
    return game


def play_a_round(page: Page, names: list[str], left: tuple[str, ...], **fields: str) -> str:
    """Start a game on the first player's phone, enter its first round and open its sheet. Returns the sheet's address."""
    game = start_game(page, names, me=names[0], **fields)
    send_round(page, game, 1, *left)
    page.goto(game)
    return game


def send_round(page: Page, game: str, number: int, *left: str) -> None:
    """Send all scores of a round, without rendering a page."""
    seats = re.findall(r'name="hand_(\d+)-left"', page.request.get(f"{game}/rounds/{number}").text())
    send(page, f"{game}/rounds/{number}", **whole_round(seats, *left))


def start_game_as_a_newcomer(page: Page, names: list[str], rules: str = "Double nine") -> str:
    """Start a game from the home page by tapping and typing. Returns the address of its sheet."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("Start (a|another) game")).click()
    for place, name in enumerate(names):
        if place > 3:
            page.locator(".more:not([open]) > summary:visible").click()
            expect(page.locator(f"#players-{place}")).to_be_focused()
        page.locator(f"#players-{place}").fill(name)
    page.get_by_text(rules, exact=True).click()
    page.get_by_role("button", name="Start", exact=True).last.click()
    page.wait_for_url("**/games/*")
    return page.url


def say_name(page: Page, name: str) -> None:
    """Choose in the form who is using this phone."""
    page.get_by_label("Who is using this phone?").select_option(name)


def start_table(page: Page, game: str, number: int) -> None:
    """Track the moves of a round that the first player starts."""
    page.goto(f"{game}/rounds/{number}/table")
    page.locator("label.choice").first.click()
    page.get_by_role("button", name="Track the moves").click()


def share_link(page: Page, game: str, label: str) -> str:
    """The link in the QR code with this label, without its host, because only phones would use that."""
    page.goto(game)
    page.get_by_role("link", name="a QR code for other phones").click()
    page.get_by_role("link", name="Manage: see all links").click()
    page.get_by_role("link", name=f"Show the QR code {label}").click()
    link = page.locator("p.link a").inner_text()
    page.goto(game)
    return f"/k/{link.partition('/k/')[2]}"


def open_scores(page: Page, game: str, number: int) -> None:
    """Go from the sheet to the scores of a round."""
    page.goto(game)
    open_link(page, number)


def open_link(page: Page, number: int) -> None:
    """Tap the link on the sheet that opens the scores."""
    page.get_by_role("link", name=f"Enter scores for round {number}", exact=True).click()
    page.wait_for_url(f"**/rounds/{number}*")


def start_scoring(page: Page, names: list[str], rules: str = "double-nine", **fields: str) -> str:
    """Start a game, and go from its sheet to the scores of the first round. Returns the sheet's address."""
    game = start_game(page, names, rules, **fields)
    open_link(page, 1)
    return game


def fill_hand(page: Page, name: str, left: str) -> None:
    """Type the pips that somebody has left, or check the box that says they went out."""
    hand = page.get_by_role("group", name=isolated(name), exact=True)
    if left == "out":
        hand.get_by_role("checkbox", name="went out").check()
    else:
        hand.get_by_role("textbox").fill(left)


def enter(page: Page) -> None:
    """Send the scores, and wait for the next page."""
    page.evaluate("document.documentElement.dataset.sent = 'yes'")
    tap_enter(page)
    expect(page.locator("html[data-sent]")).to_have_count(0)


def tap_enter(page: Page) -> None:
    """Tap Enter. Without a connection, the page stays where it is."""
    page.get_by_role("button", name="Enter", exact=True).last.click()


def row(page: Page, name: str) -> list[str]:
    """The cells of a row of the sheet, without the small print."""
    cells = page.locator(".sheet tr").filter(has=page.locator("th").filter(has_text=name)).first.locator("td")
    cells.first.wait_for()
    texts = (re.sub(r"^.*, round \S+:\s*", "", text) for text in cells.all_inner_texts())
    return [text.split("\n")[0].strip(" *") for text in texts]


def set_letters(page: Page, pixels: int) -> None:
    """Set the size of letters as somebody does in the browser's settings, where 16 is usual."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})


def open_more(page: Page) -> None:
    """Open the part of a page that is rarely needed: below a sheet, on the home page, or on a club's page."""
    page.locator("#more > summary, #files > summary").first.click()


def expect_row(page: Page, name: str, cells: list[str] | dict[int, str]) -> None:
    """Wait until a row of the sheet shows these cells, or some of them by position.

    Waiting is needed because a tap returns before the next page is there.
    """
    deadline = time.monotonic() + STEP / 1000
    while True:
        texts = row(page, name)
        shown_cells = {place: texts[place] for place in cells} if isinstance(cells, dict) else texts
        if shown_cells == cells or time.monotonic() > deadline:
            break
        page.wait_for_timeout(50)
    assert shown_cells == cells
