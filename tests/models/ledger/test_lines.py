"""Every kind of line comes back from the database as it was written: on a sheet, in a kept round and in a tournament."""

from dataclasses import fields
from datetime import date
from types import UnionType
from typing import get_args

import pytest
from flask import Flask
from sqlalchemy import update

from models import db
from models.ledger.lines import (
    Arrival,
    Bonus,
    Confirmation,
    Departure,
    Kind,
    LaterNight,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    SheetRow,
    Stop,
    Strike,
    WentOn,
    lines_of,
    lines_of_all,
    with_seats,
    write_lines,
)
from models.ledger.moves import MoveKind, MoveMade, MoveStruck, RoundPayload, TableLaid, moves_of, write_moves
from models.ledger.tournament_lines import (
    ClockOff,
    ClockSet,
    Decided,
    Deed,
    Entered,
    OtherGames,
    Seated,
    Shortened,
    TournamentLine,
    TournamentPayload,
    Withdrew,
    lines_of_tournament,
    write_tournament_line,
)
from models.store.columns import now
from rules.tournament.plan import TieBreak
from samples.halls import begin
from tests.models.conftest import Table

ON_SHEETS: list[Payload] = [
    Score(round=1, seat=1, pips=12, is_out=False, text="5-7"),
    Score(round=1, seat=2, pips=0, is_out=True, text="0"),
    Penalty(1, 2, 5, "Peeked"),
    Bonus(1, 2, 5, "Peeked"),
    Arrival(2, 1, 30),
    Departure(2, 1),
    Seating((2, 1, 3, 4)),
    NewRules("double-nine[double-blank=50]", (9, 8)),
    Stop(),
    WentOn(None),
    WentOn(LaterNight(date(2026, 3, 12), "abc2345678")),
    Confirmation(1, 2),
    Confirmation(1, None),
    Strike(1),
    Strike(1, "undo"),
]
AT_TABLES: list[RoundPayload] = [
    TableLaid("double-nine 9 A/B/M A1 20", (2, 1)),
    MoveMade("A 9-7@A"),
    MoveMade("A 9-7@A", 1),
    MoveStruck(1),
    MoveStruck(1, "redo"),
]
IN_TOURNAMENTS: list[TournamentPayload] = [
    Entered((1, 2)),
    Withdrew((2,)),
    Seated("77", None, 3),
    Seated(None, 5, 0),
    Shortened((12, 0)),
    OtherGames(2),
    ClockSet(20, 5),
    ClockOff(),
    Decided(how=TieBreak.PLAYOFF, players=(1, 2), table=3),
    Decided(how=TieBreak.ROUNDS, players=(1, 2, 3), order=((3,), (1, 2))),
    Decided(how=TieBreak.LOT, players=(1, 2), order=((2,), (1,)), lot="4"),
]


@pytest.mark.parametrize(
    ("union", "samples"), [(Payload, ON_SHEETS), (RoundPayload, AT_TABLES), (TournamentPayload, IN_TOURNAMENTS)]
)
def test_there_is_a_sample_of_every_kind(
    union: UnionType, samples: list[Payload] | list[RoundPayload] | list[TournamentPayload]
) -> None:
    assert {type(one) for one in samples} == set(get_args(union))


def test_every_word_of_a_column_has_a_class() -> None:
    assert {one.kind for one in get_args(Payload)} == set(Kind)
    assert {one.kind for one in get_args(RoundPayload)} == set(MoveKind)
    assert {one.deed for one in get_args(TournamentPayload)} == set(Deed)


def test_a_struck_line_of_rules_with_commas_does_not_spoil_its_sheet(table: Table) -> None:
    write_lines(table.game.id, 0, "Ana", [NewRules("double-nine", (9, 8)), Strike(1)])
    db.session.execute(
        update(SheetRow).where(SheetRow.game_id == table.game.id, SheetRow.number == 1).values(text="double-nine 9,8")
    )

    assert len(table.sheet.engines) == 10
    assert lines_of(table.game)[0].payload == NewRules("double-nine", (9, 8))


def test_a_sheet_has_its_lines_back(table: Table) -> None:
    game_id, seats = table.game.id, dict(enumerate(table.seats.values(), 1))
    written = [with_seats(one, seats) for one in ON_SHEETS]
    write_lines(game_id, 0, "Ana", written[:1])
    write_lines(game_id, 1, "Ana", written[1:])

    lines = lines_of(table.game)
    assert [line.payload for line in lines] == written
    assert [(line.number, line.entry) for line in lines[:3]] == [(1, 1), (2, 2), (3, 2)]
    assert [line.strikes for line in lines[-3:]] == [None, 1, 1]
    assert lines_of_all([game_id]) == {game_id: list(lines)}


def test_a_kept_round_has_its_lines_back(table: Table) -> None:
    write_moves(table.game.id, 1, 0, "Ana", AT_TABLES)

    lines = moves_of(table.game, 1)
    assert [line.payload for line in lines] == AT_TABLES
    assert {(line.entry, line.by) for line in lines} == {(1, "Ana")}


def test_a_tournament_has_its_lines_back(store: Flask) -> None:
    tournament = begin()
    before = lines_of_tournament(tournament.id)
    for number, payload in enumerate(IN_TOURNAMENTS, len(before) + 1):
        write_tournament_line(
            tournament.id,
            TournamentLine(number=number, payload=payload, stage=2, table=1, reason="late", by="Rita", at=now()),
        )
    db.session.flush()

    lines = lines_of_tournament(tournament.id)[len(before) :]
    assert [line.payload for line in lines] == IN_TOURNAMENTS
    assert {(line.stage, line.table, line.reason, line.by) for line in lines} == {(2, 1, "late", "Rita")}


def test_two_lines_that_say_as_much_are_not_the_same() -> None:
    alike: list[tuple[Payload, Payload | TournamentPayload]] = [
        (Departure(1, 2), Confirmation(1, 2)),
        (Arrival(1, 2, 3), Penalty(1, 2, 3, "")),
        (Stop(), ClockOff()),
    ]

    assert all(one != other for one, other in alike)


def test_a_line_in_other_seats_says_the_same_of_them() -> None:
    others = {1: 11, 2: 12, 3: 13, 4: 14}
    for one in ON_SHEETS:
        moved = with_seats(one, others)
        for name in one._fields if isinstance(one, Score) else [field.name for field in fields(one)]:
            before, after = getattr(one, name), getattr(moved, name)
            if name == "seat":
                assert after == (None if before is None else others[before])
            elif name == "seats":
                assert after == tuple(others[seat] for seat in before)
            else:
                assert after == before
