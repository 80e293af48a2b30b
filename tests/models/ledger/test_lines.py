"""Every kind of line comes back from the database as it was written: on a sheet, in a tracked round and in a tournament."""

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
    write_lines,
)
from models.ledger.moves import MoveKind, MoveMade, MoveStruck, RoundPayload, TableLaid, moves_of, write_moves
from models.ledger.tournament_lines import (
    ByLot,
    ByPlayoff,
    ByRounds,
    Clock,
    Deed,
    Entrants,
    Games,
    Nothing,
    Schedule,
    Seats,
    TournamentFacts,
    TournamentLine,
    lines_of_tournament,
    write_tournament_line,
)
from models.store.columns import now
from samples.halls import begin
from tests.models.conftest import Table

ON_SHEETS: list[Payload] = [
    Score(round=1, seat=1, pips=12, is_out=False, text="5-7"),
    Score(round=1, seat=2, pips=0, is_out=True, text="0"),
    Penalty(1, 2, 5, "Peeked"),
    Bonus(1, 2, 5, "Peeked"),
    Arrival(2, 1, 30),
    Departure(2, 1),
    Seating.of((2, 1, 3, 4)),
    NewRules.of("double-nine[double-blank=50]", (9, 8)),
    Stop(),
    WentOn(),
    WentOn.on(LaterNight(date(2026, 3, 12), "abc2345678")),
    Confirmation(1, 2),
    Confirmation(1, None),
    Strike(strikes=1),
    Strike(strikes=1, mark="undo"),
]
AT_TABLES: list[RoundPayload] = [
    TableLaid("double-nine 9 A/B/M A1 20", (2, 1)),
    MoveMade("A 9-7@A"),
    MoveMade("A 9-7@A", 1),
    MoveStruck(strikes=1),
    MoveStruck(strikes=1, mark="redo"),
]
IN_TOURNAMENTS: list[tuple[Deed, TournamentFacts]] = [
    (Deed.ENTER, Entrants((1, 2))),
    (Deed.WITHDRAW, Entrants((2,))),
    (Deed.SEAT, Seats(lot="77", repeats=3)),
    (Deed.SEAT, Seats(free=5, repeats=0)),
    (Deed.SCHEDULE, Schedule((12, 0))),
    (Deed.GAMES, Games(2)),
    (Deed.CLOCK, Clock(20, 5)),
    (Deed.CLOCK_OFF, Nothing()),
    (Deed.DECIDE, ByPlayoff((1, 2), 3)),
    (Deed.DECIDE, ByRounds((1, 2, 3), ((3,), (1, 2)))),
    (Deed.DECIDE, ByLot((1, 2), "4", ((2,), (1,)))),
]


@pytest.mark.parametrize(
    ("union", "samples"),
    [
        (Payload, ON_SHEETS),
        (RoundPayload, AT_TABLES),
        (TournamentFacts, [facts for _, facts in IN_TOURNAMENTS]),
    ],
)
def test_there_is_a_sample_of_every_kind(
    union: UnionType, samples: list[Payload | RoundPayload | TournamentFacts]
) -> None:
    assert {type(sample) for sample in samples} == set(get_args(union))


def test_every_word_of_a_column_has_a_class() -> None:
    assert {payload.kind for payload in ON_SHEETS} == set(Kind)
    assert {payload.kind for payload in AT_TABLES} == set(MoveKind)
    assert {deed for deed, _ in IN_TOURNAMENTS} == set(Deed)


def test_a_struck_line_of_rules_with_commas_does_not_spoil_its_sheet(table: Table) -> None:
    write_lines(table.game.id, 0, "Ana", [NewRules.of("double-nine", (9, 8)), Strike(strikes=1)])
    db.session.execute(
        update(SheetRow).where(SheetRow.game_id == table.game.id, SheetRow.number == 1).values(text="double-nine 9,8")
    )

    assert len(table.sheet.engines) == 10
    rules = lines_of(table.game)[0].payload
    assert isinstance(rules, NewRules)
    assert (rules.rules, rules.engines) == ("double-nine", (9, 8))


def test_a_sheet_has_its_lines_back(table: Table) -> None:
    game_id, seats = table.game.id, dict(enumerate(table.seats.values(), 1))
    written = [payload.with_seats(seats) for payload in ON_SHEETS]
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
    for number, (deed, facts) in enumerate(IN_TOURNAMENTS, len(before) + 1):
        write_tournament_line(
            tournament.id,
            TournamentLine(number=number, deed=deed, facts=facts, stage=2, table=1, reason="late", by="Rita", at=now()),
        )
    db.session.flush()

    lines = lines_of_tournament(tournament.id)[len(before) :]
    assert [(line.deed, line.facts) for line in lines] == IN_TOURNAMENTS
    assert {(line.stage, line.table, line.reason, line.by) for line in lines} == {(2, 1, "late", "Rita")}


def test_two_lines_that_say_as_much_are_not_the_same() -> None:
    alike: list[tuple[Payload, Payload | TournamentFacts]] = [
        (Departure(1, 2), Confirmation(1, 2)),
        (Arrival(1, 2, 3), Penalty(1, 2, 3, "")),
        (Stop(), Nothing()),
    ]

    assert all(payload != other for payload, other in alike)


def test_a_line_in_other_seats_says_the_same_of_them() -> None:
    new_seats = {1: 11, 2: 12, 3: 13, 4: 14}
    for payload in ON_SHEETS:
        moved = payload.with_seats(new_seats)
        for name in payload.__struct_fields__:
            before, after = getattr(payload, name), getattr(moved, name)
            if name == "seat":
                assert after == (None if before is None else new_seats[before])
            elif isinstance(payload, Seating):
                assert moved == Seating.of(new_seats[seat] for seat in payload.seats)
            else:
                assert after == before
