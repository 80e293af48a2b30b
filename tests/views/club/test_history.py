"""A club's history: search its nights, and list the games behind a figure."""

import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import select, update

from models import db
from models.ledger.games import Game
from models.ledger.keys import Key
from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import do, ref_of, stop
from tests.views.conftest import club_of, player_of, whole_round


def ask(phone: Phone, words: str) -> str:
    """Search a club's nights for some words, or ask a question about past games."""
    return phone.open(f"{club_of(phone)}/nights?{urlencode({'words': words})}").text


def test_nights_come_newest_first_with_who_won(demo: Phone) -> None:
    demo.open(f"{club_of(demo)}/nights")

    assert demo.page.text.count('href="/nights/') == 10
    assert "Not finished" in demo.text
    assert re.search(r"\w+ won", demo.text)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["words=chip+cake", "words=nobody", "year=1999", "before=1999-01-01"], 0),
        (["words=CHIP+peeking", "words=long+night", "words=gus", "words=FAY+long"], 1),
        (["rules=double-six"], 2),
        (["words=eli"], 4),
        (["rules=double-nine"], 6),
        (["rules=nonsense", "year=99999999999", "before=nonsense", "player=nobody", "words=%00"], 10),
    ],
)
def test_nights_are_searched(demo: Phone, asked: list[str], found: int) -> None:
    club = club_of(demo)

    for search in asked:
        page = demo.open(f"{club}/nights?{search}")
        assert (page.status_code, page.text.count('href="/nights/')) == (200, found), search


def test_nights_are_searched_by_who_played(demo: Phone) -> None:
    eli = ref_of(player_of(demo, "Eli"))

    assert demo.open(f"{club_of(demo)}/nights?player={eli}").text.count('href="/nights/') == 4


