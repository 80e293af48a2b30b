"""Every page, light and dark, on a phone: axe finds no violation, no target is too small, and nothing is cut off."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    Colours,
    NewPhone,
    enter,
    fill_hand,
    open_scores,
    play_a_round,
    say_name,
    send,
    send_round,
    start_game,
    start_scoring,
    start_table,
)
from tests.conftest import pick

NAMES = ["Bartholomew Featherstonehaugh-Cholmondel", "Ana", "محمد عبد الله", "Wolfeschlegelsteinhausenberger"]
NAMES += ["Cai", "Dee", "Eli", "Fay"]

SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
  .filter((one) => !one.matches(".vh, .skip") && one.getClientRects().length && !one.closest("p.note, p.error"))
  .map((one) => one.closest("label.card, label.toggle, label.tile, label.rule-set") || one)
  .filter((one) => { const box = one.getBoundingClientRect(); return box.height < 43.9 || box.width < 43.9; })
  .map((one) => one.outerHTML.slice(0, 120))"""
SHIFT = """window.shift = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
  .observe({ type: "layout-shift", buffered: true });"""
# Parts of one name would close each other.
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.removeAttribute('name'); one.open = true; })"
BROKEN_WORDS = """([pattern, skipped]) => {
  const broken = [], texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement.closest(skipped) || !text.parentElement.getClientRects().length) continue;
    for (const word of text.data.matchAll(new RegExp(pattern, "gu"))) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()].map((box) => box.top);
      if (tops.some((top) => Math.abs(top - tops[0]) > 4)) broken.push(word[0]);
    }
  }
  return broken;
}"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def broken_words(page: Page, pattern: str, skipped: str = ".vh") -> list[str]:
    """The words of this pattern that stand on two lines, outside what is skipped."""
    broken: list[str] = page.evaluate(BROKEN_WORDS, [pattern, skipped])
    return broken


def _keep(page: Page, game: str) -> None:
    """Keep a round with a run, a marker, an open double, a move by agreement, and a line that no longer fits."""
    start_table(page, game, 2)
    table = f"{game}/rounds/2/table"
    for text in ("A 11-7@A", "B 11-4@B", "C --", "D 11-0@E", "E 11-9@E", "F 11-3@F", "G 11-8@G", "H 11-6@H", "A 7-7@A"):
        page.locator("details.type").evaluate("one => { one.open = true }")
        page.get_by_label("A move in notation").fill(f"{text} !")
        page.evaluate("document.getElementById('live').dataset.typed = 'yes'")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("#live[data-typed]")).to_have_count(0)
    page.goto(f"{table}/hand")
    page.locator("label.toggle").first.click()
    for tile in ("12-11", "12-9", "9-8", "8-8"):
        page.locator(f".tile:has([value='{tile}'])").click()
    page.get_by_role("button", name="Save this hand").click()
    page.goto(f"{table}/moves")
    page.get_by_role("button", name="Cross out").nth(2).click()


def _play_another(page: Page) -> list[str]:
    """Play a short game in the same club to its end, so that there is some history.

    Returns the addresses of the game and its result.
    """
    game = play_a_round(page, NAMES[:2], ("out", "5"), rules="double-six", engines="0")
    page.get_by_role("button", name="Share the result").click()
    shared = page.get_by_label("The link to this result").input_value()
    page.goto(game)
    return [game, f"{game}/result", f"{game}/result/link", f"/r/{shared.rpartition('/')[2]}", "/r/nowhere"]


def run_a_tournament(page: Page) -> list[str]:
    """Run a tournament with a clock and a table whose first round is unconfirmed.

    Returns the addresses of its pages, one of each kind.
    """
    name = "Wolfeschlegelsteinhausenberger-Gedenkpok"
    hall = send(page, "/start-tournament", name=name, players="\n".join([*NAMES, "Gus"]))
    for part, button in (("seating", "Use these tables"), ("clock", "Start the clock now")):
        page.goto(f"{hall}/{part}")
        page.get_by_role("button", name=button).click()
        page.wait_for_url(hall)
    page.locator(".hall a.card").first.click()
    page.wait_for_url("**/games/*")
    table = page.url
    open_scores(page, table, 1)
    for number, hand in enumerate(page.get_by_role("textbox").all()):
        hand.fill(str(11 + number))
    enter(page)
    page.get_by_role("button", name="Yes").first.click()
    page.wait_for_url(table)
    pages = ("players", "schedule", "clock", "ties", "cards", "keys", "tv", "places", "log", "seating")
    addresses = ["/start-tournament", hall, *(f"{hall}/{page}" for page in pages)]
    return [*addresses, table, f"{table}/confirm", f"{table}/changes"]


def _make_house_rules(page: Page, club: str) -> list[str]:
    """Make house rules with a different deal. Returns the addresses of their pages."""
    page.goto(f"{club}/house-rules")
    page.get_by_label("Name of these rules").fill("Wolfeschlegelsteinhausenberger’s")
    page.locator("summary", has_text="Tiles each").click()
    page.get_by_label("2 players", exact=True).fill("8")
    page.get_by_role("button", name="Save these rules").click()
    page.get_by_role("link", name="Change", exact=True).first.click()
    page.wait_for_url("**/house-rules/*")
    return [f"{club}/house-rules", page.url, f"{page.url}/delete"]


def _take_colours(page: Page, game: str) -> None:
    """Choose a color for each of the first seven players."""
    page.goto(f"{game}/colours")
    for number, player in enumerate(page.locator("fieldset.swatches").all()[:7]):
        player.get_by_role("radio").nth(number).check()
    page.get_by_role("button", name="Use these colors").click()
    page.wait_for_url(game)


def _play_a_game(page: Page) -> str:
    """Play a game of eight: one whole round, and one score in the next. Returns its address."""
    game = play_a_round(page, NAMES, ("out", *map(str, range(11, 18))), rules="double-twelve")
    send_round(page, game, 2, "", "12", *[""] * 6)
    page.goto(game)
    return game


def look_at_a_game(page: Page) -> list[str]:
    """The addresses of a game's pages, one of each kind."""
    game = _play_a_game(page)
    path = game.partition("//")[2].partition("/")[2]
    seat = pick(r"#seat-(\d+)", page.content())
    night = pick(r"/nights/\w+", page.content())
    _take_colours(page, game)
    _keep(page, game)
    pages = ["", "/colours", "/follow", "/tv", "/log", "/changes", "/rounds/1", f"/rounds/2/seats/{seat}", "/me"]
    pages += ["/start", "/rules", "/pictures", "/print", "/rounds/1/table"]
    pages += [f"/rounds/2/table{page}" for page in ("", "/moves", "/by-hand", "/record", "/hand", "/review/3")]
    return [night, *(f"/{path}{page}" for page in pages)]


