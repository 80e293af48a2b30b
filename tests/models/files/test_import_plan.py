"""An import is planned before anything is locked, and the plan is valid only while nothing changes."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from models import db, writing
from models.files.club_import import import_club
from models.files.club_reader import FileLimits, read_club
from models.files.club_stamp import club_stamp
from models.files.fields import FileError
from models.files.import_plan import plan_import
from models.ledger.games import GameTerms
from models.ledger.hands import release_hand
from models.ledger.moves import MOST_LINES, MoveMade, RoundLine
from models.ledger.nights import add_note, begin_night, name_night, nights_of
from models.ledger.players import Player, find_or_add_player
from models.ledger.results import RESULTS
from models.play.bin import throw_game
from models.play.changes import arrive
from models.play.house_rules import make_house_rules
from models.play.players import anonymise_player, rename_player, set_short_name
from models.play.start import start_game
from models.play.tournament_referee import TournamentSetup, begin_tournament
from models.results.settle import settle_club
from models.sheets.round import _order
from models.store.columns import now
from rules import read_rules
from samples import halls
from samples.pens import write
from tests.conftest import some
from tests.models.conftest import TONIGHT, Table, make_table
from tests.models.files.conftest import bring_in, club_from, text_of
from tests.models.files.test_refusal import WRITTEN

CUP = TournamentSetup(name="Cup", plan=halls.plan(), book=halls.BOOK, engines=(12, 6, 0), lot="7")


def find_named(club_id: int, name: str) -> Player:
    """The club's player with this name."""
    return db.session.scalars(select(Player).filter_by(club_id=club_id, name=name)).one()


def facts_of(table: Table) -> dict[str, Any]:
    """The file of the club of a game, read as JSON."""
    facts: dict[str, Any] = json.loads(text_of(table.club))
    return facts


def test_a_plan_is_carried_out_as_it_was_made(played: Table) -> None:
    file = read_club(text_of(played.club))
    other_club = make_table(names="Zoe Yan").club
    plan = plan_import(file, other_club.id)

    brought = import_club(file, other_club, plan)

    assert brought is plan.brought
    assert (brought.games, brought.new_players) == (1, ["Ana", "Ben", "Cai", "Dee"])


def let_in_the_bin(table: Table) -> None:
    """Start another game in the club, and throw it away."""
    throw_game(start_game(table.club, ["Zoe", "Yan"], GameTerms(table.sheet.book, (9,)), TONIGHT, "Ana"), "Ana")


