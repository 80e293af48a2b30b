"""The house holds together: who imports whom, who decides what, and how long a file may be."""

import ast
import re
import sys
from pathlib import Path

import pytest

from rules import RULE_BOOKS
from rules.books.options import TYPE_OF

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "models", "forms", "charts", "views", "commands")
FLASK = {
    "flask",
    "babel",
    "flask_babel",
    "flask_compress",
    "flask_migrate",
    "flask_sqlalchemy",
    "flask_wtf",
    "werkzeug",
    "markupsafe",
    "click",
}
ALLOWED = {
    "rules": {"rules"},
    "models": {"models", "rules", "sqlalchemy", "flask_sqlalchemy", "openskill"},
    "forms": {"forms", "wtforms", "flask_wtf", "flask_babel", "rules"},
    "charts": {"charts", "pygal", "rules"},
    "views": {"views", "forms", "models", "charts", "rules", "segno", "limits", *FLASK},
    "commands": {"commands", "forms", "models", "charts", "rules", "segno", "granian", *FLASK},
}
FORBIDDEN_IN_RULES = {"random", "time", "secrets", "socket", "urllib", "http", "asyncio", "subprocess"}
DECIDES = re.compile(r"rules/(referee/clauses/\w+|table/deal|scores/scoring|tournament/\w+)\.py")


def python_files(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", python_files(*ROOMS), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_what_its_room_may(path):
    room = path.relative_to(ROOT).parts[0]
    tops = {name.split(".")[0] for name in imports(path)}

    assert tops - ALLOWED[room] - sys.stdlib_module_names == set()
    if room == "rules":
        assert tops & FORBIDDEN_IN_RULES == set()


@pytest.mark.parametrize("path", python_files("views"), ids=lambda path: path.name)
def test_no_view_imports_another_view(path):
    if path.name == "__init__.py":
        return
    groups = {other.stem for other in python_files("views") if not other.stem.startswith("_")}
    imported = {name.split(".")[1] for name in imports(path) if name.startswith("views.")}

    assert imported & groups == set()


def test_every_page_group_has_its_own_test_file():
    groups = {path.name for path in python_files("views") if not path.name.startswith("_")}
    tested = {path.name.removeprefix("test_") for path in (ROOT / "tests" / "views").glob("test_*.py")}

    assert groups - tested == set()


def test_an_option_is_read_in_one_module_only():
    readers: dict[str, set[str]] = {}
    for path in python_files("rules"):
        name = str(path.relative_to(ROOT))
        if not DECIDES.fullmatch(name):
            continue
        for option in re.findall(r"\.options\.(\w+)", path.read_text()):
            readers.setdefault(option, set()).add(name)

    # The size of the set is a fact about the tiles on the table; everybody may know it.
    readers.pop("highest")
    assert {option: names for option, names in readers.items() if len(names) > 1} == {}
    assert set(readers) <= {key.replace("-", "_") for key in TYPE_OF}


def test_no_code_names_a_rule_set():
    names = re.compile("|".join([*RULE_BOOKS, *(rf"\b{book.prefix}\b(?!-)" for book in RULE_BOOKS.values())]))
    # Docstrings and comments may: they cite clauses and give examples.
    named = []
    for path in python_files(*ROOMS):
        tree = ast.parse(path.read_text())
        docs = {id(node.body[0].value) for node in ast.walk(tree) if hasattr(node, "body") and _has_docstring(node)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in docs
                and names.search(node.value)
            ):
                named.append(f"{path.relative_to(ROOT)}:{node.lineno}")

    assert [place for place in named if not place.startswith("commands/demo.py")] == []


def _has_docstring(node: ast.AST) -> bool:
    first = node.body[0] if isinstance(node.body, list) and node.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)


@pytest.mark.parametrize("pattern", ["**/*.py", "templates/**/*.html", "static/*.js"])
def test_no_file_is_too_long_to_read_at_a_sitting(pattern):
    for path in ROOT.glob(pattern):
        name = str(path.relative_to(ROOT))
        if name.startswith((".", "migrations/")):
            continue
        most = 250 if name.startswith("rules/") else 400
        assert len(path.read_text().splitlines()) <= most, name
