"""The first lesson: the contents, eight steps played by tapping, and all of it on paper, under each rule set."""

import html
import re
from dataclasses import replace

import pytest

from rules import RULE_BOOKS, RuleBook
from rules.answers.lesson import LessonStep, lesson, stage
from rules.table.move import Lay, Move
from rules.wording import Reader
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import assert_public
from views.rulings.learn import with_bold

NAMES = {"A": Reader("you"), "B": "Ben", "C": "Cai"}
BOOKS = list(RULE_BOOKS.values())
CHANGED = {"draws": "until-it-plays", "marker-off": "any-play", "freeze": "none", "tap": "2"}
HOUSE = BOOKS[0].with_house_rules(CHANGED | {"direction": "counter-clockwise"})


def steps_of(book: RuleBook) -> list[LessonStep]:
    """The steps of the lesson, with the names that the pages use in their examples."""
    return lesson(book, NAMES)


def press(phone: Phone, link: str) -> None:
    """Follow the link with these words."""
    address = pick(rf'href="([^"]+)"[^>]*>{re.escape(html.escape(link))}', phone.page.text)
    phone.open(html.unescape(address))


def tap(phone: Phone, step: str, rules: object, at: int, move: Move) -> None:
    """Tap as a learner does: a tile and a train, or a button."""
    query = (
        f"tile={move.tiles[0]}&on={move.train}{'&tap=y' if move.tap else ''}"
        if isinstance(move, Lay)
        else f"on={move.deed}"
    )
    phone.open(f"/learn/{step}?rules={rules}&at={at}&{query}")


@pytest.mark.parametrize("rules", [*BOOKS, HOUSE], ids=str)
def test_the_contents_say_the_aim_name_eight_steps_and_begin(zoe: Phone, rules: RuleBook) -> None:
    zoe.open(f"/learn?rules={rules}")

    assert "After the last round the <b>lowest total wins</b>." in zoe.page.text
    assert len(set(re.findall(r'href="/learn/([a-z-]+)\?', zoe.page.text)) - {"print"}) == 8
    assert zoe.page.text.count('class="rays"') == 1
    press(zoe, "Begin")
    assert "Step 1 of 8" in zoe.text


@pytest.mark.parametrize("book", [*BOOKS, HOUSE], ids=str)
def test_every_step_is_played_by_tapping_and_leads_to_the_next(zoe: Phone, book: RuleBook) -> None:
    steps = steps_of(book)
    for number, step in enumerate(steps):
        zoe.open(f"/learn/{step.id}?rules={book}")
        assert with_bold(step.reads) in zoe.page.text
        for at, move in enumerate(step.plays):
            assert step.tasks[at] in zoe.text, step.id
            assert isinstance(move, Lay) or f'name="on" value="{move.deed}"' in zoe.page.text
            tap(zoe, step.id, book, at, move)
            assert "Allowed" in zoe.text
            assert "Not allowed" not in zoe.text
        assert with_bold(step.says) in zoe.page.text
        if number + 1 < len(steps):
            press(zoe, f"Next: {steps[number + 1].title}")
    assert "That is the whole game." in zoe.text


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_what_a_step_offers_to_try_is_refused_with_the_reason_and_the_table_stays(zoe: Phone, book: RuleBook) -> None:
    for step in steps_of(book):
        at = step.tries_at
        tap(zoe, step.id, book, at, step.tries)

        assert "Not allowed" in zoe.text
        ruling = stage(step, at).ruling(step.tries, NAMES)
        assert replace(ruling, findings=ruling.findings[:1]).explanation in zoe.text
        assert step.tasks[at] in zoe.text
        assert f'name="at" value="{at}"' in zoe.page.text


def test_the_offered_try_is_one_tap_away(zoe: Phone) -> None:
    zoe.open("/learn/doubles?at=1")
    press(zoe, "What if you stop here and pass?")

    assert "Not allowed" in zoe.text
    assert "Now cover it" in zoe.text


def test_a_move_that_is_allowed_but_not_asked_for_leaves_the_table_as_it_was(zoe: Phone) -> None:
    assert "Allowed, but not what this step asks for" in zoe.read("/learn/doubles?tile=4-0&on=A")
    assert 'class="ruled"' in zoe.page.text
    assert "this step asks for something else" in zoe.text
    assert 'name="at" value="0"' in zoe.page.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("on=A", "Tap one of your tiles first, then a train."),
        ("tile=x&on=A", "That is not a move."),
        ("tile=4-1&on=%00", "That is not a move."),
        ("tile=4-1+tap+4-2&on=A", "That is not a move."),
    ],
)
def test_a_tap_that_is_no_move_says_what_to_tap(zoe: Phone, said: str, told: str) -> None:
    answer = zoe.client.get(f"/learn/one-tile?{said}")

    assert answer.status_code == 422
    assert told in html.unescape(answer.text)


def test_a_tile_that_is_not_held_is_refused_by_the_referee(zoe: Phone) -> None:
    assert "You do not have the 4-3." in zoe.read("/learn/one-tile?tile=4-3&on=A")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/one-tile?at=2",
        "/one-tile?at=-1",
        "?rules=no",
        "/one-tile?rules=double-nine[tap=9]",
        "/print?rules=x",
    ],
)
def test_what_is_not_in_the_lesson_is_not_found(zoe: Phone, path: str) -> None:
    assert zoe.client.get(f"/learn{path}").status_code == 404


