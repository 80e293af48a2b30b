"""Lines that were read before: only newer ones are read again, and nothing that is made of them goes stale."""

import json
import threading
from datetime import timedelta
from random import Random
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger import lines, moments, moves
from models.ledger.games import Game, lock_game
from models.ledger.lines import Penalty, lines_of, write_lines
from models.ledger.players import Player
from models.play.bin import delete_club
from models.play.pen import SheetError
from models.play.players import anonymise_player
from models.play.scores import strike
from models.sheets import fold
from models.sheets import round as rounds
from models.sheets.acts import ActHistory
from models.sheets.fold import load_sheet
from models.sheets.round import Step
from models.sheets.sheet import Sheet
from models.store.columns import now
from models.store.database import begin_writing
from rules import DealError
from samples.games import arrive, go_on, penalise, stop
from samples.pens import write
from tests.conftest import forget_lines
from tests.models.conftest import TONIGHT, Table


def fine(table: Table, pips: int) -> Penalty:
    return Penalty(1, table.seats["Ben"], pips, "Late")


def test_only_newer_lines_are_read_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    write_lines(table.game.id, 0, "Ana", [fine(table, 5), fine(table, 6)])
    db.session.commit()
    known = lines_of(table.game)
    write_lines(table.game.id, 2, "Ana", [fine(table, 7)])
    db.session.commit()
    read = Mock(wraps=lines._reader._read)
    monkeypatch.setattr(lines._reader, "_read", read)

    assert [line.payload for line in lines_of(table.game)] == [fine(table, pips) for pips in (5, 6, 7)]
    assert lines_of(table.game)[:2] == known
    assert read.call_count == 1


def test_lines_that_were_rolled_back_are_not_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = now()
    monkeypatch.setattr(lines, "next_moment", lambda _game_id: at)
    assert lines_of(table.game) == ()
    db.session.commit()
    write_lines(table.game.id, 0, "Ana", [fine(table, 5), fine(table, 6)])
    assert len(lines_of(table.game)) == 2
    db.session.rollback()

    write_lines(table.game.id, 0, "Ana", [fine(table, 7), fine(table, 6)])
    db.session.commit()

    assert [line.payload for line in lines_of(table.game)] == [fine(table, 7), fine(table, 6)]


# Nothing comes in while somebody writes on SQLite.
@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_whoever_writes_sees_what_came_in_before_the_lock(store: Flask, table: Table) -> None:
    game_id, ben = table.game.id, table.seats["Ben"]
    write_lines(game_id, 0, "Ana", [fine(table, 4)])
    db.session.commit()
    begin_writing()
    assert len(lines_of(table.game)) == 1

    def enter() -> None:
        with store.app_context(), writing():
            write_lines(game_id, 1, "Ben", [Penalty(1, ben, 5, "Late")])

    other = threading.Thread(target=enter)
    other.start()
    other.join()
    lock_game(game_id)

    assert len(lines_of(table.game)) == 2


def test_a_name_under_older_lines_changes_although_the_newest_stays(table: Table) -> None:
    table.enter(1, by="Ana", Ana="5")
    table.enter(1, by="Ben", Ben="6")
    table.keep("Ana")
    table.move("A 9-7@A", by="Ben")
    db.session.commit()
    assert [line.by for line in lines_of(table.game)] == ["Ana", "Ben"]
    assert [line.by for line in table.kept().lines] == ["Ana", "Ben"]
    assert [act.by for act in table.history().acts] == ["Ana", "Ben"]

    new = anonymise_player(db.session.scalars(select(Player).filter_by(name="Ana")).one(), "Player")
    db.session.commit()

    assert [line.by for line in lines_of(table.game)] == [new, "Ben"]
    assert [line.by for line in table.kept().lines] == [new, "Ben"]
    assert [act.by for act in table.history().acts] == [new, "Ben"]


