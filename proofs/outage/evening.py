"""One evening drawn at random: a person enters rounds on a phone while the network, the browser and the server fail."""

import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Error

from proofs.outage.kitchen import Kitchen, OtherPhone
from proofs.outage.paper import PaperVerdict, is_kept, judge_sheet
from proofs.outage.phone import KitchenPhone
from proofs.outage.score_keeper import ROUNDS, ScoreKeeper

MOST_STEPS, QUIET_SECONDS = 28, 25.0
# The things that can happen, and how often each is drawn.
WEIGHTS = {
    "enter": 60,
    "correct": 8,
    "penalty": 30,
    "network": 12,
    "reload": 8,
    "close": 2,
    "kill": 2,
    "server": 1,
    "tab": 6,
    "other": 12,
    "revoke": 2,
    "card": 10,
    "again": 4,
    "back": 2,
}


class Evening(ScoreKeeper):
    """One person's evening with a phone. What happens is drawn at random."""

    def __init__(self, kitchen: Kitchen, phone: KitchenPhone, luck: Random, is_plain: bool) -> None:
        super().__init__(kitchen, phone, luck, is_plain)
        self.other = OtherPhone(kitchen.server, self.game)
        # In half of the evenings two pages of the app are open all the time: each sends what was typed in the other.
        self.has_two_tabs = luck.random() < 0.5

    def play(self, most_steps: int = MOST_STEPS) -> PaperVerdict:
        """Play the evening to its end, in at most this many steps. Returns what is wrong with the sheet."""
        self.phone.open()
        self.phone.go(self.game.link)
        if self.has_two_tabs:
            self._tab()
        for _ in range(self.luck.randint(min(most_steps, 12), most_steps)):
            self._do(self.luck.choices(list(WEIGHTS), list(WEIGHTS.values()))[0])
        self._end()
        lines, own_numbers = self.kitchen.sheet_of(self.game)
        verdict = judge_sheet(self.paper, lines, own_numbers, [card["words"] for card in self.phone.look()["cards"]])
        verdict.silent += self.verdict.silent
        self.log += [
            f"line {line.number}{'' if line.number in own_numbers else ' (other)'}: {line.payload}" for line in lines
        ]
        return verdict

    def kept(self) -> int:
        """The number of entries that are on the sheet."""
        lines, _ = self.kitchen.sheet_of(self.game)
        return sum(is_kept(entry, lines) for entry in self.paper.entries)

    # The things that can happen.

    def _do(self, event: str) -> None:
        if not self.phone.is_open and event not in ("network", "server", "other", "revoke"):
            self._open_again()
        act: Callable[[], bool] = getattr(self, f"_{event}")
        try:
            is_done = act()
        except Error as error:
            self.log.append(f"{event}: {str(error).splitlines()[0]}")
            raise
        if is_done:
            self.happened[event] += 1

    def _open_again(self) -> None:
        self.phone.open()
        self.drafts.clear()
        if not (self.phone.is_offline and self.is_plain):
            self.phone.go(self.game.path)
            if self.has_two_tabs:
                self._tab()

    def _reload(self) -> bool:
        if self.is_plain and (self.phone.is_offline or not self.kitchen.is_up):
            return False
        self._forget_draft()
        is_there = self.phone.reload()
        look = self.phone.look()
        self._note(f"reload: {is_there} {look['question']}")
        if look["question"]:
            # A browser's page that is loaded again sends its form again, and the answer is a question on the page.
            newest = [entry for entry in self.paper.entries if look["action"].endswith(f"/rounds/{entry.round}")][-1:]
            for entry in newest:
                entry.fate, entry.is_asked = "asked", True
        self.happened["reload without network"] += self.phone.is_offline
        return True

    def _close(self) -> bool:
        self._note("close")
        self.phone.close()
        return True

    def _kill(self) -> bool:
        self._note("kill browser")
        self.phone.kill()
        return True

    def _server(self) -> bool:
        self._note("kill server")
        self.kitchen.kill_server()
        return True

    def _tab(self) -> bool:
        tabs = self.phone.tabs
        if len(tabs) == 1:
            if self.is_plain and self.phone.is_offline:
                return False
            tabs.append(self.phone.context.new_page())  # type: ignore[union-attr] # the browser is open
            self.phone.go(self.game.path)
            self._note("second tab")
        elif not self.has_two_tabs and self.luck.random() < 0.25:
            self.drafts.pop(id(tabs[0]), None)
            tabs.pop(0).close()
            self._note("close the tab behind")
        else:
            tabs.reverse()
            self._note("other tab")
            self.happened["two tabs"] += 1
        self.phone.tab.bring_to_front()
        return True

    def _back(self) -> bool:
        if self.phone.is_offline or not self.kitchen.is_up:
            return False
        self._forget_draft()
        try:
            self.phone.tab.go_back(wait_until="domcontentloaded")
        except Error:
            return False
        self._note("back")
        return True

    def _other(self) -> bool:
        self.kitchen.wait_for_server()
        lines, _ = self.kitchen.sheet_of(self.game)
        newest = max((getattr(line.payload, "round", 0) for line in lines), default=0) or 1
        number = min(ROUNDS, newest + (self.luck.random() < 0.4))
        fields = self.other.see(number)
        seats = [int(name[5:-5]) for name in fields if name.endswith("-left")]
        if not seats:
            return False
        seat, pips = self.luck.choice(seats), self.pips.pop()
        fields.pop(f"hand_{seat}-out", None)
        self.paper.others.add(pips)
        is_done = self.other.enter(number, {**fields, f"hand_{seat}-left": str(pips)})
        self._note(f"other phone: round {number}, seat {seat}, {pips}: {is_done}")
        return is_done

    def _revoke(self) -> bool:
        if self.is_revoked or self.luck.random() < 0.3:
            return False
        self.kitchen.revoke(self.game)
        self.is_revoked = True
        self._note("revoked")
        return True

    # The end.

    def _end(self) -> None:
        """End the evening: reconnect, open the sheet, and wait until only cards that need a decision are left in the queue."""
        self.kitchen.wait_for_server()
        self.kitchen.wire.disarm()
        if self.phone.is_offline:
            self._network()
        if not self.phone.is_open:
            self._open_again()
        if self.is_revoked and self.luck.random() < 0.8:
            self._scan_again()
        for _ in range(6):
            self.drafts.clear()
            self._open_sheet()
            self._wait_for_quiet()
            cards = [card for card in self.phone.look()["cards"] if card["state"] != "waiting"]
            if not cards or self.luck.random() < 0.15:
                break
            self._card()
            self.kitchen.wire.disarm()
            self.kitchen.wait_for_server()
            if not self.phone.is_open:
                self._open_again()
        self.drafts.clear()
        self._open_sheet()
        self._wait_for_quiet()
        self._note("end")

    def _open_sheet(self) -> None:
        """Open the sheet.

        The server may be about to die from the last fault, so keep trying until we get a page that is not cached.
        """
        until = time.monotonic() + QUIET_SECONDS
        while time.monotonic() < until:
            self.kitchen.wait_for_server()
            if self.phone.go(self.game.path) and not self.phone.look()["isKept"]:
                return
            self.phone.pause(200)
        raise RuntimeError("the sheet does not open")

    def _wait_for_quiet(self) -> None:
        """Wait until the queue is empty, or until its first card needs somebody's decision."""
        until = time.monotonic() + QUIET_SECONDS
        while time.monotonic() < until:
            self.phone.pause(150)
            cards = self.phone.look()["cards"]
            if not cards or cards[0]["state"] != "waiting":
                self.phone.pause(150)
                if self.phone.look()["cards"] == cards:
                    return
        self.verdict.silent.append(f"this waits for ever: {self.phone.look()} {self.phone.shelf()}")
