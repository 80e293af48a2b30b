"""D9-1.1 to D9-1.4, D6-2 to D6-5, D12-1.2 to D12-2.4: the deal, before the first move."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, BookError, DealError, RuleBook, full_set, read_rules, read_tile
from rules.answers.answer import NamedFacts, answer, answer_for
from rules.answers.topics import known_questions
from rules.table.deal import Opener, check_deal, deal, most_players, opening, read_engines, tiles_each, who_starts

NINE, SIX, TWELVE = (RULE_BOOKS[f"double-{size}"] for size in ("nine", "six", "twelve"))


@pytest.mark.parametrize(
    ("rules", "each"), [("double-nine[deal=27]", 27), ("double-six[engine-from=hand,deal=14]", 14)]
)
def test_custom_deal_may_take_every_tile_there_is_and_not_one_more(rules: str, each: int) -> None:
    exact = read_rules(rules)

    assert (most_players(exact), tiles_each(exact, 2)) == (2, each)
    assert deal(exact, 2, 6, list(full_set(exact.options.highest))).boneyard == ()
    with pytest.raises(DealError, match="too many for 2 players"):
        tiles_each(read_rules(rules.replace(str(each), str(each + 1))), 2)


@pytest.mark.parametrize(
    ("rules", "players", "why"),
    [
        ("double-nine[deal=12-11-10]", 5, "up to 4 players, but not with 5"),
        ("double-nine[deal=10-10-10-7-7-7-7]", 8, "at most 7 players with these rules, not 8"),
        ("double-nine[deal=10-30-10]", 3, "30 each is too many for 3 players"),
        ("double-twelve[highest=6]", 2, "16 each is too many for 2 players"),
        (
            "double-six",
            6,
            "A double-six set has 27 tiles to deal: enough for at most 5 players with these rules, not 6",
        ),
        ("double-twelve", 1, "at least 2"),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_refused_with_the_number_of_players(rules: str, players: int, why: str) -> None:
    with pytest.raises(DealError, match=why):
        tiles_each(read_rules(rules), players)


def test_custom_deal_is_refused_for_every_number_of_players_that_the_set_cannot_serve() -> None:
    with pytest.raises(BookError, match=r"With 3 .* at most 9 .* not 10.* With 4 .* not 7.* With 5 .* at most 5"):
        check_deal(read_rules("double-six[deal=13-10-7-6]"))


def test_custom_set_has_to_reach_as_many_as_the_published_one() -> None:
    check_deal(read_rules("double-six[tie=most-rounds-won]"))

    with pytest.raises(BookError, match="With 5 players, you can deal at most 11 tiles each, not 13"):
        check_deal(read_rules("double-twelve[highest=9]"))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("double-nine", "Tiles each: 10 for 2 to 4 players, 7 for 5 to 7 players and 6 for 8 players."),
        ("double-six", "Tiles each: 5 for 2 to 5 players."),
        ("double-six[highest=9]", "Tiles each: 5 for 2 to 8 players."),
        ("double-six[deal=7-7]", "Tiles each: 7 for 2 or 3 players."),
        ("double-six[deal=13-10-6]", "Tiles each: 13 for 2 players and 6 for 4 players."),
        ("double-twelve[highest=6]", "Tiles each: more than the set has."),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_never_shown(rules: str, said: str) -> None:
    house = read_rules(rules)

    assert house.customs["deal"].text == said
    assert said.removeprefix("Tiles each: ") in house.card[0]


def test_the_opening_says_the_deal_that_the_house_plays() -> None:
    assert "deal 8 each" in opening(read_rules("double-nine[deal=8-8-8]"), 1, 9, 3)


def test_a_group_may_play_fewer_doubles() -> None:
    played = {"": NINE.options.engines, "6": (6, 5, 4, 3, 2, 1, 0), "9 7 5": (9, 7, 5), "9, 7,5 ": (9, 7, 5), "0": (0,)}

    assert {text: read_engines(text, NINE) for text in played} == played


REFUSED = {"10": "There is no 10-10", "9 9": "cannot start two rounds"}
NO_LIST = dict.fromkeys(["ten", "½", "-1"], "not a list of doubles")


@pytest.mark.parametrize(("text", "said"), [*REFUSED.items(), *NO_LIST.items()])
def test_doubles_that_cannot_be_played_are_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(DealError, match=said):
        read_engines(text, NINE)


def test_d9_1_3_the_opening_says_what_to_do_now() -> None:
    assert opening(NINE, 3, 7, 4) == "Round 3: put the 7-7 in the middle and deal 10 each; the highest tile starts."


def test_d12_2_3_the_opening_tells_of_the_hunt() -> None:
    assert "Nobody has the 10-10? Everybody draws one tile" in opening(TWELVE, 3, 10, 4)


def _start(book: RuleBook, **tiles: str) -> Opener:
    return who_starts(book, {name: read_tile(text) for name, text in tiles.items()}, 9)


def test_d9_1_4_the_highest_pip_sum_starts() -> None:
    assert _start(NINE, Ana="9-4", Ben="8-7", Cai="6-6").names == ("Ben",)


def test_custom_starter_tie_the_larger_single_end_decides() -> None:
    start = _start(NINE, Ana="8-8", Ben="9-7")

    assert start.names == ("Ben",)
    assert "bigger number on one end decides" in start.reason


def test_custom_starter_tie_or_they_draw_again() -> None:
    assert _start(read_rules("double-nine[starter-tie=draw-again]"), Ana="8-8", Ben="9-7").names == ("Ana", "Ben")


def test_custom_highest_by_a_double_may_go_first() -> None:
    house = read_rules("double-nine[highest-by=highest-double]")

    assert _start(house, Ana="4-4", Ben="9-7", Cai="5-5").names == ("Cai",)


@pytest.mark.parametrize(
    ("book", "tiles", "said"),
    [
        (NINE, {"Ana": "9-9"}, "in the middle"),
        (NINE, {"Ana": "9-7", "Ben": "7-9"}, "cannot each have"),
        (NINE, {"Ana": "10-1"}, "no such tile"),
        (NINE, {}, "at least one"),
        (TWELVE, {"Ana": "9-7"}, "no tile decides who starts"),
    ],
)
def test_d9_1_4_tiles_that_cannot_decide_who_starts_are_refused(
    book: RuleBook, tiles: dict[str, str], said: str
) -> None:
    with pytest.raises(DealError, match=said):
        _start(book, **tiles)


@pytest.mark.parametrize(
    ("players", "first", "at", "holder", "hands"),
    [(3, 0, 3 * 15 + 4, 1, [17, 16, 17]), (8, 6, 8 * 10 + 9, 7, [11, 11, 11, 11, 11, 11, 12, 11])],
    ids=["D12-2.3: everybody draws", "custom hunt: with too few left, one at a time from the starter"],
)
def test_tiles_are_drawn_until_the_double_turns_up(
    players: int, first: int, at: int, holder: int, hands: list[int]
) -> None:
    tiles = [tile for tile in full_set(12) if tile != read_tile("12-12")]
    tiles.insert(at, read_tile("12-12"))

    dealt = deal(TWELVE, players, 12, tiles, first=first)

    assert (dealt.holder, [len(hand) for hand in dealt.hands]) == (holder, hands)


@given(st.sampled_from([NINE, SIX, TWELVE]), st.integers(2, 8), st.integers(0, 18), st.randoms(use_true_random=False))
def test_a_deal_gives_every_tile_out_once(book: RuleBook, players: int, engine: int, luck: random.Random) -> None:
    players, engine = min(players, most_players(book)), min(engine, book.options.highest)
    tiles = list(full_set(book.options.highest))
    luck.shuffle(tiles)

    dealt = deal(book, players, engine, tiles, first=players - 1)

    dealt_out = [tile for hand in dealt.hands for tile in hand]
    assert sorted([*dealt_out, *dealt.boneyard, read_tile(f"{engine}-{engine}")]) == sorted(tiles)
    assert (dealt.holder is None) == (book.options.engine_from == "set-aside")


DEPENDS = "How many tiles you each take depends on how many of you play: "


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        (
            "double-nine",
            7,
            f"With 7 players, you each take 7 tiles. {DEPENDS}10 for 2 to 4 players, 7 for 5 to 7 players",
        ),
        ("double-six", 4, "With 4 players, you each take 5 tiles."),
        ("double-six", 7, "Two to five people can play, not 7. You each take 5 tiles, no matter how many of you play."),
        ("double-twelve", 8, f"With 8 players, you each take 10 tiles. {DEPENDS}16 for 2 players, 15 for 3 players, "),
        ("double-nine[deal=12-9-8]", 3, f"With 3 players, you each take 9 tiles. {DEPENDS}12 for 2 players, 9 for 3 "),
        (
            "double-nine[deal=99-9-8]",
            2,
            f"3 and 4 people can play, not 2. {DEPENDS}9 for 3 players and 8 for 4 players.",
        ),
        ("double-nine[deal=99]", 2, DEPENDS),
        ("double-nine", None, f"{DEPENDS}10"),
    ],
)
def test_the_tiles_each_are_said_for_a_number_of_players(rules: str, players: int | None, said: str) -> None:
    given = answer_for(known_questions()["tiles-each"], read_rules(rules), NamedFacts(players))

    assert (given.verdict, given.says[: len(said)]) == ("so", said)


@pytest.mark.parametrize(
    ("rules", "players", "verdict", "said"),
    [
        ("double-nine", 9, "no", "Two to eight people can play, not 9. By custom; the rules do not say."),
        ("double-nine", 2, "yes", "Two to eight people can play. By custom; the rules do not say."),
        ("double-nine", None, "so", "Two to eight people can play. By custom; the rules do not say."),
        ("double-six", 6, "no", "Two to five people can play, not 6."),
        ("double-six", 5, "yes", "Two to five people can play."),
        ("double-twelve", 1, "no", "Two to eight people can play, not 1."),
        ("double-twelve", 8, "yes", "Two to eight people can play."),
        ("double-nine[deal=99-9-8]", 2, "no", "3 and 4 people can play, not 2."),
        ("double-six", None, "so", "Two to five people can play."),
        ("double-nine[deal=8]", None, "so", "2 people can play."),
        ("double-six[deal=13-10-6]", None, "so", "2 and 4 people can play."),
        ("double-twelve[highest=6]", None, "so", "Nobody can play like this: more tiles are dealt than the set has."),
    ],
)
def test_a_number_of_players_can_play_or_cannot(rules: str, players: int | None, verdict: str, said: str) -> None:
    given = answer_for(known_questions()["how-many-players"], read_rules(rules), NamedFacts(players))

    assert (given.verdict, given.answer) == (verdict, said)


def test_a_number_changes_no_other_answer() -> None:
    question = known_questions()["who-starts"]

    assert answer_for(question, NINE, NamedFacts(7)) == answer(question, NINE)
