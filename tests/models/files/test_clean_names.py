"""Names with invisible marks, imported or already stored: they are cleaned, and two that look alike stay separate."""

import json
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import select

from models import db, writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.ledger.clubs import Club, create_club
from models.ledger.games import Game
from models.ledger.players import Player, look_alikes_of
from models.sheets.fold import load_sheet
from rules.names import fold_name
from tests.conftest import make_app

# What stands in a name and is not seen, and the names that are seen.
MARKED = {
    "Ana\u200b": "Ana",
    "\ufeffBen": "Ben",
    "C\u200dai": "Cai",
    "Dee\u2060": "Dee",
    "Eli\u200e": "Eli",
    "\u200fFay": "Fay",
    "G\u00adil": "Gil",
    "Hal\ufe0f": "Hal",
    "Ida\u3164": "Ida",
    "\u2066Jo\u2069": "Jo",
    "K\u034fai": "Kai",
    "Lou\u180e": "Lou",
}


def file_of(names: list[str]) -> str:
    """The file of a club in which these people played, two at a table."""
    games = [
        {
            "ref": f"game{at}",
            "rules": "double-nine",
            "engines": [9],
            "started_at": "2026-01-02T20:00:00+00:00",
            "started_by": "Ana",
            "seats": [{"player": name, "place": place} for place, name in enumerate(names[at : at + 2], 1)],
        }
        for at in range(0, len(names), 2)
    ]
    facts: dict[str, Any] = {
        "roundhouse": 2,
        "club": {"ref": "club1", "name": "Thursday", "founded_at": "2026-01-01T00:00:00+00:00"},
        "players": [
            {"ref": f"player{at}", "name": name, "joined_at": "2026-01-01T00:00:00+00:00"}
            for at, name in enumerate(names)
        ],
        "nights": [{"ref": "night1", "date": "2026-01-02", "started_at": "2026-01-02T20:00:00+00:00", "games": games}],
    }
    return json.dumps(facts)


def bring_in(names: list[str]) -> Club:
    """Import a file with these people. Returns its club."""
    with writing():
        file = read_club(file_of(names))
        club = create_club_from_file(file)
        import_club(file, club)
    return club


def players_of_club(club_id: int) -> list[Player]:
    """The club's players in order of their ids."""
    return list(db.session.scalars(select(Player).filter_by(club_id=club_id).order_by(Player.id)))


def test_a_file_comes_in_with_clean_names_at_every_table(store: Flask) -> None:
    club = bring_in(list(MARKED))

    assert [player.name for player in players_of_club(club.id)] == list(MARKED.values())
    seated = [
        name for game in db.session.scalars(select(Game).order_by(Game.id)) for name in load_sheet(game).names.values()
    ]
    assert seated == list(MARKED.values())


def test_twelve_pairs_that_look_alike_stay_two_in_a_file_and_are_offered_for_merging(store: Flask) -> None:
    club = bring_in([name for pair in MARKED.items() for name in pair])

    players = players_of_club(club.id)
    assert [player.name for player in players] == [name for pair in MARKED.items() for name in pair]
    assert len(look_alikes_of(players)) == len(MARKED)


@pytest.mark.parametrize("address", ["sqlite_address", "postgres_address"])
def test_names_from_before_are_cleaned_once_and_pairs_stay_two(request: pytest.FixtureRequest, address: str) -> None:
    with make_app(request.getfixturevalue(address)).app_context():
        db.drop_all()
        upgrade(revision="0022")
        with writing():
            alone, pairs = create_club("Alone"), create_club("Pairs")
            for name, seen in MARKED.items():
                db.session.add(Player(club_id=alone.id, name=name, folded_name=fold_name(name)))
                db.session.add(Player(club_id=pairs.id, name=name, folded_name=fold_name(name)))
                db.session.add(Player(club_id=pairs.id, name=seen, folded_name=fold_name(seen)))
        ids = alone.id, pairs.id
        db.session.remove()

        upgrade()

        cleaned, kept = (players_of_club(id) for id in ids)
        assert [(player.name, player.folded_name) for player in cleaned] == [
            (name, fold_name(name)) for name in MARKED.values()
        ]
        assert [player.name for player in kept] == [name for pair in MARKED.items() for name in pair]
        assert len(look_alikes_of(kept)) == len(MARKED)
        db.session.remove()
        downgrade(revision="base")
        with db.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE alembic_version")
        db.engine.dispose()
