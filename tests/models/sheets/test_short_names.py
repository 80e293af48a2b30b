"""Short names for column headings: all different, never too wide, and never cut where there is no need."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.sheets.short_names import letters_of, parts_of, short_names, width_of
from rules.names import fold_name, tidy_name

LONGEST = 8


# Names, some with the short name that was chosen for them, and what they are shortened to.
SHORTENED = {
    "a name that fits stays": ("Grandma, Uncle Bob, Jo Ann, Anne-Marie", "Grandma, Uncle Bob, Jo Ann, Anne-Marie"),
    "a long name is its beginning": ("Christopher, Bartholomew Featherstonehaugh", "Chris., Barth."),
    "a first name that nobody shares is enough": ("Ana Featherstonehaugh, Maria del Carmen", "Ana, Maria"),
    "two long names take letters until they differ": ("Christopher, Christina", "Christo., Christi."),
    "a second initial": ("Ana Featherstonehaugh, Ana Wolfeschlegel", "Ana F., Ana W."),
    "a second initial after a long name": ("Alexander Montgomery, Alexander Featherstone", "Alexa. M., Alexa. F."),
    "a name in full is left to who has it": ("Chris, Christopher", "Chris, Christ."),
    "a figure is the last resort": ("Wolfeschlegelsteinhausen, Wolfeschlegelsteinberger", "Wolfe 1, Wolfe 2"),
    "a chosen name comes first": ("Christopher=Kit, Christina", "Kit, Chris."),
    "a chosen name for a name that fits": ("Ana=A., Ben", "A., Ben"),
    "a chosen name gives way to a name in full": ("Christopher=Kit, Kit", "Chris., Kit"),
    "two who chose the same both get another": ("Christopher=Kit, Katherine=Kit", "Chris., Kathe."),
    "wide letters count as two": ("山田太郎左衛門, 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "山田., 👩‍👩‍👧👩‍👩‍👧."),
}


@pytest.mark.parametrize(("players", "shortened"), SHORTENED.values(), ids=SHORTENED)
def test_names_are_shortened_only_where_there_is_need(players: str, shortened: str) -> None:
    pairs = [player.partition("=") for player in players.split(", ")]

    assert ", ".join(short_names(tuple((name, chosen or None) for name, _, chosen in pairs))) == shortened


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Zoë", 3), ("Zoe\u0308", 3), ("👩‍👩‍👧", 1), ("👍🏽👍", 2), ("🇩🇪🇫🇷", 2), ("é", 1)],
)
def test_what_people_see_as_one_letter_is_one(name: str, letters: int) -> None:
    assert len(letters_of(name)) == letters
    assert "".join(letters_of(name)) == name


ANY_LETTER = st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))
VISIBLE = st.characters(categories=("Lu", "Ll", "Lo", "Nd", "So"))
LIKE_A_NAME = st.builds(lambda letter, more: tidy_name(letter + more), VISIBLE, st.text(ANY_LETTER, max_size=39))
ALIKE = st.text("aB -.1é山", min_size=1, max_size=14).map(tidy_name).filter(bool)
PLAYERS = st.lists(
    st.tuples(LIKE_A_NAME | ALIKE, st.none() | st.text("aB.1", min_size=1, max_size=8)),
    min_size=1,
    max_size=12,
    unique_by=lambda player: fold_name(player[0]),
)


@given(PLAYERS)
def test_short_names_differ_and_fit_whatever_the_names_are(players: list[tuple[str, str | None]]) -> None:
    names = short_names(tuple(players))

    assert len({fold_name(name) for name in names}) == len(players)
    assert all(name.strip() for name in names)
    assert all(width_of(part) <= LONGEST for name in names for part in parts_of(name))
    assert all(len(name.split()) <= 2 for name in names)
