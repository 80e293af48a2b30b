"""A phone whose browser can be closed, killed and opened again: what its pages show, and what a person types there."""

import contextlib
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]
# A name that leads to this machine, but that no browser takes for a secure context.
PLAIN_HOST = "kitchen.test"
LONGEST_MS = 8_000

_LOOK = r"""() => {
  const words = (one) => one ? one.textContent.replace(/\s+/g, " ").trim() : "";
  const form = document.querySelector("form.entry[data-hands]");
  const stateOf = (card) => {
    const shown = [...card.querySelectorAll("p[data-when]")].find((one) => !one.hidden);
    return shown ? shown.dataset.when : "waiting";
  };
  const shelf = document.querySelector("#outbox");
  return {
    isKept: !!document.documentElement.dataset.kept, isSame: !!window.isMarked, isWhole: document.readyState !== "loading",
    path: location.pathname, protocol: location.protocol, title: words(document.querySelector("h1")),
    cards: [...document.querySelectorAll("#outbox details.waits")].map((card) => ({
      words: `${words(card.querySelector("b"))}, ${words(card.querySelector("output"))},`, state: stateOf(card),
    })),
    isShelfShown: !!shelf && !shelf.hidden,
    isFull: !!shelf && !shelf.hidden && !shelf.querySelector("[data-full]").hidden,
    question: [...document.querySelectorAll("main .asked, main .error")].map(words).join(" "),
    isYesOffered: !!document.querySelector("main .asked button[name=agreed]"),
    hasClash: !!document.querySelector("main .asked button[name=use], main .asked button[name=seen]"),
    clashes: [...document.querySelectorAll("main .asked p")].map((one) => words(one).match(/^(.+) already has (\d+) here/))
      .filter(Boolean).map(([_, name, pips]) => [name, Number(pips)]),
    action: form ? new URL(form.action).pathname : "",
    hands: form ? [...form.querySelectorAll(".hand")].map((hand) => {
      const [field, box] = [hand.querySelector(".pips"), hand.querySelector("[data-out]")];
      return {
        seat: Number(hand.id.slice(5)), name: hand.getAttribute("aria-label"), left: field.value, isOut: box.checked,
        first: field.dataset.first ?? field.defaultValue, wasOut: (box.dataset.first ?? String(box.defaultChecked)) === "true",
      };
    }) : [],
    entered: [...document.querySelectorAll("main h3 + ol.log")].flatMap((log) => [...log.querySelectorAll("li > span:first-child")]
      .map((one) => [words(log.previousElementSibling), words(one) === "out" ? 0 : Number(words(one))])),
  };
}"""
_TYPE = """([path, typed, button]) => {
  const form = document.querySelector("form.entry[data-hands]");
  if (!form || new URL(form.action).pathname !== path) return false;
  for (const [seat, said] of Object.entries(typed)) {
    const hand = form.querySelector(`#seat-${seat}`);
    const [field, box] = [hand.querySelector(".pips"), hand.querySelector("[data-out]")];
    if (said === "out") { if (!box.checked) box.click(); }
    else { field.value = said; field.dispatchEvent(new Event("input", { bubbles: true })); }
  }
  if (form.querySelector("[name=me]") && !form.querySelector("[name=me]:checked")) form.querySelector("[name=me]").click();
  window.isMarked = true;
  form.requestSubmit(form.querySelector(button));
  return true;
}"""
_PRESS = """(button) => {
  window.isMarked = true;
  const found = document.querySelector(button);
  found.form.requestSubmit(found);
}"""
_PENALISE = """([seat, pips, reason]) => {
  const form = [...document.forms].find((one) => one.action.endsWith("/penalty"));
  [form.elements.seat.value, form.elements.pips.value, form.elements.reason.value] = [seat, pips, reason];
  if (form.querySelector("[name=me]") && !form.querySelector("[name=me]:checked")) form.querySelector("[name=me]").click();
  window.isMarked = true;
  form.requestSubmit(form.querySelector("button.main"));
}"""
# After a turn to the next round the form has no first values any more.
_FORGET = """() => { for (const field of document.querySelectorAll(".hand .pips")) field.dataset.first = "";
  for (const box of document.querySelectorAll(".hand [data-out]")) box.dataset.first = "false"; }"""
_TAP_CARD = """([words, button]) => {
  const text = (one) => one ? one.textContent.replace(/\\s+/g, " ").trim() : "";
  const card = [...document.querySelectorAll("#outbox details.waits")].find((one) =>
    `${text(one.querySelector("b"))}, ${text(one.querySelector("output"))},` === words);
  const found = card?.querySelector(`button[value=${button}]`);
  if (!found || found.closest("[hidden]")) return false;
  window.isMarked = true;
  found.click();
  return true;
}"""

_SHELF = """() => new Promise((done) => {
  setTimeout(() => done(["the database does not open"]), 2000);
  const asked = indexedDB.open("roundhouse/", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("entries").objectStore("entries").getAll();
    all.onsuccess = () => { asked.result.close(); done(all.result.map((one) => `${one.title} ${one.state} ${one.hasWaited}`)); };
  };
})"""

