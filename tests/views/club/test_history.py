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
from tests.views.conftest import club_of, player_of, reads, whole_round


def test_nights_come_newest_first_with_who_won(demo: Phone) -> None:
    demo.open(f"{club_of(demo)}/nights")

    assert demo.page.text.count('href="/nights/') == 10
    assert "Not finished" in demo.text
    assert re.search(r"\w+ won", demo.text)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("words=CHIP+peeking", 1),
        ("words=chip+cake", 0),
        ("words=long+night", 1),
        ("words=gus", 1),
        ("words=FAY+long", 1),
        ("words=eli", 4),
        ("words=nobody", 0),
        ("rules=double-six", 2),
        ("rules=double-nine", 6),
        ("rules=nonsense", 10),
        ("year=1999", 0),
        ("year=99999999999", 10),
        ("before=nonsense", 10),
        ("before=1999-01-01", 0),
        ("player=nobody", 10),
        ("words=%00", 10),
    ],
)
def test_nights_are_searched(demo: Phone, asked: str, found: int) -> None:
    page = demo.open(f"{club_of(demo)}/nights?{asked}")

    assert page.status_code == 200
    assert page.text.count('href="/nights/') == found


def test_nights_are_searched_by_who_played(demo: Phone) -> None:
    ref = player_of(demo, "Eli").rpartition("/")[2]

    page = demo.open(f"{club_of(demo)}/nights?player={ref}")

    assert page.text.count('href="/nights/') == 4


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


@pytest.mark.parametrize("path", ["games?player=nobody", "games?rival=nobody", "games?rules=double-ten"])
def test_what_is_not_there_is_404(demo: Phone, path: str) -> None:
    assert demo.open(f"{club_of(demo)}/{path}").status_code == 404


def test_an_address_may_say_anything(demo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("views.club.history.GAMES_ON_A_PAGE", 2)
    club = club_of(demo)
    for query in (
        "ref=1",
        "endpoint=1",
        "_method=POST",
        "_external=1",
        "most=99",
        f"first={'9' * 3000}-01",
        "after=2025-01-01.9999999999999999",
    ):
        assert demo.open(f"{club}/games?{query}").status_code == 200, query
    page = demo.open(f"{club}/games?most=99&_external=1").text
    assert page.count('<a class="card"') == 2
    assert "http://" not in page


@pytest.mark.parametrize("path", ["games?after=x", "games?after=2026-01-01.x", "games?engine=x", "games?score=-1"])
def test_what_is_no_number_does_not_matter(demo: Phone, path: str) -> None:
    assert demo.open(f"{club_of(demo)}/{path}").status_code == 200


@pytest.mark.parametrize("place", ["2025-01-01", "2025-01-01.", ".7"])
def test_a_place_in_a_list_that_is_said_by_half_is_its_beginning(demo: Phone, place: str) -> None:
    page = demo.open(f"{club_of(demo)}/games").text

    assert (
        demo.open(f"{club_of(demo)}/games?after={place}").text.count('class="card"') == page.count('class="card"') > 0
    )


@pytest.mark.parametrize("path", ["nights", "nights?words=chip", "games?won=1"])
def test_looking_back_takes_few_queries(demo: Phone, said: list[str], path: str) -> None:
    club = club_of(demo)
    said.clear()

    assert demo.open(f"{club}/{path}").status_code == 200

    assert len(reads(said)) < 11


def test_whoever_looks_on_looks_back_and_strangers_do_not(cai: Phone, zoe: Phone, club: str, game: str) -> None:
    assert "Ana, Ben, Cai, Dee" in cai.open(f"{club}/nights").text

    for page in ("nights", "games"):
        assert cai.open(f"{club}/{page}").status_code == 200
        assert zoe.open(f"{club}/{page}").status_code == 404


def test_somebody_who_came_too_late_for_a_round_is_not_among_those_who_played(
    played: Phone, game: str, club: str
) -> None:
    played.open(f"{game}/changes")
    played.send_on(f"{game}/arrive", name="Eli", start="")
    played.open(f"{game}/changes")
    played.send_on(f"{game}/stop")

    for page in (f"{club}/games", f"{club}/nights", f"{game}/result"):
        played.open(page)
        assert "Ana" in played.text
        assert not re.search(r"Eli (\(left\)|left|\d)", played.text)


def test_a_game_with_two_second_places_is_one_game_without_a_win(
    ana: Phone, game: str, club: str, seats: list[str]
) -> None:
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "7", "7", "9"))
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/stop")

    asked = ana.open(f"{club}/nights?words=longest+losing+streak").text

    assert "The most games in a row without a win: Ben, Cai and Dee, 1" in asked


