"""Looking back: the list of nights and its search, statistics whose figures lead to their games, pictures, paper."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from models import db
from tests.conftest import make_base, on_a_new_file
from tests.phone import Phone
from tests.views.conftest import begin, whole_round


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory) -> tuple[Path, str]:
    """A database with the demo season, made once, and the link that opens its club."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    app = make_base(f"sqlite:///{path}")
    with app.app_context():
        db.create_all()
        result = app.test_cli_runner().invoke(args=["demo"])
        db.engine.dispose()
    return path, result.output.strip().partition("8000")[2]


@pytest.fixture
def demo(sqlite_app, demo_file) -> Iterator[Phone]:
    """A phone that manages the demo club, on a copy of its database."""
    path, opens = demo_file
    with on_a_new_file(sqlite_app, path) as app:
        phone = Phone(app)
        phone.open(opens)
        yield phone


def club_of(phone: Phone) -> str:
    return re.search(r"/clubs/\w+", phone.open("/").text)[0]


def player_of(phone: Phone, name: str) -> str:
    return re.search(rf'href="(/clubs/\w+/players/\w+)">{name}', phone.open(club_of(phone)).text)[1]


def test_nights_come_newest_first_with_who_won(demo):
    demo.open(f"{club_of(demo)}/nights")

    assert demo.page.text.count('href="/nights/') == 10
    assert "Not over" in demo.text
    assert re.search(r"\w+ won", demo.text)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("words=CHIP+peeking", 1),
        ("words=chip+cake", 0),
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
def test_nights_are_searched(demo, asked, found):
    page = demo.open(f"{club_of(demo)}/nights?{asked}")

    assert page.status_code == 200
    assert page.text.count('href="/nights/') == found


def test_nights_are_searched_by_who_played(demo):
    ref = player_of(demo, "Eli").rpartition("/")[2]

    page = demo.open(f"{club_of(demo)}/nights?player={ref}")

    assert page.text.count('href="/nights/') == 4


def test_earlier_nights_are_a_page_away(demo, monkeypatch):
    monkeypatch.setattr("views.history.NIGHTS_ON_A_PAGE", 4)
    address, found = f"{club_of(demo)}/nights", []
    while address:
        page = demo.open(address).text
        found += re.findall(r'href="(/nights/\w+)"', page)
        earlier = re.search(r'href="([^"]+before=[^"]+)"', page)
        address = earlier[1].replace("&amp;", "&") if earlier else None

    assert len(found) == len(set(found)) == 10


def test_every_figure_on_a_players_page_leads_to_its_games(demo):
    page = demo.open(player_of(demo, "Ana")).text
    links = re.findall(r'href="(/clubs/\w+/games\?[^"]+)">([^<]+)', page)

    assert len(links) > 60
    for address, figure in links:
        shown = demo.open(address.replace("&amp;", "&"))
        assert shown.status_code == 200
        games = shown.text.count('<a class="card"')
        assert games > 0 or figure in ("0", "–"), address
        if "placed=1" in address and "." not in figure:
            assert games == int(figure), address


def test_the_table_of_the_club_leads_to_everybody(demo):
    page = demo.open(f"{club_of(demo)}/statistics").text

    assert {name for name in ("Ana", "Ben", "Cai", "Dee", "Eli", "Fay") if f">{name}</a>" in page} == {
        "Ana",
        "Ben",
        "Cai",
        "Dee",
        "Eli",
        "Fay",
    }
    assert "Gus" not in page


def names_in(page: str) -> list[str]:
    """The players of the first table, from the top."""
    return re.findall(r'<th scope="row"><a [^>]+>(\w+)</a>', page.partition("</table>")[0])


def test_players_with_few_games_stand_apart_without_a_rating(demo):
    page = demo.open(f"{club_of(demo)}/statistics").text

    ranked, apart = page.partition("</table>")[0].split('<tbody class="apart">')
    assert "Fewer than 5 games: not ranked yet" in apart
    assert names_in(apart) == ["Eli", "Fay"]
    assert ("/rating" in ranked, "/rating" in apart) == (True, False)
    assert "not sure yet" in ranked
    assert "±" not in page


