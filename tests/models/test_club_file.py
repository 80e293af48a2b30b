"""A club taken along: what was entered comes back the same, nothing is doubled, and nothing that is wrong comes in."""

import copy
import json
from datetime import date
from pathlib import Path
from random import Random

import jsonschema
import pytest
from sqlalchemy import func, select

from models import db
from models.bins import throw_game
from models.bringing_in import Brought, bring_in, found_from, try_to_bring_in, what_is_in
from models.changes import go_on, stop
from models.club_file import write_club
from models.club_reading import FileError, read_club
from models.clubs import Club, Player, found_club, player_names
from models.games import Game
from models.nights import Night
from models.players import anonymise_player, merge_players, rename_player
from models.results import RESULTS
from models.scorekeeping import read_sheet
from tests.models.conftest import make_table

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "club-file.schema.json").read_text())


def text_of(club: Club, only: Night | None = None) -> str:
    return "".join(write_club(club, only))


def demo(store) -> Club:
    """The demo season: corrections, house rules, kept rounds, struck and overruled moves, a late arrival."""
    result = store.test_cli_runner().invoke(args=["demo"])
    assert result.exit_code == 0, result.output
    return db.session.scalars(select(Club)).one()


def empty(store) -> None:
    db.session.remove()
    for table in reversed(db.metadata.sorted_tables):
        db.session.execute(table.delete())
    db.session.commit()


def counted() -> dict[str, int]:
    tables = ("players", "nights", "notes", "games", "seats", "lines", "moves", "hands", "house_rules")
    return {name: db.session.scalar(select(func.count()).select_from(db.metadata.tables[name])) for name in tables}


def test_a_season_comes_back_the_same_in_an_empty_database(store):
    text = text_of(demo(store))
    empty(store)

    club = found_from(read_club(text))
    bring_in(read_club(text), club)

    assert text_of(club) == text
    for part in ('"kind": "rules"', '"kind": "strike"', ' !"', '"kind": "penalty"', "double-blank=50", '"kept"'):
        assert part in text or part == '"kind": "rules"', part
    assert db.session.scalar(select(func.count()).select_from(RESULTS)) > 30


def test_what_a_file_holds_fits_its_schema(store):
    jsonschema.validate(json.loads(text_of(demo(store))), SCHEMA)


def test_the_schema_refuses_what_the_file_never_holds(store):
    facts = json.loads(text_of(demo(store)))
    facts["nights"][0]["games"][0]["lines"][0]["pips"] = -1

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(facts, SCHEMA)


def test_bringing_it_in_twice_doubles_nothing(store):
    club = demo(store)
    text, before = text_of(club), counted()

    brought = bring_in(read_club(text), club)

    assert counted() == before
    assert (brought.games, brought.same, brought.different, brought.new_players) == (0, 10, [], [])
    assert text_of(club) == text


def test_into_another_club_here_it_gets_other_addresses_and_still_comes_once(store):
    first = demo(store)
    text, games = text_of(first), counted()["games"]
    other = found_club("Another club")

    bring_in(read_club(text), other)
    again = bring_in(read_club(text), other)

    assert counted()["games"] == 2 * games
    assert (again.games, again.same) == (0, games)
    refs = db.session.scalars(select(Game.ref)).all()
    assert len(set(refs)) == 2 * games
    nights = [json.loads(text_of(club))["nights"] for club in (first, other)]
    assert [game["ref"] for night in nights[0] for game in night["games"]] == [
        game["ref"] for night in nights[1] for game in night["games"]
    ]


def test_players_are_matched_by_name(store):
    text = text_of(make_table().club)
    other = make_table(names="Ann BEN Cai Dee")

    brought = bring_in(read_club(text), other.club)

    assert (brought.new_players, brought.matched_players) == (["Ana"], ["Ben", "Cai", "Dee"])


def test_who_is_called_otherwise_since_is_still_known(store):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    text = text_of(table.club)
    players = {player.name: player for player in db.session.scalars(select(Player))}
    rename_player(players["Dee"], "Deirdre")
    rename_player(players["Cai"], "Dee")

    brought = bring_in(read_club(text), table.club)

    assert (brought.new_players, brought.same, brought.different) == ([], 1, [])
    assert table.seats.keys() == {"Ana", "Ben", "Dee", "Deirdre"}


def test_somebody_merged_since_does_not_come_back(store):
    club = demo(store)
    text = text_of(club)
    players = {player.name: player for player in db.session.scalars(select(Player))}
    merge_players(players["Eli"], players["Gus"])

    brought = bring_in(read_club(text), club)

    assert (brought.new_players, brought.games) == ([], 0)
    assert "Eli" not in player_names(club.id)