# SQLite takes a tournament that is not there.
def test_a_level_table_of_a_tournament_is_not_a_shared_win(
    app: Flask, ana: Phone, game: str, club: str, hall: str, seats: list[str]
) -> None:
    for number, left in ((1, ("out", "3", "9", "9")), (2, ("3", "out", "9", "9"))):
        ana.open(f"{game}/rounds/{number}")
        ana.send_on(**whole_round(seats, *left))
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/stop")
    assert "Ana and Ben shared the win" in ana.open(f"{club}/games").text

    with app.app_context():
        db.session.execute(update(Game).where(Game.ref == game.rpartition("/")[2]).values(tournament_id=1))
        db.session.commit()

    for page in (f"{club}/games", f"{club}/nights"):
        assert "Ana and Ben are tied" in ana.open(page).text
    with app.app_context():
        # The first page shows games of a tournament to phones that hold the key of their table.
        game_id = select(Game.id).where(Game.tournament_id == 1, Game.ref == game.rpartition("/")[2]).scalar_subquery()
        db.session.execute(update(Key).where(Key.id == 1).values(game_id=game_id))
        db.session.commit()
    assert "Ana and Ben are tied" in ana.open("/").text


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("who won most in October?", r"October 2026: Most games won: \w+ \d"),
        ("who won most in March", r"March 2026: Most games won: nobody"),
        ("When did Ana last win?", r"Ana last won on \w+ \d+, 2026"),
        ("how many games has ana won this year", r"2026: Ana won \d of \d games"),
        ("which game lasted longest", r"The longest game: 13 rounds"),
        ("our longest game", r"The longest game: 13 rounds, more than once \(November 14, 2026\)"),
        ("the closest game in 2026", r"2026: The closest game: \w+ beat \w+ by \d+"),
        ("Ana vs. Ben", r"Ana and Ben, 7 games: Ana ahead in \d, Ben ahead in \d, \d tied"),
        ("best average", r"Lowest average per round, among players with at least five games: \w+ \d+\.\d, "),
        ("who came last the most", r"Came last most often: \w+ \d, \w+ \d"),
        ("how often did Dee come in last", r"Dee came last in \d of \d games"),
        ("What is the lowest score anybody ever had for a whole game?", r"The lowest total: \w+, \d+"),
        ("Who wins more often when Ana and Ben play each other?", r"Ana and Ben, 7 games: "),
        ("the lowest score that ever won", r"The lowest total: \w+, \d+"),
        ("who won the last time we played", r"The last game, \w+ \d+, 2026: \w+ won"),
        ("who went out the most", r"Went out most often: \w+ \d+"),
        ("whats bens average", r"Ben averaged \d+\.\d pips per round, \d+\.\d per game"),
        ("bens worst round", r"Ben’s worst round: \d+ pips \("),
        ("Ben's worst game", r"Ben’s highest total: \d+ in \d+ rounds of Double \w+ \("),
        ("who won last week", r"The last game, \w+ \d+, 2026: \w+ won"),
        ("what was Ben's lowest score", r"Ben’s lowest total: \d+ in \d+ rounds of Double \w+ \("),
        ("anas biggest win", r"Ana’s biggest win: \d+ ahead of \w+ \("),
        ("when did Dee last play", r"Dee last played on \w+ \d+, 2026"),
        ("when was our very first game", r"The first game: \w+ won with \d+ pips \("),
        ("how many games in November", r"November 2026: \d+ game nights, with \d finished games and \d+ rounds"),
        ("who won most since September", r"Since September 2026: Most games won: "),
        ("winning streak", r"The most wins in a row: [\w, ]+, \d"),
        ("winning streak in January 2025", r"January 2025: No matching games"),
        (
            "how many nights did we play this year",
            r"2026: \d+ game nights, with \d+ finished games and \d+ rounds",
        ),
        ("how many games have we tied", r"0 games ended in a shared win"),
        ("who played the most games", r"Played the most games: \w+ \d+, "),
        ("how many points did Ben get in November", r"November 2026: Ben was left with \d+ pips in \d games"),
        ("who has the most points in total", r"Most pips over all games: \w+ \d+, "),
        (
            "who has the highest average",
            r"Highest average per round, among players with at least five games: \w+ \d+\.\d, ",
        ),
        ("Ben's best game", r"Ben’s lowest total: \d+ in \d+ rounds of Double \w+ \("),
        ("who won by the most", r"The biggest win: \w+, \d+ ahead of "),
        ("who is winning this year", r"2026: Most games won: "),
        ("who has never won a game", r"Without a win: "),
        ("who came second most often", r"Most second places: \w+ \d"),
        ("how often did Ben come second", r"Ben finished second in \d of \d games"),
        ("longest losing streak", r"The most games in a row without a win: \w+, \d"),
        ("Which night had the most people round the table?", r"Most players on one date: \d, on \w+ \d+, 2026"),
        ("who came to the most game nights", r"Came to the most nights, out of \d+: \w+ \d+, "),
        ("how many Saturdays did Fay miss", r"Fay missed \d+ of \d+ dates: \w+ \d+, 2026; "),
        ("how many Thursdays did Fay miss", r"No game was finished on that day of the week"),
        ("who has won the most nights this season", r"Most games won: "),
        ("who goes out first most often", r"Went out most often: "),
        ("how many games has Ben played", r"Ben played \d+ games, on \d+ of \d+ dates"),
        ("how often has Fay come along", r"Fay played \d+ games, on \d+ of \d+ dates"),
        ("what did Dee score last time", r"Dee last played on \w+ \d+, 2026: .*Dee \d+"),
        ("when was Gus last here", r"Gus last played on \w+ \d+, 2026|Gus has not finished a game"),
        ("when did Dee last win a game", r"Dee last won on \w+ \d+, 2026"),
        ("who was there the first night in September", r"September 2026: Played on September \d+, 2026: Ana, "),
        ("what was the closest finish we've had", r"The closest game: "),
        (
            "which night did Eli get stuck with the most in a single round?",
            r"Eli’s worst round: \d+ pips",
        ),
        ("who went out the most (most zeros)", r"Went out most often: "),
        ("who goes out more often, Ben or Cai", r"Cai went out in \d+ of \d+ rounds"),
        (
            "who had the worst score of the whole season in one game",
            r"The highest total: \w+, \d+ in 13 rounds of Double twelve",
        ),
        ("who skipped the most game nights", r"Came to the fewest nights: "),
        ("how many last places does Cai have", r"Cai came last in \d of \d games"),
        ("most points in one round", r"The worst round: \w+, \d+ pips"),
        ("has Fay ever come in dead last", r"Fay came last in \d of \d games"),
        ("How many games in a row has Dee gone without a win", r"Dee’s most games in a row without a win: \d"),
        ("who's never missed a night", r"Came to the most nights, out of \d+: "),
        ("who has shown up the most", r"Came to the most nights, out of \d+: "),
        ("who did Ana lose to the most", r"Finished ahead of Ana most often: \w+ \d"),
        ("who beats Ana most often", r"Finished ahead of Ana most often: \w+ \d"),
        ("who does Ben beat most often", r"Finished behind Ben most often: \w+ \d"),
        (
            "who has the best win percentage",
            r"Won the highest percentage of their games, among players with at least five: \w+ \d+",
        ),
        ("is Cai getting better", r"Cai’s rating over time"),
        ("how many rounds has Ben won", r"Ben went out in \d+ of \d+ rounds"),
        ("how many nights did Dee beat Ben", r"Dee and Ben, \d games: Dee ahead in \d"),
        ("did Eli ever win two weeks running", r"Eli’s most wins in a row: \d"),
        ("who wins more, Ana or Ben", r"Ben won \d of \d games"),
        ("season standings", r"Most games won: "),
        ("who lost the final", r"No tournament was played"),
        ("who had perfect attendance", r"Came to the most nights"),
        ("how many times has Eli finished second", r"Eli finished second in \d of \d games"),
        ("who won opening night", r"The first game: \w+ won with \d+ pips"),
        ("which game had the most players", r"The biggest table: \d players"),
        ("biggest blowout", r"The biggest win: "),
        ("closest finish ever, who lost by how much", r"The closest game: "),
        ("how long have we been playing", r"The first game: \w+ won with"),
        ("did Dee do better in November than October", r"November 2026: Dee averaged \d+\.\d pips per round"),
        ("did Dee do better in November than October", r"October 2026: Dee averaged \d+\.\d pips per round"),
        ("how many games did Fay win in October or in November", r"November 2026: Fay won \d of 1 game"),
        ("who won most, September or October", r"October 2026: Most games won: "),
        ("did we play more in 2025 or 2026", r"2026: \d+ game nights"),
        ("which was our longest night", r"Most rounds on one date: \d+, on \w+ \d+, 2026"),
        ("the closest finish, how many points between first and second", r"The closest game: \w+ beat \w+ by \d+"),
    ],
)
def test_a_question_about_past_games_is_answered_and_leads_on(dated_demo: Phone, asked: str, answer: str) -> None:
    page = dated_demo.open(f"{club_of(dated_demo)}/nights?{urlencode({'words': asked})}").text
    story = page.partition('class="story"')[2].partition("</ul>")[0]

    answers = re.findall(r'href="([^"]+)">([^<]+)</a>', story)

    assert any(re.match(answer, text) for _, text in answers), answers
    for address, _ in answers:
        assert dated_demo.open(address.replace("&amp;", "&")).status_code == 200