def test_the_mexican_train_and_drawing_appear_once_they_are_explained(zoe: Phone) -> None:
    zoe.open("/learn/one-tile")
    assert 'value="M"' not in zoe.page.text
    assert "Draw a tile" not in zoe.text

    zoe.open("/learn/nothing-fits")
    assert 'value="M"' in zoe.page.text
    assert "Draw a tile" in zoe.text


def test_a_tap_on_the_table_is_offered_only_where_the_rules_have_it(zoe: Phone) -> None:
    zoe.open("/learn/last-tile?rules=double-twelve")
    assert 'name="tap"' in zoe.page.text

    assert "Allowed, but you forgot to tap" in zoe.read("/learn/last-tile?rules=double-twelve&tile=5-4&on=A")
    assert 'name="at" value="0"' in zoe.page.text

    zoe.open("/learn/last-tile?rules=double-nine")
    assert 'name="tap"' not in zoe.page.text


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_on_paper_every_step_has_its_table_its_sentence_and_its_answer(zoe: Phone, book: RuleBook) -> None:
    zoe.open(f"/learn/print?rules={book}")

    assert zoe.page.text.count('class="rays"') == 8
    assert zoe.text.count("Answer:") == 8
    for step in steps_of(book):
        assert with_bold(step.reads) in zoe.page.text
        assert with_bold(step.says) in zoe.page.text


def test_house_rules_are_kept_from_page_to_page(zoe: Phone) -> None:
    assert "Double nine, house rules" in zoe.read(f"/learn?rules={HOUSE}")

    press(zoe, "Begin")
    assert f'value="{HOUSE}"' in zoe.page.text
    assert "until a tile fits" in zoe.read(f"/learn/nothing-fits?rules={HOUSE}")


@pytest.mark.parametrize("path", ["/learn", "/learn/markers", "/learn/print"])
def test_the_lesson_is_the_same_for_everybody(ana: Phone, zoe: Phone, said: list[str], path: str) -> None:
    assert_public(path, ana, zoe, said)


@pytest.mark.parametrize("path", ["/", "/rulings", "/rules/double-six"])
def test_newcomers_find_the_lesson(zoe: Phone, path: str) -> None:
    assert 'href="/learn' in zoe.open(path).text


def test_the_answer_to_how_do_you_play_leads_to_the_lesson_by_the_same_rules(zoe: Phone) -> None:
    zoe.open("/rulings/how-to-play?rules=double-six")

    press(zoe, "Start the lesson")
    assert 'aria-current="page"><span>Double six' in zoe.page.text


def test_the_card_of_a_game_leads_to_the_lesson_by_its_rules(ana: Phone) -> None:
    ana.open(f"{ana.path}/rules")

    press(ana, "New to the game? How to play")
    assert ana.path == "/learn"
    assert 'aria-current="page"><span>Double nine' in ana.page.text


@pytest.mark.parametrize("book", [*BOOKS, HOUSE], ids=str)
def test_the_learner_is_you_in_every_sentence(zoe: Phone, book: RuleBook) -> None:
    for step in steps_of(book):
        pages = [f"?rules={book}&at={at}" for at in range(len(step.plays) + 1)]
        pages += [f"?rules={book}&at={at}&{deed}" for at in range(len(step.plays)) for deed in ("on=draw", "on=pass")]
        pages += [f"?rules={book}&tile={tile}&on={train}" for tile in step.hand for train in "ABM"]
        for page in pages:
            zoe.open(f"/learn/{step.id}{page}")
            assert "Ana" not in zoe.text, page
            assert "you’s" not in zoe.text.lower(), page
    assert "Ana" not in zoe.read(f"/learn/print?rules={book}")


def test_the_whole_rule_stands_on_the_page_before_the_first_tap(zoe: Phone) -> None:
    for step in steps_of(BOOKS[0]):
        zoe.open(f"/learn/{step.id}?rules={BOOKS[0]}")

        for note in step.notes:
            assert with_bold(note) in zoe.page.text, step.id


def test_after_a_tap_the_page_opens_at_the_answer(zoe: Phone) -> None:
    page = zoe.open("/learn/one-tile").text

    assert 'id="now"' in page
    assert 'action="/learn/one-tile#now"' in page
    assert re.search(r'href="/learn/one-tile\?[^"]*#now"', page)


def test_a_newcomer_gets_one_reason_and_hears_when_markers_are_explained(zoe: Phone) -> None:
    assert "You tried: the 3-2 on Ben’s train." in zoe.read("/learn/one-tile?tile=3-2&on=B")
    assert "Step 5 is about markers." in zoe.text

    assert "only on your own train" in zoe.read("/learn/first-turn?rules=double-nine&tile=5-3&on=B")
    assert "does not fit" not in zoe.text


def test_a_train_tapped_where_a_button_is_asked_for_points_at_the_button(zoe: Phone) -> None:
    assert "tap the button below your tiles" in zoe.client.get("/learn/nothing-fits?on=A").text


def test_bold_words_of_the_lesson_are_escaped() -> None:
    assert with_bold("a **<b>** c") == "a <b>&lt;b&gt;</b> c"
