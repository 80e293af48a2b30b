"""A club is exported and imported again.

Every entry comes back the same, nothing is duplicated, and wrong files are refused.
"""

import json
import re
from dataclasses import asdict
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import FromClause, func, select

from models import db
from models.files.club_reader import read_club
from models.files.import_plan import ImportSummary, plan_import, summary_of
from models.ledger.clubs import Club, create_club
from models.ledger.games import Game
from models.ledger.nights import Night, name_night, nights_of
from models.ledger.players import Player, player_names
from models.ledger.results import RESULTS
from models.ledger.seats import Colour, set_colours
from models.play.bin import throw_game
from models.play.changes import arrive, mend_rules, stop
from models.play.players import anonymise_player, merge_players, rename_player, set_short_name
from models.sheets.fold import load_sheet
from samples.games import go_on
from samples.pens import write
from tests.conftest import filled
from tests.models.conftest import Table, make_table
from tests.models.files.conftest import bring_in, brought_back, club_from, empty, text_of


@pytest.fixture
def demo(store: Flask) -> Club:
    """The demo season: corrections, house rules, tracked rounds, struck and overruled moves, a late arrival."""
    filled("demo", lambda: store.test_cli_runner().invoke(args=["demo"]).exit_code)
    return db.session.scalars(select(Club)).one()


def counted() -> dict[str, int]:
    """The number of rows in each table that a file can fill."""
    names = ("players", "nights", "notes", "games", "seats", "lines", "moves", "hands", "house_rules")
    return {name: count_rows(db.metadata.tables[name]) for name in names}


def count_rows(table: FromClause) -> int:
    """The number of rows in a table."""
    return db.session.scalars(select(func.count()).select_from(table)).one()


def player_named(name: str) -> Player:
    """The only player with this name."""
    return db.session.scalars(select(Player).filter_by(name=name)).one()


def test_a_season_comes_back_the_same_in_an_empty_database(demo: Club) -> None:
    text = text_of(brought_back(demo))

    parts = ('"kind": "strike"', ' !"', '"kind": "penalty"', "double-blank=50", '"kept"')
    assert [part for part in parts if part not in text] == []
    assert count_rows(RESULTS) > 30


def test_short_names_and_seats_of_latecomers_come_along(store: Flask) -> None:
    table = make_table("double-nine", "Ana Ben Cai")
    set_short_name(player_named("Ben"), "Benni")
    table.enter(1, Ana="out", Ben="3", Cai="4")
    write(table.game, "Ana", arrive, "Eli", None, table.seats["Ana"])

    brought_back(table.club)

    columns = load_sheet(db.session.scalars(select(Game)).one()).columns
    assert [column.short_name for column in columns] == ["Ana", "Eli", "Benni", "Cai"]


def test_the_colours_of_markers_come_along_but_change_none_that_is_here(table: Table) -> None:
    set_colours({table.seats["Ana"]: Colour.RED, table.seats["Dee"]: Colour.SKY})
    text = text_of(table.club)
    set_colours({table.seats["Ana"]: Colour.PINK})

    brought = bring_in(text, table.club)

    seats = json.loads(text_of(club_from(text)))["nights"][0]["games"][0]["seats"]
    assert [seat.get("colour") for seat in seats] == ["red", None, None, "sky"]
    assert (brought.same, brought.different) == (1, [])
    assert table.sheet.colours[table.seats["Ana"]] is Colour.PINK


def test_bringing_it_in_twice_doubles_nothing(demo: Club) -> None:
    text, before = text_of(demo), counted()

    brought = bring_in(text, demo)

    assert (brought.games, brought.same, brought.different, brought.new_players) == (0, 10, [], [])
    assert (counted(), text_of(demo)) == (before, text)


def test_into_another_club_here_it_gets_other_addresses_and_still_comes_once(demo: Club) -> None:
    text, games = text_of(demo), counted()["games"]
    other_club = create_club("Another club")

    bring_in(text, other_club)
    again = bring_in(text, other_club)

    assert (again.games, again.same) == (0, games)
    assert len(set(db.session.scalars(select(Game.ref)))) == counted()["games"] == 2 * games
    assert re.findall('"games": .*', text_of(other_club)) == re.findall('"games": .*', text)


def test_players_are_matched_by_name(table: Table) -> None:
    other_club = make_table(names="Ann BEN Cai Dee").club

    brought = bring_in(text_of(table.club), other_club)

    assert (brought.new_players, brought.matched_players) == (["Ana"], ["Ben", "Cai", "Dee"])


def test_who_is_called_otherwise_since_is_still_known(played: Table) -> None:
    text = text_of(played.club)
    rename_player(player_named("Dee"), "Deirdre")
    rename_player(player_named("Cai"), "Dee")

    brought = bring_in(text, played.club)

    assert (brought.new_players, brought.same, brought.different) == ([], 1, [])
    assert played.seats.keys() == {"Ana", "Ben", "Dee", "Deirdre"}