def test_every_question_that_is_offered_is_answered(demo: Phone) -> None:
    page = demo.open(f"{club_of(demo)}/nights?words=who+laughed+most").text

    offered = re.findall(r'<li><a class="step" href="([^"]+words=[^"]+)"', page)

    assert len(offered) == 6
    assert all('class="story"' in demo.open(address.replace("&amp;", "&")).text for address in offered)


@pytest.mark.parametrize("asked", ["who won the tournament and who came second", "Harbor Cup", "Eli in the cup"])
def test_a_tournament_is_asked_for_by_its_name_and_by_what_it_is(app: Flask, asked: str) -> None:
    phone = Phone(app)
    phone.open(pick(r"/k/\S+", app.test_cli_runner().invoke(args=["demo", "--tournament"]).output))
    phone.open(f"{club_of(phone)}/nights?{urlencode({'words': asked})}")

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
    ],
)
def test_what_is_not_understood_is_not_answered_by_something_else(demo: Phone, asked: str) -> None:
    page = demo.read(f"{club_of(demo)}/nights?{urlencode({'words': asked})}")

    assert "You can ask:" in page


@pytest.mark.parametrize(
    "asked", ["who got stuck with the double blank the most", "which night ran latest", "how much does Ben owe Ana"]
)
def test_what_the_scores_do_not_say_is_not_answered_by_something_else(demo: Phone, asked: str) -> None:
    page = demo.read(f"{club_of(demo)}/nights?{urlencode({'words': asked})}")

    assert "You asked about something that is not counted." in page
    assert 'class="story"' not in demo.text
    assert "not understood" not in page


