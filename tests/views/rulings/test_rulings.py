"""Looking up a ruling, and asking about a position: the pages are the same for everybody."""

import re

import pytest

from rules import RULE_BOOKS, RuleBook
from rules.answers.topics import known_questions
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import assert_public, keep, move

TABLE = "double-nine 9 A:9-7-3-3/B:9-4/C*/M:9-1-6 B2 12"


def test_a_question_is_answered_in_family_words(zoe: Phone) -> None:
    zoe.open("/rulings?q=can+I+domino+out+on+a+duoble&rules=double-twelve")

    assert zoe.text.count("My last tile is a double. Am I out?") == 1
    assert (
        "My last tile is a double. Am I out? You are out as soon as you play the double, and the round is over. Every double has to be covered, unless it is your very last tile."
        in zoe.text
    )


@pytest.mark.parametrize("book", RULE_BOOKS.values(), ids=str)
def test_whose_rules_they_are_is_said_where_they_are_quoted(zoe: Phone, book: RuleBook) -> None:
    zoe.open(f"/rulings/how-to-score?rules={book}")
    assert f"The {book.key} rules are from {book.published}. Whose rules are these?" in zoe.text

    assert f"The rules in the app come from {book.published}." in zoe.read(f"/rulings/whose-rules?rules={book}")

    zoe.open(f"/rules/{book}")
    assert (
        f"This page puts a published rule sheet into plain words, clause by clause: {book.published}."
        " A line marked Custom is not from the published sheet: the rules do not say" in zoe.text
    )


@pytest.mark.parametrize("asked", ["my last tile is a double, am I out?", "D9-3.5"])
def test_a_question_that_is_known_is_answered_without_reserve(zoe: Phone, asked: str) -> None:
    page = zoe.client.get("/rulings", query_string={"q": asked, "rules": "double-nine"}).text

    assert 'class="found' in page
    assert "The rulings have no answer" not in page
    assert "Did you mean:</h2>" not in page


@pytest.mark.parametrize(
    "asked",
    [
        "my last tile is a double, must I draw",
        "the double is covered already, may I play elsewhere",
        "am I out with a double or not",
        "double",
    ],
)
@pytest.mark.parametrize("rules", RULE_BOOKS)
def test_no_result_says_yes_or_no_to_a_question_that_was_not_asked(zoe: Phone, asked: str, rules: str) -> None:
    page = zoe.client.get("/rulings", query_string={"q": asked, "rules": rules}).text

    assert 'class="found' in page
    assert "verdict-word" not in page
    assert not re.search(r">\s*(Yes|No|It depends)\s*[.:<]", page)


def test_an_answer_about_the_app_is_the_same_under_all_rules(zoe: Phone) -> None:
    assert "With other rules:" not in zoe.read("/rulings?q=how do i undo")
    assert "With other rules:" in zoe.read("/rulings?q=whats the double blank worth")


def test_without_a_question_there_are_topics(zoe: Phone) -> None:
    zoe.open("/rulings")

    for topic in (
        "Setting up",
        "First turn",
        "Playing and drawing",
        "Doubles",
        "Markers",
        "Going out",
        "Scoring",
        "Tournament",
        "Words of the game",
        "About these rules",
        "In this app",
    ):
        assert topic in zoe.text


@pytest.mark.parametrize("question", ["banana+bread", "日本語", "%00", "%3Cscript%3E"])
def test_what_is_not_known_is_said(zoe: Phone, question: str) -> None:
    assert "The rulings have no answer to this question." in zoe.read(f"/rulings?q={question}")
    assert zoe.page.status_code == 200
    assert "<script>" not in zoe.page.text


def test_an_answer_says_yes_or_no_what_it_rests_on_and_what_the_referee_says(zoe: Phone) -> None:
    page = zoe.open("/rulings/last-tile-is-a-double?rules=double-twelve").text

    assert '<p class="verdict-word">Yes</p>' in page
    assert "D12-6.1" in page
    assert '<svg class="rays"' in page
    assert "A 4-4@A : Ana may play 4-4 on Ana’s train." in zoe.text
    assert "Clause 6.1 of the double-twelve rules, in our words. The rules say so. D12-6.1" in zoe.text
    assert "Double six: You are out as soon as you play the double, and it does not have to be covered." in zoe.text


