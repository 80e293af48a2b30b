"""A tournament of thirteen at three tables, from the pasted list to the three places (D12-9.1 to D12-9.3)."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, enter, fill_hand, open_scores, say_name, send
from tests.conftest import sure

NAMES = ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea", "Max"]
TABLES = [NAMES[:5], NAMES[5:9], NAMES[9:]]


def set_up(page: Page) -> str:
    page.goto("/")
    page.get_by_role("link", name="Start a tournament").click()
    page.get_by_label("Name of the tournament").fill("Harbour Cup")
    page.get_by_label("Players", exact=True).fill(
        "\n".join(f"{number}. {name}" for number, name in enumerate(NAMES, 1))
    )
    page.get_by_role("button", name="Set it up").click()
    page.wait_for_url("**/tournaments/*")
    return page.url


def seat_by_hand(page: Page, hall: str, tables: list[list[str]]) -> None:
    page.goto(hall)
    page.get_by_role("link", name="Seat the players").click()
    page.get_by_text("Seat the players by hand").click()
    page.get_by_label("Tables", exact=True).fill("\n".join(", ".join(table) for table in tables))
    if page.locator("#me-by-hand").count():
        page.locator("#me-by-hand").fill("Rita")
    finish(page, hall, "Use the tables as written")


def finish(page: Page, hall: str, button: str) -> None:
    """Tap the button that leads back to the hall."""
    page.get_by_role("button", name=button).click()
    page.wait_for_url(hall)


def link_of(page: Page, hall: str, number: int) -> str:
    page.goto(f"{hall}/cards")
    link = page.get_by_role("link", name=f"Enter scores at table {number}").get_attribute("href")
    return urlsplit(sure(link)).path


def sit_down(new_phone: NewPhone, link: str) -> tuple[Page, str]:
    """A scorekeeper's phone after scanning the QR code on the table's card, and the address of the sheet."""
    phone = new_phone()
    phone.goto(link)
    phone.wait_for_url("**/games/*")
    return phone, phone.url


def play_round(phone: Page, game: str, number: int, scores: dict[str, str]) -> None:
    open_scores(phone, game, number)
    if phone.get_by_label("Who is using this phone?").count():
        say_name(phone, next(iter(scores)))
    for name, pips in scores.items():
        fill_hand(phone, name, pips)
    enter(phone)
    phone.wait_for_url(game)


def confirm(phone: Page, game: str, name: str) -> None:
    phone.goto(game)
    phone.get_by_role("link", name=re.compile("Confirm the scores for")).click()
    phone.get_by_label("Who confirms").select_option(name)
    phone.get_by_role("button", name="These scores are right").click()
    phone.wait_for_url(game)


def test_thirteen_players_three_tables_one_winner(new_phone: NewPhone) -> None:
    referee = new_phone()
    hall = set_up(referee)
    expect(referee.locator("#live")).to_contain_text("13 players are in. Next: Game 1.")
    seat_by_hand(referee, hall, TABLES)
    expect(referee.locator("#live")).to_contain_text("Tables finished and confirmed: 0 of 3.")
    tables = [sit_down(new_phone, link_of(referee, hall, number)) for number in (1, 2, 3)]

    # A scorekeeper's key is for one table: the others can only be looked at.
    phone, game = tables[0]
    phone.goto(f"{tables[1][1]}")
    expect(phone.get_by_role("link", name=re.compile("Enter scores"))).to_have_count(0)
    assert sure(phone.goto(f"{hall}/seating")).status == 404

    play_round(*tables[0], 1, {"Ana": "10", "Ben": "out", "Cai": "10", "Dee": "31", "Eli": "42"})
    play_round(*tables[1], 1, {"Fay": "out", "Gus": "20", "Hal": "25", "Ida": "33"})
    play_round(*tables[2], 1, {"Jon": "12", "Kit": "out", "Lea": "44", "Max": "50"})
    phone.goto(game)
    expect(phone.locator(".sheet")).to_contain_text("not confirmed")
    confirm(*tables[0], "Ben")
    expect(phone.locator(".sheet")).not_to_contain_text("not confirmed")

    # A player comes late and sits down between two rounds; another goes home.
    referee.goto(f"{hall}/players")
    referee.get_by_text("Somebody joins late").click()
    referee.get_by_label("Name", exact=True).fill("Noa")
    referee.get_by_label("Plays").select_option("now, at table 2")
    finish(referee, hall, "Let the player in")
    referee.goto(f"{hall}/players")
    referee.get_by_text("Somebody is leaving").click()
    referee.get_by_label("Who").select_option("Max")
    referee.get_by_label("Reason").fill("The last bus")
    finish(referee, hall, "Take the player out")

    # The hall closes early: three rounds in all, and the current round is finished.
    referee.get_by_role("link", name="Change the rounds").click()
    referee.get_by_label("Starting doubles").fill("12 6 0")
    assert referee.get_by_label("The round being played now still counts").is_checked()
    referee.get_by_label("Reason").fill("The hall closes at ten")
    finish(referee, hall, "Play these rounds")
    phone.goto(game)
    assert phone.locator(".sheet tbody tr").count() == 3
    assert [text.split()[0] for text in phone.locator(".sheet tbody th").all_inner_texts()] == ["12-12", "11-11", "0-0"]

    # Table 1 ends with Ana and Ben level. Ben went out once, Ana twice.
    for number in (2, 3):
        play_round(*tables[0], number, {"Ana": "out", "Ben": "5", "Cai": "20", "Dee": "21", "Eli": "22"})
        play_round(*tables[1], number, {"Fay": "7", "Gus": "out", "Hal": "8", "Ida": "9", "Noa": "30"})
    confirm(*tables[0], "Cai")
    confirm(*tables[1], "Gus")
    play_round(*tables[2], 2, {"Jon": "out", "Kit": "6", "Lea": "9"})
    play_round(*tables[2], 3, {"Jon": "out", "Kit": "5", "Lea": "9"})
    referee.goto(hall)
    expect(referee.locator("#live")).to_contain_text("finished, 3 rounds not confirmed")
    confirm(*tables[2], "Lea")

    # A later correction is for the referee: Kit had 8 in the second round, so Jon wins the table.
    third_phone, third_game = tables[2]
    third_phone.goto(f"{third_game}/rounds/2")
    expect(third_phone.get_by_role("status")).to_contain_text("Only the referee can correct it now.")
    expect(third_phone.get_by_role("textbox")).to_have_count(0)
    referee.goto(f"{third_game}/rounds/2")
    fill_hand(referee, "Kit", "8")
    enter(referee)
    referee.wait_for_url(third_game)
    expect(referee.locator(".sheet")).not_to_contain_text("not confirmed")

    # The tie for the win at table 1 is for the referee, too.
    referee.goto(hall)
    expect(referee.locator("#live")).to_contain_text("Ana and Ben are tied for the win at table 1.")
    referee.get_by_role("link", name="Break the tie").click()
    referee.get_by_text("Most rounds won").click()
    finish(referee, hall, "Break the tie")
    expect(referee.locator("#live")).to_contain_text("Next: The final.")

    # The winners meet.
    referee.get_by_role("link", name="Seat the players").click()
    expect(referee.locator("main")).to_contain_text("Nobody meets the same person twice.")
    for name in ("Ana", "Fay", "Jon"):
        expect(referee.locator(".hall .card")).to_contain_text(name)
    finish(referee, hall, "Use these tables")
    final = sit_down(new_phone, link_of(referee, hall, 1))
    play_round(*final, 1, {"Ana": "9", "Fay": "out", "Jon": "8"})
    play_round(*final, 2, {"Ana": "out", "Fay": "9", "Jon": "8"})
    play_round(*final, 3, {"Ana": "30", "Fay": "out", "Jon": "8"})
    referee.goto(hall)
    expect(referee.locator("#live")).to_contain_text("The final is being played.")
    confirm(*final, "Fay")

    referee.goto(hall)
    expect(referee.locator("#live")).to_contain_text("The places are final.")
    rows = referee.locator(".standings tbody tr").all_inner_texts()
    assert [row.split()[:2] for row in rows[:3]] == [["1", "Fay"], ["2", "Jon"], ["3", "Ana"]]
    assert "went home" in rows[-1]
    referee.goto(f"{hall}/log")
    log = referee.locator(".log").inner_text()
    for sentence in (
        "Noa joins and sits down at table 2.",
        "Max leaves the tournament. Reason: The last bus",
        "Starting doubles from now on: 12-12, 6-6 and 0-0. Rounds already started are played to the end. Reason: The hall closes at ten",
        "Game 1, table 3, corrected after it was confirmed: Round 2, Kit: 8.",
        "Ana and Ben are tied at table 1. Decided by rounds won: Ana, then Ben.",
        "The final is seated with draw code",
    ):
        assert sentence in log


def play_by_http(page: Page, hall: str) -> None:
    """Play the only round at every table, with fewer pips for names earlier in the alphabet. The referee confirms."""
    for card in page.request.get(hall).text().split('<a class="card" href="')[1:]:
        game = card.partition('"')[0]
        scores = page.request.get(f"{game}/rounds/1").text()
        seats = sorted(
            (name, seat)
            for seat, name in re.findall(r'id="hand_(\d+)-left".*?aria-label="Pips for (\w+)"', scores, re.DOTALL)
        )
        fields = {f"hand_{seat}-left": str(10 * place) for place, (_, seat) in enumerate(seats) if place}
        send(page, f"{game}/rounds/1", **fields, **{f"hand_{seats[0][1]}-out": "y"})
        send(page, f"{game}/confirm", seat="referee", round="1")


def seat_the_next(page: Page, hall: str) -> list[str]:
    """Seat the next stage by lot. Returns what the page says about each table."""
    page.goto(hall)
    page.get_by_role("link", name="Seat the players").click()
    page.wait_for_url("**/seating*")
    tables = page.locator(".hall .card").all_inner_texts()
    finish(page, hall, "Use these tables")
    return tables


def test_d12_9_2_four_winners_play_in_pairs_a_final_and_a_game_for_third(page: Page) -> None:
    names = [f"{table}{seat}x" for seat in "abc" for table in "ABCD"]
    hall = send(page, "/start-tournament", name="Cup", players="\n".join(names), largest="3", engines="0")
    seat_by_hand(page, hall, [names[at::4] for at in range(4)])
    play_by_http(page, hall)

    pairs = seat_the_next(page, hall)
    play_by_http(page, hall)
    finals = seat_the_next(page, hall)
    play_by_http(page, hall)

    assert [len(re.findall(r"\b[A-D]ax", table)) for table in pairs] == [2, 2]
    assert "the final" in finals[0]
    assert "Aax" in finals[0]
    assert "for third place" in finals[1]
    page.goto(hall)
    expect(page.locator("#live")).to_contain_text("The places are final.")
    rows = page.locator(".standings tbody tr")
    expect(rows.nth(0)).to_contain_text("Aax")
    expect(rows.nth(2)).to_contain_text("game for third")