@pytest.mark.parametrize(
    ("by", "first"), [("name", "Ana"), ("games", "Cai"), ("won", "Cai"), ("double-six", "Ana"), ("rating", "Cai")]
)
def test_a_heading_sorts_and_keeps_the_time(demo, by, first):
    page = demo.open(f"{club_of(demo)}/statistics?first=2020-01").text
    heads = dict(re.findall(r'<th scope="col"[^>]*><a href="([^"]+)">([\w ]+)</a>', page))
    address = next(href for href in heads if f"by={by}&" in f"{href}&" or (by == "rating" and "by=" not in href))

    sorted_page = demo.open(address.replace("&amp;", "&")).text

    assert "first=2020-01" in address
    assert names_in(sorted_page)[0] == first
    assert sorted_page.count("aria-sort") == (2 if by == "name" else 1)
    assert 'value="2020-01"' in sorted_page
    assert by == "rating" or f'<input type="hidden" name="by" value="{by}">' in sorted_page


def test_a_sort_by_nothing_known_is_by_rating(demo):
    page = demo.open(f"{club_of(demo)}/statistics?by=nonsense").text

    assert names_in(page)[0] == "Cai"
    assert "nonsense" not in page


def test_an_average_in_a_rule_set_leads_to_its_games(demo):
    page = demo.open(f"{club_of(demo)}/statistics").text
    address = re.search(r'href="([^"]+set=double-nine[^"]*)"', page)[1].replace("&amp;", "&")

    games = demo.open(address).text

    assert "Double nine, house rules" in games
    assert "Double twelve" not in games
    assert demo.open(f"{club_of(demo)}/games?set=nonsense").status_code == 404


def test_a_players_rules_are_added_up_by_rule_set(demo):
    page = demo.open(player_of(demo, "Ana")).text.partition("By rules")[2].partition("</table>")[0]

    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in page.split("<tr>")[2:]]
    assert [row[:-4] for row in rows] == [
        ["Double", "nine"],
        ["–", "no", "house", "rules"],
        ["–", "Thursday", "rules"],
        ["Double", "six"],
        ["Double", "twelve"],
    ]
    assert int(rows[0][-4]) == int(rows[1][-4]) + int(rows[2][-4])


@pytest.mark.parametrize("asked", ["first=1999-01&last=1999-12", "last=1999-01"])
def test_a_time_without_games_says_so(demo, asked):
    for address in (f"{club_of(demo)}/statistics", player_of(demo, "Ana"), f"{player_of(demo, 'Ana')}/rating"):
        assert "No game is over in this time." in demo.open(f"{address}?{asked}").text


@pytest.mark.parametrize("asked", ["first=nonsense", "first=2026-13", "last=99999-01", "first=²⁰²⁶-01"])
def test_a_time_that_is_none_is_all_time(demo, asked):
    page = demo.open(f"{club_of(demo)}/statistics?{asked}")

    assert page.status_code == 200
    assert ">Ana</a>" in page.text


def test_months_the_wrong_way_round_are_turned(demo):
    page = demo.open(f"{club_of(demo)}/statistics?first=2999-01&last=2001-01").text

    assert ">Ana</a>" in page


@pytest.mark.parametrize(
    "path",
    ["games?player=nobody", "games?rival=nobody", "games?rules=double-ten", "players/nobody", "players/nobody/rating"],
)
def test_what_is_not_there_is_404(demo, path):
    assert demo.open(f"{club_of(demo)}/{path}").status_code == 404


def test_an_address_may_say_anything(demo, monkeypatch):
    monkeypatch.setattr("views.history.GAMES_ON_A_PAGE", 2)
    club = club_of(demo)
    for asked in (
        "ref=1",
        "endpoint=1",
        "_method=POST",
        "_external=1",
        "most=99",
        f"first={'9' * 5000}-01",
        "after=2025-01-01.9999999999999999",
    ):
        assert demo.open(f"{club}/games?{asked}").status_code == 200, asked
    page = demo.open(f"{club}/games?most=99&_external=1").text
    assert page.count('<a class="card"') == 2
    assert "http://" not in page


@pytest.mark.parametrize("path", ["games?after=x", "games?after=2026-01-01.x", "games?engine=x", "games?score=-1"])
def test_what_is_no_number_does_not_matter(demo, path):
    assert demo.open(f"{club_of(demo)}/{path}").status_code == 200