def test_an_answer_that_the_rules_only_imply_shows_the_reading(zoe: Phone) -> None:
    zoe.open("/rulings/blanks-wild?rules=double-nine")

    assert (
        "The last round starts with the double blank. A blank is a number like any other."
        " Clause 1.2 of the double-nine rules, in our words. The rules cannot mean anything else. D9-1.2" in zoe.text
    )


def test_where_a_custom_decides_its_clause_says_only_so_much(zoe: Phone) -> None:
    zoe.open("/rulings/marker-on-purpose?rules=double-nine")

    assert "Clause 2.5 of the double-nine rules, in our words. The rules say this much. D9-2.5" in zoe.text
    assert "A custom: the rules do not say. voluntary-marker" in zoe.text


def test_an_answer_is_for_the_number_of_players_in_its_address(zoe: Phone) -> None:
    assert "With 7 players, you each take 11 tiles." in zoe.read("/rulings/tiles-each?rules=double-twelve&players=7")

    zoe.open("/rulings/how-many-players?rules=double-twelve&players=9")
    assert "How many people can play? No Two to eight people can play, not 9." in zoe.text

    for players in ("0", "100", "many", "9" * 5000):
        zoe.open(f"/rulings/how-many-players?rules=double-twelve&players={players}")
        assert "How many people can play? Two to eight people can play." in zoe.text


@pytest.mark.parametrize(
    ("id", "words", "address"),
    [
        ("house-rules", "Everything you can change", "/rules/double-six#options"),
        ("whose-rules", "The rules, clause by clause", "/rules/double-six"),
    ],
)
def test_an_answer_about_the_rules_leads_to_them(zoe: Phone, id: str, words: str, address: str) -> None:
    page = zoe.open(f"/rulings/{id}?rules=double-six").text

    assert f'<a class="button" href="{address}">{words}</a>' in page


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("who-wins", "In other rule sets The three rule sets agree"),
        ("blocked", "This is played the same way in all three rule sets, by custom where the rules do not say"),
        ("teams", "In other rule sets None of the three rule sets says anything about this."),
    ],
)
def test_rule_sets_agree_only_where_all_of_them_say_it(zoe: Phone, id: str, said: str) -> None:
    zoe.open(f"/rulings/{id}?rules=double-nine")

    assert said in zoe.text
    assert "Double six:" not in zoe.text


def test_where_the_rules_are_silent_the_custom_is_said_and_what_others_play(zoe: Phone) -> None:
    zoe.open("/rulings/last-tile-is-a-double?rules=double-six")

    assert (
        "Yes You are out as soon as you play the double, and it does not have to be covered. The round is over, but if it is still the"
        " first turn, the others get their first turn too. By custom; the rules say both that going out ends the round and that a double"
        " has to be covered." in zoe.text
    )
    assert (
        "House rules that some tables play instead If your last tile is a double, you still have to cover" in zoe.text
    )


def test_where_rule_sets_differ_is_shown(zoe: Phone) -> None:
    assert "In other rule sets" in zoe.read("/rulings/where-the-extra-tile-goes?rules=double-nine")
    assert "Double twelve: Your extra tile has to go on your double, and nowhere else." in zoe.text


def test_what_a_group_has_changed_is_shown(zoe: Phone) -> None:
    zoe.open("/rulings/last-tile-is-a-double?rules=double-nine[out-on-double=must-cover]")

    assert "No You are not out yet: the double still needs one more tile, so you draw." in zoe.text
    assert "This group plays: If your last tile is a double, you still have to cover it, so you draw." in zoe.text


