"""A case for every clause and every custom, by id. The cases from before the first move and after the last are here."""

from collections.abc import Callable

import pytest

from rules import RULE_BOOKS, DealError, RuleBook, full_set, read_rules, read_tile, read_tiles
from rules.books.options import IN_WORDS, TYPE_OF
from rules.scores.scoring import SeatTotals, count_hand, is_past_limit, marker_score, round_scores, standings
from rules.table.deal import deal, most_players, read_engines, tiles_each, who_starts
from tests.rules.tables import rows

NINE, SIX, TWELVE = (RULE_BOOKS[f"double-{size}"] for size in ("nine", "six", "twelve"))
BY_RULINGS = {row["id"]: row for row in rows("clauses.tsv")}


def _nobody_holds_the_engine(book: RuleBook, engine: int) -> bool:
    dealt = deal(book, 3, engine, list(full_set(book.options.highest)))
    return all(read_tile(f"{engine}-{engine}") not in hand for hand in dealt.hands) and dealt.holder is None


def _who_starts(book: RuleBook, engine: int, **tiles: str) -> tuple[str, ...]:
    return who_starts(book, {name: read_tile(text) for name, text in tiles.items()}, engine).names


def _refused(book: RuleBook, players: int) -> bool:
    with pytest.raises(DealError):
        tiles_each(book, players)
    return True


def _winner(book: RuleBook, *totals: int) -> int:
    return standings({seat: SeatTotals(total) for seat, total in enumerate(totals)}, book)[0].seat


def _house(changes: str) -> RuleBook:
    return read_rules(f"double-nine[{changes}]")


def _counts(changes: str, tiles: str) -> list[int]:
    return [_house(changes).worth(tile) for tile in read_tiles(tiles)]


DOUBLE_HELD = list(read_tiles("12-12")) + [tile for tile in full_set(12) if tile != read_tile("12-12")]
DOUBLE_LATE = [tile for tile in full_set(12) if tile != read_tile("12-12")] + list(read_tiles("12-12"))