def test_earlier_nights_are_a_page_away(demo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("views.club.history.NIGHTS_ON_A_PAGE", 4)
    address: str | None = f"{club_of(demo)}/nights"
    nights: list[str] = []
    while address:
        page = demo.open(address).text
        nights += re.findall(r'href="(/nights/\w+)"', page)
        link = re.search(r'href="([^"]+before=[^"]+)"', page)
        address = link[1].replace("&amp;", "&") if link else None

    assert len(nights) == len(set(nights)) == 10


def test_what_is_not_there_is_404(demo: Phone) -> None:
    for asked in ("player=nobody", "rival=nobody", "rules=double-ten", "set=nonsense"):
        assert demo.open(f"{club_of(demo)}/games?{asked}").status_code == 404, asked


def test_an_address_may_say_anything(demo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("views.club.history.GAMES_ON_A_PAGE", 2)
    games = f"{club_of(demo)}/games"

    for asked in ("ref=1", "endpoint=1", "_method=POST", "_external=1", "most=99", f"first={'9' * 3000}-01"):
        assert demo.open(f"{games}?{asked}").status_code == 200, asked
    for asked in ("after=2025-01-01.9999999999999999", "after=x", "after=2026-01-01.x", "engine=x", "score=-1"):
        assert demo.open(f"{games}?{asked}").status_code == 200, asked
    page = demo.open(f"{games}?most=99&_external=1").text
    assert page.count('<a class="card"') == 2
    assert "http://" not in page


@pytest.mark.parametrize("place", ["2025-01-01", "2025-01-01.", ".7"])
def test_a_place_in_a_list_that_is_said_by_half_is_its_beginning(demo: Phone, place: str) -> None:
    games = f"{club_of(demo)}/games"

    shown = [demo.open(address).text.count('class="card"') for address in (games, f"{games}?after={place}")]

    assert shown[0] == shown[1] > 0


def test_whoever_looks_on_looks_back(cai: Phone, club: str) -> None:
    assert "Ana, Ben, Cai, Dee" in cai.read(f"{club}/nights")
    assert cai.open(f"{club}/games").status_code == 200


def test_whoever_came_too_late_for_a_round_did_not_play(played: Phone, game: str, club: str) -> None:
    do(played, f"{game}/changes", f"{game}/arrive", name="Eli", start="")
    stop(played, game)

    for page in (f"{club}/games", f"{club}/nights", f"{game}/result"):
        assert "Ana" in played.read(page)
        assert not re.search(r"Eli (\(left\)|left|\d)", played.text)


def test_a_game_with_two_second_places_is_one_game_without_a_win(ana: Phone, game: str, seats: list[str]) -> None:
    do(ana, f"{game}/rounds/1", **whole_round(seats, "out", "7", "7", "9"))
    stop(ana, game)

    assert "The most games in a row without a win: Ben, Cai and Dee, 1" in ask(ana, "longest losing streak")


# SQLite takes a tournament that is not there.
def test_a_level_table_of_a_tournament_is_not_a_shared_win(
    app: Flask, ana: Phone, game: str, club: str, hall: str, seats: list[str]
) -> None:
    do(ana, f"{game}/rounds/1", **whole_round(seats, "out", "3", "9", "9"))
    do(ana, f"{game}/rounds/2", **whole_round(seats, "3", "out", "9", "9"))
    stop(ana, game)
    assert "Ana and Ben shared the win" in ana.read(f"{club}/games")

    with app.app_context():
        db.session.execute(update(Game).where(Game.ref == ref_of(game)).values(tournament_id=1))
        # The first page shows games of a tournament to phones that hold the key of their table.
        game_id = select(Game.id).where(Game.ref == ref_of(game)).scalar_subquery()
        db.session.execute(update(Key).where(Key.id == 1).values(game_id=game_id))
        db.session.commit()

    for page in (f"{club}/games", f"{club}/nights", "/"):
        assert "Ana and Ben are tied" in ana.read(page)


@pytest.mark.parametrize(
    ("answer", "questions"),
    [
        (r"October 2026: Most games won: \w+ \d", ["who won most in October?", "who won most, September or October"]),
        ("March 2026: Most games won: nobody", ["who won most in March"]),
        (r"Ana last won on \w+ \d+, 2026", ["When did Ana last win?"]),
        (r"2026: Ana won \d of \d games", ["how many games has ana won this year"]),
        (r"The longest game: 13 rounds, more than once \(November 14, 2026\)", ["which game lasted longest"]),
        (r"The longest game: 13 rounds, more than once \(November 14, 2026\)", ["our longest game"]),
        (r"2026: The closest game: \w+ beat \w+ by \d+", ["the closest game in 2026"]),
        (r"Ana and Ben, 7 games: Ana ahead in \d, Ben ahead in \d, \d tied", ["Ana vs. Ben"]),
        ("Ana and Ben, 7 games: ", ["Who wins more often when Ana and Ben play each other?"]),
        (r"Lowest average per round, among players with at least five games: \w+ \d+\.\d, ", ["best average"]),
        (r"Came last most often: \w+ \d, \w+ \d", ["who came last the most"]),
        (r"Dee came last in \d of \d games", ["how often did Dee come in last"]),
        (r"The lowest total: \w+, \d+", ["What is the lowest score anybody ever had for a whole game?"]),
        (r"The lowest total: \w+, \d+", ["the lowest score that ever won"]),
        (r"The last game, \w+ \d+, 2026: \w+ won", ["who won the last time we played", "who won last week"]),
        (r"Went out most often: \w+ \d+", ["who went out the most", "who goes out first most often"]),
        (r"Went out most often: \w+ \d+", ["who went out the most (most zeros)"]),
        (r"Ben averaged \d+\.\d pips per round, \d+\.\d per game", ["whats bens average"]),
        (r"Ben’s worst round: \d+ pips \(", ["bens worst round"]),
        (r"Ben’s highest total: \d+ in \d+ rounds of Double \w+ \(", ["Ben's worst game"]),
        (r"Ben’s lowest total: \d+ in \d+ rounds of Double \w+ \(", ["what was Ben's lowest score", "Ben's best game"]),
        (r"Ana’s biggest win: \d+ ahead of \w+ \(", ["anas biggest win"]),
        (r"Dee last played on \w+ \d+, 2026: .*Dee \d+", ["when did Dee last play", "what did Dee score last time"]),
        (r"The first game: \w+ won with \d+ pips \(", ["when was our very first game", "who won opening night"]),
        (r"The first game: \w+ won with \d+ pips \(", ["how long have we been playing"]),
        (r"November 2026: \d+ game nights, with \d finished games and \d+ rounds", ["how many games in November"]),
        ("Since September 2026: Most games won: ", ["who won most since September"]),
        (r"The most wins in a row: [\w, ]+, \d", ["winning streak"]),
        ("January 2025: No matching games", ["winning streak in January 2025"]),
        (r"2026: \d+ game nights, with \d+ finished games and \d+ rounds", ["how many nights did we play this year"]),
        (r"2026: \d+ game nights, with \d+ finished games and \d+ rounds", ["did we play more in 2025 or 2026"]),
        ("0 games ended in a shared win", ["how many games have we tied"]),
        (r"Played the most games: \w+ \d+, ", ["who played the most games"]),
        (r"November 2026: Ben was left with \d+ pips in \d games", ["how many points did Ben get in November"]),
        (r"Most pips over all games: \w+ \d+, ", ["who has the most points in total"]),
        (r"Highest average per round, among players with at least five games: \w+ \d", ["who has the highest average"]),
        (r"The biggest win: \w+, \d+ ahead of ", ["who won by the most", "biggest blowout"]),
        ("2026: Most games won: ", ["who is winning this year"]),
        ("Without a win: ", ["who has never won a game"]),
        (r"Most second places: \w+ \d", ["who came second most often"]),
        (r"Ben finished second in \d of \d games", ["how often did Ben come second"]),
        (r"The most games in a row without a win: \w+, \d", ["longest losing streak"]),
        (r"Most players on one date: \d, on \w+ \d+, 2026", ["Which night had the most people round the table?"]),
        (r"Came to the most nights, out of \d+: \w+ \d+, ", ["who came to the most game nights"]),
        (r"Came to the most nights, out of \d+: \w+ \d+, ", ["who's never missed a night"]),
        (r"Came to the most nights, out of \d+: \w+ \d+, ", ["who has shown up the most"]),
        (r"Came to the most nights, out of \d+: \w+ \d+, ", ["who had perfect attendance"]),
        (r"Fay missed \d+ of \d+ dates: \w+ \d+, 2026; ", ["how many Saturdays did Fay miss"]),
        ("No game was finished on that day of the week", ["how many Thursdays did Fay miss"]),
        ("Most games won: ", ["who has won the most nights this season", "season standings"]),
        (r"Ben played \d+ games, on \d+ of \d+ dates", ["how many games has Ben played"]),
        (r"Fay played \d+ games, on \d+ of \d+ dates", ["how often has Fay come along"]),
        (r"Gus last played on \w+ \d+, 2026|Gus has not finished a game", ["when was Gus last here"]),
        (r"Dee last won on \w+ \d+, 2026", ["when did Dee last win a game"]),
        (r"September 2026: Played on September \d+, 2026: Ana, ", ["who was there the first night in September"]),
        (r"The closest game: \w+ beat \w+ by \d+", ["what was the closest finish we've had"]),
        (r"The closest game: \w+ beat \w+ by \d+", ["closest finish ever, who lost by how much"]),
        (r"The closest game: \w+ beat \w+ by \d+", ["the closest finish, how many points between first and second"]),
        (r"Eli’s worst round: \d+ pips", ["which night did Eli get stuck with the most in a single round?"]),
        (r"Cai went out in \d+ of \d+ rounds", ["who goes out more often, Ben or Cai"]),
        (r"The highest total: .* in 13 .* Double twelve", ["who had the worst score of the whole season in one game"]),
        ("Came to the fewest nights: ", ["who skipped the most game nights"]),
        (r"Cai came last in \d of \d games", ["how many last places does Cai have"]),
        (r"The worst round: \w+, \d+ pips", ["most points in one round"]),
        (r"Fay came last in \d of \d games", ["has Fay ever come in dead last"]),
        (r"Dee’s most games in a row without a win: \d", ["How many games in a row has Dee gone without a win"]),
        (r"Finished ahead of Ana most often: \w+ \d", ["who did Ana lose to the most", "who beats Ana most often"]),
        (r"Finished behind Ben most often: \w+ \d", ["who does Ben beat most often"]),
        (r"Won the highest percentage .* at least five: \w+ \d+", ["who has the best win percentage"]),
        ("Cai’s rating over time", ["is Cai getting better"]),
        (r"Ben went out in \d+ of \d+ rounds", ["how many rounds has Ben won"]),
        (r"Dee and Ben, \d games: Dee ahead in \d", ["how many nights did Dee beat Ben"]),
        (r"Eli’s most wins in a row: \d", ["did Eli ever win two weeks running"]),
        (r"Ben won \d of \d games", ["who wins more, Ana or Ben"]),
        ("No tournament was played", ["who lost the final", "who won the tournament"]),
        (r"Eli finished second in \d of \d games", ["how many times has Eli finished second"]),
        (r"The biggest table: \d players", ["which game had the most players"]),
        (r"November 2026: Dee averaged \d+\.\d pips per round", ["did Dee do better in November than October"]),
        (r"October 2026: Dee averaged \d+\.\d pips per round", ["did Dee do better in November than October"]),
        (r"November 2026: Fay won \d of 1 game", ["how many games did Fay win in October or in November"]),
        (r"Most rounds on one date: \d+, on \w+ \d+, 2026", ["which was our longest night"]),
    ],
)
def test_a_question_is_answered_and_leads_on(dated_demo: Phone, answer: str, questions: list[str]) -> None:
    for asked in questions:
        story = ask(dated_demo, asked).partition('class="story"')[2].partition("</ul>")[0]
        answers = re.findall(r'href="([^"]+)">([^<]+)</a>', story)
        assert any(re.match(answer, text) for _, text in answers), (asked, answers)
        for address, _ in answers:
            assert dated_demo.open(address.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("who came last on october 29", "Nobody played on October 29, 2026. The nearest game nights: October 31"),
        ("who won the Thursday before Halloween", "Nobody played on October 29, 2026. The nearest game nights: Octo"),
        ("did we play on Thanksgiving", "Nobody played on November 26, 2026. The nearest game nights: November 28"),
        ("who won most this fall", "September 2026 to November 2026: Most games won: "),
        ("who won most this fall", "A game that is still being played doesn’t count yet."),
        ("when did Grandma last win", "“grandma” was not understood. Here is the answer without it: The last game, "),
        ("has Fay ever come in glorious last", "“glorious” was not understood. Here is the answer without it: Fay "),
        ("has Fay ever come in glorious last", "Fay came last in 1 of 4 games"),
        ("Gus and Fay", "Gus and Fay have never finished a game together"),
    ],
)
def test_beside_an_answer_stands_what_it_leaves_out(dated_demo: Phone, asked: str, said: str) -> None:
    ask(dated_demo, asked)

    assert said in dated_demo.text


def test_every_question_that_is_offered_is_answered(demo: Phone) -> None:
    offered = re.findall(r'<li><a class="step" href="([^"]+words=[^"]+)"', ask(demo, "who laughed most"))

    assert len(offered) == 6
    for address in offered:
        assert 'class="story"' in demo.open(address.replace("&amp;", "&")).text, address


@pytest.mark.parametrize("asked", ["who won the tournament and who came second", "Harbor Cup", "Eli in the cup"])
def test_a_tournament_is_asked_for_by_its_name_and_by_what_it_is(app: Flask, asked: str) -> None:
    phone = Phone(app)
    phone.open(pick(r"/k/\S+", app.test_cli_runner().invoke(args=["demo", "--tournament"]).output))

    ask(phone, asked)

    assert re.search(r"Harbor Cup: 1\. \w+ \(final, \d+ pips\), 2\. \w+ \(final, \d+ pips\), 3\. ", phone.text)
    assert (re.search(r"\d\. Eli \(", phone.text) is not None) == ("Eli" in asked)


@pytest.mark.parametrize(
    "asked",
    [
        "most zeros in one game",
        "who goes out most on the first round",
        "who wins the opening round most often",
        "what day of the week do we play most",
        "our biggest comeback",
        "who won after being last at halfway",
        "who laughed most",
        "who won the fewest",
        "Thursdays",
    ],
)
def test_a_question_that_is_not_understood_gets_examples_and_no_answer_to_another_one(demo: Phone, asked: str) -> None:
    page = ask(demo, asked)

    assert re.search(r"(word was|words were) not understood: .+ You can ask:", demo.text)
    assert 'class="story"' not in page
    assert 'class="night"' not in page


@pytest.mark.parametrize(
    "asked", ["who got stuck with the double blank the most", "which night ran latest", "how much does Ben owe Ana"]
)
def test_what_the_scores_do_not_say_is_not_answered_by_something_else(demo: Phone, asked: str) -> None:
    page = ask(demo, asked)

    assert "You asked about something that is not counted." in demo.text
    assert 'class="story"' not in page
    assert "not understood" not in page


def test_whoever_holds_the_phone_is_meant_by_i(demo: Phone) -> None:
    assert "Who is asking?" in ask(demo, "how many games have I won")
    demo.open(pick(r'href="([^"]+)">Ben</a>', demo.page.text))
    by_name = pick(r"Ben won \d of \d games", demo.text)

    game = pick(r"/games/\w+", demo.open("/").text)
    do(demo, f"{game}/me", name="Ben")

    assert by_name in ask(demo, "how many games have I won")


@pytest.mark.parametrize(
    ("asked", "night", "is_missing"),
    [
        ("who won the game right before Halloween", "October 24, 2026", False),
        ("the night after Halloween", "November 7, 2026", False),
        ("what did Ben score on Halloween", "October 31, 2026", True),
        ("what did Eli score on Halloween", "October 31, 2026", False),
    ],
)
def test_a_night_is_found_by_the_name_of_a_holiday(dated_demo: Phone, asked: str, night: str, is_missing: bool) -> None:
    ask(dated_demo, asked)

    assert night in dated_demo.text
    assert re.findall(r"\w+ didn’t play", dated_demo.text) == ["Ben didn’t play"] * is_missing


def test_of_a_night_the_games_of_whoever_was_asked_for_are_shown(demo: Phone) -> None:
    games = re.findall(r"<small>(.*?) · ", ask(demo, "Eli"))

    assert games and all("Eli" in players for players in games)


def test_the_question_field_hands_a_question_about_past_games_on(dated_demo: Phone) -> None:
    page = dated_demo.open("/rulings?q=who+won+most+in+october&rules=double-nine").text
    dated_demo.open(pick(r'href="(/in-app/history[^"]+)"', page).replace("&amp;", "&"))

    assert "October 2026: Most games won" in dated_demo.text


@pytest.mark.parametrize(
    "asked", ["31 October", "October 31st, 2026", "who won on Halloween", "Oct 31", "the final score on Halloween"]
)
def test_a_day_is_found_in_whatever_way_it_is_written(dated_demo: Phone, asked: str) -> None:
    assert re.findall(r'class="night"><a[^>]+>([^<]+)', ask(dated_demo, asked)) == ["October 31, 2026"]
