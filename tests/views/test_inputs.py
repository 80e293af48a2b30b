"""Inputs as people type, paste and send them, wherever the app takes input.

The tables in tests/inputs were written by somebody who did not write the readers. A line has an input, what is
expected, and why. Escapes, written as in Python strings, stand for what cannot be seen.
"""

import re
import shlex
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage

from forms.base import check_name_text
from forms.people import read_people
from models.files.scores_reader import ScoreTable, read_scores
from models.ledger.clubs import Club
from models.play.scores import read_entry
from rules import RULE_BOOKS, NotationError, full_set
from rules.names import fold_name, look_alike, typed_name
from rules.scores.scoring import round_scores
from rules.typed import UnsureNumberError
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import link
from views.shared.limits import Limit
from views.shared.uploads import NothingSentError, sent_text

INPUTS = Path(__file__).parents[1] / "inputs"
TWELVE = RULE_BOOKS["double-twelve"]
SET = sum(domino.high + domino.low for domino in full_set(12))


def lines_in(name: str) -> list[list[str]]:
    """The fields of each line of a table."""
    text = (INPUTS / f"{name}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.split("\n") if line]


def meant(text: str) -> str:
    """A text with its escapes replaced by the characters that they stand for."""
    found = r"\\U([0-9a-f]{8})|\\u([0-9a-f]{4})|\\([nt])"
    return re.sub(
        found,
        lambda escape: chr(int(escape[1] or escape[2], 16)) if not escape[3] else " \n\t"["nt".index(escape[3]) + 1],
        text,
    )


def score(text: str) -> str:
    """The meaning of some text in a round's cell: `refused`, `asked`, `out` or the pips."""
    try:
        entry = read_entry(text, TWELVE)
    except (NotationError, UnsureNumberError):
        return "refused"
    if entry.unsure or entry.left.pips > SET:
        return "asked"
    return "out" if entry.left.is_out else str(entry.left.pips)


def test_scores_are_read_as_they_were_meant_or_not_at_all() -> None:
    lines = [line[:2] for line in lines_in("numbers") if line[1] != "empty"]

    assert [[typed, score(meant(typed))] for typed, _ in lines] == lines


def totals(table: ScoreTable) -> dict[str, int]:
    """Each player's total in a table that was read, including starting scores and penalties."""
    sums = [start + added for start, added in zip(table.starts, table.added, strict=True)]
    for round in table.rounds:
        left = {at: hand.left for at, hand in enumerate(round.hands) if hand}
        out = frozenset(at for at, hand in left.items() if hand.is_out)
        for at, pips in round_scores({at: hand.pips for at, hand in left.items()}, out, TWELVE).items():
            sums[at] += pips
    return dict(zip(table.names, sums, strict=True))


@pytest.mark.parametrize(("file", "expected"), [line[:2] for line in lines_in("tables")])
def test_a_table_comes_in_with_its_totals_or_says_what_is_wrong(app: Flask, file: str, expected: str) -> None:
    with (
        (INPUTS / "tables" / file).open("rb") as stream,
        app.test_request_context(method="POST", data={"file": FileStorage(stream, file)}),
    ):
        try:
            text = sent_text()
        except NothingSentError as error:
            assert expected.removeprefix("wrong ") in str(error)
            return
    table = read_scores(text, TWELVE)
    if is_running := table.is_running:
        table = read_scores(text, TWELVE, has_totals=True)
    if expected.startswith("wrong"):
        assert (
            expected.removeprefix("wrong ").casefold()
            in str([f"line {at}: {why}" for at, why in table.wrong]).casefold()
        )
        return
    *players, last = shlex.split(expected.replace("\\'", "'"))
    wanted = dict(player.rsplit("=", 1) for player in (*players, *([] if last == "asked" else [last])))
    assert table.wrong == []
    assert totals(table) == {name: int(total) for name, total in wanted.items()}
    assert bool(table.noted or is_running or _has_no_one_out(table)) or last != "asked"


def _has_no_one_out(table: ScoreTable) -> bool:
    return any(not any(hand.left.is_out for hand in round.hands if hand) for round in table.rounds)


def tidied(typed: str) -> str:
    """A typed name as the app keeps it, or `refused`."""
    name = typed_name(meant(typed))
    try:
        check_name_text(name)
    except ValueError:
        return "refused"
    return name


def test_names_are_tidied_or_refused() -> None:
    lines = [line[:2] for line in lines_in("names")]

    assert [(typed, tidied(typed)) for typed, _ in lines] == [(typed, meant(expected)) for typed, expected in lines]


def compared(first: str, second: str) -> str:
    """Two typed names, compared: `same`, `offered` if they only look alike, or `different`."""
    names = typed_name(meant(first)), typed_name(meant(second))
    are_same, are_alike = (len(set(map(fold, names))) == 1 for fold in (fold_name, look_alike))
    return "same" if are_same else "offered" if are_alike else "different"


def test_two_names_are_the_same_player_a_question_or_two_people() -> None:
    lines = [line[:3] for line in lines_in("same")]

    assert [[first, second, compared(first, second)] for first, second, _ in lines] == lines


@pytest.mark.parametrize(("pasted", "names", "left_out"), [line[:3] for line in lines_in("people")])
def test_a_pasted_list_becomes_people_and_what_is_left_out_is_said(pasted: str, names: str, left_out: str) -> None:
    people = read_people(meant(pasted))

    assert people.names == [name for name in meant(names).split(" | ") if name]
    assert people.left_out == [text for text in meant(left_out).split(" | ") if text]


def test_a_night_bears_the_day_of_its_clubs_calendar() -> None:
    lines = [line[:3] for line in lines_in("days")]

    assert [
        [zone, moment, str(Club(zone=zone).day_at(datetime.fromisoformat(moment)))] for zone, moment, _ in lines
    ] == lines


# Those about what follows a link or changes it, without those about a link that ends in a dash.
SENT_LINKS = [
    (text, expected)
    for text, expected, _ in lines_in("links")
    if text.startswith(("{link}", "{link[", "{link.stem")) and not re.search("{link[-_]", text)
]


@pytest.mark.parametrize(("text", "expected"), SENT_LINKS)
def test_a_link_opens_as_it_arrives_or_is_a_wrong_one(
    app: Flask, ana: Phone, club: str, game: str, text: str, expected: str
) -> None:
    app.config[Limit.WRONG_LINKS] = 100
    sent = _with_link(meant(text), _link_that_ends_in_a_letter(ana, club))

    page = Phone(app).open(quote(sent.replace("\n", ""), safe="%/?&=#:;,.!@~*'()[]"))

    assert (page.status_code == 200 and page.request.path == f"{game}/follow") == (expected == "opens")


def _link_that_ends_in_a_letter(ana: Phone, club: str) -> str:
    """A link to watch that ends in neither a dash nor an underscore.

    One that ends in a dash, which messengers cut off, also opens without it.
    """
    whole = link(ana, club, 2)
    while whole[-1] in "-_":
        ana.open(f"{club}/keys")
        ana.send_on(access="view", label="another")
        whole = pick(r'href="http://[^/]+(/k/[^"]+)"', ana.page.text)
    return whole


def _with_link(text: str, whole: str) -> str:
    """A text with `{link}`, `{link[:-1]}` or `{link.upper}` replaced by the link or a piece of it."""

    def piece(part: re.Match[str]) -> str:
        cut = whole
        if part[1]:
            begin, colon, end = part[1].partition(":")
            cut = whole[int(begin or 0) or None : int(end) if end else None] if colon else whole[int(begin)]
        for change in (part[2] or "").split(".")[1:]:
            stem, slash, secret = cut.rpartition("/")
            encoded = "".join(f"%{ord(letter):02X}" for letter in cut)
            cut = {"upper": cut.upper(), "lower": cut.lower(), "stem": stem + slash, "secret": secret, "pct": encoded}[
                change
            ]
        return cut

    return re.sub(r"\{link(?:\[([-\d:]+)\])?((?:\.[a-z]+)*)\}", piece, text)