@pytest.mark.parametrize("rules", RULE_BOOKS)
def test_every_answer_has_a_page(zoe: Phone, rules: str) -> None:
    for id in known_questions():
        answer = zoe.client.get(f"/rulings/{id}?rules={rules}", headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, id
        assert len(answer.data) <= 14_000, id


@pytest.mark.parametrize("address", ["/rulings/nothing", "/rulings?rules=double-five"])
def test_what_does_not_exist_is_not_found(zoe: Phone, address: str) -> None:
    assert zoe.open(address).status_code == 404


def test_a_position_in_the_address_is_ruled_on(zoe: Phone) -> None:
    assert "Not allowed" in zoe.read(f"/rulings/ask?position={TABLE}&move=B 4-1@B")
    assert "An open double has to be covered first: the 3-3 on A’s train." in zoe.text
    assert "Clause 3.9 of the double-nine rules, in our words. The rules say so. D9-3.9" in zoe.text
    assert "Allowed instead: a tile with a 3 on A’s train; draw." in zoe.text


def test_a_hand_decides_it_or_it_is_said_what_it_depends_on(zoe: Phone) -> None:
    draw = f"/rulings/ask?position={TABLE}&move=B %2B"

    assert "It depends B + Allowed only if B has no tile with a 3." in zoe.read(draw)
    assert "Allowed B + B may draw." in zoe.read(f"{draw}&hand=4-1 8-8")
    assert "Not allowed B + B can play, and has to." in zoe.read(f"{draw}&hand=3-1 8-8")


@pytest.mark.parametrize(
    ("query", "field", "why"),
    [
        ("position=nonsense", "position", "a position has five parts"),
        (f"position={TABLE.replace('9-4', '9-7')}", "position", "the 9-7 is on the table twice"),
        (f"position={TABLE}&move=hello", "move", "is not a move"),
        (f"position={TABLE}&move=B 4-1@B&hand=99-1", "hand", "is not a tile"),
        ("players=9", "engine", "two to"),
        ("players=4&engine=12", "engine", "is not a number up to 9"),
        ("move=B 4-1@B", "position", "Lay out a table first"),
        (f"position={TABLE}&hand=12-3", "hand", "This set has no 12-3"),
        (f"position={TABLE}&hand=9-7", "hand", "is already on the table"),
        (f"position={'9' * 3000}", "position", "too long"),
    ],
)
def test_text_that_is_none_is_refused_at_its_place(zoe: Phone, query: str, field: str, why: str) -> None:
    answer = zoe.open(f"/rulings/ask?{query}")

    assert answer.status_code == 422
    assert re.search(rf'id="{field}-error">[^<]*{why}', answer.text)


def test_a_table_is_set_up_and_played_on(zoe: Phone) -> None:
    page = zoe.open("/rulings/ask?players=3&engine=9&rules=double-nine").text
    assert 'value="double-nine 9 A/B/C/M A1 ?"' in page

    page = zoe.open("/rulings/ask?position=double-nine 9 A/B/C/M A1 ?&move=A 9-7@A").text
    address = pick(r'href="([^"]+)">Play it and continue', page)
    assert "A continues the run from the 7, or ends it." in zoe.read(address.replace("&amp;", "&"))


@pytest.mark.parametrize(
    "address", ["?rules=double-six", "?rules=double-nine&q=double", "/tie", f"/ask?position={TABLE}"]
)
def test_a_page_is_the_same_for_everybody_and_may_be_kept(
    ana: Phone, zoe: Phone, address: str, said: list[str]
) -> None:
    assert_public(f"/rulings{address}", ana, zoe, said)


def test_house_rules_are_named_as_the_address_names_them(zoe: Phone) -> None:
    zoe.open("/rulings?rules=double-nine[double-blank=50]&named=Gran’s+<b>rules</b>&q=double+blank")

    assert "Rules: Gran’s &lt;b&gt;rules&lt;/b&gt;" in zoe.page.text
    assert "<b>rules" not in zoe.page.text


def test_from_the_sheet_and_the_table_the_rules_are_set_already(ana: Phone, game: str) -> None:
    assert 'href="/rulings?rules=double-nine"' in ana.open(game).text
    table = keep(ana, game)
    move(ana, table, "A 9-7@A")

    ana.open(pick(r'href="(/rulings/ask\?position=[^"]+)"', ana.page.text))

    assert "A continues the run from the 7, or ends it." in ana.text