def test_what_is_in_the_bin_stays_there_and_is_said(store):
    table = make_table()
    text = text_of(table.club)
    game = db.session.get_one(Game, table.game.id)
    throw_game(game, "Ana")

    brought = bring_in(read_club(text), table.club)

    assert (brought.binned, brought.same, brought.games) == (1, 0, 0)
    assert game.binned_at is not None


def test_a_night_alone_has_only_the_house_rules_that_it_was_played_by(store):
    club = demo(store)
    nights = db.session.scalars(select(Night).order_by(Night.date)).all()

    made = [len(read_club(text_of(club, night)).house_rules) for night in (nights[0], nights[-1])]

    assert made == [0, 1]


def test_an_anonymous_player_does_not_come_back(store):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    text = text_of(table.club)
    anonymise_player(db.session.scalars(select(Player).filter_by(name="Ana")).one(), "Player")

    brought = bring_in(read_club(text), table.club)

    assert brought.new_players == []
    assert "Ana" not in player_names(table.club.id)


def test_trying_leaves_nothing(store):
    text = text_of(demo(store))
    empty(store)

    club = found_club("Another")

    brought = try_to_bring_in(read_club(text), club)

    assert (brought.games, brought.nights, len(brought.new_players)) == (10, 10, 7)
    assert what_is_in(read_club(text)) == brought
    assert set(counted().values()) == {0}
    assert Brought(**brought.facts) == brought


def test_a_game_that_went_on_elsewhere_goes_on_here(store):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    before = text_of(table.club)
    table.enter(2, Ana="7", Ben="out", Cai="4", Dee="5")
    stop(table.game, "Ana")
    longer = text_of(table.club)
    empty(store)
    club = found_from(read_club(before))
    bring_in(read_club(before), club)

    brought = bring_in(read_club(longer), club)

    assert (brought.games, brought.longer, brought.same) == (0, 1, 0)
    assert text_of(club) == longer
    assert db.session.scalar(select(func.count()).select_from(RESULTS)) == 4


def test_a_game_that_was_entered_otherwise_stays_as_it_is(store):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    theirs = text_of(table.club).replace('"text": "3"', '"text": "33"').replace('"pips": 3', '"pips": 33')

    brought = bring_in(read_club(theirs), table.club)

    assert brought.different == ["2026-03-05: Ana, Ben, Cai, Dee"]
    assert table.totals["Ben"] == 3


def test_a_night_comes_alone_with_who_played_on_it(store):
    club = demo(store)
    night = db.session.scalars(select(Night).order_by(Night.date)).first()

    file = read_club(text_of(club, night))

    assert [one.date for one in file.nights] == [night.date]
    assert [player.name for player in file.players] == ["Ana", "Ben", "Cai", "Dee"]


def test_a_game_that_went_on_another_night_comes_with_that_night(store):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    go_on(table.game, date(2026, 3, 12), "Ana")
    whole, night = text_of(table.club), db.session.get_one(Night, table.game.night_id)
    alone = text_of(table.club, night)
    empty(store)

    club = found_from(read_club(alone))
    bring_in(read_club(alone), club)

    sheet = read_sheet(db.session.scalars(select(Game)).one())
    assert [sitting.date for sitting in sheet.sittings] == [date(2026, 3, 12)]
    now, before = (json.loads(text)["nights"] for text in (text_of(club), whole))
    assert [(night["ref"], night["games"]) for night in now] == [(night["ref"], night["games"]) for night in before]


def test_what_is_in_the_bin_is_not_in_the_file(store):
    table = make_table()
    throw_game(table.game, "Ana")

    assert read_club(text_of(table.club)).nights[0].games == ()


def wrong(facts: dict, *path, to) -> dict:
    changed = copy.deepcopy(facts)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return changed


