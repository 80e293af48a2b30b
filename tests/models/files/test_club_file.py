"""A club is exported and imported again.

Every entry comes back the same, nothing is duplicated, and wrong files are refused.
"""

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path

import jsonschema
import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
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
from tests.conftest import filled, sure
from tests.models.conftest import make_table

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "club-file.schema.json").read_text())


def text_of(club: Club, only: Night | None = None) -> str:
    """The file of a club, or of one of its nights."""
    return "".join(write_club(club, only))


def demo(store: Flask) -> Club:
    """The demo season: corrections, house rules, tracked rounds, struck and overruled moves, a late arrival."""
    filled("demo", lambda: store.test_cli_runner().invoke(args=["demo"]).exit_code)
    return db.session.scalars(select(Club)).one()


def empty(store: Flask) -> None:
    """Delete every row of every table."""
    db.session.remove()
    for table in reversed(db.metadata.sorted_tables):
        db.session.execute(table.delete())
    db.session.commit()


def counted() -> dict[str, int]:
    """The number of rows in each table that a file can fill."""
    tables = ("players", "nights", "notes", "games", "seats", "lines", "moves", "hands", "house_rules")
    return {
        name: db.session.scalars(select(func.count()).select_from(db.metadata.tables[name])).one() for name in tables
    }


def test_a_season_comes_back_the_same_in_an_empty_database(store: Flask) -> None:
    text = text_of(demo(store))
    empty(store)

    club = create_club_from_file(read_club(text))
    import_club(read_club(text), club)

    assert text_of(club) == text
    for part in ('"kind": "strike"', ' !"', '"kind": "penalty"', "double-blank=50", '"kept"'):
        assert part in text, part
    assert db.session.scalars(select(func.count()).select_from(RESULTS)).one() > 30


def test_short_names_and_seats_of_latecomers_come_along(store: Flask) -> None:
    table = make_table("double-nine", "Ana Ben Cai")
    set_short_name(db.session.scalars(select(Player).filter_by(name="Ben")).one(), "Benni")
    table.enter(1, Ana="out", Ben="3", Cai="4")
    write(table.game, "Ana", arrive, "Eli", None, table.seats["Ana"])
    text = text_of(table.club)
    jsonschema.validate(json.loads(text), SCHEMA)
    empty(store)

    club = create_club_from_file(read_club(text))
    import_club(read_club(text), club)

    assert text_of(club) == text
    columns = load_sheet(db.session.scalars(select(Game)).one()).columns
    assert [column.short_name for column in columns] == ["Ana", "Eli", "Benni", "Cai"]


def test_the_colours_of_markers_come_along_but_change_none_that_is_here(store: Flask) -> None:
    table = make_table()
    set_colours({table.seats["Ana"]: Colour.RED, table.seats["Dee"]: Colour.SKY})
    text = text_of(table.club)
    other_club = create_club("Another club")
    import_club(read_club(text), other_club)
    set_colours({table.seats["Ana"]: Colour.PINK})

    brought = import_club(read_club(text), table.club)

    seats = [game["seats"] for night in json.loads(text_of(other_club))["nights"] for game in night["games"]]
    assert [seat.get("colour") for seat in seats[0]] == ["red", None, None, "sky"]
    assert (brought.same, brought.different) == (1, [])
    assert table.sheet.colours[table.seats["Ana"]] is Colour.PINK


def test_what_a_file_holds_fits_its_schema(sqlite_store: Flask) -> None:
    jsonschema.validate(json.loads(text_of(demo(sqlite_store))), SCHEMA)


def test_the_schema_refuses_what_the_file_never_holds(sqlite_store: Flask) -> None:
    facts = json.loads(text_of(demo(sqlite_store)))
    facts["nights"][0]["games"][0]["lines"][0]["pips"] = -1

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(facts, SCHEMA)


def test_bringing_it_in_twice_doubles_nothing(store: Flask) -> None:
    club = demo(store)
    text, before = text_of(club), counted()

    brought = import_club(read_club(text), club)

    assert counted() == before
    assert (brought.games, brought.same, brought.different, brought.new_players) == (0, 10, [], [])
    assert text_of(club) == text