def test_looking_back_takes_few_queries(demo, said):
    said.clear()
    club, player = club_of(demo), player_of(demo, "Ana")
    night = re.search(r"/nights/\w+", demo.open(f"{club}/nights").text)[0]
    pages = [
        club,
        f"{club}/nights",
        f"{club}/nights?words=chip",
        night,
        player,
        f"{player}?first=2020-02",
        f"{club}/statistics",
    ]
    pages += [f"{player}/rating", f"{club}/games?won=1"]
    for page in pages:
        said.clear()

        assert demo.open(page).status_code == 200

        assert len([words for words in said if words.lstrip().startswith(("SELECT", "WITH"))]) < 10, page


def test_a_night_of_many_games_takes_no_more_queries(app, ana, game, club, said):
    for _ in range(5):
        ana.open(f"/start?like={game.rpartition('/')[2]}")
        ana.send_on()
    night = re.search(r"/nights/\w+", ana.open(game).text)[0]
    said.clear()

    page = ana.open(night).text

    assert page.count('<a class="card"') == 6
    assert len([words for words in said if words.lstrip().startswith("SELECT")]) < 10


def test_a_game_has_its_pictures_with_the_same_numbers_as_a_table(ana, game, seats):
    assert "No round is closed yet." in ana.open(f"{game}/pictures").text
    assert ana.open(f"{game}/pictures/totals.svg").status_code == 404
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "30", "5"))
    ana.open(f"{game}/rounds/2")
    ana.send_on(**whole_round(seats, "7", "out", "8", "50"))

    page = ana.open(f"{game}/pictures").text

    assert re.findall(r"<td>(\d+)</td>", page) == [
        "0",
        "34",
        "30",
        "5",
        "7",
        "34",
        "38",
        "55",
        "1",
        "4",
        "3",
        "2",
        "1",
        "2",
        "3",
        "4",
    ]
    assert 'alt="9-9: 0, 8-8: 7"' in page
    for address in re.findall(r'src="([^"]+\.svg)"', page):
        picture = ana.client.get(address)
        assert picture.mimetype == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert "<script" not in picture.text
        assert "style-src 'unsafe-inline'" in picture.headers["Content-Security-Policy"]
        assert ana.client.get(address, headers={"If-None-Match": picture.headers["ETag"]}).status_code == 304
    assert ana.open(f"{game}/pictures/rounds-999.svg").status_code == 404


def test_a_name_in_a_picture_is_no_markup(app):
    phone = begin(app, names=("<b>&\"'", "]]><script>"))
    game = phone.path
    seats = re.findall(r'id="seat-(\d+)"', phone.open(f"{game}/rounds/1").text)
    phone.send_on(**whole_round(seats, "out", "34"))

    picture = phone.client.get(f"{game}/pictures/totals.svg").text

    assert "<b>" not in picture
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture


def test_a_rating_has_its_picture_and_its_numbers(demo):
    player = player_of(demo, "Ana")

    page = demo.open(f"{player}/rating").text

    assert page.count("<tr>") == 9
    assert demo.client.get(f"{player}/rating.svg").text.startswith("<svg")


def test_paper_has_the_sheet_and_a_code_that_leads_to_it(app, ana, game, seats):
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "30", "5"))

    page = ana.open(f"{game}/print").text

    assert [cell.split()[0] for cell in re.findall(r"<td>(.*?)</td>", page) if cell.strip()][:4] == [
        "0",
        "34",
        "30",
        "5",
    ]
    assert "Follow on a phone" in page
    assert "<svg" in page


def test_empty_paper_has_names_and_doubles_and_nothing_else(ana, game, seats):
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "30", "5"))

    page = ana.open(f"{game}/print?empty=1").text

    assert not [cell for cell in re.findall(r"<td>(.*?)</td>", page) if cell.strip()]
    assert [f"{pips}-{pips}" in page for pips in range(10)] == [True] * 10


def test_who_looks_on_prints_without_a_code(cai, game):
    assert "Follow on a phone" not in cai.open(f"{game}/print").text


def test_the_code_on_paper_opens_the_game_and_only_that_far(app, ana, club, game, zoe):
    from tests.views.conftest import link

    address = link(ana, club, 2)

    answer = zoe.client.get(f"{address}?game={game.rpartition('/')[2]}")

    assert answer.location == f"{game}/follow"
    assert zoe.client.get(f"{address}?game=nothing").location == "/"
