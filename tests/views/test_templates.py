"""Templates with their fixed sentences: each language has its own, and sentences with gaps are left for the answer."""

from collections.abc import Callable

import pytest
from flask import Flask, render_template_string
from flask_babel import get_babel, get_locale
from jinja2 import DictLoader

from views.shared import templates

PAGES = {
    "page.html": "{% extends 'frame.html' %}{% block main %}{{ _('Undo') }}, {{ _('%(num)s to go', num=left) }}{% endblock %}",
    "frame.html": "<p>{{- _('The sheet') -}} </p>{% block main %}{% endblock %}",
}


class Marked:
    """Translations that say their language."""

    def ugettext(self, text: str) -> str:
        return f"{get_locale()}:{text}"


@pytest.fixture
def speak(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The page in a language."""
    asked = ["en"]
    monkeypatch.setattr(get_babel(app), "locale_selector", lambda: asked[0])
    monkeypatch.setattr(templates, "get_translations", Marked)
    pages = templates.TemplatesByLanguage(app, loader=DictLoader(PAGES), extensions=["jinja2.ext.i18n"])
    pages.install_null_translations(newstyle=True)  # type: ignore[attr-defined] # Jinja's extension puts it there

    def show(language: str) -> str:
        asked[0] = language
        with app.test_request_context():
            return pages.get_template("page.html").render(left=3)

    return show


def test_a_fixed_sentence_is_in_the_language_of_the_answer(speak: Callable[[str], str]) -> None:
    assert speak("de") == "<p>de:The sheet</p>de:Undo, 3 to go"
    assert speak("fr") == "<p>fr:The sheet</p>fr:Undo, 3 to go"
    assert speak("de") == "<p>de:The sheet</p>de:Undo, 3 to go"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ _('a') }}{{ _('b') }}", "ab"),
        ("{{ _('a') ~ 'x' }}", "ax"),
        ("{{ name('a') }}", "A"),
        ("{{ _('5 %%') }}", "5 %"),
    ],
)
def test_other_expressions_stay_as_they_are(app: Flask, source: str, shown: str) -> None:
    with app.test_request_context():
        assert render_template_string(source, name=str.upper) == shown
