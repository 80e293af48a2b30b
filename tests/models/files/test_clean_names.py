"""Names with invisible marks, imported or already stored: they are cleaned, and two that look alike stay separate."""

import json
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import select

from models import db, writing
from models.ledger.clubs import create_club
from models.ledger.games import Game
from models.ledger.players import Player, look_alikes_of
from models.sheets.fold import load_sheet
from rules.names import fold_name
from tests.conftest import make_app
from tests.models.files.conftest import club_from

# The names that are seen, and how they were stored, with what is not seen.
CLEAN = ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gil", "Hal", "Ida", "Jo", "Kai", "Lou"]
STORED = "Ana\u200b \ufeffBen C\u200dai Dee\u2060 Eli\u200e \u200fFay G\u00adil Hal\ufe0f Ida\u3164 \u2066Jo\u2069 K\u034fai Lou\u180e"
PAIRS = [name for pair in zip(STORED.split(), CLEAN, strict=True) for name in pair]


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


def players_of_club(club_id: int) -> list[Player]:
    """The club's players in order of their ids."""
    return list(db.session.scalars(select(Player).filter_by(club_id=club_id).order_by(Player.id)))


def test_a_file_comes_in_with_clean_names_at_every_table(store: Flask) -> None:
    club = club_from(file_of(STORED.split()))

    games = db.session.scalars(select(Game).order_by(Game.id))
    assert [player.name for player in players_of_club(club.id)] == CLEAN
    assert [name for game in games for name in load_sheet(game).names.values()] == CLEAN


def test_twelve_pairs_that_look_alike_stay_two_in_a_file_and_are_offered_for_merging(store: Flask) -> None:
    players = players_of_club(club_from(file_of(PAIRS)).id)

    assert [player.name for player in players] == PAIRS
    assert len(look_alikes_of(players)) == 12


@pytest.mark.parametrize("address", ["sqlite_address", "postgres_address"])
def test_names_from_before_are_cleaned_once_and_pairs_stay_two(request: pytest.FixtureRequest, address: str) -> None:
    with make_app(request.getfixturevalue(address)).app_context():
        db.drop_all()
        upgrade(revision="0022")
        ids = []
        with writing():
            for names in (STORED.split(), PAIRS):
                ids.append(create_club("A club").id)
                db.session.add_all(Player(club_id=ids[-1], name=name, folded_name=fold_name(name)) for name in names)
        db.session.remove()

        upgrade()

        cleaned, kept = map(players_of_club, ids)
        assert [(player.name, player.folded_name) for player in cleaned] == [(name, fold_name(name)) for name in CLEAN]
        assert [player.name for player in kept] == PAIRS
        assert len(look_alikes_of(kept)) == 12
        db.session.remove()
        downgrade(revision="base")
        with db.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE alembic_version")
        db.engine.dispose()
