"""The people, sets and tiles that a question names, and the words that reverse its meaning."""

import pytest

from rules import RULE_BOOKS, tile
from rules.answers.lookup import ask
from rules.answers.named import book_for, count_people, find_tile, is_turned

NINE = RULE_BOOKS["double-nine"]


@pytest.mark.parametrize(
    ("people", "texts"),
    [
        (2, ["only me and my husband tonight. 2 people ok?"]),
        (4, ["grandma and three kids", "3 kids and me", "two couples", "my wife and I and two friends"]),
        (4, ["three friends and i, how many tiles"]),
        (5, ["me plus 4 friends, how many tiles", "two adults 3 kids", "there are five of us, me and my 4 kids"]),
        (5, ["five of us", "5", "5 people hw mny bones to pick"]),
        (6, ["4 adults and 2 children", "6 people tonight and my wife says 10 apiece"]),
        (6, ["my brother comes with wife and so we are six"]),
        (7, ["three couples and grandma", "we are seven"]),
        (8, ["we're 8 tonight", "eight?"]),
        (9, ["nine people showed up and I hate to send anybody home"]),
        (10, ["10 players"]),
        (16, ["can i make a tournament of 16 persons with this", "sixteen people"]),
        (None, ["can six play", "who starts", "a", "we were four and now Peg wants in, so five"]),
        (None, ["between 4 and 6 people", "4 or 5 players", "4-6 players", "maybe six people"]),
    ],
)
def test_people_are_counted_together(people: int | None, texts: list[str]) -> None:
    assert {text: count_people(text) for text in texts} == dict.fromkeys(texts, people)


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("double-nine", ["how many tiles for 8 players double nine", "with the box of the nine also you draw one"]),
        (
            "double-nine",
            ["with double nines is it true that you play a whole run", "with the nine set may one also draw"],
        ),
        ("double-twelve", ["in double nine you play a whole run. and in double twelve?"]),
        ("double-twelve", ["double twelve: number of tiles to start", "is it different with a double twelve set"]),
        ("double-twelve", ["she brought her big box, the double twelve, how many each"]),
        ("double-twelve", ["my friend has the big set with twelve", "the neighbours have the big set up to twelve"]),
        ("double-six", ["with the double nine set we had 10 rounds, how many here", "do I put both double sixes back"]),
        ("double-six", ["last time under double nine we drew two, what about tonight", "what now"]),
        ("double-six", ["can I go out with the double nine", "I have the double nine", "who covers the double twelve"]),
    ],
)
def test_a_set_that_is_named_answers_unless_the_question_is_about_here(key: str, texts: list[str]) -> None:
    assert [text for text in texts if book_for(text, RULE_BOOKS["double-six"]) != RULE_BOOKS[key]] == []


def test_a_set_that_no_book_knows_has_no_rules() -> None:
    texts = ["how many rounds with a double fifteen set", "how many tiles in a double 18 set", "double fifteen game"]

    assert [text for text in texts if book_for(text, NINE)] == []


def test_a_set_that_the_table_plays_with_has_its_rules() -> None:
    house = NINE.with_house_rules({"highest": 15, "engines": [15]})

    assert book_for("how many rounds with a double fifteen set", house) == house


def test_a_tile_is_found() -> None:
    named = {"is the 12-12 worth 24": tile(12, 12), "the 3/7": tile(7, 3), "a 4": None, "99-99": None}

    assert {text: find_tile(text) for text in named} == named


@pytest.mark.parametrize(
    ("text", "title", "says", "turned"),
    [
        ("must I not cover it", "Do I have to cover it?", "You have to cover the double.", True),
        ("must I cover it", "Do I have to cover it?", "You have to cover the double.", False),
        ("it is not my first go", "On my first turn?", "On your first turn you wait. Later you may.", False),
        ("nothing fits", "Nothing fits. What now?", "You draw one tile.", False),
        ("the pile is empty", "May I draw?", "You draw one tile.", True),
        ("before we deal or after", "Where is the double?", "It lies in the middle.", False),
        ("out before we deal or not", "Can it be in a hand?", "It is put aside before the deal.", True),
        ("out before we deal", "Can it be in a hand?", "It is put aside before the deal.", False),
        ("out before we deal", "Can it be in a hand?", "It is put aside.", True),
        ("I want a point, can I start the Mexican train", "May I start it with the extra tile?", "You may.", False),
        ("a tile with an empty half", "Are blanks wild?", "You may.", False),
        ("is it only the next player who may call it", "Who may call a forgotten tap?", "You may.", False),
    ],
)
def test_a_word_that_turns_a_question_is_heard_unless_the_answer_has_both_sides(
    text: str, title: str, says: str, turned: bool
) -> None:
    assert is_turned(text, title, says) is turned


@pytest.mark.parametrize(
    ("asked", "rules", "title", "said"),
    [
        ("which double leads round 5", "double-nine", "Which double starts round 5?", "Round 5 starts with the 5-5."),
        ("what's the double for the third round", "double-twelve", "Which double starts round 3?", "Round 3 starts with the 10-10."),
        ("double for round seven?", "double-six", "Which double starts round 7?", "Round 7 starts with the 0-0."),
        ("which double starts round 12", "double-six", "Which double starts each round?", "Round 1 starts with the 6-6"),
    ],
)  # fmt: skip
def test_the_double_of_a_round_is_that_of_the_round_asked_about(asked: str, rules: str, title: str, said: str) -> None:
    answer = ask(asked, RULE_BOOKS[rules])[0]

    assert (answer.id, answer.title) == ("double-of-a-round", title)
    assert answer.answer.startswith(said)
