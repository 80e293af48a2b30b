"""How fast the app feels on a phone: from Enter to the next page with a slow processor, and a first visit on slow 3G.

With `--old FOLDER`, an older checkout is measured first.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from proofs.chromium import find_chromium
from proofs.served import HERE, python_of
from proofs.server import Server

SLOWDOWN = 6
# Milliseconds, and bytes as sent. Slow 3G is 400 kbit a second and 400 ms there and back.
MOST_TO_NEXT_PAGE, MOST_TO_FIRST_PAINT, MOST_BYTES = 300, 1_000, 14_000
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
NAMES, LEFT = ("Ana", "Ben", "Cai", "Dee", "Eli"), ("", "12", "7", "31", "4")
ROUNDS, VISITS = 9, 5
PHONE: ViewportSize = {"width": 360, "height": 740}
REMEMBER_TAP = """addEventListener("click", (tap) =>
  sessionStorage.setItem("tapped", performance.timeOrigin + tap.timeStamp), true)"""
PAINTED = """new Promise((painted) => new PerformanceObserver((list) => painted(list.getEntries()[0].startTime))
  .observe({ type: "paint", buffered: true }))"""
SINCE_TAP = f"{PAINTED}.then((paint) => performance.timeOrigin + paint - sessionStorage.getItem('tapped'))"
# What the browser waits for before it paints: the page, its styles and the scripts that hold it up.
BYTES = """performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")
  .filter((one) => one.renderBlockingStatus === "blocking")).reduce((sum, one) => sum + one.encodedBodySize, 0)"""


class OldServer(Server):
    """The server of another checkout."""

    checkout = HERE

    @property
    def command(self) -> list[str]:
        """The command that starts the server, with the checkout's own Python."""
        return [python_of(self.checkout), *super().command[1:]]

    @property
    def place(self) -> Path:
        """The folder of the checkout."""
        return self.checkout


@contextmanager
def _served(checkout: Path) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = OldServer(Path(folder), PYTHONPATH=str(checkout))
        server.checkout = checkout
        server.start()
        try:
            yield server
        finally:
            server.stop()


def main() -> int:
    """Print the medians. Fail if any of this checkout's medians is over its limit."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="the folder of an older checkout")
    old = parser.parse_args().old
    is_kept = True
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for checkout in [*([old.resolve()] if old else []), HERE]:
            with _served(checkout) as server:
                next_page = statistics.median(_enter_rounds(browser, server))
                painted, sent = map(statistics.median, zip(*_first_visits(browser, server), strict=True))
            is_kept = next_page <= MOST_TO_NEXT_PAGE and painted <= MOST_TO_FIRST_PAINT and sent <= MOST_BYTES
            print(
                f"{checkout.name}: Enter to the next page {next_page:.0f} ms, at most {MOST_TO_NEXT_PAGE}; first paint on slow 3G"
                f" {painted:.0f} ms, at most {MOST_TO_FIRST_PAINT}, with {sent:.0f} bytes, at most {MOST_BYTES}"
            )
    return 0 if is_kept else 1


def _enter_rounds(browser: Browser, server: Server) -> Iterator[float]:
    """The milliseconds from the tap on Enter to the first paint of the sheet, for each round of a game."""
    page = browser.new_context(viewport=PHONE).new_page()
    page.add_init_script(REMEMBER_TAP)
    _start(page, server)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    for number in range(1, ROUNDS + 1):
        page.goto(f"{page.url.partition('/rounds')[0]}/rounds/{number}")
        for hand, left in zip(
            page.get_by_role("group").filter(has=page.locator("[data-out]")).all(), LEFT, strict=True
        ):
            if left:
                hand.get_by_role("textbox").fill(left)
            else:
                hand.get_by_role("checkbox", name="went out").check()
        page.get_by_role("button", name="Enter", exact=True).last.click()
        page.wait_for_url(lambda address: "/rounds" not in address)
        yield page.evaluate(SINCE_TAP)
    page.context.close()


def _start(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/start")
    for place, name in enumerate(NAMES):
        page.locator(f"#players-{place}").evaluate("(field, name) => { field.value = name }", name)
    page.get_by_role("button", name="Start", exact=True).last.click()
    page.wait_for_url("**/games/*")


def _first_visits(browser: Browser, server: Server) -> Iterator[tuple[float, float]]:
    """The milliseconds to the first paint of the first page on a new phone, and the bytes that it takes."""
    for _ in range(VISITS):
        page = browser.new_context(viewport=PHONE).new_page()
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_3G)
        page.goto(f"{server.address}/")
        yield page.evaluate(PAINTED), page.evaluate(BYTES)
        page.context.close()


if __name__ == "__main__":
    sys.exit(main())
