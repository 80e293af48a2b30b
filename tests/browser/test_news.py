"""News of a game on other phones: how often pages ask, how soon they show an entry, and what a hidden page does."""

import re
from datetime import UTC, datetime
from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, play_a_round, send, send_round, start_table
from tests.browser.test_kept_rounds import BoardKeeper
from tests.browser.test_tournaments import TABLES, play_round, seat_by_hand, set_up
from tests.conftest import pick

COUNTS = """[window.sent, window.answered] = [0, 0];
addEventListener("htmx:beforeSend", () => { sent += 1; });
addEventListener("htmx:afterRequest", () => { answered += 1; });"""
MAY_BE_AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.isAway || false })"


class WatchingPhone:
    """A phone that watches a game, with its own clock that only `wait` moves. It counts its page's requests."""

    def __init__(self, page: Page, holder: Page) -> None:
        page.context.add_cookies(holder.context.cookies())  # type: ignore[arg-type] # the same cookies, in Playwright's other type
        page.clock.install(time=datetime(2026, 3, 5, 19, tzinfo=UTC))
        # Left alone, its clock would run on while the machine is busy.
        page.clock.pause_at(datetime(2026, 3, 5, 19, 1, tzinfo=UTC))
        page.add_init_script(MAY_BE_AWAY)
        page.add_init_script(COUNTS)
        self.page = page

    @property
    def asked(self) -> int:
        """The number of requests that this page has sent, once the last of them is answered."""
        while self.page.evaluate("sent > answered"):
            self.page.wait_for_timeout(2)
        count: int = self.page.evaluate("sent")
        return count

    def open(self, address: str) -> None:
        self.page.goto(address)
        assert self.asked >= 0

    def wait(self, seconds: int) -> int:
        """Let this many seconds pass, and wait for every answer. Returns the number of requests sent."""
        before = now = self.asked
        for _ in range(seconds):
            self.page.clock.run_for(1000)
            now = self.asked
        return now - before

    def turn(self, is_away: bool) -> int:
        """Switch to another app, or back to the page. Returns the number of requests sent."""
        before = self.asked
        self.page.evaluate(f"isAway = {str(is_away).lower()}; document.dispatchEvent(new Event('visibilitychange'))")
        return self.asked - before


@pytest.fixture
def ana(page: Page) -> Page:
    """A phone on the sheet of a game with one round entered."""
    play_a_round(page, ["Ana", "Ben", "Cai"], ("out", "34", "5"))
    return page


@pytest.fixture
def game(ana: Page) -> str:
    return ana.url


@pytest.fixture
def watching(ana: Page, new_phone: NewPhone) -> WatchingPhone:
    return WatchingPhone(new_phone(), ana)


@pytest.mark.parametrize("rest", ["", "/follow", "/tv"])
@pytest.mark.parametrize("quiet", [0, 59, 62, 200])
def test_a_score_is_on_every_phone_within_six_seconds(
    ana: Page, game: str, watching: WatchingPhone, rest: str, quiet: int
) -> None:
    watching.open(f"{game}{rest}")
    watching.wait(quiet)

    send_round(ana, game, 2, "out", "23", "77")
    watching.wait(6)

    expect(watching.page.locator("#live")).to_contain_text("77", timeout=1)


@pytest.mark.parametrize("quiet", [0, 100])
def test_a_move_is_on_every_phone_within_six_seconds(ana: Page, game: str, new_phone: NewPhone, quiet: int) -> None:
    keeper = BoardKeeper(ana)
    start_table(ana, game, 2)
    follower, at_table = WatchingPhone(new_phone(), ana), WatchingPhone(new_phone(), ana)
    follower.open(f"{game}/follow")
    at_table.open(f"{game}/rounds/2/table")
    for phone in (follower, at_table):
        phone.wait(quiet)

    keeper.lay("Ana", 4)

    for phone in (follower, at_table):
        before = phone.page.locator(".from-above").inner_html()
        phone.wait(6)
        assert phone.page.locator(".from-above").inner_html() != before


