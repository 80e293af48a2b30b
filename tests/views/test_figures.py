"""Every figure on pages and in files follows from the lines, as tests/recount.py counts them."""

import csv
import io
import json
import re
from datetime import date, timedelta
from html.parser import HTMLParser
from random import Random

import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db
from models.access.tokens import write_token
from models.ledger.keys import Access
from models.ledger.lines import SheetRow
from models.play.start import create_club_with_keys
from rules import RULE_BOOKS
from samples import seasons
from tests.conftest import SECRET, pick, some, sure
from tests.phone import Phone
from tests.recount import Career, CountedGame, Facts, recount, recount_career, recount_night


class Tables(HTMLParser):
    """The tables of a page as rows of cell texts, without small print."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.cell: list[str] | None = None
        self.skips = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.cell = []
        elif tag == "small" or dict(attrs).get("class") in ("mark", "vh"):
            self.skips = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self.skips:
            self.skips = ""
        elif tag in ("th", "td"):
            self.tables[-1][-1].append("".join(sure(self.cell)).strip())
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None and not self.skips:
            self.cell.append(data)


def rows_of(page: str, number: int = 0) -> dict[str, dict[str, str]]:
    """The rows of one of the page's tables by their first cell, each with its other cells by column heading.

    A heading row has no other cells.
    """
    tables = Tables(page).tables
    head, *rows = tables[number] if len(tables) > number else [[]]
    return {row[0]: dict(zip(head[1:], row[1:], strict=len(row) > 1)) for row in rows}


def numbers(row: dict[str, str]) -> dict[str, int]:
    """The cells with a number: `1.` is first place, `7*` a correction, `out` a 0."""
    texts = {name: text.replace("out", "0").rstrip(".* ") for name, text in row.items()}
    return {name: int(text) for name, text in texts.items() if text.isdigit()}


class Looker(Phone):
    """A phone that may only watch, with the address of its club."""

    club: str


def begin_club(app: Flask, seed: int) -> Looker:
    """A phone that may only watch a club with a random season."""
    luck = Random(seed)
    with app.app_context():
        club, key = create_club_with_keys(f"Season {seed}", {Access.VIEW: "look on", Access.MANAGE: "manage"}, "Ana")
        seasons.play_season(club, luck, 7)
        for week in range(3):
            seasons.leave_unfinished(club, date(2026, 1, 2) + timedelta(days=7 * week), luck)
        db.session.commit()
        phone = Looker(app)
        phone.club = f"/clubs/{club.ref}"
        phone.open(f"/k/{write_token(key, SECRET)}")
    return phone


@pytest.fixture
def seasons_played(app: Flask) -> list[tuple[Looker, Facts, list[CountedGame]]]:
    """Random seasons, each with a phone, the club's file, and its games counted again."""
    played_seasons = []
    for seed in range(some(5)):
        phone = begin_club(app, seed)
        file = json.loads(phone.client.get(f"{phone.club}/club.json").text)
        played_seasons.append((phone, file, recount(file)))
    return played_seasons


def test_every_figure_is_what_the_lines_come_to(
    app: Flask, seasons_played: list[tuple[Looker, Facts, list[CountedGame]]]
) -> None:
    lines = 0
    for phone, file, games in seasons_played:
        lines += sum(len(game["lines"]) for night in file["nights"] for game in night["games"])
        for game in games:
            check_sheets(phone, game)
            check_pictures(phone, game)
        for night in file["nights"]:
            check_night(phone, games, night["ref"])
        check_history(phone, games)
        check_players(phone, file, games)

    all_games = [game for _, _, games in seasons_played for game in games]
    assert len(all_games) >= some(40)
    assert any(game.so_far for game in all_games)
    assert any(game.gone for game in all_games)
    assert any(len({night for _, night in game.nights}) > 1 for game in all_games)
    with app.app_context():
        assert lines <= db.session.scalars(select(func.count()).select_from(SheetRow)).one()


