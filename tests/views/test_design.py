"""The page of components: in debug mode every one of them, otherwise nothing."""

from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import make_app


def test_components_are_shown_in_debug_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    page = make_app(f"sqlite:///{tmp_path}/a.db").test_client().get("/design").text

    assert page.count("<h3>Board</h3>") == 3
    assert 'data-theme="dark"' in page


def test_otherwise_there_is_no_such_page(app: Flask) -> None:
    assert app.test_client().get("/design").status_code == 404