def test_a_question_that_asks_nothing_gets_examples_and_not_every_night(demo: Phone) -> None:
    page = demo.open(f"{club_of(demo)}/nights?words=who+laughed+the+loudest").text

    assert "You can ask:" in page
    assert 'class="night"' not in page


def test_whoever_holds_the_phone_is_meant_by_i(demo: Phone) -> None:
    club = club_of(demo)
    demo.open(f"{club}/nights?words=how+many+games+have+I+won")
    assert "Who is asking?" in demo.text
    demo.open(pick(r'href="([^"]+)">Ben</a>', demo.page.text))
    by_name = re.findall(r"Ben won \d of \d games", demo.text)
    assert by_name

    game = pick(r"/games/\w+", demo.open("/").text)
    demo.open(f"{game}/me")
    demo.send_on(f"{game}/me", name="Ben")
    demo.open(f"{club}/nights?words=how+many+games+have+I+won")

    assert re.findall(r"Ben won \d of \d games", demo.text) == by_name


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("who came last on october 29", "Nobody played on October 29, 2026. The nearest game nights: October 31"),
        (
            "who won the Thursday before Halloween",
            "Nobody played on October 29, 2026. The nearest game nights: October 31",
        ),
        ("did we play on Thanksgiving", "Nobody played on November 26, 2026. The nearest game nights: November 28"),
    ],
)
def test_a_day_without_a_game_is_said(dated_demo: Phone, asked: str, said: str) -> None:
    assert said in dated_demo.read(f"{club_of(dated_demo)}/nights?{urlencode({'words': asked})}")