# PostgreSQL gives no number twice.
@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_game_that_comes_back_with_the_number_of_a_deleted_one_shows_its_own_lines(
    store: Flask, table: Table
) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    table.enter(2, Ana="out", Ben="5", Cai="6", Dee="7")
    db.session.commit()
    before = table.totals
    facts = json.loads("".join(write_club(table.club)))
    facts["nights"][0]["games"][0]["lines"][1] |= {"pips": 33, "text": "33"}
    delete_club(table.club)
    db.session.commit()

    file = read_club(json.dumps(facts))
    import_club(file, create_club_from_file(file))
    db.session.commit()

    game = db.session.scalars(select(Game)).one()
    assert game.id == 1
    totals = {column.name: column.total for column in load_sheet(game).columns}
    assert totals == before | {"Ben": before["Ben"] + 30}


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_whoever_writes_sees_the_names_as_they_are_behind_the_lock(store: Flask, table: Table) -> None:
    table.enter(1, by="Ana", Ana="5")
    table.enter(1, by="Ben", Ben="6")
    db.session.commit()
    assert [line.by for line in lines_of(table.game)] == ["Ana", "Ben"]
    game_id = table.game.id
    begin_writing()
    game = db.session.get_one(Game, game_id)

    def anonymise() -> None:
        with store.app_context(), writing():
            anonymise_player(db.session.scalars(select(Player).filter_by(name="Ana")).one(), "Player")

    other = threading.Thread(target=anonymise)
    other.start()
    other.join()
    lock_game(game_id)

    assert [line.by for line in lines_of(game)] == ["Player 1", "Ben"]


def test_acts_that_were_rolled_back_are_not_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.keep("Ana")
    db.session.commit()
    at, last = moments.next_moment(table.game.id), table.kept().revision
    monkeypatch.setattr(moves, "next_moment", lambda _game_id: at)
    moves.write_moves(table.game.id, 1, last, "Ana", [moves.MoveMade("A +")])
    assert table.history(1).acts[-1].by == "Ana"
    db.session.rollback()

    moves.write_moves(table.game.id, 1, last, "Cai", [moves.MoveMade("A 9-5@A")])
    db.session.commit()

    assert table.history(1).acts[-1].by == "Cai"


def act_somehow(table: Table, luck: Random) -> None:
    """One random act of any kind, or one that is refused."""
    names, sheet = [column.name for column in table.sheet.columns], table.sheet
    number = sheet.next_round.number if sheet.next_round else 1
    match luck.choice(["enter"] * 4 + ["correct", "undo", "redo", "strike", "fine", "arrive", "stop", "move", "move"]):
        case "enter":
            table.enter_all(number, {luck.choice(names): luck.choice(["out", "12", "7+5", "40"])}, agreed="nobody-out")
        case "correct":
            table.enter_all(luck.randint(1, number), {luck.choice(names): str(luck.randint(1, 60))}, by="Ben")
        case "undo":
            table.undo()
        case "redo":
            table.redo()
        case "strike":
            write(table.game, "Ben", strike, luck.choice(sheet.lines).entry)
        case "fine":
            penalise(table.game, luck.choice(sheet.columns).seat, luck.randint(1, 20))
        case "arrive":
            arrive(table.game, luck.choice(["Eva", "Flo"]))
        case "stop":
            stop(table.game, "Ben")
            go_on(table.game, TONIGHT + timedelta(days=luck.randint(0, 3)), "Ben")
        case "move":
            if rounds.load_table(table.game, sheet, 1) is None:
                table.keep("Ana")
            table.move(f"{table.kept().position.turn} {luck.choice(['+', '--'])}")


def made(table: Table) -> tuple[Sheet, ActHistory, tuple[Step, ...]]:
    """Everything that pages make of the lines."""
    kept = rounds.load_table(table.game, table.sheet, 1)
    return table.sheet, table.history(), kept.steps if kept else ()


@pytest.mark.parametrize("seed", range(6))
def test_what_goes_on_from_before_is_what_all_lines_make(table: Table, seed: int) -> None:
    luck, done = Random(seed), 0
    for _ in range(40):
        try:
            act_somehow(table, luck)
            db.session.commit()
            done += 1
        except (SheetError, DealError, IndexError):
            db.session.rollback()
        onward = made(table)
        if luck.random() < 0.5:
            # The next one goes on from what itself went on.
            continue
        forget_lines()
        fold._newest.cache_clear()
        rounds._newest.cache_clear()
        assert made(table) == onward
    assert done > 15
