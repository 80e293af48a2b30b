"""Random evenings for two to sixteen players, with every set and every way to score, checked by a separate recount."""

from datetime import UTC, datetime
from random import Random

import pytest

from models.ledger.games import Game
from models.ledger.lines import Arrival, Bonus, Departure, Payload, Penalty, Score, SheetLine
from models.ledger.seats import NamedSeat
from models.sheets.fold import fold
from rules import RULE_BOOKS, RuleBook, full_set, read_rules, tile
from tests.conftest import some

AT = datetime(2026, 3, 5, 20, tzinfo=UTC)


def book_by_chance(luck: Random) -> RuleBook:
    changes = {
        "highest": luck.choice(["6", "9", "12", "15", "18"]),
        "double-blank": luck.choice(["0", "25", "50"]),
        "blank-end": luck.choice(["0", "25"]),
        "doubles": luck.choice(["once", "twice"]),
        "out-bonus": luck.choice(["0", "5", "10", "15"]),
        "limit": luck.choice(["0", "0", "100", "300"]),
        "blocked": luck.choice(["all-count", "lowest-hand-0"]),
        "tie": luck.choice(["shared-win", "most-rounds-won"]),
    }
    return read_rules(
        f"{luck.choice(list(RULE_BOOKS))}[{','.join(f'{key}={value}' for key, value in changes.items())}]"
    )


def counted_by_hand(high: int, low: int, options: dict[str, str]) -> int:
    """The value of a tile, as a family would count it."""
    blank, ends = int(options["double-blank"]), int(options["blank-end"])
    if high == low == 0 and blank:
        return blank
    pips = (high if high else ends) + (low if low else ends)
    return pips * 2 if high == low and options["doubles"] == "twice" else pips


def evening(luck: Random) -> None:
    """Play a random evening on a sheet, keep our own totals alongside, and assert that both agree."""
    book = book_by_chance(luck)
    options = dict(part.split("=") for part in str(book).partition("[")[2][:-1].split(",") if part)
    options = {
        "double-blank": "0",
        "blank-end": "0",
        "doubles": "once",
        "out-bonus": "0",
        "limit": "0",
        "blocked": "all-count",
    } | options
    if "blocked" not in str(book):
        options["blocked"] = str(book.options.blocked)
    players = luck.randint(2, 16)
    seats = [
        NamedSeat(id=n, player_id=n, name=f"P{n}", place=n, short_name=None, colour=None) for n in range(1, players + 1)
    ]
    game, lines, totals = (
        Game(rules=book, engines=book.options.engines),
        list[SheetLine[Payload]](),
        dict.fromkeys(range(1, players + 1), 0),
    )
    present_seats, is_over, number = set(totals), False, 0

    def write(*payloads: Payload) -> None:
        for payload in payloads:
            lines.append(SheetLine(number=len(lines) + 1, entry=len(lines) + 1, payload=payload, by="P1", at=AT))

    while not is_over:
        number += 1
        if number > 1 and len(present_seats) > 2 and luck.random() < 0.1:
            gone = luck.choice(sorted(present_seats))
            write(Departure(number, gone))
            present_seats.discard(gone)
        elif number > 1 and len(present_seats) < len(totals) and luck.random() < 0.5:
            back, start = luck.choice(sorted(totals.keys() - present_seats)), luck.randint(0, 50)
            write(Arrival(number, back, start))
            present_seats.add(back)
            totals[back] += start
        tiles = [
            domino
            for domino in full_set(book.options.highest)
            if domino != tile(book.options.engines[number - 1], book.options.engines[number - 1])
        ]
        luck.shuffle(tiles)
        most = min(3, len(tiles) // len(present_seats))
        out = None if luck.random() < 0.1 else luck.choice(sorted(present_seats))
        hands = {
            seat: [tiles.pop() for _ in range(luck.randint(1, most))] if seat != out else []
            for seat in sorted(present_seats)
        }
        pips = {
            seat: sum(counted_by_hand(domino.high, domino.low, options) for domino in hand)
            for seat, hand in hands.items()
        }
        assert pips == {seat: sum(map(book.worth, hand)) for seat, hand in hands.items()}
        write(
            *(
                Score(round=number, seat=seat, pips=left, is_out=seat == out, text=str(left))
                for seat, left in pips.items()
            )
        )
        scores = dict(pips)
        if out is None and options["blocked"] == "lowest-hand-0":
            scores = {seat: 0 if left == min(pips.values()) else left for seat, left in pips.items()}
        if out is not None:
            scores[out] = -int(options["out-bonus"])
        for seat, score in scores.items():
            totals[seat] += score
        if luck.random() < 0.2:
            seat, added = luck.choice(sorted(present_seats)), luck.randint(1, 30)
            is_bonus = luck.random() < 0.5
            write((Bonus if is_bonus else Penalty)(number, seat, added, ""))
            totals[seat] += -added if is_bonus else added
        limit = int(options["limit"])
        is_over = number == len(book.options.engines) or bool(limit and max(totals.values()) >= limit)
    sheet = fold(game, seats, lines)

    assert {column.seat: column.total for column in sheet.columns} == totals, str(book)
    assert sheet.is_over and len(sheet.rounds) == number, str(book)
    assert min(totals[seat] for seat in present_seats) == sheet.order[0].total


@pytest.mark.parametrize("part", range(4))
def test_every_total_is_as_a_recount_says(part: int) -> None:
    for number in range(some(500)):
        evening(Random(f"{part} {number}"))
