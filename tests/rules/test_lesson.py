"""The first lesson, under every rule set and with house rules.

The referee allows what the lesson asks for, and refuses what it warns against.
"""

import re

import pytest
from hypothesis import given, settings

from rules import RULE_BOOKS, RuleBook, Verdict, after, legal_moves
from rules.answers.lesson import LEARNER, LessonStep, Stage, lesson, opening, opening_customs, stage
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.scores.scoring import count_hand
from rules.table.move import Draw, Lay
from rules.table.notation import read_move
from samples.rounds import CHOICES
from tests.conftest import some, sure
from tests.rules.houses import house_books

BOOKS = list(RULE_BOOKS.values())
NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}


def step_of(book: RuleBook, id: str) -> LessonStep:
    """The step of a book's lesson with this name."""
    return next(step for step in lesson(book, NAMES) if step.id == id)


def stages(step: LessonStep) -> list[Stage]:
    """Every stage of a step, the last one with nothing left to do."""
    return [stage(step, played) for played in range(len(step.plays) + 1)]


def check(book: RuleBook) -> None:
    """Assert that the referee rules as every step of the lesson claims."""
    for step in lesson(book, NAMES):
        for at, lesson_stage in enumerate(stages(step)):
            about, position = (step.id, at, str(book)), lesson_stage.position
            assert len(lesson_stage.hand) == position.seats[0].count, about
            assert not any(held.bit & position.down for held in lesson_stage.hand), about
            if lesson_stage.wanted:
                assert lesson_stage.ruling(lesson_stage.wanted, NAMES).verdict is Verdict.LEGAL, about
                assert position.turn == LEARNER, about
        tried = stage(step, step.tries_at).ruling(step.tries, NAMES)
        assert tried.verdict is Verdict.ILLEGAL, (step.id, str(book), tried.explanation)
        check_replies(step, book)


def check_replies(step: LessonStep, book: RuleBook) -> None:
    """Assert that the replies of the other players follow the rules too."""
    for at in range(1, len(step.plays)):
        position = stage(step, at - 1).position
        for move in (step.plays[at - 1], *stage(step, at).replies):
            ruling = rule(Question(position), move, NAMES)
            assert ruling.verdict is not Verdict.ILLEGAL, (step.id, str(book), ruling.explanation)
            position = after(position, move)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_referee_rules_as_the_lesson_claims(book: RuleBook) -> None:
    check(book)


@settings(max_examples=some(150))
@given(house_books(4))
def test_with_house_rules_too(house: RuleBook) -> None:
    check(house)


@pytest.mark.parametrize("option", sorted(CHOICES))
def test_with_each_choice_of_each_option(option: str) -> None:
    for book in BOOKS:
        for choice in CHOICES[option]:
            check(book.with_house_rules({option: choice}))


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_there_are_eight_steps_with_a_task_before_each_move(book: RuleBook) -> None:
    steps = lesson(book, NAMES)

    assert [step.id for step in steps] == [
        "first-turn", "one-tile", "mexican-train", "nothing-fits", "markers", "doubles", "open-double", "last-tile",
    ]  # fmt: skip
    assert [step.id for step in steps if not 0 < len(step.tasks) == len(step.plays)] == []


WHOLE = [
    *BOOKS,
    BOOKS[0].with_house_rules({"tap": "2", "double-blank": 50, "draws": "until-it-plays", "starter": "rotate"}),
    BOOKS[2].with_house_rules({"highest": 15, "engines": [15, 9], "out-on-double": "must-cover", "freeze": "none"}),
]


@pytest.mark.parametrize("book", WHOLE, ids=str)
def test_every_sentence_is_whole_and_each_step_reads_one(book: RuleBook) -> None:
    sentences = opening(book)
    for step in lesson(book, NAMES):
        assert re.fullmatch(r"[^.!?]+[.]", step.reads), step.id
        sentences += [step.reads, step.says, step.asks, *step.tasks, *step.notes]

    assert [sentence for sentence in sentences if not re.fullmatch(r"[^{!]*[.?]", sentence)] == []
    assert [sentence for sentence in sentences if sentence.count("**") % 2] == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_tile_that_is_asked_for_can_lie_nowhere_else(book: RuleBook) -> None:
    """A learner who finds a tile that fits has found the right one. Only the step about doubles leaves a choice."""
    for step in lesson(book, NAMES):
        for lesson_stage in stages(step):
            moves = legal_moves(lesson_stage.position, lesson_stage.hand)
            fits = {move.tiles for move in moves if isinstance(move, Lay)}
            if isinstance(lesson_stage.wanted, Lay) and step.id != "doubles":
                assert fits == {lesson_stage.wanted.tiles}, step.id
            if isinstance(lesson_stage.wanted, Draw):
                assert fits == set(), step.id


