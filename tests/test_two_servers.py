"""Two servers on one database: what is done at one appears on the next page of the other, which caches sheets."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.access.tokens import write_token
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.house_rules import house_rules_of
from models.ledger.keys import Access, Key
from models.ledger.players import Player
from models.ledger.seats import Colour
from models.play.bin import delete_club, put_game_back, throw_game
from models.play.colours import take_colours
from models.play.house_rules import change_house_rules, make_house_rules
from models.play.players import anonymise_player, rename_player
from models.play.scores import strike
from models.play.start import create_club_with_keys, make_keys
from models.sheets.fold import load_sheet
from models.store.transactions import begin_writing
from proofs.server import Server, app_of
from proofs.visitor import Visitor
from rules import RULE_BOOKS
from samples.cast import TODAY
from samples.games import begin, enter_pips
from samples.pens import pen_of, write

pytestmark = pytest.mark.heavy
HOUSE = RULE_BOOKS["double-nine"].with_house_rules({"draws": "until-it-plays"})


class OtherServer:
    """The page of a game at the other server, read before and after something is done here."""

    def __init__(self, server: Server, app: Flask) -> None:
        self.server, self.app = server, app
        with writing():
            club, key = create_club_with_keys("The Kitchen Table", {Access.MANAGE: "x"}, "Ana")
            self.house = make_house_rules(club.id, "Grandma’s", HOUSE, "Ana").id
            self.game = begin(club, ["Ana", "Ben", "Cai"], HOUSE, TODAY).ref
            enter_pips(self.here(), 1, [0, 11, 22], by="Zed")
        self.open(key)

    def enter(self, *pips: int) -> None:
        """Enter the second round here."""
        with writing():
            enter_pips(self.here(), 2, list(pips))

    def here(self) -> Game:
        """The game as this server reads it."""
        return db.session.scalars(select(Game).where(Game.ref == self.game)).one()

    def open(self, key: Key) -> None:
        """Open the game at the other server with a key to its club."""
        with closing(Visitor(self.server.port)) as phone:
            phone.ask(f"/k/{write_token(key, str(self.app.secret_key))}")
            self.cookie = phone.cookie

    def page(self, part: str = "") -> str:
        with closing(Visitor(self.server.port, self.cookie)) as phone:
            return phone.ask(f"/games/{self.game}{part}").text


Act = Callable[[OtherServer], None]


def player(name: str) -> Player:
    return db.session.scalars(select(Player).where(Player.name == name)).one()


def an_entry(other_server: OtherServer) -> None:
    other_server.enter(77, 0, 5)
    assert ">77<" in other_server.page()


def a_rename(other_server: OtherServer) -> None:
    with writing():
        rename_player(player("Ben"), "Benedict")
    assert "Benedict" in other_server.page()


def a_colour(other_server: OtherServer) -> None:
    assert "pink" not in other_server.page()
    with writing(), pen_of(other_server.here(), "Ana") as pen:
        take_colours(pen, {next(iter(pen.sheet.names)): Colour.PINK})
    assert "pink" in other_server.page()


def an_anonymised_scorekeeper_who_does_not_sit(other_server: OtherServer) -> None:
    with writing():
        db.session.add(Player(club_id=other_server.here().club_id, name="Zed", folded_name="zed"))
        db.session.flush()
        new = anonymise_player(player("Zed"), "Player")
    log = other_server.page("/log")
    assert new in log
    assert "Zed" not in log


def house_rules_that_are_renamed(other_server: OtherServer) -> None:
    with writing():
        [made] = house_rules_of(other_server.here().club_id)
        change_house_rules(made, "Grandpa’s", made.rules, "Ana")
    assert "Grandpa’s" in other_server.page("/rules")


def a_strike(other_server: OtherServer) -> None:
    with writing():
        write(other_server.here(), "Ana", strike, 1)
    assert ">22<" not in other_server.page()


def an_entry_that_was_rolled_back(other_server: OtherServer) -> None:
    begin_writing()
    enter_pips(other_server.here(), 2, [66, 0, 5])
    assert load_sheet(other_server.here()).rounds_closed == 2
    db.session.rollback()
    other_server.enter(55, 0, 5)
    assert ">55<" in other_server.page()
    assert 55 in [cell.score for cell in load_sheet(other_server.here()).rounds[1].cells.values()]


def a_backup_restored_with_the_same_numbers(other_server: OtherServer) -> None:
    runner, backup = other_server.app.test_cli_runner(), other_server.server.folder / "kept.zip"
    backup.unlink(missing_ok=True)
    assert runner.invoke(args=["backup", str(backup)]).exit_code == 0
    other_server.enter(44, 0, 5)
    assert ">44<" in other_server.page()
    db.session.remove()
    assert runner.invoke(args=["restore", str(backup), "--yes"]).exit_code == 0
    db.session.remove()
    other_server.enter(33, 0, 5)
    page = other_server.page()
    assert ">33<" in page
    assert ">44<" not in page


def a_club_deleted_and_brought_in_again_from_an_edited_file(other_server: OtherServer) -> None:
    with writing():
        club = db.session.get_one(Club, other_server.here().club_id)
        facts = json.loads("".join(write_club(club)))
        facts["nights"][0]["games"][0]["lines"][1] |= {"pips": 88, "text": "88"}
        delete_club(club)
    with writing():
        file = read_club(json.dumps(facts))
        again = create_club_from_file(file)
        import_club(file, again)
        key = make_keys(again, {Access.MANAGE: "x"}, "Ana")
    other_server.open(key)
    assert ">88<" in other_server.page()


def a_game_out_of_the_bin(other_server: OtherServer) -> None:
    with writing():
        throw_game(other_server.here(), "Ana")
    with writing():
        put_game_back(other_server.here())
        enter_pips(other_server.here(), 2, [99, 0, 5])
    assert ">99<" in other_server.page()


ACTS: tuple[Act, ...] = (
    an_entry,
    a_rename,
    a_colour,
    an_anonymised_scorekeeper_who_does_not_sit,
    house_rules_that_are_renamed,
    a_strike,
    an_entry_that_was_rolled_back,
    a_backup_restored_with_the_same_numbers,
    a_club_deleted_and_brought_in_again_from_an_edited_file,
    a_game_out_of_the_bin,
)


def test_what_is_done_at_one_server_stands_in_the_next_page_of_the_other(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_INSTANCE", str(tmp_path))
    app = app_of(server)
    with app.app_context():
        for act in (*ACTS, *ACTS):
            other_server = OtherServer(server, app)
            assert ">22<" in other_server.page()
            act(other_server)
            db.session.remove()
            with writing():
                delete_club(db.session.get_one(Club, other_server.here().club_id))
        db.session.remove()
        db.engine.dispose()
