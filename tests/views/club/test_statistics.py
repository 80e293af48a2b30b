"""Statistics: every figure leads to its games."""

import re
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import update

from models import db
from models.ledger.clubs import Club
from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import ref_of
from tests.views.conftest import begin, club_of, player_of, reads


def statistics(phone: Phone, asked: str = "") -> str:
    """The page of the club's statistics."""
    return phone.open(f"{club_of(phone)}/statistics{asked}").text


def games_at(phone: Phone, address: str) -> int:
    """The number of games on a page."""
    return phone.open(address.replace("&amp;", "&")).text.count('<a class="card"')


def names_in(page: str) -> list[str]:
    """The players in the page's first table, from top to bottom."""
    row = r'<th scope="row">(?:<span class="place">\d+</span> )?<a [^>]+>(\w+)</a>'
    return re.findall(row, page.partition("</table>")[0])


def test_every_figure_on_a_players_page_leads_to_its_games(demo: Phone) -> None:
    page = demo.open(player_of(demo, "Ana")).text
    links = re.findall(r'href="(/clubs/\w+/games\?[^"]+)">([^<]+)', page)

    assert len(links) > 60
    for address, figure in links:
        games = games_at(demo, address)
        assert demo.page.status_code == 200
        assert games > 0 or figure in ("0", "–"), address
        if "placed=1" in address and "." not in figure:
            assert games == int(figure), address


@pytest.mark.parametrize("asked", ["first=1999-01&last=1999-12", "last=1999-01"])
def test_a_time_without_games_says_so(demo: Phone, asked: str) -> None:
    for address in (f"{club_of(demo)}/statistics", player_of(demo, "Ana"), f"{player_of(demo, 'Ana')}/rating"):
        assert "No games were finished in this period." in demo.read(f"{address}?{asked}")


@pytest.mark.parametrize(
    "asked", ["first=nonsense", "first=2026-13", "last=99999-01", "first=²⁰²⁶-01", "first=2999-01&last=2001-01"]
)
def test_a_time_that_is_none_is_all_time_and_months_the_wrong_way_round_are_turned(demo: Phone, asked: str) -> None:
    assert ">Ana</a>" in statistics(demo, f"?{asked}")


def test_a_rating_has_its_picture_and_its_numbers(demo: Phone) -> None:
    address = f"{player_of(demo, 'Ana')}/rating"

    assert demo.open(address).text.count("<tr>") == 9
    assert demo.client.get(f"{address}.svg").text.startswith("<svg")


def test_a_player_of_another_club_or_of_none_is_not_found_in_this_one(app: Flask, ana: Phone, club: str) -> None:
    eve = player_of(begin(app, names=("Eve", "Yan")), "Eve")

    for player in (ref_of(eve), "nobody"):
        for page in ("", "/rating", "/rating.svg"):
            assert ana.open(f"{club}/players/{player}{page}").status_code == 404


# A span asks for its first months, its whole years and its last months one by one.
# One for each figure that is no tally, and three for a span. A new query adds one; games never do.
@pytest.mark.parametrize(("asked", "most"), [("", 12), ("?first=2020-02", 14), ("/rating", 9)])
def test_a_players_figures_take_few_queries(demo: Phone, said: list[str], asked: str, most: int) -> None:
    player = player_of(demo, "Ana")
    said.clear()

    assert demo.open(f"{player}{asked}").status_code == 200

    assert len(reads(said)) <= most


def test_whoever_looks_on_sees_figures(cai: Phone, club: str) -> None:
    player = player_of(cai, "Dee")

    for page in (f"{club}/statistics", f"{player}/rating", player):
        assert "No games were finished" in cai.read(page)
    assert "Rename" not in cai.text


def test_players_with_few_games_stand_apart_without_a_rating(demo: Phone) -> None:
    page = statistics(demo, "?by=average")

    table, ratings = page.split("</table>")[0], page.split("</table>")[3]
    ranked_rows, apart_rows = table.split('<tbody class="apart">')
    assert "Fewer than 5 games: not ranked yet" in apart_rows
    assert names_in(apart_rows) == ["Eli", "Fay"]
    assert names_in(ranked_rows) == ["Cai", "Dee", "Ana", "Ben"]
    assert set(names_in(ratings)) == set(names_in(ranked_rows))
    assert "Reliable ratings take many games." in ratings
    assert "±" not in page
    assert "Gus" not in page


