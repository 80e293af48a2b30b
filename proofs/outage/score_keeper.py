"""The person at the phone, who enters rounds, answers questions, and deals with what waits in the queue."""

import contextlib
import time
from collections import Counter
from random import Random

from playwright.sync_api import Error

from models.texts import MODELS
from proofs.outage.kitchen import Kitchen, KitchenGame
from proofs.outage.paper import OUT, Paper, PaperVerdict, TypedEntry
from proofs.outage.phone import ENTER, ENTER_KEY, SEND_TOO, USE_MINE, YES, KitchenPhone, Look
from rules.wording import SOURCE

ROUNDS, MOST_PIPS = 13, 240
SAID_SECONDS = 6.0
NOT_YET = MODELS.sentences(SOURCE)["sheet.not-yet"].partition("{open}")[2].partition(",")[0]
SENT_BEFORE = "You already sent this page"
TAKEN_BACK = ("This link was turned off", "Page not found")
# The faults of the wire while an entry is on its way.
FAULTS = {"": 60, "kill": 7, "cut": 6, "lost": 9, "slow": 7, "hotel": 4, "busy": 2}


class ScoreKeeper:
    """A person with one phone.

    `happened` counts events, `paper` is what the person typed, and `log` tells it all in order.
    """

    def __init__(self, kitchen: Kitchen, phone: KitchenPhone, luck: Random, is_plain: bool) -> None:
        self.kitchen, self.phone, self.luck, self.is_plain = kitchen, phone, luck, is_plain
        self.players = luck.randint(2, 5)
        self.game: KitchenGame = kitchen.new_game(self.players)
        self.paper, self.happened = Paper(), Counter[str]()
        self.log: list[str] = []
        self.pips = luck.sample(range(1, MOST_PIPS + 1), MOST_PIPS)
        self.is_revoked = False
        self.verdict = PaperVerdict()
        self.begun = time.monotonic()
        # The entry that was last sent from the form in each tab, while it is still there.
        self.drafts: dict[int, TypedEntry] = {}

    def _note(self, text: str) -> None:
        seconds = time.monotonic() - self.begun
        self.log.append(f"{seconds:5.1f} {'offline ' if self.phone.is_offline else ''}{text}")

    def _network(self) -> bool:
        is_offline = not self.phone.is_offline
        if is_offline and self.phone.is_open and self.luck.random() < 0.7 and (number := self._next_round()):
            # Most people have the form in front of them when the network goes.
            self._look_for(number)
        self._note("offline" if is_offline else "online")
        if is_offline:
            self.phone.set_offline(True)
            self.kitchen.wire.cut()
        else:
            self.kitchen.wire.mend()
            self.phone.set_offline(False)
        self.happened["offline"] += is_offline
        return True

    def _enter(self) -> bool:
        number = self._next_round()
        look = self._look_for(number) if number else None
        if look is None:
            # Nobody waits long before a page that is not there.
            self.kitchen.wait_for_server()
            if self.phone.is_offline and self.luck.random() < 0.5:
                self._network()
            elif self.is_revoked and self.luck.random() < 0.5:
                self._scan_again()
            return False
        empty_hands = [hand for hand in look["hands"] if not hand["left"] and not hand["isOut"]]
        if not empty_hands:
            return False
        is_whole = self.luck.random() < 0.8
        chosen_hands = (
            empty_hands if is_whole else self.luck.sample(empty_hands, self.luck.randint(1, len(empty_hands)))
        )
        is_out_there = any(hand["isOut"] for hand in look["hands"])
        out_seat = (
            None
            if is_out_there or not is_whole or self.luck.random() < 0.06
            else self.luck.choice(chosen_hands)["seat"]
        )
        typed = {hand["seat"]: OUT if hand["seat"] == out_seat else self.pips.pop() for hand in chosen_hands}
        return bool(typed != {out_seat: OUT} and self._send(look, typed))

    def _correct(self) -> bool:
        accepted_entries = [entry for entry in self.paper.entries if entry.round and entry.fate == "accepted"]
        if not accepted_entries:
            return False
        look = self._look_for(self.luck.choice(accepted_entries).round)
        filled_hands = [hand for hand in look["hands"] if hand["left"]] if look else []
        if not look or not filled_hands:
            return False
        return self._send(look, {self.luck.choice(filled_hands)["seat"]: self.pips.pop()})

    def _again(self) -> bool:
        """Type something else in the form that is still there, usually while it is being sent."""
        look = self.phone.look()
        draft = self.drafts.get(id(self.phone.tab))
        if not draft or not look["isSame"] or not look["action"].endswith(f"/rounds/{draft.round}"):
            return False
        filled_hands = [hand for hand in look["hands"] if hand["left"]]
        return bool(filled_hands) and self._send(look, {self.luck.choice(filled_hands)["seat"]: self.pips.pop()})

    def _penalty(self) -> bool:
        if self.phone.look()["title"] != "Changes":
            if self.is_plain and (self.phone.is_offline or not self.kitchen.is_up):
                return False
            self._forget_draft()
            if not self.phone.go(f"{self.game.path}/changes") or self.phone.look()["title"] != "Changes":
                return False
        options = self._options()
        if not options:
            return False
        seat, pips = int(self.luck.choice(options)), self.pips.pop()
        entry = self.paper.add(0, {seat: pips}, (f"{pips}, Reason {pips},",))
        self._arm()
        if not self.phone.is_offline and self.luck.random() < 0.4:
            # Two penalties of the same pips would both count, so this is where an entry could be doubled.
            self.kitchen.wire.arm("lost")
        self._note(f"penalty {entry.number}: {pips}")
        if self.phone.penalise(seat, pips, f"Reason {pips}"):
            self._wait_for_word(entry)
        return True

    def _options(self) -> list[str]:
        """The seats in the penalty form; none if the tab is just changing pages."""
        with contextlib.suppress(Error):
            options: list[str] = self.phone.tab.evaluate(
                "[...document.getElementById('penalty-seat').options].map((option) => option.value).filter(Boolean)"
            )
            return options
        return []

    def _look_for(self, number: int) -> Look | None:
        """The front tab with the form of a round, which is opened if necessary. None if it cannot be opened."""
        look, path = self.phone.look(), f"{self.game.path}/rounds/{number}"
        if look["action"] == path and not look["question"] and (self.luck.random() < 0.7 or self.phone.is_offline):
            return look
        if self.is_plain and (self.phone.is_offline or not self.kitchen.is_up):
            return None
        self._forget_draft()
        self.phone.go(path)
        look = self.phone.look()
        return look if look["action"] == path else None

    def _send(self, look: Look, typed: dict[int, int]) -> bool:
        """Type these pips by seat, and send the form with everything in it."""
        number = int(look["action"].rpartition("/")[2])
        texts = {seat: "out" if pips == OUT else self._in_words(pips) for seat, pips in typed.items()}
        names = {hand["seat"]: hand["name"] for hand in look["hands"]}
        pips, words = {}, []
        for hand in look["hands"]:
            seat, before = hand["seat"], "out" if hand["isOut"] else hand["left"]
            first = "out" if hand["wasOut"] else hand["first"]
            text = texts.get(seat, before)
            if text and (seat in typed or text != first):
                pips[seat] = OUT if text == "out" else sum(map(int, text.split("+")))
                words.append(f"{names[seat]} {text},")
        entry = self.paper.add(number, pips, (f"Scores for round {number},", *words))
        self._see(entry, look)
        if draft := self.drafts.get(id(self.phone.tab)):
            entry.is_again, entry.shown = True, entry.shown | draft.shown
        is_killed = self._arm()
        self._note(f"entry {entry.number}, round {number}: {words}{' (again)' if entry.is_again else ''}")
        button = ENTER if self.luck.random() < 0.7 else ENTER_KEY
        try:
            is_sent = self.phone.enter(look["action"], texts, button)
        except Error:
            is_sent = False
        if not is_sent:
            self._note("  the page went on to another one first")
            self._forget_draft()
            return False
        if draft and draft.fate in ("accepted", "unsaid"):
            draft.fate = "replaced"
        self.drafts[id(self.phone.tab)] = entry
        if is_killed:
            time.sleep(self.luck.uniform(0, 0.25))
            self._note("kill browser at once")
            self.happened["kill while sending"] += 1
            self.phone.kill()
        elif self.luck.random() < 0.08:
            # Somebody who notices a slip at once.
            self.happened["typed again at once"] += self._again()
        else:
            self._wait_for_word(entry)
        return True

    def _in_words(self, pips: int) -> str:
        return f"{pips - 1}+1" if pips > 20 and self.luck.random() < 0.15 else str(pips)

    def _see(self, entry: TypedEntry, look: Look) -> None:
        """Record what this page has shown of other people's scores: in its fields, in the log below them, and in its questions."""
        seats = {hand["name"]: hand["seat"] for hand in look["hands"]}
        for hand in look["hands"]:
            if hand["first"] or hand["wasOut"]:
                entry.shown.add((hand["seat"], sum(map(int, hand["first"].split("+"))) if hand["first"] else OUT))
        entry.shown |= {(seats[name], pips) for name, pips in [*look["entered"], *look["clashes"]] if name in seats}

    def _next_round(self) -> int:
        """The first round that this person has not entered completely, or 0 after the last."""
        return next((number for number in range(1, ROUNDS + 1) if not self._is_covered(number)), 0)

    def _is_covered(self, number: int) -> bool:
        live_entries = [
            entry for entry in self.paper.entries if entry.round == number and entry.fate in ("accepted", "asked")
        ]
        return len({seat for entry in live_entries for seat in entry.pips}) == self.players

    def _arm(self) -> bool:
        """Perhaps set up a fault for the next form. True if the browser is to be killed."""
        if self.phone.is_offline:
            return self.luck.random() < 0.02
        fault = self.luck.choices(list(FAULTS), list(FAULTS.values()))[0]
        if fault:
            self._note(f"fault: {fault}")
            seconds = self.luck.uniform(0, 0.06) if fault == "kill" else self.luck.uniform(0.2, 1.4)
            self.kitchen.wire.arm(fault, seconds, self.kitchen.kill_server)
        return self.luck.random() < 0.03

    def _forget_draft(self) -> None:
        self.drafts.pop(id(self.phone.tab), None)

    def _wait_for_word(self, entry: TypedEntry) -> str:
        """Wait until the page says what became of an entry, and react as a person does. Returns what it said."""
        until = time.monotonic() + SAID_SECONDS
        word = ""
        while not word and time.monotonic() < until:
            self.phone.pause(25)
            word = self._said(entry, self.phone.look())
        if not word:
            self.verdict.silent.append(f"nothing was said of {entry}: {self.phone.look()} {self.phone.shelf()}")
        self._note(f"  said: {word}")
        if word == "question":
            self._answer(entry)
        elif word in ("kept", "waiting", "browser's page") and entry.fate != "thrown":
            entry.fate = "accepted"
        elif word in ("asked", "refused"):
            entry.fate, entry.is_asked = "accepted", True
        elif word == "taken back" and entry.fate == "unsaid":
            entry.fate, entry.is_asked = "asked", True
        return word

    def _said(self, entry: TypedEntry, look: Look) -> str:
        """What the page says about an entry. Empty as long as it says nothing."""
        if not look["protocol"].startswith("http"):
            return "browser's page"
        if not look["isWhole"]:
            return ""
        if look["isFull"]:
            return "full"
        card = next((card for card in look["cards"] if all(word in card["words"] for word in entry.words)), None)
        if look["isSame"]:
            has_turned = look["action"] and not look["action"].endswith(f"/rounds/{entry.round}")
            if has_turned:
                self.phone.forget_first()
                self._forget_draft()
            if card and card["state"] in ("asked", "refused") and self._is_leaving():
                return ""
            return str(card["state"]) if card else "waiting" if has_turned and entry.round else ""
        self._forget_draft()
        if look["question"] or look["title"].startswith(SENT_BEFORE):
            return "question"
        return "taken back" if look["title"] in TAKEN_BACK else "kept"

    def _is_leaving(self) -> bool:
        """True if the page makes way for a question within half a second."""
        self.phone.pause(500)
        return not self.phone.look()["isSame"]

    def _answer(self, entry: TypedEntry) -> None:
        """Answer the question on the page: leave it, or say yes, at most four times for one entry."""
        look = self.phone.look()
        if not entry.is_asked and NOT_YET in look["question"]:
            entry.open_round = int(look["question"].partition(NOT_YET)[0].rpartition(" ")[2])
        entry.is_asked = True
        if entry.fate == "unsaid":
            entry.fate = "asked"
        self._see(entry, look)
        mood = self.luck.random()
        self._note(f"  question: {look['title']} {look['question']}")
        if mood < 0.35:
            self.happened["left at a question"] += 1
            if self.luck.random() < 0.7:
                self.phone.go(self.game.path)
            return
        if entry.answers >= 4:
            return
        entry.answers += 1
        self.happened["answered yes"] += 1
        is_killed = self._arm()
        is_sent_before = look["title"].startswith(SENT_BEFORE)
        yes = YES if look["isYesOffered"] else USE_MINE if look["hasClash"] else ENTER
        self.phone.press(SEND_TOO if is_sent_before else yes)
        if is_killed:
            self.phone.kill()
        else:
            self._wait_for_word(entry)

    def _card(self) -> bool:
        """Take one of the cards in the queue: look at it, send it, or throw it away."""
        cards = self.phone.look()["cards"]
        if not cards:
            return False
        # Cards that need somebody come before those that only wait behind them.
        card = self.luck.choice([card for card in cards if card["state"] != "waiting"] or cards)
        words, state = card["words"], card["state"]
        live_entries = (entry for entry in self.paper.entries if entry.fate not in ("replaced", "thrown"))
        entries = [entry for entry in live_entries if entry.is_on([words])]
        for entry in entries:
            entry.is_asked |= state != "waiting"
        mood = self.luck.random()
        if mood < (0.25 if state in ("asked", "refused") else 0.08):
            if self.phone.tap_card(words, "drop"):
                self._note(f"throw away: {words}")
                for entry in entries:
                    entry.fate = "thrown"
                self.happened["thrown away"] += 1
            return True
        if state == "refused" and self.is_revoked and self.luck.random() < 0.7:
            self._scan_again()
            return True
        self._note(f"card: {words} {state}")
        if state == "asked":
            if entries and self.phone.tap_card(words, "open"):
                self._wait_for_word(entries[-1])
        else:
            self.phone.tap_card(words, "send")
            self.phone.pause(100)
        return True

    def _scan_again(self) -> None:
        if self.phone.is_offline:
            return
        self.kitchen.wait_for_server()
        self._forget_draft()
        if self.phone.go(self.kitchen.new_link(self.game)):
            self.is_revoked = False
            self._note("scanned a new key")
            self.happened["new key"] += 1