def look_at_rules(page: Page) -> list[str]:
    """The addresses of the pages about the rules, one of each kind."""
    addresses = ["/rulings", "/rulings?q=double", "/rulings/where-the-extra-tile-goes", "/rules/double-six"]
    addresses += ["/rules/compare", "/learn", "/learn/print", "/learn/markers", "/learn/open-double?tile=4-1&on=A"]
    addresses += ["/learn/last-tile?at=1&tile=5-0&on=A", "/nowhere"]
    return [*addresses, "/rulings/ask?position=double-nine 9 A:9-7-3-3/B:9-4/C*/M:9-1-6 B2 12&move=B 4-1@B"]


def look_at_a_club(page: Page) -> list[str]:
    """The addresses of a club's pages, one of each kind."""
    _play_a_game(page)
    results = _play_another(page)
    page.goto("/")
    club = pick(r"/clubs/\w+", page.content())
    page.goto(f"{club}/keys")
    key = pick(r"/clubs/\w+/keys/\w+", page.content())
    page.goto(club)
    player = pick(r"/clubs/\w+/players/\w+", page.content())
    pages = ("nights", "nights?words=x", "statistics", "games", "bin", "delete", "import", "scores", "tournaments")
    addresses = ["/", "/start", *(f"{club}/{page}" for page in pages), *_make_house_rules(page, club)]
    return [*addresses, player, f"{player}/rating", f"{player}/manage", "/import", club, f"{club}/keys", key, *results]


# Colours do not depend on the width, nor places on the colours, and words on neither, so check each only once.
Screen = tuple[int, int, Colours, dict[str, list[str]]]
WIDE: Screen = (820, 1180, "light", {"runOnly": ["color-contrast", "scrollable-region-focusable"]})
SCREENS: list[Screen] = [(360, 740, "dark", {}), WIDE]


def look_over(page: Page, screens: int = 2) -> list[str]:
    """What axe complains of on these screens, and everything that is too small or too wide."""
    findings = []
    for width, height, colours, options in SCREENS[:screens]:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=colours)
        violations = Axe().run(page, options=options).response["violations"]
        findings += [f"{violation['id']}: {violation['nodes'][0]['html'][:200]}" for violation in violations]
        findings += [f"small: {target}" for target in page.evaluate(SMALL_TARGETS)]
        findings += ["wider than the screen"] * (page.evaluate(TOO_WIDE) > 0)
    return [f"{page.url}: {finding}" for finding in findings]


LOOKS = [run_a_tournament, look_at_a_club, look_at_a_game, look_at_rules]


@pytest.mark.parametrize("look_at", LOOKS)
def test_no_page_keeps_anybody_out_in_light_and_dark(page: Page, look_at: Callable[[Page], list[str]]) -> None:
    complaints = []
    for number, address in enumerate(look_at(page)):
        page.goto(address)
        page.evaluate(OPEN_ALL)
        # Pages share their colours and their frame, so every fifth is looked at on the second screen too.
        complaints += look_over(page, 1 if number % 5 else 2)

    assert complaints == []


def test_a_question_and_an_error_keep_nobody_out_either(new_phone: NewPhone) -> None:
    page = new_phone(colours="dark")
    start_scoring(page, ["Ana", "Ben"])
    page.wait_for_load_state()
    violations = Axe().run(page).response["violations"]
    say_name(page, "Ana")
    for left, part in (("0", ".asked"), ("x", "[aria-invalid]")):
        fill_hand(page, "Ben", left)
        enter(page)
        expect(page.locator(part)).to_be_visible()
        page.wait_for_load_state()
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        violations += Axe().run(page).response["violations"]

    assert [violation["id"] for violation in violations] == []


def test_the_sheet_does_not_shift_while_it_loads(page: Page) -> None:
    page.add_init_script(SHIFT)
    game = start_game(page, ["Ana", "Ben", "Cai"])
    page.goto(game, wait_until="networkidle")

    assert page.evaluate("window.shift") == 0
