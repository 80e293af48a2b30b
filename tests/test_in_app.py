"""Every button named in the answers about the app is on a page under that name."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

# The browser's own.
OF_BROWSERS = {"Add to Home Screen"}


def words_of_pages() -> str:
    """The source of everything that pages may say."""
    files = (path for folder in ("templates", "forms", "views") for path in (ROOT / folder).rglob("*.*"))
    return "".join(path.read_text() for path in files if path.suffix in (".html", ".py"))


def test_every_button_that_an_answer_names_is_called_so() -> None:
    answers = Path(ROOT / "rules" / "answers" / "topics" / "app.toml").read_text()
    named = set(re.findall("“([^”]+)”", answers)) - OF_BROWSERS

    assert named
    assert [name for name in sorted(named) if name not in words_of_pages()] == []
