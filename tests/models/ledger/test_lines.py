"""Every kind of line comes back from the database as it was written: on a sheet, in a tracked round and in a tournament."""

from datetime import date
from typing import Any, get_args

from flask import Flask
from sqlalchemy import update

from models import db
from models.ledger import lines, moves
from models.ledger import tournament_lines as cup
from models.store.columns import now
from samples.halls import begin
from tests.models.conftest import Table

ON_SHEETS: list[lines.Payload] = [
    lines.Score(round=1, seat=1, pips=12, is_out=False, text="5-7"),
    lines.Score(round=1, seat=2, pips=0, is_out=True, text="0"),
    lines.Penalty(1, 2, 5, "Peeked"),
    lines.Bonus(1, 2, 5, "Peeked"),
    lines.Arrival(2, 1, 30),
    lines.Departure(2, 1),
    lines.Seating.of((2, 1, 3, 4)),
    lines.NewRules.of("double-nine[double-blank=50]", (9, 8)),
    lines.Stop(),
    lines.WentOn(),
    lines.WentOn.on(lines.LaterNight(date(2026, 3, 12), "abc2345678")),
    lines.Confirmation(1, 2),
    lines.Confirmation(1, None),
    lines.Strike(strikes=1),
    lines.Strike(strikes=1, mark="undo"),
]
AT_TABLES: list[moves.RoundPayload] = [
    moves.TableLaid("double-nine 9 A/B/M A1 20", (2, 1)),
    moves.MoveMade("A 9-7@A"),
    moves.MoveMade("A 9-7@A", 1),
    moves.MoveStruck(strikes=1),
    moves.MoveStruck(strikes=1, mark="redo"),
]
IN_TOURNAMENTS: list[tuple[cup.Deed, cup.TournamentFacts]] = [
    (cup.Deed.ENTER, cup.Entrants((1, 2))),
    (cup.Deed.WITHDRAW, cup.Entrants((2,))),
    (cup.Deed.SEAT, cup.Seats(lot="77", repeats=3)),
    (cup.Deed.SEAT, cup.Seats(free=5, repeats=0)),
    (cup.Deed.SCHEDULE, cup.Schedule((12, 0))),
    (cup.Deed.GAMES, cup.Games(2)),
    (cup.Deed.CLOCK, cup.Clock(20, 5)),
    (cup.Deed.CLOCK_OFF, cup.Nothing()),
    (cup.Deed.DECIDE, cup.ByPlayoff((1, 2), 3)),
    (cup.Deed.DECIDE, cup.ByRounds((1, 2, 3), ((3,), (1, 2)))),
    (cup.Deed.DECIDE, cup.ByLot((1, 2), "4", ((2,), (1,)))),
]


def test_there_is_a_sample_of_every_kind() -> None:
    assert {type(payload) for payload in ON_SHEETS} == set(get_args(lines.Payload))
    assert {type(payload) for payload in AT_TABLES} == set(get_args(moves.RoundPayload))
    assert {type(facts) for _, facts in IN_TOURNAMENTS} == set(get_args(cup.TournamentFacts))


def test_every_word_of_a_column_has_a_class() -> None:
    assert {payload.kind for payload in ON_SHEETS} == set(lines.Kind)
    assert {payload.kind for payload in AT_TABLES} == set(moves.MoveKind)
    assert {deed for deed, _ in IN_TOURNAMENTS} == set(cup.Deed)


def test_a_struck_line_of_rules_with_commas_does_not_spoil_its_sheet(table: Table) -> None:
    lines.write_lines(table.game.id, 0, "Ana", [lines.NewRules.of("double-nine", (9, 8)), lines.Strike(strikes=1)])
    db.session.execute(update(lines.SheetRow).where(lines.SheetRow.number == 1).values(text="double-nine 9,8"))

    assert len(table.sheet.engines) == 10
    rules = lines.lines_of(table.game)[0].payload
    assert isinstance(rules, lines.NewRules)
    assert (rules.rules, rules.engines) == ("double-nine", (9, 8))


def test_a_sheet_has_its_lines_back(table: Table) -> None:
    game_id, seats = table.game.id, dict(enumerate(table.seats.values(), 1))
    written = [payload.with_seats(seats) for payload in ON_SHEETS]
    lines.write_lines(game_id, 0, "Ana", written[:1])
    lines.write_lines(game_id, 1, "Ana", written[1:])

    found = lines.lines_of(table.game)
    assert [line.payload for line in found] == written
    assert [(line.number, line.entry) for line in found[:3]] == [(1, 1), (2, 2), (3, 2)]
    assert [line.strikes for line in found[-3:]] == [None, 1, 1]
    assert lines.lines_of_all([game_id]) == {game_id: list(found)}


def test_a_kept_round_has_its_lines_back(table: Table) -> None:
    moves.write_moves(table.game.id, 1, 0, "Ana", AT_TABLES)

    found = moves.moves_of(table.game, 1)
    assert [line.payload for line in found] == AT_TABLES
    assert {(line.entry, line.by) for line in found} == {(1, "Ana")}


def test_a_tournament_has_its_lines_back(store: Flask) -> None:
    tournament = begin()
    before = cup.lines_of_tournament(tournament.id)
    told: dict[str, Any] = {"stage": 2, "table": 1, "reason": "late", "by": "Rita", "at": now()}
    for number, (deed, facts) in enumerate(IN_TOURNAMENTS, len(before) + 1):
        cup.write_tournament_line(tournament.id, cup.TournamentLine(number=number, deed=deed, facts=facts, **told))
    db.session.flush()

    found = cup.lines_of_tournament(tournament.id)[len(before) :]
    assert [(line.deed, line.facts) for line in found] == IN_TOURNAMENTS
    assert {(line.stage, line.table, line.reason, line.by) for line in found} == {(2, 1, "late", "Rita")}


def test_two_lines_that_say_as_much_are_not_the_same() -> None:
    alike: list[tuple[object, object]] = [
        (lines.Departure(1, 2), lines.Confirmation(1, 2)),
        (lines.Stop(), cup.Nothing()),
    ]
    alike.append((lines.Arrival(1, 2, 3), lines.Penalty(1, 2, 3, "")))

    assert [pair for pair in alike if pair[0] == pair[1]] == []


def test_a_line_in_other_seats_says_the_same_of_them() -> None:
    new_seats = {1: 11, 2: 12, 3: 13, 4: 14}
    for payload in ON_SHEETS:
        moved = payload.with_seats(new_seats)
        for name in payload.__struct_fields__:
            before, after = getattr(payload, name), getattr(moved, name)
            if name == "seat":
                assert after == (None if before is None else new_seats[before])
            elif isinstance(payload, lines.Seating):
                assert moved == lines.Seating.of(new_seats[seat] for seat in payload.seats)
            else:
                assert after == before