@pytest.mark.parametrize("rest", ["", "/tv"])
def test_a_score_is_on_the_board_of_a_tournament_within_six_seconds(new_phone: NewPhone, rest: str) -> None:
    referee = new_phone()
    hall = set_up(referee)
    seat_by_hand(referee, hall, TABLES)
    watching = WatchingPhone(new_phone(), referee)
    watching.open(f"{hall}{rest}")
    assert watching.wait(60) >= 29
    assert 11 <= watching.wait(60) <= 12
    game = pick(r"/games/\w+", referee.content())

    play_round(referee, game, 1, {"Ana": "out", "Ben": "77", "Cai": "1", "Dee": "2", "Eli": "3"})
    watching.wait(6)

    expect(watching.page.locator("#live")).to_contain_text("77", timeout=1)


def test_a_tv_with_several_parts_lets_each_stand_for_eight_seconds_and_fetches_it_again(new_phone: NewPhone) -> None:
    referee = new_phone()
    hall = send(referee, "/start-tournament", name="Cup", players=", ".join(f"Max {number}" for number in range(60)))
    watching = WatchingPhone(new_phone(), referee)
    watching.open(f"{hall}/tv")
    counts, notes = [], []
    for _ in range(40):
        counts.append(watching.wait(1))
        notes.append(watching.page.inner_text("#live header .note"))

    spans = [(note, len(list(span))) for note, span in groupby(notes)]

    assert [note for note, _ in spans][:4] == ["Part 1 of 2", "Part 2 of 2"] * 2
    # An answer comes at the end of a second of this clock.
    assert all(8 <= seconds <= 10 for _, seconds in spans[1:-1])
    assert 8 <= sum(counts) <= 10


@pytest.mark.parametrize("rest", ["", "/follow"])
def test_pages_ask_often_for_a_minute_after_an_entry_and_seldom_when_nothing_happens(
    ana: Page, game: str, watching: WatchingPhone, rest: str
) -> None:
    watching.open(f"{game}{rest}")

    assert 28 <= watching.wait(60) <= 30
    assert 11 <= watching.wait(60) <= 12

    send_round(ana, game, 2, "out", "23", "77")
    watching.wait(5)
    assert 29 <= watching.wait(60) <= 30
    assert 22 <= watching.wait(120) <= 24


def test_a_page_of_a_game_that_is_over_asks_every_ten_seconds(ana: Page, game: str, watching: WatchingPhone) -> None:
    ana.goto(f"{game}/changes")
    ana.locator("summary", has_text="Stop").click()
    ana.get_by_role("button", name=re.compile("Stop, and count it")).click()
    ana.wait_for_url(game)
    watching.open(game)
    watching.wait(60)

    assert watching.wait(60) == 6


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_it_is_back(
    ana: Page, game: str, watching: WatchingPhone
) -> None:
    watching.open(game)
    watching.wait(3)

    assert watching.turn(is_away=True) == 0
    assert watching.wait(300) == 0
    send_round(ana, game, 2, "out", "23", "77")
    assert watching.turn(is_away=False) == 1

    expect(watching.page.locator("#live")).to_contain_text("77", timeout=1)
    assert 29 <= watching.wait(60) <= 30


@pytest.mark.parametrize("event", ["focus", "online"])
def test_a_page_asks_at_once_when_its_window_or_the_network_is_back(
    game: str, watching: WatchingPhone, event: str
) -> None:
    watching.open(game)
    watching.wait(60)
    # Two seconds after a question, so that the page neither asked a moment ago nor is about to.
    while not watching.wait(1):
        pass
    watching.wait(2)
    before = watching.asked

    watching.page.evaluate(f"dispatchEvent(new Event('{event}'))")

    assert watching.asked == before + 1
