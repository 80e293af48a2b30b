"""Whole rounds kept on a phone, tap by tap, with everything that the referee says."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, share_link, start_game, start_table


class BoardKeeper:
    """A phone that tracks the moves of a round."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.posts: list[str] = []
        page.on("request", lambda request: self.posts.append(request.url) if request.method == "POST" else None)

    def begin(self, names: list[str], first: str = "Ana", dealt: str = "", rules: str = "double-nine") -> None:
        self.game = start_game(self.page, names, rules, me="Ana")
        self.page.get_by_role("link", name="Referee the round being played, round 1").click()
        self.page.locator("label.choice", has_text=first).click()
        self.page.get_by_label("Tiles each").fill(dealt)
        self.page.get_by_role("button", name="Track the moves").click()
        self.table = self.page.url

    def lay(self, train: str, *ends: int) -> None:
        """Tap a train, then the other end of each tile. After the first tile of a run, the train stays unfolded."""
        for end in ends:
            whose = self.page.locator(".whose", has_text=re.compile(rf"^{train}", re.I))
            row = self.page.locator(".train").filter(has=whose)
            if not row.locator(".keys").is_visible():
                row.locator(".head").click()
            self._tap(row.locator(".keys button").filter(has=self.page.locator("b", has_text=re.compile(rf"^{end}$"))))

    def do(self, *names: str) -> None:
        for name in names:
            self._tap(self.page.get_by_role("button", name=name))

    def _tap(self, button: Locator) -> None:
        """Tap a button. This must send exactly one request, and the answer must change the page."""
        self.page.locator("#live").evaluate("live => { live.dataset.tapped = 'yes' }")
        self.posts.clear()
        button.click()
        expect(self.page.locator("#live[data-tapped]")).to_have_count(0)
        assert len(self.posts) == 1

    def says(self, *sentences: str) -> None:
        for sentence in sentences:
            expect(self.page.locator("#live")).to_contain_text(sentence)


@pytest.fixture
def keeper(new_phone: NewPhone) -> BoardKeeper:
    return BoardKeeper(new_phone())


def test_a_double_nine_round(keeper: BoardKeeper, new_phone: NewPhone) -> None:
    keeper.begin(["Ana", "Ben", "Cai"], dealt="6")
    keeper.says("Ana starts with a run on Ana’s train: as many matching tiles as they like.")
    keeper.says("6 in hand", "boneyard: 36")

    # A first-turn run: the train is unfolded, and each tile is one tap.
    keeper.lay("Ana", 7, 3, 3)
    keeper.says("Ana continues the run from the 3, or ends it.", "Ana plays 3-3 on Ana’s train.", "open double")
    keeper.do("Ends the run")

    # Ben has no tile to begin with, so his train gets a marker.
    keeper.says("Ben starts with a run on Ben’s train")
    keeper.do("Passes")
    expect(keeper.page.locator(".train", has_text="Ben’s train")).to_contain_text("open to all")
    keeper.says("Allowed only if Ben has no tile with a 9.")
    keeper.lay("Cai", 5)
    keeper.do("Ends the run")

    # The double left open in the first turn freezes the table.
    keeper.says("Ana has to cover the 3-3 on Ana’s train.", "open double: cover it")
    keeper.lay("Cai", 4)
    keeper.says(
        "There is no marker on Cai’s train: it is closed to Ana.",
        "An open double has to be covered first: the 3-3 on Ana’s train.",
        "Allowed instead: a tile with a 3 on Ana’s train",
        "The rules say so.",
    )
    keeper.page.get_by_role("link", name="Do not enter it").click()
    expect(keeper.page.get_by_role("link", name="Do not enter it")).to_have_count(0)
    keeper.do("Draws")
    keeper.says("Ana has drawn a tile: play it if it fits, or pass.")
    keeper.do("Passes")

    # Ben covers it on a train that the marker has opened. Cai plays an extra tile elsewhere.
    keeper.says("Ben has to cover the 3-3 on Ana’s train.")
    keeper.lay("Ana", 0)
    keeper.lay("the Mexican", 2)
    keeper.says("Cai plays 9-2 on the Mexican train.", "Ana may play on Ana’s train, Ben’s train or the Mexican train.")
    keeper.lay("the Mexican", 2)
    keeper.says("Ana owes an extra tile for the double.")
    keeper.lay("Ana", 6)
    keeper.says("Ben has to cover the 2-2 on the Mexican train.")
    keeper.do("Draws", "Passes")
    keeper.lay("the Mexican", 8)

    # A move on a closed train, which the rules refuse and the table agrees to.
    keeper.says("Ana may play on")
    keeper.lay("Cai", 6)
    keeper.says("There is no marker on Cai’s train: it is closed to Ana.")
    keeper.page.locator("summary", has_text="Why? Or enter it anyway").click()
    keeper.do("The table agrees: enter it anyway")
    keeper.says("Ana plays 6-5 on Cai’s train.")

    # A line in the middle was wrong: strike it, and put another in its place.
    keeper.page.get_by_role("link", name="Every move: cross out or change one").click()
    keeper.page.locator("li", has_text="A 6-0@A").get_by_role("button", name="Cross out").click()
    expect(keeper.page.get_by_text("no longer fits.")).to_have_count(1)
    keeper.page.get_by_role("link", name="Replace line").click()
    keeper.says("The table as it was at line", "Ana owes an extra tile for the double.")
    keeper.lay("Ana", 4)
    expect(keeper.page.locator("#live")).not_to_contain_text("no longer fits")
    keeper.page.goto(f"{keeper.table}/moves")
    line = keeper.page.locator("li", has_text="A 6-5@C !")
    expect(line).to_contain_text("The table agreed to this, against the rules: There is no marker on Cai’s train")

    # Followers see the whole table, drawn from above.
    follower = new_phone(1280, 800)
    follower.goto(share_link(keeper.page, keeper.game, "Everybody watching"))
    follower.goto(f"{keeper.game}/follow")
    expect(follower.locator("svg.rays")).to_be_visible()
    keeper.page.goto(keeper.table)
    keeper.lay("Ben", 8)
    expect(follower.locator(".now p")).to_have_text(re.compile("^Cai may play on"))

    # Ana plays her last tile. The referee sees it, and leads to the scores.
    keeper.lay("Cai", 1)
    keeper.lay("Ana", 1)
    keeper.page.wait_for_url("**/rounds/1")
    expect(keeper.page.get_by_role("group", name="Ana", exact=True).get_by_role("checkbox")).to_be_checked()
    fill_hand(keeper.page, "Ben", "20")
    fill_hand(keeper.page, "Cai", "15")
    enter(keeper.page)
    expect_row(keeper.page, "9-9", ["0", "20", "15"])
    keeper.page.goto(keeper.table)
    keeper.says("The round is over: Ana went out.")


