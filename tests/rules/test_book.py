"""The three rule books are complete and true to their sources, and refuse nonsense."""

import re
from pathlib import Path

import pytest

from rules import RULE_BOOKS, BookError, read_rules
from rules.books.book import load_book
from rules.books.options import IN_WORDS

CLAUSES = {
    "double-nine": "1.1 1.2 1.3 1.4 1.5 1.6a 1.6b 1.7 1.8 1.9 2.1 2.2 2.3a 2.3b 2.4a 2.4b 2.4c 2.5 2.6 "
    "3.1 3.2 3.3a 3.3b 3.4 3.5 3.6a 3.6b 3.7 3.8a 3.8b 3.9 4.1 4.2 4.3 4.4a 4.4b 5.1 5.2",
    "double-six": "1 2 3a 3b 4a 4b 5 6a 6b 7 8a 8b 9a 9b 9c 10a 10b 10c 11 12a 12b 13 14 15a 15b 16",
    "double-twelve": "1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3 5.4 6.1 7.1 7.2 7.3 7.4 8.1 9.1 9.2 9.3",
}


@pytest.mark.parametrize("key", CLAUSES)
def test_a_book_has_exactly_the_published_clauses(key: str) -> None:
    book = RULE_BOOKS[key]

    assert list(book.clauses) == [f"{book.prefix}-{number}" for number in CLAUSES[key].split()]


@pytest.mark.parametrize("key", CLAUSES)
def test_every_clause_and_every_option_has_a_sentence_for_the_table(key: str) -> None:
    book = RULE_BOOKS[key]
    sentences = [clause.text for clause in book.clauses.values()] + [custom.text for custom in book.customs.values()]

    assert [sentence for sentence in sentences if not re.fullmatch(r"[A-Z0-9][^!{\n]*\.", sentence)] == []


@pytest.mark.parametrize(
    ("key", "option", "value", "standing"),
    [
        ("double-nine", "first-turn-draw", "no", "implied"),
        ("double-nine", "deal", (10, 10, 10, 7, 7, 7, 6), "custom"),
        ("double-six", "mexican-opens", "second-turn", "custom"),
        ("double-twelve", "first-turn", "one-tile", "implied"),
        ("double-twelve", "tap", "1", "stated"),
        ("double-twelve", "blocked", "all-count", "custom"),
    ],
)
def test_an_option_stands_as_the_rule_book_has_it(
    key: str, option: str, value: str | tuple[int, ...], standing: str
) -> None:
    custom = RULE_BOOKS[key].customs[option]

    assert (custom.value, custom.source.standing) == (value, standing)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"\[option.tie]", "[option.ties]", "house.toml: option.ties: there is no option"),
        ('is = "shared-win"', 'is = "coin"', "house.toml: option.tie: tie cannot be “coin”"),
        ('id = "D9-1.2"', 'id = "D9-1.1"', "house.toml: clause D9-1.1 is listed twice"),
        ('id = "D9-5.2"', 'id = "D9-5.3"', "house.toml: option.tie: there is no clause D9-5.2"),
        ('id = "D9-1.2"', 'id = "D8-1.2"', "clause D8-1.2 needs the prefix D9"),
        ("is = 9\n", "is = 8\n", "The 9-9 cannot start a round"),
        ('name = "Double nine"', "", "house.toml: name is missing"),
        ('is = "highest-tile"', 'is = "engine-holder"', "nobody can hold it and start with it"),
        (
            r'clauses = \["D9-1.5"]',
            "clauses = []",
            "option.direction: its standing is “stated”, but no clause is listed",
        ),
        (r"\[option.wrong-move\].*?\n\n", "", "option.wrong-move is missing"),
        ('id = "D9-1.2"', 'of = "D9-1.2"', r"clause \?: its keys have to be “id”, “text” and “implies”"),
        ('is = "shared-win"\n', "", "option.tie: its keys have to be “is”, “standing”, “clauses”"),
        (r"\[option.hunt]", '[option.hunt]\nis = "never"', "option.hunt: its keys have to be “standing”, “clauses”"),
        ('standing = "stated"', 'standing = "rumoured"', "standing .*“rumoured”"),
        (
            r'"caught" = { clauses = \[',
            '"caught" = { clauses = ["D9-9.9", ',
            "ruling.caught: there is no clause D9-9.9",
        ),
        (r'options = \["must-play"]', 'options = ["hunt"]', "ruling.can-play: there is no option hunt"),
        (r"\Z", "\n[[clause", "house.toml"),
    ],
)
def test_a_book_that_does_not_hold_together_is_refused_with_file_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(re.sub(old, new, Path("rules/books/double-nine.toml").read_text(), count=1, flags=re.DOTALL))

    with pytest.raises(BookError, match=said):
        load_book(path)


def test_house_rules_are_written_behind_the_rule_set_and_read_back() -> None:
    book = read_rules("double-nine[double-blank=50,dead-double=released]")

    assert (book.options.double_blank, book.customs["dead-double"].source.standing) == (50, "custom")
    assert str(book) == "double-nine[dead-double=released,double-blank=50]"
    assert {read_rules(str(book))} == {book}


def test_a_bigger_set_is_played_from_its_own_highest_double() -> None:
    assert read_rules("double-twelve[highest=15]").options.engines == tuple(range(15, -1, -1))


def test_the_set_that_the_rules_have_anyway_changes_nothing() -> None:
    assert {key: read_rules(f"{key}[highest={book.options.highest}]") for key, book in RULE_BOOKS.items()} == RULE_BOOKS


@pytest.mark.parametrize(
    "text",
    ["", "triple-nine", "double-nine[", "double-nine[]", "double-nine[tie]", "double-nine[tie=coin]", "double-nine[highest=99]",
     "double-nine[tie=shared-win,tie=shared-win]", "double-nine[engines=9-9]", "double-nine[deal=0]", "double-nine[double-blank=x]",
     "double-nine[double-blank=25-50]"],
)  # fmt: skip
def test_rules_that_nobody_can_play_by_are_refused(text: str) -> None:
    with pytest.raises(BookError):
        read_rules(text)


@pytest.mark.parametrize(("option", "value"), [(option, value) for option in IN_WORDS for value in IN_WORDS[option]])
def test_a_text_that_chooses_what_is_no_choice_is_read_and_written_without_it(option: str, value: str) -> None:
    assert read_rules(f"double-nine[{option}={value}]") == RULE_BOOKS["double-nine"]
    assert str(read_rules(f"double-nine[double-blank=50,{option}={value}]")) == "double-nine[double-blank=50]"


@pytest.mark.parametrize("option", IN_WORDS)
def test_another_value_of_what_is_no_choice_is_refused(option: str) -> None:
    with pytest.raises(BookError, match=rf"{option} cannot be “never”; it has to be one of {IN_WORDS[option][0]}$"):
        read_rules(f"double-nine[{option}=never]")


def test_of_a_long_text_that_names_no_rules_the_first_30_letters_are_quoted() -> None:
    with pytest.raises(BookError, match=f"“{'x' * 30}”"):
        read_rules("x" * 99)