ELSEWHERE: dict[str, Callable[[], bool]] = {
    "D9-1.1": lambda: NINE.options.engines[:2] == (9, 8),
    "D9-1.2": lambda: NINE.options.engines[-1] == 0 and len(NINE.options.engines) == 10,
    "D9-1.3": lambda: _nobody_holds_the_engine(NINE, 9),
    "D9-1.4": lambda: _who_starts(NINE, 9, Ana="6-6", Ben="9-4") == ("Ben",),
    "D9-4.4a": lambda: tiles_each(NINE, 4) == 10,
    "D9-4.4b": lambda: NINE.options.engines == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
    "D9-5.1": lambda: count_hand(read_tiles("9-7 4-1"), NINE) == 21,
    "D9-5.2": lambda: _winner(NINE, 100, 99, 101) == 1,
    "D6-1": lambda: _winner(SIX, 100, 99, 101) == 1,
    "D6-2": lambda: [tiles_each(SIX, players) for players in (2, 3, 4, 5)] == [5] * 4 and _refused(SIX, 6),
    "D6-3a": lambda: SIX.options.engines[0] == 6,
    "D6-3b": lambda: SIX.options.engines == (6, 5, 4, 3, 2, 1, 0),
    "D6-4a": lambda: _nobody_holds_the_engine(SIX, 6),
    "D6-4b": lambda: [len(hand) for hand in deal(SIX, 3, 6, list(full_set(6))).hands] == [5, 5, 5],
    "D6-5": lambda: _who_starts(SIX, 6, Ana="6-5", Ben="5-5") == ("Ana",),
    "D6-15b": lambda: round_scores({1: 0, 2: 7}, frozenset({1}), SIX) == {1: 0, 2: 7},
    "D6-16": lambda: _winner(SIX, 9, 3) == 1,
    "D12-1.1": lambda: len(full_set(TWELVE.options.highest)) == 91,
    "D12-1.2": lambda: most_players(TWELVE) == 8 and _refused(TWELVE, 1) and _refused(TWELVE, 9),
    "D12-1.3": lambda: [tiles_each(TWELVE, players) for players in range(2, 9)] == [16, 15, 14, 13, 12, 11, 10],
    "D12-2.1": lambda: TWELVE.options.engines[0] == 12 and read_engines("6", TWELVE)[0] == 6,
    "D12-2.2": lambda: len(deal(TWELVE, 3, 12, DOUBLE_HELD).hands[0]) == 14,
    "D12-2.3": lambda: sum(map(len, deal(TWELVE, 3, 12, DOUBLE_LATE).hands)) == 90,
    "D12-2.4": lambda: deal(TWELVE, 3, 12, DOUBLE_HELD).holder == 0,
    "D12-7.4": lambda: _winner(TWELVE, 100, 99, 101) == 1,
    "D12-8.1": lambda: TWELVE.options.engines[1] == 11,
    "D12-9.1": lambda: TWELVE.for_tournaments and TWELVE.options.engines == tuple(range(12, -1, -1)),
    "D12-9.2": lambda: (
        TWELVE.customs["playoff"].source.clauses == ("D12-9.2",) and TWELVE.options.playoff == "in-pairs"
    ),
    "D12-9.3": lambda: read_engines("12 8 4", TWELVE) == (12, 8, 4),
    "custom-engines": lambda: read_rules("double-nine[engines=9-7-5-3-1]").options.engines == (9, 7, 5, 3, 1),
    "custom-deal": lambda: tiles_each(read_rules("double-nine[deal=12-11-10]"), 3) == 11,
    "custom-engine-from": lambda: deal(_house("engine-from=hand"), 3, 9, list(full_set(9))).holder is not None,
    "custom-hunt": lambda: deal(TWELVE, 8, 12, DOUBLE_LATE, first=6).holder is not None,
    "custom-starter": lambda: read_rules("double-nine[starter=rotate]").options.starter == "rotate",
    "custom-highest-by": lambda: _who_starts(_house("highest-by=highest-double"), 9, Ana="6-5", Ben="1-1") == ("Ben",),
    "custom-starter-tie": lambda: _who_starts(NINE, 9, Ana="8-8", Ben="9-7") == ("Ben",),
    "custom-out-on-first-turn": lambda: BY_RULINGS["D9-4.3"]["effects"].endswith("next C"),
    "custom-blocked": lambda: round_scores({1: 4, 2: 7}, frozenset(), _house("blocked=lowest-hand-0")) == {1: 0, 2: 7},
    "custom-blank-end": lambda: (
        _counts("blank-end=25", "5-0 0-0") == [30, 50] and _counts("blank-end=25,double-blank=60", "0-0") == [60]
    ),
    "custom-doubles": lambda: _counts("doubles=twice", "6-6 6-4 0-0") == [24, 10, 0],
    "custom-out-bonus": lambda: round_scores({1: 0, 2: 34}, frozenset({1}), _house("out-bonus=10")) == {1: -10, 2: 34},
    "custom-open-marker": lambda: [marker_score(book) for book in (NINE, _house("open-marker=10"))] == [0, 10],
    "custom-limit": lambda: [is_past_limit([90, past], _house("limit=100")) for past in (99, 100)] == [False, True],
    "custom-double-blank": lambda: count_hand(read_tiles("0-0"), read_rules("double-six[double-blank=25]")) == 25,
    "custom-tie": lambda: {each.place for each in standings({1: SeatTotals(5), 2: SeatTotals(5)}, NINE)} == {1},
    "custom-playoff": lambda: read_rules("double-twelve[playoff=one-table]").options.playoff == "one-table",
    "custom-wrong-move": lambda: (
        "In a tournament" in TWELVE.customs["wrong-move"].text and "tournament" not in NINE.customs["wrong-move"].text
    ),
}


@pytest.mark.parametrize("id", ELSEWHERE)
def test_what_surrounds_the_moves_is_as_the_clause_says(id: str) -> None:
    assert ELSEWHERE[id]()


@pytest.mark.parametrize("key", RULE_BOOKS)
def test_every_clause_has_a_case_of_its_own(key: str) -> None:
    assert [id for id in RULE_BOOKS[key].clauses if id not in BY_RULINGS and id not in ELSEWHERE] == []


def test_every_custom_has_a_case_of_its_own() -> None:
    cased = {id for id in [*BY_RULINGS, *ELSEWHERE] if id.startswith("custom-")}

    assert [option for option in (*TYPE_OF, *IN_WORDS) if f"custom-{option}" not in cased] == []


@pytest.mark.parametrize("key", RULE_BOOKS)
def test_every_ruling_rests_on_something(key: str) -> None:
    book = RULE_BOOKS[key]

    assert [entry for entry, ground in book.rulings.items() if not ground.clauses and not ground.customs] == []
    assert {key: set(other_book.rulings) for key, other_book in RULE_BOOKS.items()} == {
        key: set(book.rulings) for key in RULE_BOOKS
    }
