"""A pasted list of people, as messages, spreadsheets and address books write it."""

import pytest

from forms.people import read_people

TWO, THREE = ["Ana Smith", "Ben Jones"], ["Ana", "Ben", "Cai"]


@pytest.mark.parametrize(
    ("text", "names", "left_out"),
    [
        ("Ana\nBen\nCai", THREE, []),
        ("Ana, Ben, Cai", THREE, []),
        ("Ana; Ben; Cai", THREE, []),
        ("Ana、Ben，Cai", THREE, []),
        ("Players: Ana, Ben, Cai", THREE, []),
        ("\n\nAna,\n\nBen,\nCai,\n", THREE, []),
        ("1. Ana\n2) Ben\n3 Cai", THREE, []),
        ("#1 Ana\n(2) Ben\n3: Cai", THREE, []),
        ("• Ana\n- Ben\n* Cai", THREE, []),
        ("☐ Ana\n[x] Ben\n– Cai", THREE, []),
        ("Ana\u200b\nBen\nCai", THREE, []),
        ("Ana, Ben\nCai, Dee, Eli", [*THREE, "Dee", "Eli"], []),
        ("Ana Lee\tBen Lee\nCai\tDee", ["Ana Lee", "Ben Lee", "Cai", "Dee"], []),
        ("Smith, Ana\nJones, Ben", TWO, []),
        ("1. Smith, Ana\n2. Jones, Ben", TWO, []),
        ('"Smith, Ana"\n"Jones, Ben"', TWO, []),
        ("Smith, Ana; Jones, Ben", TWO, []),
        ("Ana\tSmith\nBen\tJones", TWO, []),
        ("Smith,Ana,12\nJones,Ben,13", TWO, ["12", "13"]),
        ("Last Name;First Name\nSmith;Ana\nJones;Ben", TWO, ["Last Name", "First Name"]),
        ("First,Last,Phone\nAna,Smith,555\nBen,Jones,556", TWO, ["First", "Last", "Phone", "555", "556"]),
        ("No.\tName\tTable\n1\tAna Smith\t2\n2\tBen Jones\t3", TWO, ["No.", "Name", "Table", "1", "2", "2", "3"]),
        ("Ana Smith\t555-1234\nBen Jones\t(0664) 123 45", TWO, ["555-1234", "(0664) 123 45"]),
        ("Ana Smith <ana@x.org>\nBen Jones <ben@x.org>", TWO, ["<ana@x.org>", "<ben@x.org>"]),
        ("Name\nAna\nBen\nCai", THREE, ["Name"]),
        ("ana@x.org\nAna\nBen\nCai", THREE, ["ana@x.org"]),
        ("Ana (late)\nMary-Jane O'Neil\nR2D2", ["Ana (late)", "Mary-Jane O'Neil", "R2D2"], []),
        ("王伟\n李娜", ["王伟", "李娜"], []),
        ("", [], []),
        (",,,\n;\n", [], []),
    ],
)
def test_a_list_becomes_people_and_what_is_no_name_is_said(text: str, names: list[str], left_out: list[str]) -> None:
    people = read_people(text)

    assert people.names == names
    assert [part.strip() for part in people.left_out] == left_out


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("Ana\nBen", True),
        ("Ana, Ben", True),
        ("1. Ana\n• Ben", True),
        ("Smith, Ana\nJones, Ben", False),
        ("Ana\nBen\n0664 12345", False),
    ],
)
def test_only_a_plain_list_needs_no_question(text: str, is_plain: bool) -> None:
    assert read_people(text).are_plainly(text) is is_plain