CHANGES: dict[str, Callable[[Table], object]] = {
    "a score": lambda table: table.enter(2, Ana="5"),
    "a tracked round": lambda table: table.keep(),
    "a hand": lambda table: release_hand(table.game.id, 1, table.sheet.columns[0].seat, "9-9", "Ana"),
    "somebody late": lambda table: write(table.game, "Ana", arrive, "Zoe", None),
    "a player": lambda table: find_or_add_player(table.club.id, "Zoe"),
    "a name": lambda table: rename_player(find_named(table.club.id, "Dee"), "Dora"),
    "a game": lambda table: start_game(table.club, ["Ana", "Ben"], GameTerms(table.sheet.book, (9,)), TONIGHT, "Ana"),
    "a game in the bin": let_in_the_bin,
    "a night": lambda table: begin_night(table.club.id, TONIGHT + timedelta(days=30)),
    "a note": lambda table: add_note(nights_of(table.club.id, 1)[0], "Rain", "Ana"),
    "house rules": lambda table: make_house_rules(
        table.club.id, "Ours", read_rules("double-nine[tie=most-rounds-won]"), "Ana"
    ),
    "a tournament": lambda table: begin_tournament(table.club, CUP, ["Ana", "Ben", "Cai", "Dee"], TONIGHT, "Ana"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_in_a_club_overtakes_a_plan(played: Table, change: Callable[[Table], object]) -> None:
    before = club_stamp(played.club.id)
    assert club_stamp(played.club.id) == before

    change(played)
    db.session.commit()

    assert club_stamp(played.club.id) != before


def test_a_plan_that_something_has_overtaken_is_made_again(played: Table) -> None:
    """The plan makes the game longer. Another score is entered before the plan is carried out, and that score stays."""
    longer = facts_of(played)
    lines = longer["nights"][0]["games"][0]["lines"]
    lines.append({**lines[1], "seat": 2, "text": "35", "pips": 35})
    file = read_club(json.dumps(longer))
    plan = plan_import(file, played.club.id)
    assert plan.brought.longer == 1
    played.enter(2, Ana="5")
    db.session.commit()

    brought = import_club(file, played.club, plan)

    assert brought is not plan.brought
    assert (brought.longer, len(brought.different)) == (0, 1)


def longer_file(table: Table) -> dict[str, Any]:
    """The file of a game's club, with the game continued to the end."""
    facts = facts_of(table)
    lines = facts["nights"][0]["games"][0]["lines"]
    lines += [{**line, "round": 2} for line in lines]
    lines.append({"by": "Ana", "at": lines[0]["at"], "kind": "stop"})
    return facts


def test_the_results_of_a_game_that_goes_on_in_a_file_are_those_of_its_sheet(played: Table) -> None:
    assert bring_in(json.dumps(longer_file(played)), played.club).longer == 1
    results = select(RESULTS).order_by(RESULTS.c.player_id)
    brought = db.session.execute(results).all()

    settle_club(played.club.id)

    assert brought and brought == db.session.execute(results).all()


def test_a_game_with_other_rules_in_the_file_stays_as_it_is_here(played: Table) -> None:
    facts = longer_file(played)
    facts["nights"][0]["games"][0]["rules"] = "double-nine[double-blank=50]"

    brought = bring_in(json.dumps(facts), played.club)

    assert (brought.longer, len(brought.different)) == (0, 1)


def test_two_nights_of_one_name_do_not_fit(played: Table) -> None:
    facts = facts_of(played)
    facts["nights"].append({**facts["nights"][0], "date": "1999-01-01", "games": []})

    with pytest.raises(FileError, match="does not add up"):
        bring_in(json.dumps(facts), played.club)


def test_one_game_under_both_its_names_does_not_fit(played: Table) -> None:
    """A game that was imported under another name is known by both names, and a file may contain it only once."""
    played.game.origin = "elsewhere"
    db.session.commit()
    facts = facts_of(played)
    games = facts["nights"][0]["games"]
    games.append({**games[0], "ref": played.game.ref})

    with pytest.raises(FileError, match="does not add up"):
        bring_in(json.dumps(facts), played.club)


def test_one_game_on_two_nights_does_not_fit(played: Table) -> None:
    facts = facts_of(played)
    facts["nights"].append({**facts["nights"][0], "ref": "another", "date": "2026-03-12"})

    with pytest.raises(FileError, match="does not add up"):
        plan_import(read_club(json.dumps(facts)), None)


def test_players_of_one_name_do_not_fit(played: Table) -> None:
    facts = facts_of(played)
    facts["players"].append({**facts["players"][0], "ref": "another"})

    with pytest.raises(FileError, match="does not add up"):
        club_from(json.dumps(facts))


def test_a_club_grows_by_files_of_pages_so_far_and_no_further(played: Table) -> None:
    file = read_club(text_of(played.club))
    other_club = make_table(names="Zoe Yan").club

    assert plan_import(file, other_club.id, 2).brought.games == 1
    with pytest.raises(FileError, match="more than 1 games"):
        plan_import(file, other_club.id, 1)


# What that file has; one of its games went on for a night.
HAS = FileLimits(nights=6, games=22, players=11, tournaments=5, house_rules=3, lines=42, pairs=81)


@pytest.mark.parametrize("name", HAS._fields)
def test_a_page_takes_so_much_and_says_how_much_is_too_much(name: str) -> None:
    count = getattr(HAS, name)
    assert read_club(WRITTEN, HAS)

    with pytest.raises(FileError, match=f"This file has {count} .*at most {count - 1}"):
        read_club(WRITTEN, HAS._replace(**{name: count - 1}))


def test_a_kept_round_of_a_file_has_no_more_lines_than_one_at_the_table(played: Table) -> None:
    played.keep()
    facts = facts_of(played)
    lines = facts["nights"][0]["games"][0]["kept"][0]["lines"]
    lines += [{**lines[0], "kind": "move", "text": "A 9-7@A", "seats": []}] * MOST_LINES

    with pytest.raises(FileError, match=f"at most {MOST_LINES} lines"):
        read_club(json.dumps(facts))


def line(number: int, after: int | None) -> RoundLine:
    """A line of a tracked round, entered to come after an earlier line, or after none in particular."""
    return RoundLine(number=number, entry=number, payload=MoveMade("", after), by="Ana", at=now())


def test_lines_stand_where_keys_of_all_they_hang_on_would_put_them() -> None:
    """In one pass, `_order` puts each line right after the line for which it was entered."""
    luck = random.Random(1)
    for _ in range(some(300)):
        size = luck.randint(1, 30)
        lines = [line(n, luck.choice([None, luck.randint(1, n - 1)]) if n > 1 else None) for n in range(1, size + 1)]
        keys: dict[int, tuple[int, ...]] = {}
        for round_line in lines:
            keys[round_line.number] = (*(keys[round_line.after] if round_line.after else ()), round_line.number)

        order = _order(lines)

        by_key = sorted(keys, key=lambda number: keys[number])
        assert sorted(order, key=lambda number: order[number].place) == by_key
        assert all(order[number].root == key[0] for number, key in keys.items())
        for number, key in keys.items():
            behind = {other for other, other_key in keys.items() if other_key < (*key, size + 1)}
            assert {other for other in order if order[other].place <= order[number].last} == behind


def test_a_chain_as_long_as_a_round_is_put_in_order_at_once() -> None:
    order = _order([line(n, n - 1 or None) for n in range(1, MOST_LINES + 1)])

    assert order[MOST_LINES].place == MOST_LINES and order[1].last == MOST_LINES


def test_a_plan_that_the_database_refuses_leaves_nothing_of_it(played: Table) -> None:
    file = read_club(text_of(played.club))
    other_club = make_table(names="Zoe Yan").club
    plan = plan_import(file, other_club.id)
    twice = [*plan.new_players, ("another", plan.new_players[0][1])]
    before = text_of(other_club)

    with writing(), pytest.raises(FileError, match="does not add up"):
        import_club(file, other_club, replace(plan, new_players=twice))

    assert text_of(other_club) == before


@pytest.fixture
def ben(played: Table) -> Player:
    """Ben, whose short name is saved."""
    ben = find_named(played.club.id, "Ben")
    set_short_name(ben, "Benni")
    db.session.commit()
    return ben


@pytest.mark.parametrize(("here", "after", "shortened"), [("", "Benni", 1), ("B.", "B.", 0)])
def test_a_player_without_a_short_name_takes_it_from_the_file(
    played: Table, ben: Player, here: str, after: str, shortened: int
) -> None:
    text = text_of(played.club)
    set_short_name(ben, here)
    db.session.commit()

    brought = bring_in(text, played.club)

    db.session.refresh(ben)
    assert (ben.short_name, brought.shortened) == (after, shortened)


@pytest.mark.parametrize("change", [anonymise_player, rename_player])
def test_a_player_with_another_name_here_gets_no_short_name_of_the_old_one(
    played: Table, ben: Player, change: Callable[[Player, str], object]
) -> None:
    text = text_of(played.club)
    change(ben, "Kim")
    db.session.commit()

    assert bring_in(text, played.club).shortened == 0
    db.session.refresh(ben)
    assert ben.short_name is None


@pytest.mark.parametrize("is_old_stamp", [False, True])
def test_names_that_somebody_gives_while_a_file_comes_in_stay(
    played: Table, ben: Player, monkeypatch: pytest.MonkeyPatch, is_old_stamp: bool
) -> None:
    night = nights_of(played.club.id, 1)[0]
    name_night(night, "Christmas")
    file = read_club(text_of(played.club))
    name_night(night, "")
    set_short_name(ben, "")
    db.session.commit()
    plan = plan_import(file, played.club.id)
    name_night(night, "The long night")
    set_short_name(ben, "B.")
    db.session.commit()

    if is_old_stamp:
        monkeypatch.setattr("models.files.club_import.club_stamp", lambda _: plan.stamp)
    brought = import_club(file, played.club, plan)

    db.session.expire_all()
    assert (night.name, ben.short_name) == ("The long night", "B.")
    assert (brought.named, brought is plan.brought) == (int(is_old_stamp), is_old_stamp)
