"""Every milestone is true when checked against the club's earlier games."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from random import Random

import pytest
from flask import Flask
from sqlalchemy import RowMapping, select

from models import db
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms
from models.ledger.players import Player
from models.ledger.results import RESULTS
from models.play.bin import throw_game
from models.play.changes import leave, stop
from models.play.start import create_club_with_keys, start_game
from models.results.milestones import FEWEST_BEATEN, FEWEST_ROUNDS, MOST_MILESTONES, milestones_of
from models.sheets.outcome import outcome_of
from rules import RULE_BOOKS
from samples import seasons
from samples.games import enter_pips
from samples.halls import seated
from samples.pens import write
from samples.tournaments import game_at
from tests.conftest import sure
from tests.models.conftest import LABELS, Table


@pytest.fixture
def club(store: Flask) -> Club:
    return create_club_with_keys("Ana’s table", LABELS, "Ana")[0]


def begin(club: Club, day: date, rules: str, names: Iterable[str]) -> Game:
    book = RULE_BOOKS[rules]
    return start_game(club, list(names), GameTerms(book, book.options.engines), day, "Ana")


def at(game: Game) -> Table:
    """The game as a `Table`; nothing that is done with it here needs a club or a key."""
    return Table(None, game, None)  # type: ignore[arg-type] # for the club and the key that are left out


def end(game: Game, rounds: int = FEWEST_ROUNDS, **left: str) -> None:
    """Enter this many identical rounds, and stop the game. `left` gives `out` or the pips of each player by name."""
    for number in range(1, rounds + 1):
        assert at(game).enter_all(number, left, agreed="nobody-out:") is None
    write(game, "Ana", stop)


def play(club: Club, day: date, rules: str = "double-nine", rounds: int = FEWEST_ROUNDS, **left: str) -> Game:
    """Play a game of this many identical rounds on a day. `left` gives `out` or the pips of each player by name."""
    game = begin(club, day, rules, left)
    end(game, rounds, **left)
    return game


def play_in_spring(club: Club, rules: str = "double-nine", rounds: int = FEWEST_ROUNDS, **left: str) -> list[Game]:
    """Play three games of identical rounds, on days in March and April."""
    return [play(club, date(2026, month, day), rules, rounds, **left) for month, day in ((3, 1), (3, 8), (4, 1))]


def said(game: Game) -> list[str]:
    outcome = sure(outcome_of(at(game).sheet))
    return milestones_of(game.id, {finisher.player_id: finisher.name for finisher in outcome.finishers})


MAY = date(2026, 5, 1)
LOWEST = "The lowest total yet over 3 rounds with these rules."


def test_wins_are_counted_by_the_year_and_in_a_row(club: Club) -> None:
    play(club, date(2025, 12, 30), Ana="out", Ben="34")
    third = [play(club, date(2026, 1, day), Ana="out", Ben="34") for day in (2, 3, 4)][-1]
    assert said(third) == ["Ana’s third win of 2026.", "Ana has won 4 games in a row."]

    assert said(play(club, date(2027, 1, 1), Ana="out", Ben="34"))[0] == "Ana’s first win of 2027."


def test_a_win_without_a_word_for_its_number_says_the_number(club: Club) -> None:
    games = [play(club, date(2026, 1, 1) + timedelta(days=day), Ana="out", Ben="34") for day in range(11)]

    assert said(games[-2])[0] == "Ana’s tenth win of 2026."
    assert said(games[-1])[0] == "Win number 11 of 2026 for Ana."


def test_a_first_win_is_one_for_each_player_and_later_games_change_nothing(club: Club) -> None:
    first = play(club, date(2026, 2, 1), Ana="out", Ben="34")
    assert said(first) == ["Ana’s first win."]

    second = play(club, date(2026, 2, 2), Ana="40", Ben="out")
    play(club, date(2026, 2, 3), Ana="out", Ben="34")

    assert (said(first), said(second)) == (["Ana’s first win."], ["Ben’s first win."])


def test_of_two_tables_on_one_night_only_the_lower_has_the_lowest_total_whichever_began_first(club: Club) -> None:
    play_in_spring(club, Ana="40", Ben="30", Cai="50", Dee="60")
    first, second = (begin(club, MAY, "double-nine", names) for names in (["Ana", "Ben"], ["Cai", "Dee"]))
    end(second, Cai="20", Dee="60")
    assert LOWEST in said(second)

    end(first, Ana="25", Ben="30")

    assert [LOWEST in said(game) for game in (first, second)] == [False, True]


def test_wins_of_one_night_are_counted_in_the_order_in_which_they_were_won(club: Club) -> None:
    paused = begin(club, MAY, "double-nine", ["Ana", "Ben"])
    won = play(club, MAY, Ana="out", Ben="34")
    end(paused, Ana="out", Ben="34")

    assert said(won) == ["Ana’s first win."]
    assert said(paused) == ["Ana’s second win of 2026.", "Ana has won 2 games in a row."]


def test_a_correction_does_not_move_the_moment_at_which_a_game_was_won(club: Club) -> None:
    first = play(club, MAY, Ana="out", Ben="34")
    second = play(club, MAY, Ana="out", Ben="34")
    at(first).enter(2, Ben="30")

    assert said(first) == ["Ana’s first win."]
    assert said(second)[0] == "Ana’s second win of 2026."


def test_a_game_that_the_player_left_ends_the_wins_in_a_row(club: Club) -> None:
    play(club, date(2026, 1, 1), Ana="out", Ben="34")
    left = begin(club, date(2026, 1, 2), "double-nine", ["Ana", "Ben", "Cai"])
    table = at(left)
    table.enter(1, Ana="out", Ben="34", Cai="9")
    write(left, "Ana", leave, table.seats["Ana"])
    table.enter(2, Ben="out", Cai="9")
    write(left, "Ana", stop)

    assert said(play(club, date(2026, 1, 3), Ana="out", Ben="34")) == ["Ana’s second win of 2026."]
    assert said(play(club, date(2026, 1, 4), Ana="out", Ben="34"))[1] == "Ana has won 2 games in a row."


def test_nobody_has_won_a_table_of_a_tournament_at_which_two_are_level(store: Flask) -> None:
    game = game_at(seated(), 1)
    enter_pips(game, 1, [0, 10, 20, 30])
    enter_pips(game, 2, [10, 0, 20, 30])

    write(game, "Ana", stop)

    assert said(game) == []


def test_the_lowest_total_is_said_since_the_month_of_one_as_low(club: Club) -> None:
    play(club, date(2025, 11, 2), Ana="5", Ben="out", Cai="8")
    play_in_spring(club, Ana="20", Ben="30", Cai="12")
    game = play(club, MAY, Ana="20", Ben="30", Cai="out")
    assert "The lowest total over 3 rounds with these rules since November 2025." in said(game)

    for month in (6, 7, 8):
        play(club, date(2026, month, 1), Ana="20", Ben="30", Cai="12")
    game = play(club, date(2026, 9, 1), Ana="20", Ben="30", Cai="out")
    assert "The lowest total over 3 rounds with these rules since May." in said(game)


def test_a_total_as_low_in_the_same_month_is_not_worth_a_word(club: Club) -> None:
    play(club, date(2026, 3, 1), Ana="5", Ben="out", Cai="8")
    for day in (2, 3, 4):
        play(club, date(2026, 3, day), Ana="20", Ben="30", Cai="12")

    game = play(club, date(2026, 3, 5), Ana="20", Ben="30", Cai="out")
    assert "The lowest" not in str(said(game))


def test_the_lowest_total_yet_needs_earlier_games_to_beat(club: Club) -> None:
    games = play_in_spring(club, Ana="20", Ben="30", Cai="12")
    assert "lowest" not in str([said(game) for game in games])

    game = play(club, MAY, Ana="11", Ben="30", Cai="12")
    assert said(game) == ["Ana’s first win.", LOWEST]


def test_somebody_who_does_not_win_can_be_better_than_ever(club: Club) -> None:
    play_in_spring(club, Ana="out", Ben="30", Cai="12")

    game = play(club, MAY, Ana="out", Ben="29", Cai="12")

    assert "Ben’s lowest total yet over 3 rounds with these rules." in said(game)


LESS = FEWEST_ROUNDS - 1


@pytest.mark.parametrize(
    ("rules", "rounds", "rounds_now"), [("double-six", 3, 3), ("double-nine", 4, 3), ("double-nine", LESS, LESS)]
)
def test_games_of_other_rules_or_length_or_that_hardly_began_are_not_compared(
    club: Club, rules: str, rounds: int, rounds_now: int
) -> None:
    play_in_spring(club, rules, rounds, Ana="20", Ben="30", Cai="12")

    game = play(club, MAY, rounds=rounds_now, Ana="4", Ben="5", Cai="6")

    assert "lowest" not in str(said(game))


def test_a_game_in_the_bin_counts_for_nothing(club: Club) -> None:
    throw_game(play(club, date(2026, 1, 2), Ana="out", Ben="34"), "Ana")

    assert said(play(club, date(2026, 1, 3), Ana="out", Ben="34")) == ["Ana’s first win."]


def slowly(rows: list[RowMapping], game_id: int, names: Mapping[int, str]) -> set[str]:
    """The milestones of a game, read from the results one by one."""
    game_rows = [row for row in rows if row["game_id"] == game_id and row["place"]]
    day, milestones = game_rows[0]["played_on"], set[str]()
    earlier = [row for row in rows if (row["played_on"], row["game_id"]) < (day, game_id)]
    rounds = max(row["rounds"] for row in game_rows)
    alike = [
        row for row in earlier if row["rules"] == game_rows[0]["rules"] and row["rounds"] == rounds and row["place"]
    ]
    for row in game_rows:
        name, own = names[row["player_id"]], [result for result in earlier if result["player_id"] == row["player_id"]]
        wins = [result for result in own if result["place"] == 1]
        if row["place"] == 1:
            milestones |= {f"{name}’s first win."} if not wins else set()
            in_a_row = 1
            for result in reversed(own):
                if result["place"] != 1:
                    break
                in_a_row += 1
            milestones |= {f"{name} has won {in_a_row} games in a row."} if in_a_row > 1 else set()
            if wins:
                milestones.add(f"{name} {1 + sum(result['played_on'].year == day.year for result in wins)}")
        totals = [result["total"] for result in alike if result["player_id"] == row["player_id"]]
        if row["rounds"] == rounds >= FEWEST_ROUNDS and len(totals) >= FEWEST_BEATEN and row["total"] < min(totals):
            milestones.add(f"{name} lowest")
    return milestones


WORDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def in_short(sentence: str) -> str:
    """A sentence in the short form that `slowly` uses."""
    name = sentence.partition("’")[0]
    if "lowest total yet over" in sentence and not sentence.startswith("The"):
        return f"{name} lowest"
    if " win of " in sentence:
        return f"{name} {WORDS.index(sentence.split()[1]) + 1}"
    if sentence.startswith("Win number "):
        return f"{sentence.rstrip('.').partition(' for ')[2]} {sentence.split()[2]}"
    return sentence


@pytest.mark.parametrize("seed", range(2))
def test_every_milestone_of_a_season_is_true(club: Club, seed: int) -> None:
    seasons.play_season(club, Random(seed), 25)
    db.session.commit()
    rows = list(db.session.execute(select(RESULTS).order_by(RESULTS.c.played_on, RESULTS.c.game_id)).mappings())
    names = {row.id: row.name for row in db.session.execute(select(Player.id, Player.name))}

    count = 0
    for game_id in {row["game_id"] for row in rows if row["place"]}:
        shown = milestones_of(game_id, names)
        personal = {in_short(sentence) for sentence in shown if not sentence.startswith("The ")}
        count += len(shown)
        assert personal <= slowly(rows, game_id, names)
        if len(shown) < MOST_MILESTONES and len(personal) == len(shown):
            assert personal == slowly(rows, game_id, names)

    assert count > 20
