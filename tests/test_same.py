"""The proof that nothing changed: for equal versions it reports nothing, otherwise every changed word or answer."""

import shutil
from pathlib import Path

import pytest

from proofs.checkout import HERE, Checkout
from proofs.host import Person
from proofs.page import addresses_of
from proofs.same.differences import Findings, masked, without_new, written
from proofs.same.walk import Seen, Walk
from proofs.visitor import Reply

SAME, CHANGED = ("/", "/rulings?q=draw", "/nowhere", "/static/roundhouse.css"), "/start"


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """This checkout with one word changed in a template."""
    code = tmp_path / "code"
    code.mkdir()
    for path in HERE.iterdir():
        if path.name != "templates":
            (code / path.name).symlink_to(path)
    shutil.copytree(HERE / "templates", code / "templates")
    page = code / "templates" / "starts" / "start.html"
    page.write_text(page.read_text().replace("<h1>", "<h1>So: ", 1))
    return code


@pytest.mark.heavy
def test_a_changed_word_is_told_and_nothing_else(tmp_path: Path, changed: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    findings, old, new = Findings(), Checkout(HERE, tmp_path / "old"), Checkout(changed, tmp_path / "new")
    with old.serving(), new.serving():
        walk = Walk(Person("a stranger"), (old.port, new.port), findings, Seen(), "identity", 1)
        for address in (*SAME, CHANGED):
            walk.look(address)
        walk.close()

    assert [(difference.where, difference.whom) for difference in findings.differences] == [(CHANGED, "a stranger")]
    assert "+ <h1>So: " in findings.told()
    assert findings.told().endswith("5 addresses × persons, 0 forms, 0 answers of commands, 1 differences of 1 kinds")


def test_what_differs_each_time_is_masked_and_nothing_beside_it() -> None:
    page = '<input type="hidden" name="once" value="{}"><b>12</b><img src="/static/icon.png?v={}-2f">'

    assert masked(page.format("a1b2", "18e")) == masked(page.format("c3d4", "19f"))
    assert masked(page.format("a1b2", "18e")) != masked(page.format("a1b2", "18e").replace("12", "13"))


def test_an_etag_is_there_or_not_and_its_value_says_nothing() -> None:
    replies = [
        Reply(address="/", status=200, headers=headers, body=b"") for headers in ({"etag": "1"}, {"etag": "2"}, {})
    ]

    assert written(replies[0]) == written(replies[1]) != written(replies[2])


def test_white_space_that_is_not_shown_is_no_difference() -> None:
    def page(body: str) -> str:
        return written(Reply(address="/", status=200, headers={"content-type": "text/html"}, body=body.encode()))

    assert page("<ul> <li>a  b</li>\n<li>c</li></ul>") == page("<ul><li>a\nb</li><li> c</li>\n</ul>\n")
    assert page("<i>a</i> <i>b</i>") != page("<i>a</i><i>b</i>")
    assert page("<pre>a  b</pre>") != page("<pre>a b</pre>")


def test_a_change_is_told_once_wherever_it_is() -> None:
    findings = Findings()
    for page in ("Ana 12", "Ben 34"):
        findings.add(page, "who follows", f"200\nx: 1\n\n{page} does not fit.", f"200\nx: 2\n\n{page} does not match.")

    assert findings.told().split("\n")[1:8] == [
        "Ana 12 (who follows), and 1 more",
        "- x: 1",
        "+ x: 2",
        "",
        "Ana 12 (who follows), and 1 more",
        "- Ana 12 does not fit.",
        "+ Ana 12 does not match.",
    ]


def test_names_that_each_version_makes_for_itself_are_left_out_and_those_of_both_stay() -> None:
    old, new = '"ref": "k2m4p6q8r9", "club": "aaaa2222bb"', '"ref": "z2m4p6q8r9", "club": "aaaa2222bb"'

    assert without_new(old, new) == without_new(new, old) == '"ref": "*", "club": "aaaa2222bb"'


def test_a_page_leads_wherever_it_names_an_address_and_where_its_searches_lead() -> None:
    page = """<a href="/clubs/x?by=name&amp;a=1#top">x</a><div hx-get='/live?seen=2'></div><input value="/no">
    <form method="post" action="/send"></form>
    <form method="get" action="/look"><select name="rules"><option>six<option value="9">nine</select></form>"""

    addresses = addresses_of(page, "/clubs/x")

    assert addresses == ["/clubs/x?by=name&a=1", "/live?seen=2", "/look?rules=", "/look?rules=9"]
