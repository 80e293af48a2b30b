"""A cached sheet, tracked round or hall is always what all its lines add up to, whatever has happened since."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger import lines, moments, moves
from models.ledger.games import Game, lock_game
from models.ledger.lines import Penalty, write_lines
from models.ledger.players import Player
from models.ledger.seats import seats_of
from models.play.bin import delete_club, put_game_back, throw_game
from models.play.pen import SheetError
from models.play.players import anonymise_player
from models.play.scores import strike
from models.sheets.fold import fold
from models.sheets.memory import keep, recall
from models.sheets.round import fold_table
from models.store.columns import now
from models.store.transactions import begin_writing
from rules import DealError
from samples.games import arrive, go_on, penalise, stop
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table


class OfLines(NamedTuple):
    """A result computed from this many lines."""

    lines: range


def fine(table: Table, pips: int) -> Penalty:
    return Penalty(1, table.seats["Ben"], pips, "Late")


def penalties(table: Table) -> list[int]:
    return [line.payload.pips for line in table.sheet.penalties]


def test_a_sheet_that_was_rolled_back_is_not_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = now()
    monkeypatch.setattr(lines, "next_moment", lambda _game_id: at)
    db.session.commit()
    begin_writing()
    write_lines(table.game.id, 0, "Ana", [fine(table, 5), fine(table, 6)])
    assert penalties(table) == [5, 6]
    db.session.rollback()

    with writing():
        write_lines(table.game.id, 0, "Ana", [fine(table, 7), fine(table, 6)])

    assert penalties(table) == [7, 6]


def elsewhere(store: Flask, act: Callable[[], object]) -> None:
    """Do something on another connection. On SQLite, it would wait until this one has written."""

    def work() -> None:
        with store.app_context(), writing():
            act()

    with ThreadPoolExecutor() as others:
        others.submit(work).result()


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_whoever_writes_sees_what_came_in_before_the_lock(store: Flask, table: Table) -> None:
    game_id, late = table.game.id, fine(table, 5)
    write_lines(game_id, 0, "Ana", [fine(table, 4)])
    db.session.commit()
    begin_writing()
    assert penalties(table) == [4]

    elsewhere(store, lambda: write_lines(game_id, 1, "Ben", [late]))
    lock_game(game_id)

    assert penalties(table) == [4, 5]


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_whoever_writes_sees_that_the_game_was_thrown_away_before_the_lock(store: Flask, table: Table) -> None:
    game_id = table.game.id
    db.session.commit()
    begin_writing()
    game = db.session.get_one(Game, game_id)
    assert game.binned_at is None

    elsewhere(store, lambda: throw_game(db.session.get_one(Game, game_id), "Ben"))
    assert game.binned_at is None
    lock_game(game_id)

    assert game.binned_at is not None


def test_a_name_under_older_lines_changes_although_the_newest_stays(table: Table) -> None:
    def authors() -> list[list[str]]:
        signed = (table.sheet.lines, table.kept().lines, table.history().acts)
        return [[it.by for it in some] for some in signed]

    table.enter(1, by="Ana", Ana="5")
    table.enter(1, by="Ben", Ben="6")
    table.keep("Ana")
    table.move("A 9-7@A", by="Ben")
    db.session.commit()
    assert authors() == [["Ana", "Ben"]] * 3

    new = anonymise_player(db.session.scalars(select(Player).filter_by(name="Ana")).one(), "Player")
    db.session.commit()

    assert authors() == [[new, "Ben"]] * 3


# PostgreSQL gives no number twice.
@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_game_that_comes_back_with_the_number_of_a_deleted_one_shows_its_own_lines(
    store: Flask, table: Table
) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    db.session.commit()
    assert table.totals["Ben"] == 3
    facts = json.loads("".join(write_club(table.club)))
    facts["nights"][0]["games"][0]["lines"][1] |= {"pips": 33, "text": "33"}
    delete_club(table.club)
    db.session.commit()

    file = read_club(json.dumps(facts))
    import_club(file, create_club_from_file(file))
    db.session.commit()

    game = db.session.scalars(select(Game)).one()
    assert game.id == 1
    assert Table(table.club, game, table.key).totals == {"Ana": 0, "Ben": 33, "Cai": 4, "Dee": 5}


def test_a_kept_round_that_was_rolled_back_is_not_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.keep("Ana")
    db.session.commit()
    at, last = moments.next_moment(table.game.id), table.kept().revision
    monkeypatch.setattr(moves, "next_moment", lambda _game_id: at)
    begin_writing()
    moves.write_moves(table.game.id, 1, last, "Ana", [moves.MoveMade("A +")])
    assert table.kept().lines[-1].by == "Ana"
    db.session.rollback()

    with writing():
        moves.write_moves(table.game.id, 1, last, "Cai", [moves.MoveMade("A 9-5@A")])

    assert table.kept().lines[-1].by == "Cai"


def act_somehow(table: Table, luck: Random) -> None:
    """Enter one random act of any kind, which may be refused."""
    sheet = table.sheet
    number = sheet.next_round.number if sheet.next_round else 1
    anybody, turn = luck.choice(list(table.seats)), table.kept().position.turn

    def stop_and_go_on() -> None:
        stop(table.game, "Ben")
        go_on(table.game, TONIGHT + timedelta(days=luck.randint(0, 3)), "Ben")

    acts: dict[Callable[[], object], int] = {
        lambda: table.enter_all(number, {anybody: luck.choice(["out", "7+5", "40"])}, agreed="nobody-out"): 4,
        lambda: table.enter_all(luck.randint(1, number), {anybody: str(luck.randint(1, 60))}, by="Ben"): 1,
        table.undo: 1,
        table.redo: 1,
        lambda: write(table.game, "Ben", strike, luck.choice(sheet.lines).entry): 1,
        lambda: penalise(table.game, luck.choice(sheet.columns).seat, luck.randint(1, 20)): 1,
        lambda: arrive(table.game, luck.choice(["Eva", "Flo"])): 1,
        stop_and_go_on: 1,
        lambda: table.move(f"{turn} {luck.choice(['+', '--'])}"): 2,
    }
    (act,) = luck.choices(list(acts), list(acts.values()))
    act()


@pytest.mark.parametrize("seed", range(6))
def test_what_is_remembered_is_what_all_lines_make(table: Table, seed: int) -> None:
    luck, done = Random(seed), 0
    table.keep("Ana")
    db.session.commit()
    for _ in range(40):
        try:
            begin_writing()
            act_somehow(table, luck)
            db.session.commit()
            done += 1
        except (SheetError, DealError, IndexError):
            db.session.rollback()
        sheet, kept = table.sheet, table.kept()

        assert sheet == fold(table.game, seats_of(table.game.id), lines.lines_of(table.game))
        fresh = fold_table(moves.moves_of(table.game, 1), sheet.book, sheet.everybody)
        assert kept.steps == sure(fresh).steps
        assert (table.sheet is sheet, table.kept() is kept) == (True, True)
    assert done > 10


def test_a_game_from_the_bin_or_from_a_file_is_not_taken_for_the_one_before(table: Table) -> None:
    before = table.game.stamp
    throw_game(table.game, "Ana")
    put_game_back(table.game)
    db.session.flush()
    file = read_club("".join(write_club(table.club)))
    import_club(file, create_club_from_file(file))

    assert len({before, *db.session.scalars(select(Game.stamp))}) == 3


def test_what_is_remembered_is_limited_by_its_lines(store: Flask) -> None:
    for number in range(3):
        keep(("much", number), 1, OfLines(range(40_000)))

    assert [bool(recall(("much", number), 1)) for number in range(3)] == [False, True, True]