@pytest.mark.parametrize(
    ("by", "first"), [("name", "Ana"), ("games", "Cai"), ("won", "Cai"), ("double-six", "Ana"), ("average", "Cai")]
)
def test_a_heading_sorts_and_keeps_the_time(demo: Phone, by: str, first: str) -> None:
    heads = dict(re.findall(r'<th scope="col"[^>]*><a href="([^"]+)">([\w ]+)</a>', statistics(demo, "?first=2020-01")))
    address = next(href for href in heads if f"by={by}&" in f"{href}&" or (by == "won" and "by=" not in href))

    sorted_page = demo.open(address.replace("&amp;", "&")).text

    assert "first=2020-01" in address
    assert names_in(sorted_page)[0] == first
    assert sorted_page.count("aria-sort") == (2 if by == "name" else 1)
    assert 'value="2020-01"' in sorted_page
    assert by == "won" or f'<input type="hidden" name="by" value="{by}">' in sorted_page


def test_a_sort_by_nothing_known_is_by_wins(demo: Phone) -> None:
    page = statistics(demo, "?by=nonsense")

    assert names_in(page)[0] == "Cai"
    assert "nonsense" not in page


def test_an_average_in_a_rule_set_leads_to_its_games(demo: Phone) -> None:
    address = pick(r'href="([^"]+set=double-nine[^"]*)"', statistics(demo)).replace("&amp;", "&")

    games = demo.open(address).text

    assert "Double nine, house rules" in games
    assert "Double twelve" not in games


def test_a_players_rules_are_added_up_by_rule_set(demo: Phone) -> None:
    page = demo.open(player_of(demo, "Ana")).text.partition("By rules")[2].partition("</table>")[0]

    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in page.split("<tr>")[2:]]
    names = ", ".join(" ".join(row[:-4]) for row in rows)
    assert names == "Double nine, – no house rules, – Kitchen rules, Double six, Double twelve"
    assert int(rows[0][-4]) == int(rows[1][-4]) + int(rows[2][-4])


def test_ratings_that_are_due_are_said_to_be_worked_out(app: Flask, ana: Phone, club: str) -> None:
    pages = [f"{club}/statistics", *(player_of(ana, "Ana") + path for path in ("", "/rating"))]
    assert [page for page in pages if "being calculated" in ana.read(page)] == []

    with app.app_context():
        db.session.execute(update(Club).values(due_from_day=date(2026, 1, 1), due_from_game=1))
        db.session.commit()

    assert [page for page in pages if "Ratings are being calculated" in ana.read(page)] == pages


def test_a_year_begins_with_who_won_most_and_has_places_by_games_won(demo: Phone) -> None:
    page = statistics(demo, "?first=2026-01&last=2026-12")

    assert "won the most" in demo.text
    places = re.findall(r'class="place">(\d+)</span> <a [^>]+>\w+</a></th><td><a [^>]+>(\d+)<', page)
    wins = [int(won) for _, won in places]
    assert len(places) == 6
    assert wins == sorted(wins, reverse=True)
    assert [int(place) for place, _ in places] == [1 + sum(more > won for more in wins) for won in wins]


def test_the_table_of_who_beats_whom_says_for_each_pair_what_both_pages_say(demo: Phone) -> None:
    table = statistics(demo).partition("Who beats whom</h2>")[2].partition("</table>")[0]
    ahead, games = pick(r"player=\w+&amp;[^>]*?>(\d+)<small>", table), pick(r"<small>/(\d+)</small>", table)
    address = pick(r'href="([^"]+standing=before[^"]*)"', table)

    assert games_at(demo, address) == int(ahead)
    assert games_at(demo, re.sub(r"&amp;standing=before|standing=before&amp;", "", address)) == int(games)


def test_records_lead_to_their_games(demo: Phone) -> None:
    page = statistics(demo, "/records")
    assert "<h1>Statistics for The Kitchen Table</h1>" in page
    story = page.partition("Records</h2>")[2].partition("</ul>")[0]
    records = re.findall(r'href="([^"]+)"><span>The ([^<:]+):.*?(\d+)[^<:]* <small>', story)

    names = "closest game, biggest win, lowest total, highest total, worst round, most wins in a row, longest game"
    assert ", ".join(name for _, name, _ in records) == names
    for address, _, number in records:
        assert number in demo.open(address).text