def check_sheets(phone: Phone, game: CountedGame) -> None:
    """Check the sheet, the followers' view, the printed sheet and the spreadsheet."""
    address = f"/games/{game.ref}"
    for page in ("", "/follow", "/sheet?follow=1", "/print"):
        check_sheet(rows_of(phone.open(address + page).text), game, page)
    text = phone.client.get(f"{address}/sheet.csv").text.lstrip("\ufeff")
    head, *rows = csv.reader(io.StringIO(text))
    by_label = {row[0].strip("[]"): dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    check_sheet({label.replace("So far", "so far"): row for label, row in by_label.items()}, game, "csv")


def check_sheet(rows: dict[str, dict[str, str]], game: CountedGame, page: str) -> None:
    assert numbers(rows["Total"]) == game.totals, (game, page)
    assert numbers(rows.get("so far", {})) == game.so_far, (game, page)
    assert numbers(rows["Place"]) == game.places, (game, page)
    for number, scores in game.scores.items():
        engine = game.engines[number - 1]
        assert numbers(rows[f"{engine}-{engine}"]) == scores, (game, page)


def check_pictures(phone: Phone, game: CountedGame) -> None:
    page = phone.open(f"/games/{game.ref}/pictures").text
    totals = {f"{engine}-{engine}": figures for engine, figures, _ in game.curve}
    places = {f"{engine}-{engine}": figures for engine, _, figures in game.curve}
    assert {double: numbers(row) for double, row in rows_of(page, 0).items()} == totals, game
    assert {double: numbers(row) for double, row in rows_of(page, 1).items()} == places, game
    assert not game.curve or game.curve[-1][2] == game.places
    bars = re.findall(r'<h3>(\w+)</h3>\s*<img[^>]* alt="([^"]*)"', page)
    closed_rounds = [
        (f"{game.engines[number - 1]}-{game.engines[number - 1]}", game.scores[number]) for number in game.closed
    ]
    assert dict(bars) == {
        name: ", ".join(f"{double}: {scores.get(name, '–')}" for double, scores in closed_rounds)
        for name in (game.names if closed_rounds else [])
    }


def card_of(page: str, game: CountedGame) -> list[str]:
    """The text of each line on a game's card."""
    card = pick(rf'(?s)<a class="card" href="/games/{game.ref}">(.*?)</a>', page)
    return [
        re.sub(r"<[^>]+>", "", line).strip()
        for line in re.findall(r"(?s)<span>((?:<span class.*?</span>|.)*?)</span>", card)
    ]


def row_of(page: str, game: CountedGame) -> list[str]:
    """The winner and the totals in a game's row of the list of nights."""
    return pick(rf'(?s)<a href="/games/{game.ref}"><span>(.*?)</small>', page).split("<small>")


def check_night(phone: Phone, games: list[CountedGame], ref: str) -> None:
    page = phone.open(f"/nights/{ref}").text
    for game in games:
        if ref not in [night for _, night in game.nights]:
            continue
        totals, *lines = card_of(page, game)
        marks = {name: " (left early)" if name in game.gone else "" for name in game.names}
        # Each name has its marker before it.
        assert " ".join(totals.split()) == ", ".join(f"{name} {game.totals[name]}{marks[name]}" for name in game.order)
        so_far = ", ".join(f"{name} {game.so_far[name]}" for name in game.order if name in game.so_far)
        assert (f"So far, including the current round: {so_far}" in lines) == bool(so_far)
    rows = rows_of(page)
    figures = {
        name: (int(row["Games won"]), int(row["Pips"]), int(row["Rounds"]), row["Average"])
        for name, row in rows.items()
    }
    assert figures == {
        name: (won, pips, rounds, f"{pips / rounds:.1f}" if rounds else "–")
        for name, (won, pips, rounds) in recount_night(games, ref).items()
    }


def check_history(phone: Looker, games: list[CountedGame]) -> None:
    page = phone.open(f"{phone.club}/nights").text
    for game in games:
        if not (game.is_over and game.scores):
            assert row_of(page, game)[0].strip() == "Not finished", game
            continue
        winner_words, totals = row_of(page, game)
        winners = [name for name in game.names if game.places.get(name) == 1]
        assert sorted(re.findall(r"[A-Z]\w+", winner_words)) == sorted(winners)
        figures = dict(re.findall(r"(\w+) (\d+)", totals))
        assert figures == {name: str(game.totals[name]) for name in game.places}


def check_players(phone: Looker, file: Facts, games: list[CountedGame]) -> None:
    """Check the club's table and everybody's page, over all time and over a year."""
    for query, first, last in (("", "", "9999"), ("?first=2025-01&last=2025-12", "2025-01", "2025-12-31")):
        careers = {player["name"]: recount_career(games, player["name"], first, last) for player in file["players"]}
        check_club(phone.open(f"{phone.club}/statistics{query}").text, careers)
        for player in file["players"]:
            career = careers[player["name"]]
            check_player(phone.open(f"{phone.club}/players/{player['ref']}{query}").text, career)


def check_club(page: str, careers: dict[str, Career]) -> None:
    names_apart = {name for name, career in careers.items() if career.games < 5}
    placed = {name.partition(" ")[2]: int(name.partition(" ")[0]) for name in rows_of(page)}
    rows = {name.partition(" ")[2]: row for name, row in rows_of(page).items()}
    wins = {name: career.wins for name, career in careers.items() if career.rounds}
    assert placed == {name: 1 + sum(more > won for more in wins.values()) for name, won in wins.items()}
    averaged = 1 + ("Who beats whom" in page)
    assert {name: {head: int(row[head]) for head in ("Games", "Won")} for name, row in rows.items()} == {
        name: {"Games": career.games, "Won": career.wins} for name, career in careers.items() if career.rounds
    }
    assert rows.keys() - rows_of(page, averaged + 1).keys() == names_apart & set(rows)
    averages = {
        name: [cell for cell in row.values() if cell != "–"] for name, row in rows_of(page, averaged).items() if row
    }
    assert averages == {
        name: [f"{sum(career.by_set[key]) / len(career.by_set[key]):.1f}" for key in RULE_BOOKS if key in career.by_set]
        for name, career in careers.items()
        if career.rounds
    }


def check_player(page: str, career: Career) -> None:
    if not career.rounds:
        assert "No games were finished in this period." in page
        return
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, re.DOTALL)
    figures = {term.partition(" <small>")[0]: re.sub(r"<[^>]+>", "", figure) for term, figure in pairs}
    assert figures["Games"] == str(career.games)
    assert figures["Won, including shared wins"] == str(career.wins)
    assert figures["Average per round"] == f"{sum(career.rounds) / len(career.rounds):.1f}"
    assert figures["Average per game"] == (f"{career.total / career.games:.1f}" if career.games else "–")
    assert figures["Went out"] == str(career.outs)
    assert (figures["Best round"], figures["Worst round"]) == (str(min(career.rounds)), str(max(career.rounds)))
    if career.met:
        met = {name: numbers(row) for name, row in rows_of(page).items()}
        assert met == {
            name: {"Games": before + behind + level, "Ahead": before, "Behind": behind, "Tied": level}
            for name, (before, behind, level) in career.met.items()
        }