def test_a_double_twelve_round(keeper: BoardKeeper) -> None:
    keeper.page.goto(f"{start_game(keeper.page, ['Ana', 'Ben'], 'double-twelve')}/rounds/1/table")
    hint = "If everybody had to draw to find the 12-12, add one for each draw."
    expect(keeper.page.get_by_text(hint)).to_be_visible()
    keeper.begin(["Ana", "Ben", "Cai"], "Ben", dealt="4", rules="double-twelve")

    # Ben found the 12-12 in a hunt and put it in the middle, so he holds one tile fewer.
    keeper.says("boneyard: 79")
    expect(keeper.page.locator(".train", has_text="Ben’s train")).to_contain_text("3 in hand")
    keeper.lay("Ben", 5)
    keeper.lay("Cai", 3)
    keeper.says("Ana may play on Ana’s train")
    keeper.do("Draws", "Passes")

    # Ben plays his next-to-last tile, forgets to tap, and is caught.
    expect(keeper.page.locator("label", has_text="tapped")).to_be_visible()
    keeper.lay("Ben", 1)
    keeper.says("Ben plays 5-1 on Ben’s train.")
    keeper.do("Caught: Ben did not tap")
    keeper.says("Ben forgot to tap and was caught.", "boneyard: 77")
    expect(keeper.page.get_by_role("button", name="Caught:")).to_have_count(0)

    # This time he taps. His last tile is a double.
    keeper.lay("Cai", 4)
    keeper.do("Draws", "Passes")
    keeper.page.locator("label", has_text="tapped").click()
    keeper.lay("Ben", 9)
    keeper.says("Ben plays 9-1 on Ben’s train and taps.")
    expect(keeper.page.get_by_role("button", name="Caught:")).to_have_count(0)
    keeper.lay("Cai", 6)
    keeper.do("Draws", "Passes")
    keeper.lay("Ben", 9)

    keeper.page.wait_for_url("**/rounds/1")
    keeper.page.goto(keeper.table)
    keeper.says("The round is over: Ben went out.")
    keeper.page.get_by_role("link", name="Every move: cross out or change one").click()
    expect(keeper.page.locator("li", has_text="B 9-9@B")).to_contain_text("Ben plays 9-9 on Ben’s train.")