@pytest.mark.parametrize(
    ("asked", "night", "said"),
    [
        ("who won the game right before Halloween", "October 24, 2026", ""),
        ("the night after Halloween", "November 7, 2026", ""),
        ("what did Ben score on Halloween", "October 31, 2026", "Ben didn’t play."),
        ("what did Eli score on Halloween", "October 31, 2026", ""),
    ],
)
def test_a_night_is_named_by_a_holiday_and_says_who_did_not_play(
    dated_demo: Phone, asked: str, night: str, said: str
) -> None:
    page = dated_demo.read(f"{club_of(dated_demo)}/nights?{urlencode({'words': asked})}")

    assert night in page
    assert ("didn’t play" in page) == bool(said)
    assert said in page


def test_several_months_are_named_in_front_of_an_answer(dated_demo: Phone) -> None:
    page = dated_demo.read(f"{club_of(dated_demo)}/nights?words=who+won+most+this+fall")

    assert "September 2026 to November 2026: Most games won: " in page
    assert "A game that is still being played doesn’t count yet." in page


def test_of_a_night_the_games_of_whoever_was_asked_for_are_shown(demo: Phone) -> None:
    demo.open(f"{club_of(demo)}/nights?words=Eli")

    games = re.findall(r"<small>(.*?) · ", demo.page.text)

    assert games and all("Eli" in players for players in games)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("when did Grandma last win", "“grandma” was not understood. Here is the answer without it: The last game, "),
        (
            "has Fay ever come in glorious last",
            "“glorious” was not understood. Here is the answer without it: Fay came last in 1 of 4 games",
        ),
    ],
)
def test_a_word_that_is_not_understood_is_named_above_the_answer_without_it(
    dated_demo: Phone, asked: str, said: str
) -> None:
    assert said in dated_demo.read(f"{club_of(dated_demo)}/nights?{urlencode({'words': asked})}")


def test_a_club_without_a_tournament_says_so(demo: Phone) -> None:
    assert "No tournament was played" in demo.open(f"{club_of(demo)}/nights?words=who+won+the+tournament").text


def test_two_who_never_played_together_are_said_so(demo: Phone) -> None:
    demo.open(f"{club_of(demo)}/nights?words=Gus+and+Fay")

    assert "Gus and Fay have never finished a game together" in demo.text


def test_the_question_field_hands_a_question_about_past_games_on(dated_demo: Phone) -> None:
    page = dated_demo.open("/rulings?q=who+won+most+in+october&rules=double-nine").text
    dated_demo.open(pick(r'href="(/in-app/history[^"]+)"', page).replace("&amp;", "&"))

    assert "October 2026: Most games won" in dated_demo.text


@pytest.mark.parametrize(
    "asked", ["31 October", "October 31st, 2026", "who won on Halloween", "Oct 31", "the final score on Halloween"]
)
def test_a_day_is_found_in_whatever_way_it_is_written(dated_demo: Phone, asked: str) -> None:
    page = dated_demo.open(f"{club_of(dated_demo)}/nights?{urlencode({'words': asked})}").text

    assert re.findall(r'class="night"><a[^>]+>([^<]+)', page) == ["October 31, 2026"]


@pytest.mark.parametrize(
    "asked",
    [
        "who laughed most",
        "who won the fewest",
        "Thursdays",
    ],
)
def test_a_question_that_is_not_understood_gets_no_answer_to_another_one(demo: Phone, asked: str) -> None:
    demo.open(f"{club_of(demo)}/nights?{urlencode({'words': asked})}")

    assert re.search(r"(word was|words were) not understood: .+ You can ask:", demo.text)
    assert 'class="story"' not in demo.page.text