GAME = ("nights", 0, "games", 0)


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        (("roundhouse",), 2, "roundhouse"),
        (("club", "name"), "", "club.name: a name"),
        (("club", "founded_at"), "yesterday", "club.founded_at: a moment"),
        (("players", 0, "name"), "x" * 41, "players[0].name: a text of at most 40"),
        (("players", 0, "name"), "A\u0007", "cannot be shown"),
        (("players", 0, "ref"), "../x", "letters and digits"),
        (("nights", 0, "date"), "2026-13-01", "nights[0].date: a day"),
        ((*GAME, "rules"), "double-ten", "nights[0].games[0].rules"),
        ((*GAME, "engines"), [9, 9], "nights[0].games[0].engines"),
        ((*GAME, "engines"), "9", "a list"),
        ((*GAME, "seats", 0, "player"), "Zoe", "Zoe is not among the players"),
        ((*GAME, "seats", 1, "player"), "Ana", "each for somebody else"),
        ((*GAME, "lines", 0, "kind"), "guess", "no line is of this kind"),
        ((*GAME, "lines", 0, "seat"), 9, "from 1 to 4"),
        ((*GAME, "lines", 0, "pips"), "34", "a whole number from 0"),
        ((*GAME, "lines", 0, "pips"), 10**9, "a whole number from 0"),
        ((*GAME, "lines", 0, "pips"), None, "score needs this"),
        ((*GAME, "lines", 0, "strikes"), 1, "a whole number"),
        ((*GAME, "lines", 0, "text"), "77-88", "makes no sense"),
        ((*GAME, "lines", 1, "entry"), 9, "from 1 to 2"),
        ((*GAME, "kept", 0, "lines", 1, "text"), "Z 9-4@A", "kept[0].lines[1].text"),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [1, 2], "seats"),
        ((*GAME, "kept", 0, "round"), 0, "from 1 to"),
        ((*GAME, "lines", 2, "round"), None, "a line of the kind score needs this"),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [1, 1, 2, 3], "seats"),
        ((*GAME, "kept", 0, "lines", 1, "seats"), [1], "seats"),
        ((*GAME, "kept", 0, "lines", 0, "seats"), [[1], 2, 3, 4], "seats"),
        ((*GAME, "started_at"), "0001-01-01T00:00:00+14:00", "a moment"),
        ((*GAME, "started_at"), "9999-12-31T23:59:59-14:00", "a moment"),
        ((*GAME, "started_at"), "2026-01-01T00:00:00", "a moment"),
        (("nights", 0, "date"), "9999-12-31", "a day"),
        (
            (*GAME, "lines", 0),
            {"kind": "go-on", "text": "2026-01-01 ../../a", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "go-on", "text": "2026-01-01 a b", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "seating", "text": "1 1", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        (
            (*GAME, "lines", 0),
            {"kind": "rules", "text": "double-six", "by": "x", "at": "2026-01-01T00:00:00Z"},
            "makes no sense",
        ),
        ((*GAME, "lines", 0), {"kind": "strike", "by": "x", "at": "2026-01-01T00:00:00Z"}, "strike needs this"),
        ((*GAME, "seats", 1, "place"), 1, "each for somebody else"),
        (("nights",), {}, "nights: a list"),
        (("nights", 0), [], "nights[0]"),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_nothing_comes_in(store, path, to, said):
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    table.keep()
    table.move("A 9-7@A")
    facts = wrong(json.loads(text_of(table.club)), *path, to=to)
    empty(store)

    with pytest.raises(FileError) as refused:
        read_club(json.dumps(facts))

    assert said in str(refused.value)
    assert set(counted().values()) == {0}


def places(facts, path=()):
    """Every place in a file where something stands."""
    inside = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for name, value in inside:
        yield (*path, name)
        yield from places(value, (*path, name))


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_anything_changed_is_refused_or_comes_in_whole(app, seed):
    """Whatever stands anywhere, nothing but FileError is raised, and what was read can be brought in and taken along again."""
    luck = Random(seed)
    odd = [
        None,
        "",
        0,
        1,
        -1,
        99,
        2**40,
        1.5,
        True,
        [],
        {},
        [1],
        [[1]],
        "1 1",
        "A 9-4@A",
        "2026-03-05",
        "\x00",
        "x" * 700,
    ]
    with app.app_context():
        table = make_table()
        table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
        stop(table.game, "Ana")
        table.keep()
        table.move("A 9-7@A")
        text = text_of(table.club)
        facts = json.loads(text)
        everywhere = list(places(facts))
        came = 0
        for _ in range(150):
            changed = wrong(facts, *luck.choice(everywhere), to=luck.choice(odd))
            try:
                file = read_club(json.dumps(changed))
                club = found_from(file)
                bring_in(file, club)
            except FileError:
                continue
            came += 1
            read_club(text_of(club))
        assert 0 < came < 150


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", "[" * 100_000, '{"roundhouse": 1}', "1e999"])
def test_what_is_no_file_of_a_club_is_refused(text):
    with pytest.raises(FileError):
        read_club(text)


def test_a_sheet_that_does_not_add_up_is_refused(store):
    table = make_table("double-six", "Ana Ben")
    text = text_of(table.club).replace('"rules": "double-six"', '"rules": "double-six"')
    facts = json.loads(text)
    game = facts["nights"][0]["games"][0]
    facts["players"] += [dict(facts["players"][0], name=f"P{n}", ref=f"p{n}") for n in range(7)]
    game["seats"] += [{"player": f"P{n}", "place": n + 3} for n in range(6)]
    empty(store)

    with pytest.raises(FileError, match="does not add up"):
        read_club(json.dumps(facts))