def test_a_double_six_round_that_is_blocked(keeper: BoardKeeper) -> None:
    keeper.begin(["Ana", "Ben"], dealt="13", rules="double-six")
    keeper.says("boneyard: 1")
    keeper.lay("Ana", 1)
    keeper.do("Ends the run")
    keeper.lay("Ben", 2)
    keeper.do("Ends the run")
    for train, end in [("Ana", 4), ("the Mexican", 5), ("the Mexican", 0), ("Ben", 3), ("Ana", 6), ("the Mexican", 6)]:
        keeper.lay(train, end)
    keeper.says("Ben plays 6-0 on the Mexican train.")
    keeper.do("Draws")
    keeper.says("Allowed only if Ana has no tile with a 6.", "boneyard: 0")
    keeper.do("Passes")
    keeper.lay("Ben", 6)

    # No 6 is left: the referee sees that nobody can play, and accounts for every tile.
    keeper.page.wait_for_url("**/rounds/1")
    keeper.page.goto(keeper.table)
    keeper.says("Nobody can play anymore: the round is blocked.")
    keeper.page.get_by_role("link", name="Enter scores for round 1").click()
    fill_hand(keeper.page, "Ana", "47")
    for left, missing in (("31", "12 pips missing: the tiles"), ("34", "9 pips missing: the 5-4? The tiles")):
        fill_hand(keeper.page, "Ben", left)
        enter(keeper.page)
        expect(keeper.page.get_by_text(f"{missing} not on the table come to 90 in all.")).to_be_visible()
    fill_hand(keeper.page, "Ben", "43")
    enter(keeper.page)
    expect_row(keeper.page, "6-6", ["47", "43"])
    expect(keeper.page.locator("tr", has_text="6-6").first).to_contain_text("blocked")


def test_a_round_is_kept_without_javascript(new_phone: NewPhone) -> None:
    page = new_phone(scripts=False)
    start_table(page, start_game(page, ["Ana", "Ben"], me="Ana"), 1)
    page.locator(".train .head", has_text="Ana’s train").click()
    page.locator("button[value='A 9-7@A']").click()
    page.get_by_role("button", name="Ends the run").click()
    page.locator(".train .head", has_text="Ana’s train").click()
    page.locator("button[value='B 7-2@A']").click()
    page.locator("summary", has_text="Why? Or enter it anyway").click()
    expect(page.get_by_text("There is no marker on Ana’s train: it is closed to Ben.")).to_be_visible()
    page.get_by_role("button", name="The table agrees").click()
    expect(page.get_by_text("Ben plays 7-2 on Ana’s train.")).to_be_visible()


def test_a_mistaken_tap_costs_a_sentence_and_a_tap(keeper: BoardKeeper) -> None:
    keeper.begin(["Ana", "Ben"])
    keeper.lay("Ana", 7)
    keeper.do("Ends the run")
    keeper.lay("Ana", 2)
    page = keeper.page

    link = page.get_by_role("link", name="Do not enter it")
    expect(link).to_be_in_viewport()
    assert len(page.locator(".asked").inner_text().partition("Why")[0].split()) < 25
    expect(page.locator(".rests:visible")).to_have_count(0)
    expect(page.locator(".train").nth(1)).to_be_in_viewport(ratio=1)
    link.click()
    expect(page.locator(".asked")).to_have_count(0)


def test_a_round_is_looked_at_again_by_buttons_and_arrow_keys_with_the_train_large(keeper: BoardKeeper) -> None:
    keeper.begin(["Ana", "Ben"])
    keeper.lay("Ana", 7, 3)
    page = keeper.page
    page.get_by_role("link", name="Go through the round again, move by move").click()

    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".answer")).to_have_text("Ana plays 9-7 on Ana’s train.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".answer")).to_have_text("Ana plays 7-3 on Ana’s train.")
    number = page.locator(".changed .bone b").first
    assert number.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16
    expect(number).to_be_in_viewport()
    expect(page.locator("svg.rays")).to_be_hidden()

    page.get_by_label("The whole table", exact=True).first.check()
    expect(page.locator("svg.rays")).to_be_visible()
    name = page.locator("svg.rays text.name").first
    assert name.evaluate("one => one.getCTM().a * parseFloat(getComputedStyle(one).fontSize)") >= 12
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{keeper.table}/review/1")
    expect(page.locator("svg.rays")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_text("The whole table", exact=True)).to_be_hidden()
