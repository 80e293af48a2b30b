"""Tables of scores: exported tables and those from a spreadsheet can be imported, and a wrong line is named."""

import csv
import io
import random
from datetime import date, timedelta

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from models import db
from models.files.scores_import import import_scores, preview_scores
from models.files.scores_reader import ScoreTable, read_scores
from models.files.scores_writer import write_scores
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.players import Player
from models.ledger.results import Result
from models.play.changes import arrive, leave, mend_rules, penalise
from models.play.players import rename_player
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS, read_rules
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table, make_table

NINE = RULE_BOOKS["double-nine"]
DAY = date(2025, 4, 3)
BY_ROUND = "Round,Ana,Ben,Cai\n9-9,out,34,12+11\n8-8,21,out,40\n"


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: the table is text, and it is imported like any other file, which is tested on both databases."""
    return sqlite_store


@pytest.fixture
def club(store: Flask) -> Club:
    """A club with a game in which nothing has been entered yet."""
    return make_table().club


def totals(game: Game) -> dict[str, int]:
    """The totals of a game by name."""
    return {column.name: column.total for column in load_sheet(game).columns}


def game_of(club: Club, text: str, day: date = DAY) -> Game:
    """The game that is made from a table of scores."""
    return sure(import_scores(club, day, NINE, read_scores(text, NINE), "Ana"))


def previewed(club: Club, text: str) -> ScoreTable:
    """A table of scores that can be entered, with the questions about it."""
    scores = read_scores(text, NINE)
    sure(preview_scores(club, DAY, NINE, scores, "Ana"))
    return scores


@pytest.mark.parametrize(
    "text",
    [
        BY_ROUND,
        "\ufeff" + BY_ROUND.replace("\n", "\r\n"),
        ";Ana;Ben;Cai\n[9-9];out;34;23\n\n[8-8];21;OUT;40\nTotal;21;34;63\n",
        "\tAna\tBen\tCai\n9\tout\t34\t23\n8\t21\tout\t40\n",
        "Player,9-9,8-8,Total\nAna,out,21,21\nBen,34,out,34\nCai,23,40,63\n",
        "Round,Ana,Ben,Cai\n1,0,34,23\n2,21,0,40\n",
        "Round,Ana,Ben,Cai,,\n9-9,0,34,23,,\n8-8,21,0,40,,\n,,,,,\n",
        "sep=;\nRound;Ana;Ben;Cai\n9-9;0;34;23\n8-8;21;0;40\n",
        "Game night in March,,,\n,,,\nRound,Ana,Ben,Cai\n9-9,0,34,23\n8-8,21,0,40\nSum,21,34,63\n",
        "Round,Ana,Ben,Cai\nRound 1,0,34,23\nRound 2,21,0,40\nTotals,21,34,63\n",
        "Round,Ana,Ben,Cai\nR1,0,34,23\nR2,21,0,40\n",
        "Rounds,Ana,Ben,Cai\nDouble 9,0,34,23\nDouble 8,21,0,40\n",
        ",Ana,Ben,Cai\n9/9,0,34,23\n8/8,21,0,40\n",
        "Round,Ana,Ben,Cai\n9–9,0,٣٤,23\n8–8,21,0,40\n",
        "Round,Ana,Ben,Cai\n9-9,0,34.0,12+11\n8-8,21,0,9-9 9-8 5-0\n",
        "Name,Round 1,Round 2\nAna,0,21\nBen,34,0\nCai,23,40\n",
        "Players\t9–9\t8–8\tSum\nAna\tout\t21\t21\nBen\t34\tout\t34\nCai\t23\t40\t63\n",
        "Round,,Ana,Ben,Cai\n9-9,,0,34,23\n8-8,,21,0,40\n",
    ],
)
def test_a_table_makes_a_game_whichever_way_it_lies(club: Club, text: str) -> None:
    game = game_of(club, text)

    sheet = load_sheet(game)
    assert totals(game) == {"Ana": 21, "Ben": 34, "Cai": 63}
    assert [round.engine for round in sheet.rounds if round.is_closed] == [9, 8]
    cells = [cell for round in sheet.rounds for cell in round.cells.items()]
    assert [sheet.names[seat] for seat, cell in cells if cell.is_out] == ["Ana", "Ben"]
    assert sheet.is_stopped and sheet.is_over


def test_a_game_that_came_in_counts(club: Club) -> None:
    game = game_of(club, BY_ROUND)

    kept = db.session.execute(select(Result.total, Result.place).where(Result.game_id == game.id))
    assert sorted(tuple(row) for row in kept) == [(21, 1), (34, 2), (63, 3)]


def test_what_was_written_out_comes_in_the_same(table: Table, club: Club) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(2, Ana="7", Ben="out", Cai="8+4", Dee="50")
    write(table.game, "Ana", penalise, table.seats["Cai"], 5, "Late")
    text = write_scores(table.sheet)

    game = game_of(club, text)

    assert totals(game) == table.totals
    assert write_scores(load_sheet(game)) == text


def test_a_spreadsheet_opens_it_right(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")

    text = write_scores(table.sheet)

    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]))) == [
        ["Round", "Ana", "Ben", "Cai", "Dee"],
        ["[9-9]", "out", "34", "30", "5"],
        ["Total", "0", "34", "30", "5"],
        ["Place", "1", "4", "3", "2"],
    ]


def test_a_name_is_no_formula(store: Flask) -> None:
    table = make_table(names="=1+1 @Ben")

    assert write_scores(table.sheet).splitlines()[0].endswith("Round,'=1+1,'@Ben")
    assert read_scores(write_scores(table.sheet) + "9-9,0,1\n", NINE).names == ["=1+1", "@Ben"]


WRONG = [
    ("", 1, "No table was found"),
    ('Round,Ana,Ben\n9-9,"' + "x" * 140_000, 1, ""),
    ("Round" + ",Ana" * 200 + "\n9-9" + ",0" * 200 + "\n", 1, "No table was found"),
    ("Round,Ana\n9-9,0\n", 1, "2 to 16 players, but this one has 1"),
    ("Round,Ana,\n9-9,0,1\n", 2, "more scores than names"),
    ("Round,Ana,ANA\n9-9,0,1\n", 1, "ANA is listed twice"),
    (f"Round,Ana,{'x' * 41}\n9-9,0,1\n", 1, "at most 40"),
    ("Round,Ana,Ben\n9-9,0,1\nlate,0,2\n", 3, "It is not clear what “late” is"),
    ("Round,Ana,Ben\n9-9,0,1\n9-9,0,2\n", 3, "The 9-9 cannot start two rounds"),
    ("Round,Ana,Ben\n12-12,0,1\n", 2, "12"),
    ("Round,Ana,Ben\n9-9,0,abc\n", 2, "“abc” is not a score for Ben"),
    ("Round,Ana,Ben\n9-9,0,1\nPenalty,ten,0\n", 3, "“ten” is not a number for Ana"),
    ("Round,Ana,Ben\n9-9,0,1\nTotal,0,one\n", 3, "“one” is not a number for Ben"),
    ("Round,Ana,Ben\n9-9,0,1\nStart,0,7\n", 2, "Ben plays from the first round"),
    ('Round,Ana,Ben\n9-9,0,"1,024"\n', 2, "Ben: “1,024” looks like 1024"),
    ("Round,Ana,Ben\n9-9,0,1\nRound 14,0,1\n", 3, "a game with these rules has 10 rounds"),
    ("Round,Ana,\u202e\n9-9,0,1\n", 1, "cannot be a name"),
    ("Round,Ana,Ben\n9-9,0,0\n", 2, "Only one player can go out"),
    ("Round,Ana,Ben\n9-9,out,out\n", 2, "Only one player can go out"),
    ("Round,Ana,Ben\n9-9,0,7\nTotal,0,8\n", 3, "Ben’s total is 8 here, but the rounds add up to 7"),
    ("Round,Ana,Ben\n9-9,0,7\n8-8,0,9999\n", 3, ""),
]


@pytest.mark.parametrize(("text", "line", "said"), WRONG)
def test_what_is_wrong_is_named_with_its_line(club: Club, text: str, line: int, said: str) -> None:
    scores = read_scores(text, NINE)

    assert preview_scores(club, DAY, NINE, scores, "Ana") is None
    assert scores.wrong[0][0] == line
    assert said in scores.wrong[0][1]


def test_a_game_is_of_its_own_day_whatever_came_in_before(club: Club) -> None:
    game_of(club, BY_ROUND)

    game = game_of(club, BY_ROUND, DAY + timedelta(days=1))

    assert db.session.get_one(Night, game.night_id).date == DAY + timedelta(days=1)


def test_doubles_from_below_are_doubles_and_no_numbers_of_rounds(club: Club) -> None:
    scores = read_scores("Round,Ana,Ben\n[1-1],out,7\n[2-2],3,out\n", NINE)

    assert [round.engine for round in scores.rounds] == [1, 2]


def test_a_name_may_begin_with_an_apostrophe(store: Flask) -> None:
    table = make_table(names="’t Ben")
    rename_player(db.session.get_one(Player, 1), "'t Hooft")

    assert read_scores(write_scores(table.sheet), NINE).names == ["'t Hooft", "Ben"]


def test_nothing_is_guessed_of_a_player_without_a_name_of_brackets_nor_of_a_second_game_beside_the_first() -> None:
    assert read_scores("Round,Ana,Ben,\n9-9,5,7,0\n8-8,6,8,0\n7-7,3,4,0\n", NINE).wrong
    assert read_scores("Round,Ana,Ben\n9-9,out,34\n8-8,5,out\nPenalty,(10),0\n", NINE).wrong
    assert read_scores("Round,Ana,Ben,,Ana,Ben\n9-9,out,34,,out,34\n8-8,21,out,,5,out\n", NINE).wrong


def test_a_game_of_fewer_rounds_was_stopped_and_can_be_continued_and_one_round_was_blocked(club: Club) -> None:
    sheet = load_sheet(game_of(club, "Round,Ben,Ana\n9-9,0,12\n8-8,5,out\n"))

    assert sheet.is_stopped
    assert sure(sheet.next_round).engine == 7
    assert [round.is_blocked for round in sheet.rounds if round.is_closed] == [True, False]


def test_the_same_game_comes_once(club: Club) -> None:
    game_of(club, BY_ROUND)
    again = read_scores(BY_ROUND, NINE)

    assert import_scores(club, DAY, NINE, again, "Ana") is None
    assert "There is already a game with these scores" in again.wrong[0][1]


def test_trying_leaves_nothing(club: Club) -> None:
    sheet = sure(preview_scores(club, DAY, NINE, read_scores(BY_ROUND, NINE), "Ana"))

    assert sheet.columns[0].total == 21
    assert db.session.scalar(select(func.count()).select_from(Game)) == 1


def test_too_many_for_a_sheet_is_said() -> None:
    names = ",".join(f"P{number}" for number in range(17))

    scores = read_scores(f"Round,{names}\n6-6,0{',1' * 16}\n", read_rules("double-six"))

    assert scores.wrong[0][0] == 1


def test_penalties_are_read_as_scores_are(club: Club) -> None:
    game = game_of(club, "Round,Ana,Ben\n9-9,0,34\nPenalty,10+5,10.0\n")

    assert totals(game) == {"Ana": 15, "Ben": 44}
    assert {line.payload.round for line in load_sheet(game).penalties} == {1}


BLOCKED = "Nobody went out. Was the round blocked?"
QUESTIONS: dict[str, dict[str, list[int]]] = {
    "Round,Ana,Ben\n9-9,3,34\n8-8,12,out\n": {BLOCKED: [9]},
    "Player,9-9,8-8,7-7\nAna,3,0,12\nBen,34,3,5\n": {BLOCKED: [9, 7]},
    "Round,Ana,Ben,Notes\n9-9,3,34,Ana blocked my train\n8-8,12,out,\n": {BLOCKED: [9]},
    "Round,Ana,Ben,Notes\n9-9,3,34,blocked my train\n8-8,12,out,\n": {BLOCKED: [9]},
    "Round,Ana,Ben,Notes\n9-9,3,34,not blocked\n8-8,12,out,\n": {BLOCKED: [9]},
    "Round,Ana,Ben\n9-9,3,34\n8-8 (blocked),12,out\n": {BLOCKED: [9]},
}


def test_the_questions_of_the_form_are_asked_of_a_table_too_and_each_once(club: Club) -> None:
    for text, asked in QUESTIONS.items():
        scores = previewed(club, text)
        assert scores.asked == asked
        assert "because the round was blocked" not in str(scores.noted)
    assert "must have drawn some" in str(previewed(club, "Round,Ana,Ben\n9-9,0,300\n").asked)
    assert "do you mean 12+5, 17 in all?" in str(previewed(club, 'Round,Ana,Ben\n9-9,0,"12,5"\n').asked)


BECAUSE = (2, "Nobody went out in 9-9, because the round was blocked.")
# What is said of a table, with its line, and not asked.
NOTED = {
    "Round,Ana,Ben\n9-9 (blocked),3,34\n8-8,12,out\n": BECAUSE,
    "Round,Ana,Ben,Notes\n9-9,3,34,Blocked!\n8-8,12,out,\n": BECAUSE,
    "Player,9-9 - blocked,8-8\nAna,3,12\nBen,34,out\n": (1, BECAUSE[1]),
    "Round,Ana,Ben,Cai\n9,0,3,\n8,0,3,5\n": (2, "Cai has no score in this round, and joined later."),
    "Round,Ana,Ben,Cai\n9,0,3,4\n8,0,3,\n7,0,3,\n6,3,0,\n": (
        3,
        "Cai has no score from this round on, and left the game.",
    ),
    "Round,Ana,Ben,Cai\n9,0,1,2\n8,0,,2\n7,0,3,5\n": (
        3,
        "Ben has no score in this round but has one later, and was away.",
    ),
    "Round,Ana,Ben,Cai\n9-9,0,3,\n8-8,0,3,-\n": (1, "Cai has no score at all and is left out."),
    "Round,Ana,Ben,Cai\n9-9,0,3,4\n8-8,0,3,\n": (3, "Cai has no score in this round. The cell stays empty."),
}


def test_how_a_missing_score_was_read_is_said_and_not_asked(club: Club) -> None:
    for text, noted in NOTED.items():
        scores = previewed(club, text)
        assert noted in scores.noted
        assert scores.asked == {}


def test_numbers_that_only_grow_are_asked_about_and_read_as_totals(club: Club) -> None:
    text = "Round,Ana,Ben\n9-9,0,34\n8-8,21,34\n7-7,21,40\n"
    assert read_scores(text, NINE).is_running

    scores = read_scores(text, NINE, has_totals=True)
    game = sure(import_scores(club, DAY, NINE, scores, "Ana"))

    assert totals(game) == {"Ana": 21, "Ben": 40}
    assert [entry and entry.left.pips for entry in scores.rounds[1].hands] == [21, 0]
    assert not read_scores("Round,Ana,Ben\n9-9,0,34\n8-8,21,0\n7-7,out,6\n", NINE).is_running


def test_a_player_called_winner_is_not_left_out() -> None:
    assert read_scores("Round,Ana,Winner,Ben\n9-9,out,34,3\n8-8,21,out,5\n", NINE).names == ["Ana", "Winner", "Ben"]


NAMES = ("9", "8", "Zoë", "👩‍👩‍👧", "می‌خواهم", "=1+1", "Round", "out", "-", "Total", "Ana,Ben")


@pytest.mark.parametrize("seed", range(12))
def test_any_game_comes_back_from_its_own_table(store: Flask, seed: int) -> None:
    draw = random.Random(seed)
    *names, late = draw.sample(NAMES, draw.randint(3, 5))
    table = make_table(names=" ".join(names))
    book = read_rules(f"double-nine{draw.choice(['', '[out-bonus=10]', '[blocked=lowest-hand-0]'])}")
    write(table.game, "Ana", mend_rules, book, book.options.engines)
    rounds = draw.randint(1, 5)
    for number in range(1, rounds + 1):
        playing = [table.sheet.names[seat] for seat in table.sheet.rounds[number - 1].seats]
        out = draw.choice(playing)
        table.enter_all(number, {name: "out" if name == out else str(draw.randint(1, 60)) for name in playing})
        act = draw.choice(["", "late", "leaves", "penalty"])
        if act == "late" and late not in table.seats and number < rounds:
            write(table.game, "Ana", arrive, late, draw.choice([None, 500]))
        if act == "leaves" and len(playing) > 2:
            write(table.game, "Ana", leave, table.seats[draw.choice(playing)])
        if act == "penalty":
            write(table.game, "Ana", penalise, table.seats[out], draw.choice([7, -7]), "Late")
    text = write_scores(table.sheet)

    game = sure(import_scores(make_table(names="Xi Yo").club, DAY, book, read_scores(text, book), "Ana"))

    # A player who left after the last written round still sits in the new game, so places may differ.
    written, again = text.splitlines(), write_scores(load_sheet(game)).splitlines()
    assert [line for line in again if line[:5] != "Place"] == [line for line in written if line[:5] != "Place"]


@given(st.text(alphabet="0123456789 ,;\t|-:\nabAB[]().=outR¾²٣\u200b\"'", max_size=300))
def test_any_text_is_a_table_or_says_what_is_wrong(text: str) -> None:
    scores = read_scores(text, NINE)

    assert scores.wrong or (scores.names and scores.rounds)


def test_a_table_without_a_line_of_names_is_not_read_twice() -> None:
    assert read_scores("Ana,12,0,\nBen,0,7,\n9,1,1,1\n", NINE).names == ["Ana", "Ben", "9"]