@pytest.mark.parametrize(
    ("step", "word"),
    [("nothing-fits", "marker"), ("nothing-fits", "coin"), ("last-tile", "pips"), ("doubles", "cover")],
)
def test_a_word_is_not_used_before_the_step_that_explains_it(step: str, word: str) -> None:
    for book in BOOKS:
        before = [*opening(book)]
        for lesson_step in lesson(book, NAMES):
            if lesson_step.id == step:
                assert word in lesson_step.reads
                break
            before += [lesson_step.reads, *lesson_step.notes, lesson_step.says, lesson_step.asks, *lesson_step.tasks]
        assert word not in " ".join(before), str(book)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_words_of_the_table_are_explained_before_the_first_step(book: RuleBook) -> None:
    text = " ".join(opening(book))

    words = ["starting double", "boneyard", "train", "double", "lowest total wins", "clockwise"]
    engines = [f"{engine}-{engine}" for engine in book.options.engines]
    assert [word for word in words + engines if word not in text] == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_pips_that_the_last_step_counts_are_right(book: RuleBook) -> None:
    last = lesson(book, NAMES)[-1]
    end = stage(last, len(last.plays)).position

    assert end.turn == ""
    for seat, held in last.left.items():
        assert sure(end.train(seat)).count == len(held)
        assert not any(tile.bit & end.down for tile in held)
        assert f"{NAMES[seat]} has the" in last.says
        assert f"scores {count_hand(held, book)}" in last.says


def test_only_the_move_that_is_asked_for_leads_on() -> None:
    step = lesson(BOOKS[0], NAMES)[3]
    begun = stage(step, 0)

    assert [move for move in ("A +", "A --", "A 5-3@A") if begun.is_wanted(read_move(move))] == ["A +"]
    assert not stage(step, len(step.plays)).is_wanted(read_move("A +"))


def test_a_tile_counts_whichever_end_comes_first_and_a_tap_only_where_it_is_due() -> None:
    last = {len(step.tasks): step for book in BOOKS for step in lesson(book, NAMES) if step.id == "first-turn"}[3]
    first, tapped = stage(last, 0), stage(lesson(RULE_BOOKS["double-twelve"], NAMES)[-1], 0)

    assert [move for move in ("A 4-6@A", "A 4-6@M") if first.is_wanted(read_move(move))] == ["A 4-6@A"]
    assert [move for move in ("A 5-4@A", "A 5-4@A tap") if tapped.is_wanted(read_move(move))] == ["A 5-4@A tap"]
    assert [move for move in ("A 5-4@A", "A 5-0@A") if tapped.lacks_tap(read_move(move))] == ["A 5-4@A"]
    assert not first.lacks_tap(read_move("A 6-4@A"))


def test_the_others_play_between_the_moves_of_the_learner() -> None:
    step = lesson(BOOKS[0], NAMES)[4]

    assert [[move.seat for move in stage(step, played).replies] for played in (1, 2)] == [["B", "C"], []]


def test_the_mexican_train_and_the_boneyard_are_known_once_they_were_met() -> None:
    steps = lesson(BOOKS[0], NAMES)

    assert [step.has_mexican for step in steps] == [False] * 2 + [True] * 6
    assert [step.has_boneyard for step in steps] == [False] * 3 + [True] * 5


@pytest.mark.parametrize("book", WHOLE, ids=str)
def test_the_last_step_says_whether_a_last_tile_that_is_a_double_ends_the_round(book: RuleBook) -> None:
    notes = " ".join(lesson(book, NAMES)[-1].notes)

    is_out = book.options.out_on_double == "yes"
    assert ("You are out **even if your last tile is a double**" in notes) is is_out
    assert ("you still have to cover it" in notes) is not is_out


def test_the_double_to_cover_lies_on_a_train_without_a_marker_where_the_rules_allow_that() -> None:
    for key in ("double-nine", "double-six"):
        train = sure(step_of(RULE_BOOKS[key], "open-double").table.train("B"))
        assert (train.has_open_double, train.has_marker) == (True, False), key


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_step_rests_on_no_option_that_cannot_come_up(book: RuleBook) -> None:
    """The text of a step may depend on the value of an option that cannot come up, but never states that value."""
    notes = " ".join(step_of(book, "doubles").notes)

    assert ("The extra tile may be another double" in notes) is not book.customs["double-as-extra"].is_moot


@pytest.mark.parametrize("choice", ["any-open-train", "double", "double-or-public-train"])
def test_another_double_may_follow_only_where_it_need_not_cover(choice: str) -> None:
    for book in BOOKS:
        doubles = step_of(book.with_house_rules({"extra-tile-on": choice}), "doubles")
        assert ("may be another double" in " ".join(doubles.notes)) is (choice != "double"), book.key


def test_a_step_says_which_of_its_words_are_custom() -> None:
    six = RULE_BOOKS["double-six"]
    house = six.with_house_rules({"direction": "counter-clockwise"})

    assert step_of(six, "first-turn").customs == ("On your first turn you may play only on your own train.",)
    assert [step_of(book, "one-tile").customs for book in (six, house)] == [("Turns go clockwise.",), ()]
    assert opening_customs(RULE_BOOKS["double-nine"])[0].startswith("Tiles each: 10 for 2 to 4 players")


def test_the_others_finish_their_first_turn() -> None:
    for book, is_said in (("double-nine", True), ("double-six", True), ("double-twelve", False)):
        last = lesson(RULE_BOOKS[book], NAMES)[-1]
        assert ("the others still get their first turn" in " ".join(last.notes)) is is_said, book
