"""The page of components: it shows all of them in debug mode, and does not exist otherwise."""

import re
from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import make_app


def test_components_are_shown_in_debug_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    page = make_app(f"sqlite:///{tmp_path}/a.db").test_client().get("/design").text

    names = re.findall(r"^\| ([a-z ]+) \|", Path("docs/design.md").read_text(), re.MULTILINE)
    headings = re.findall(r"<h3>(.*?)</h3>", page)
    assert {name.capitalize() for name in names} - {"Component"} == set(headings) - {"Type"}
    assert all(headings.count(name) == 3 for name in headings)
    assert 'data-theme="dark"' in page


def test_otherwise_there_is_no_such_page(app: Flask) -> None:
    assert app.test_client().get("/design").status_code == 404
