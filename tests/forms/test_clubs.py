"""Names, notes and keys as they are typed."""

import pytest

from forms.base import LONGEST_NAME, NameForm
from forms.clubs import KeyForm, NoteForm
from tests.forms.conftest import Sent, wrong_in


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana   Maria ", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("A\u2028B", "A B"),
        ("محمد", "محمد"),
        ("👩‍👧", "👩‍👧"),
        ("x" * LONGEST_NAME,) * 2,
    ],
)
def test_a_name_is_tidied(sent: Sent, typed: str, name: str) -> None:
    with sent(NameForm, name=typed) as form:
        assert form.validate()
        assert form.name.data == name


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "A\u0007", "x" * (LONGEST_NAME + 1)])
def test_a_name_that_nobody_could_read_is_refused(sent: Sent, typed: str) -> None:
    with sent(NameForm, name=typed) as form:
        assert wrong_in(form) == ["name"]


def test_a_note_may_have_lines_and_no_other_control_characters(sent: Sent) -> None:
    for text, is_right in [("Rain.\r\n\tSnow.", True), ("Rain\x1b", False), ("", False), ("x" * 2001, False)]:
        with sent(NoteForm, text=text) as form:
            assert form.validate() is is_right


@pytest.mark.parametrize(
    ("access", "night", "wrong"),
    [("manage", "", []), ("manage", "7", ["night"]), ("score", "7", []), ("view", "7", [])],
)
def test_a_key_that_manages_is_for_the_whole_club(sent: Sent, access: str, night: str, wrong: list[str]) -> None:
    with sent(KeyForm, access=access, night=night, label="phone") as form:
        form.access.choices = [("manage", ""), ("score", ""), ("view", "")]
        form.night.choices = [("", ""), ("7", "")]

        assert wrong_in(form) == wrong