def test_somebody_merged_since_does_not_come_back(demo: Club) -> None:
    text = text_of(demo)
    merge_players(player_named("Eli"), player_named("Gus"))

    brought = bring_in(text, demo)

    assert (brought.new_players, brought.games) == ([], 0)
    assert "Eli" not in player_names(demo.id)


def test_an_anonymous_player_does_not_come_back(played: Table) -> None:
    text = text_of(played.club)
    anonymise_player(player_named("Ana"), "Player")

    assert bring_in(text, played.club).new_players == []
    assert "Ana" not in player_names(played.club.id)


def test_what_is_in_the_bin_stays_there_and_is_said_and_is_not_in_the_file(table: Table) -> None:
    text = text_of(table.club)
    game = db.session.get_one(Game, table.game.id)
    throw_game(game, "Ana")

    brought = bring_in(text, table.club)

    assert (brought.binned, brought.same, brought.games) == (1, 0, 0)
    assert game.binned_at is not None
    assert read_club(text_of(table.club)).nights[0].games == ()


def test_a_night_comes_alone_with_who_played_on_it_and_the_house_rules_that_it_was_played_by(demo: Club) -> None:
    first, *_, last = db.session.scalars(select(Night).order_by(Night.date)).all()

    file = read_club(text_of(demo, first))

    assert [night.date for night in file.nights] == [first.date]
    assert [player.name for player in file.players] == ["Ana", "Ben", "Cai", "Dee"]
    assert (len(file.house_rules), len(read_club(text_of(demo, last)).house_rules)) == (0, 1)


@pytest.fixture
def night(table: Table) -> Night:
    """The night of the game."""
    return nights_of(table.club.id, 5)[0]


def test_a_night_comes_with_its_name(table: Table, night: Night) -> None:
    assert "name" not in json.loads(text_of(table.club))["nights"][0]
    name_night(night, "Christmas")

    club = brought_back(table.club)

    assert [night.name for night in nights_of(club.id, 5)] == ["Christmas"]


@pytest.mark.parametrize(("here", "after", "named"), [("", "Christmas", 1), ("The long night", "The long night", 0)])
def test_a_night_without_a_name_takes_it_from_the_file(
    table: Table, night: Night, here: str, after: str, named: int
) -> None:
    name_night(night, "Christmas")
    text = text_of(table.club)
    name_night(night, here)
    db.session.flush()

    brought = bring_in(text, table.club)

    db.session.refresh(night)
    assert (night.name, brought.named) == (after, named)
    assert bring_in(text, table.club).named == 0


def test_trying_leaves_nothing(demo: Club) -> None:
    file = read_club(text_of(demo))
    empty()

    brought = plan_import(file, create_club("Another").id).brought

    assert (brought.games, brought.nights, len(brought.new_players)) == (10, 10, 7)
    assert summary_of(file) == brought == ImportSummary(**asdict(brought))
    assert set(counted().values()) == {0}


def test_a_game_that_went_on_elsewhere_goes_on_here(played: Table) -> None:
    before = text_of(played.club)
    played.enter(2, Ana="7", Ben="out", Cai="4", Dee="5")
    write(played.game, "Ana", stop)
    longer = text_of(played.club)
    empty()
    club = club_from(before)

    brought = bring_in(longer, club)

    assert (brought.games, brought.longer, brought.same) == (0, 1, 0)
    assert text_of(club) == longer
    assert count_rows(RESULTS) == 4


def test_a_game_that_was_entered_otherwise_stays_as_it_is(played: Table) -> None:
    theirs = text_of(played.club).replace('"text": "3"', '"text": "33"').replace('"pips": 3', '"pips": 33')

    assert bring_in(theirs, played.club).different == ["2026-03-05: Ana, Ben, Cai, Dee"]
    assert played.totals["Ben"] == 3


def test_the_same_game_written_otherwise_is_the_same(played: Table) -> None:
    text = text_of(played.club).replace("+00:00", "Z").replace('"kind": "score"', '"strikes": null, "kind": "score"')

    brought = bring_in(text, played.club)

    assert (brought.same, brought.longer, brought.different) == (1, 0, [])


def test_a_game_that_went_on_another_night_comes_with_that_night(played: Table) -> None:
    go_on(played.game, date(2026, 3, 12))
    whole, alone = text_of(played.club), text_of(played.club, db.session.get_one(Night, played.game.night_id))
    empty()

    club = club_from(alone)

    sheet = load_sheet(db.session.scalars(select(Game)).one())
    assert [sitting.date for sitting in sheet.sittings] == [date(2026, 3, 12)]
    now, before = (json.loads(text)["nights"] for text in (text_of(club), whole))
    assert [(night["ref"], night["games"]) for night in now] == [(night["ref"], night["games"]) for night in before]


def test_a_game_that_was_cut_to_one_round_stays_so(played: Table) -> None:
    write(played.game, "Ana", mend_rules, played.sheet.book, (9,))

    brought_back(played.club)

    sheet = load_sheet(db.session.scalars(select(Game)).one())
    assert (sheet.engines, sheet.is_over) == ((9,), True)
