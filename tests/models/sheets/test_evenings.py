"""Random evenings for two to sixteen players, with every set and every way to score, checked by a separate recount."""

from datetime import UTC, datetime
from random import Random

import pytest

from models.ledger.games import Game
from models.ledger.lines import Arrival, Bonus, Departure, Payload, Penalty, Score, SheetLine
from models.ledger.seats import NamedSeat
from models.sheets.fold import fold
from rules import RULE_BOOKS, RuleBook, Tile, full_set, read_rules, tile
from tests.conftest import some

AT = datetime(2026, 3, 5, 20, tzinfo=UTC)
PLAIN = {"double-blank": "0", "blank-end": "0", "doubles": "once", "out-bonus": "0", "limit": "0"}


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
    said = ",".join(f"{key}={value}" for key, value in changes.items())
    return read_rules(f"{luck.choice(list(RULE_BOOKS))}[{said}]")


def counted_by_hand(domino: Tile, options: dict[str, str]) -> int:
    """The value of a tile, as a family would count it."""
    (high, low, _), blank, ends = domino, int(options["double-blank"]), int(options["blank-end"])
    if high == low == 0 and blank:
        return blank
    pips = (high if high else ends) + (low if low else ends)
    return pips * 2 if high == low and options["doubles"] == "twice" else pips


def evening(luck: Random) -> None:
    """Play a random evening on a sheet, keep our own totals alongside, and assert that both agree."""
    book = book_by_chance(luck)
    said = dict(part.split("=") for part in str(book).partition("[")[2][:-1].split(",") if part)
    options = PLAIN | {"blocked": str(book.options.blocked)} | said
    totals = dict.fromkeys(range(1, luck.randint(2, 16) + 1), 0)
    seats = [NamedSeat(id=n, player_id=n, name=f"P{n}", place=n, short_name=None, colour=None) for n in totals]
    lines: list[SheetLine[Payload]] = []
    present, is_over, number = set(totals), False, 0

    def write(*payloads: Payload) -> None:
        for at, payload in enumerate(payloads, len(lines) + 1):
            lines.append(SheetLine(number=at, entry=at, payload=payload, by="P1", at=AT))

    while not is_over:
        number += 1
        if number > 1 and len(present) > 2 and luck.random() < 0.1:
            gone = luck.choice(sorted(present))
            write(Departure(number, gone))
            present.discard(gone)
        elif number > 1 and len(present) < len(totals) and luck.random() < 0.5:
            back, start = luck.choice(sorted(totals.keys() - present)), luck.randint(0, 50)
            write(Arrival(number, back, start))
            present.add(back)
            totals[back] += start
        engine = book.options.engines[number - 1]
        tiles = [domino for domino in full_set(book.options.highest) if domino != tile(engine, engine)]
        luck.shuffle(tiles)
        most = min(3, len(tiles) // len(present))
        out = None if luck.random() < 0.1 else luck.choice(sorted(present))
        hands = {
            seat: [tiles.pop() for _ in range(luck.randint(1, most))] if seat != out else [] for seat in sorted(present)
        }
        pips = {seat: sum(counted_by_hand(domino, options) for domino in hand) for seat, hand in hands.items()}
        assert pips == {seat: sum(map(book.worth, hand)) for seat, hand in hands.items()}
        write(*(Score(number, seat, left, seat == out, str(left)) for seat, left in pips.items()))
        for seat, left in pips.items():
            is_lowest = out is None and options["blocked"] == "lowest-hand-0" and left == min(pips.values())
            totals[seat] += 0 if is_lowest else left
        if out is not None:
            totals[out] -= int(options["out-bonus"])
        if luck.random() < 0.2:
            seat, added = luck.choice(sorted(present)), luck.randint(1, 30)
            is_bonus = luck.random() < 0.5
            write((Bonus if is_bonus else Penalty)(number, seat, added, ""))
            totals[seat] += -added if is_bonus else added
        limit = int(options["limit"])
        is_over = number == len(book.options.engines) or bool(limit and max(totals.values()) >= limit)
    sheet = fold(Game(rules=book, engines=book.options.engines), seats, lines)

    assert {column.seat: column.total for column in sheet.columns} == totals, str(book)
    assert sheet.is_over and len(sheet.rounds) == number, str(book)
    assert min(totals[seat] for seat in present) == sheet.order[0].total


@pytest.mark.parametrize("part", range(4))
def test_every_total_is_as_a_recount_says(part: int) -> None:
    for number in range(some(500)):
        evening(Random(f"{part} {number}"))