def test_into_another_club_here_it_gets_other_addresses_and_still_comes_once(store: Flask) -> None:
    first = demo(store)
    text, games = text_of(first), counted()["games"]
    other_club = create_club("Another club")

    import_club(read_club(text), other_club)
    again = import_club(read_club(text), other_club)

    assert counted()["games"] == 2 * games
    assert (again.games, again.same) == (0, games)
    refs = db.session.scalars(select(Game.ref)).all()
    assert len(set(refs)) == 2 * games
    nights = [json.loads(text_of(club))["nights"] for club in (first, other_club)]
    assert [game["ref"] for night in nights[0] for game in night["games"]] == [
        game["ref"] for night in nights[1] for game in night["games"]
    ]


def test_players_are_matched_by_name(store: Flask) -> None:
    text = text_of(make_table().club)
    other_table = make_table(names="Ann BEN Cai Dee")

    brought = import_club(read_club(text), other_table.club)

    assert (brought.new_players, brought.matched_players) == (["Ana"], ["Ben", "Cai", "Dee"])


def test_who_is_called_otherwise_since_is_still_known(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    text = text_of(table.club)
    players = {player.name: player for player in db.session.scalars(select(Player))}
    rename_player(players["Dee"], "Deirdre")
    rename_player(players["Cai"], "Dee")

    brought = import_club(read_club(text), table.club)

    assert (brought.new_players, brought.same, brought.different) == ([], 1, [])
    assert table.seats.keys() == {"Ana", "Ben", "Dee", "Deirdre"}


def test_somebody_merged_since_does_not_come_back(store: Flask) -> None:
    club = demo(store)
    text = text_of(club)
    players = {player.name: player for player in db.session.scalars(select(Player))}
    merge_players(players["Eli"], players["Gus"])

    brought = import_club(read_club(text), club)

    assert (brought.new_players, brought.games) == ([], 0)
    assert "Eli" not in player_names(club.id)


def test_what_is_in_the_bin_stays_there_and_is_said(store: Flask) -> None:
    table = make_table()
    text = text_of(table.club)
    game = db.session.get_one(Game, table.game.id)
    throw_game(game, "Ana")

    brought = import_club(read_club(text), table.club)

    assert (brought.binned, brought.same, brought.games) == (1, 0, 0)
    assert game.binned_at is not None


def test_a_night_alone_has_only_the_house_rules_that_it_was_played_by(store: Flask) -> None:
    club = demo(store)
    nights = db.session.scalars(select(Night).order_by(Night.date)).all()

    made = [len(read_club(text_of(club, night)).house_rules) for night in (nights[0], nights[-1])]

    assert made == [0, 1]


def test_an_anonymous_player_does_not_come_back(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    text = text_of(table.club)
    anonymise_player(db.session.scalars(select(Player).filter_by(name="Ana")).one(), "Player")

    brought = import_club(read_club(text), table.club)

    assert brought.new_players == []
    assert "Ana" not in player_names(table.club.id)


def test_a_night_comes_with_its_name(store: Flask) -> None:
    table = make_table()
    (night,) = nights_of(table.club.id, 5)
    without = text_of(table.club)
    name_night(night, "Christmas")
    text = text_of(table.club)
    empty(store)

    club = create_club_from_file(read_club(text))
    import_club(read_club(text), club)

    assert '"name": "Christmas"' in text
    assert '"started_at"' in without and "Christmas" not in without
    assert [night.name for night in nights_of(club.id, 5)] == ["Christmas"]


@pytest.mark.parametrize(("here", "after", "named"), [("", "Christmas", 1), ("The long night", "The long night", 0)])
def test_a_night_without_a_name_takes_it_from_the_file(store: Flask, here: str, after: str, named: int) -> None:
    table = make_table()
    (night,) = nights_of(table.club.id, 5)
    name_night(night, "Christmas")
    text = text_of(table.club)
    name_night(night, here)
    db.session.flush()

    brought = import_club(read_club(text), table.club)

    db.session.refresh(night)
    assert (night.name, brought.named) == (after, named)
    assert import_club(read_club(text), table.club).named == 0


def test_a_plan_does_not_outlive_the_naming_of_a_night(store: Flask) -> None:
    table = make_table()
    (night,) = nights_of(table.club.id, 5)
    name_night(night, "Christmas")
    text = text_of(table.club)
    name_night(night, "")
    db.session.flush()
    plan = plan_import(read_club(text), table.club.id)
    name_night(night, "The long night")
    db.session.flush()

    assert import_club(read_club(text), table.club, plan).named == 0
    db.session.refresh(night)
    assert night.name == "The long night"


def test_trying_leaves_nothing(store: Flask) -> None:
    text = text_of(demo(store))
    empty(store)

    club = create_club("Another")

    brought = plan_import(read_club(text), club.id).brought

    assert (brought.games, brought.nights, len(brought.new_players)) == (10, 10, 7)
    assert summary_of(read_club(text)) == brought
    assert set(counted().values()) == {0}
    assert ImportSummary(**asdict(brought)) == brought


def test_a_game_that_went_on_elsewhere_goes_on_here(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    before = text_of(table.club)
    table.enter(2, Ana="7", Ben="out", Cai="4", Dee="5")
    write(table.game, "Ana", stop)
    longer = text_of(table.club)
    empty(store)
    club = create_club_from_file(read_club(before))
    import_club(read_club(before), club)

    brought = import_club(read_club(longer), club)

    assert (brought.games, brought.longer, brought.same) == (0, 1, 0)
    assert text_of(club) == longer
    assert db.session.scalar(select(func.count()).select_from(RESULTS)) == 4


def test_a_game_that_was_entered_otherwise_stays_as_it_is(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    theirs = text_of(table.club).replace('"text": "3"', '"text": "33"').replace('"pips": 3', '"pips": 33')

    brought = import_club(read_club(theirs), table.club)

    assert brought.different == ["2026-03-05: Ana, Ben, Cai, Dee"]
    assert table.totals["Ben"] == 3


def test_the_same_game_written_otherwise_is_the_same(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    text = text_of(table.club).replace("+00:00", "Z").replace('"kind": "score"', '"strikes": null, "kind": "score"')

    brought = import_club(read_club(text), table.club)

    assert (brought.same, brought.longer, brought.different) == (1, 0, [])


def test_a_night_comes_alone_with_who_played_on_it(store: Flask) -> None:
    club = demo(store)
    night = sure(db.session.scalars(select(Night).order_by(Night.date)).first())

    file = read_club(text_of(club, night))

    assert [file_night.date for file_night in file.nights] == [night.date]
    assert [player.name for player in file.players] == ["Ana", "Ben", "Cai", "Dee"]


def test_a_game_that_went_on_another_night_comes_with_that_night(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    go_on(table.game, date(2026, 3, 12))
    whole, night = text_of(table.club), db.session.get_one(Night, table.game.night_id)
    alone = text_of(table.club, night)
    empty(store)

    club = create_club_from_file(read_club(alone))
    import_club(read_club(alone), club)

    sheet = load_sheet(db.session.scalars(select(Game)).one())
    assert [sitting.date for sitting in sheet.sittings] == [date(2026, 3, 12)]
    now, before = (json.loads(text)["nights"] for text in (text_of(club), whole))
    assert [(night["ref"], night["games"]) for night in now] == [(night["ref"], night["games"]) for night in before]


def test_a_game_that_was_cut_to_one_round_stays_so(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ana", mend_rules, table.sheet.book, (9,))
    text = text_of(table.club)
    empty(store)

    club = create_club_from_file(read_club(text))
    import_club(read_club(text), club)

    sheet = load_sheet(db.session.scalars(select(Game)).one())
    assert (sheet.engines, sheet.is_over) == ((9,), True)
    assert text_of(club) == text


def test_what_is_in_the_bin_is_not_in_the_file(store: Flask) -> None:
    table = make_table()
    throw_game(table.game, "Ana")

    assert read_club(text_of(table.club)).nights[0].games == ()