ENTER, ENTER_KEY = "[data-enter]", "button[name=next]"
YES = "main .asked button[name=agreed]"
USE_MINE = "main .asked button[name=use], main .asked button[name=seen]"
SEND_TOO = "main form button.main"

Look = dict[str, Any]


class KitchenPhone:
    """A phone in a kitchen. Its browser has one folder and one or two tabs. `address` is where it finds the app."""

    def __init__(self, playwright: Playwright, browser: str, folder: Path, address: str) -> None:
        self.playwright, self.browser, self.folder, self.address = playwright, browser, folder, address
        self.tabs: list[Page] = []
        self.context: BrowserContext | None = None
        self.is_offline = False
        self._cookies: list[Any] = []

    @property
    def is_open(self) -> bool:
        """True while the browser runs."""
        return self.context is not None

    @property
    def tab(self) -> Page:
        """The tab in front."""
        return self.tabs[-1]

    def open(self) -> None:
        """Open the browser.

        It remembers everything from before. A kill would lose the cookies of the last half minute, so they are put
        back.
        """
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.folder),
            executable_path=self.browser,
            args=[*FLAGS, f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"],
            viewport={"width": 360, "height": 740},
        )
        self.context.set_default_timeout(LONGEST_MS)
        self.context.add_cookies(self._cookies)
        self.context.set_offline(self.is_offline)
        self.tabs = [self.context.pages[0]]

    def set_offline(self, is_offline: bool) -> None:
        """Switch the browser's network off or on."""
        self.is_offline = is_offline
        if self.context:
            self.context.set_offline(is_offline)

    def close(self) -> None:
        """Close the browser."""
        if self.context:
            self._cookies = list(self.context.cookies())
            with contextlib.suppress(Error):
                self.context.close()
        self.context, self.tabs = None, []

    def kill(self) -> None:
        """Kill the browser, as an empty battery would."""
        if self.context:
            self._cookies = list(self.context.cookies())
            os.kill(self._pid(), signal.SIGKILL)
            with contextlib.suppress(Error):
                self.context.close()
        self.context, self.tabs = None, []

    def throw_away(self) -> None:
        """Close the browser and delete its folder."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _pid(self) -> int:
        """The id of the browser's main process. Raises RuntimeError if it is gone."""
        wanted = f"--user-data-dir={self.folder}".encode()
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = path.read_bytes().split(b"\0")
                if wanted in words and not any(word.startswith(b"--type=") for word in words):
                    return int(path.parent.name)
        raise RuntimeError("the browser is gone")

    def go(self, path: str) -> bool:
        """Go to an address of the app in the front tab. False if no page came."""
        for _ in range(2):
            # A form that is just being sent may come in between, so try twice.
            with contextlib.suppress(Error):
                self.tab.goto(f"{self.address}{path}", wait_until="domcontentloaded")
                self.pause(30)
                return True
        return False

    def reload(self) -> bool:
        """Load the front tab's page again. False if no page came."""
        try:
            self.tab.reload(wait_until="domcontentloaded")
        except Error:
            return False
        self.pause(30)
        return True

    def pause(self, milliseconds: int) -> None:
        """Let the pages run for a while."""
        self.tab.wait_for_timeout(milliseconds)

    def look(self) -> Look:
        """The front tab as a person sees it. Looks again if the tab is just changing pages."""
        for _ in range(100):
            with contextlib.suppress(Error):
                look: Look = self.tab.evaluate(_LOOK)
                return look
            time.sleep(0.02)
        raise RuntimeError("the page cannot be read")

    def shelf(self) -> list[str]:
        """The entries in the browser's database, to explain a fault."""
        with contextlib.suppress(Error):
            entries: list[str] = self.tab.evaluate(_SHELF)
            return entries
        return ["the page is gone"]

    def enter(self, path: str, scores: dict[int, str], button: str) -> bool:
        """Type scores by seat (`out` ticks the box) and send the form. False if the form is not the one at this address."""
        return bool(self.tab.evaluate(_TYPE, [path, {str(seat): score for seat, score in scores.items()}, button]))

    def press(self, button: str) -> None:
        """Send the page's form with a button, unless the tab is just changing pages."""
        with contextlib.suppress(Error):
            self.tab.evaluate(_PRESS, button)

    def penalise(self, seat: int, pips: int, reason: str) -> bool:
        """Fill in and send the penalty form. False if the tab is just changing pages."""
        with contextlib.suppress(Error):
            self.tab.evaluate(_PENALISE, [str(seat), str(pips), reason])
            return True
        return False

    def forget_first(self) -> None:
        """Forget the form's first values: the form has moved on to another round, where they were empty."""
        with contextlib.suppress(Error):
            self.tab.evaluate(_FORGET)

    def tap_card(self, words: str, button: str) -> bool:
        """Tap a button of a card in the queue. False if it is not there."""
        with contextlib.suppress(Error):
            return bool(self.tab.evaluate(_TAP_CARD, [words, button]))
        return True
